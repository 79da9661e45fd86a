//! What nobody needs goes: pictures that no request has named within a day, and tries that came to nothing.
//!
//! A file is first given up, so that nobody reads or names it any more, and later taken out of the store and forgotten.
//! Whatever stops in between goes on in a later round. In between lies more time than anything takes that had found the
//! file before, such as its sealing with another key.

use std::sync::Arc;
use std::time::Duration;

use plumbline_core::time::UnixMillis;
use thiserror::Error;

use super::objects::ObjectsError;
use super::{Files, rows};
use crate::db::DbError;
use crate::supervision::Supervisor;

const EVERY: Duration = Duration::from_secs(300);
/// How long a file may lie here without a request that names it.
const UNNAMED_MAX: i64 = UnixMillis::DAY;
/// How long after it was given up a file goes: much longer than `objects::TAKES_AT_MOST`.
const LINGERS: i64 = 10 * UnixMillis::MINUTE;
const AT_A_TIME: i64 = 200;

#[derive(Debug, Error)]
pub enum HousekeepingError {
    #[error(transparent)]
    Db(#[from] DbError),
    #[error(transparent)]
    Objects(#[from] ObjectsError),
}

/// Runs until the server stops.
pub fn start(files: Arc<Files>, supervisor: &Supervisor) {
    let every = supervisor.every(EVERY);
    supervisor.spawn("files", async move {
        while every.next().await {
            match files.tidy().await {
                Ok(0) => {}
                Ok(count) => tracing::info!(count, "files that nobody needed are gone"),
                Err(error) => tracing::error!(%error, "files could not be tidied; it is tried again"),
            }
        }
    });
}

impl Files {
    /// One round; says how many files are gone.
    pub async fn tidy(&self) -> Result<u64, HousekeepingError> {
        let now = self.clock.now();
        rows::give_up(&self.db, now.plus(-UNNAMED_MAX), now).await?;
        let mut gone = 0;
        loop {
            let given_up = rows::given_up(&self.db, now.plus(-LINGERS), AT_A_TIME).await?;
            for file in &given_up {
                self.objects.remove(*file).await?;
                rows::forget(&self.db, *file).await?;
                gone += 1;
            }
            if given_up.is_empty() || self.stopping.is_cancelled() {
                break;
            }
        }
        let objects = self.objects.clone();
        // A folder is read without `async`; a failure to start the work is only put off.
        let _ = tokio::task::spawn_blocking(move || objects.tidy(Duration::from_secs(86_400))).await;
        Ok(gone)
    }
}
