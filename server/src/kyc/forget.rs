//! Deletes the typed data of an unsuccessful identity check after a while, as its pictures are deleted
//! (`files::housekeeping`). A later submission has replaced it already.

use std::sync::Arc;
use std::time::Duration;

use super::Desk;
use crate::db::DbError;
use crate::supervision::Supervisor;
use crate::{execute, statements};

const EVERY: Duration = Duration::from_secs(300);

statements! {
    /// Status 3 is unsuccessful.
    FORGET: "UPDATE identity_checks SET sealed = '' WHERE status = 3 AND sealed <> '' AND reviewed_at <= $1";
}

/// Runs until the term ends.
pub fn start(desk: Arc<Desk>, supervisor: &Supervisor) {
    let every = supervisor.every(EVERY);
    supervisor.spawn("unsuccessful identity checks", async move {
        while every.next().await {
            match forget(&desk).await {
                Ok(0) => {}
                Ok(count) => tracing::info!(count, "particulars of unsuccessful identity checks are gone"),
                Err(error) => tracing::error!(%error, "particulars could not be removed; it is tried again"),
            }
        }
    });
}

/// One round; gives the number of deleted ones.
pub async fn forget(desk: &Desk) -> Result<u64, DbError> {
    let before = desk.clock.now().plus(-desk.files.refused_identity_max);
    let mut tx = desk.db.begin().await?;
    let gone = execute!(&mut tx, FORGET, before.0)?;
    tx.commit().await?;
    Ok(gone)
}
