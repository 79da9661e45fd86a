//! Deletes pictures that are not needed: those that no record uses within a day, because no request named them or that
//! request was refused; failed uploads; and, a while later, the pictures of records that were refused, such as an
//! identity check.
//!
//! Each file has a time from which it is checked, repeatedly as long as a record needs it. A file is first given up, so
//! that it can no longer be read or named, and later removed from the store and the table. After any interruption a
//! later round continues. The time between is longer than any work on a file that was found before, such as its sealing
//! with another key.

use std::sync::Arc;
use std::time::Duration;

use plumbline_core::time::UnixMillis;
use thiserror::Error;

use super::objects::ObjectsError;
use super::{FileId, Files, REFUSED_MAX, rows};
use crate::db::DbError;
use crate::supervision::Supervisor;

const EVERY: Duration = Duration::from_secs(300);
/// The interval of checks of a needed file.
const LOOKED_AT_EVERY: i64 = UnixMillis::DAY / 2;
/// Time from giving a file up to its deletion: much longer than `objects::TAKES_AT_MOST`.
const LINGERS: i64 = 10 * UnixMillis::MINUTE;
const AT_A_TIME: i64 = 200;

#[derive(Debug, Error)]
pub enum HousekeepingError {
    #[error(transparent)]
    Db(#[from] DbError),
    #[error(transparent)]
    Objects(#[from] ObjectsError),
}

/// Runs until the term ends.
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
    /// One round; gives the number of deleted files.
    pub async fn tidy(&self) -> Result<u64, HousekeepingError> {
        let now = self.clock.now();
        // Earlier by the time until the next check and the deletion, so that these are not too late.
        let before = |kept: i64| now.plus(LOOKED_AT_EVERY + LINGERS - kept);
        let refused = rows::Refused { identity: before(self.refused_identity_max), deposit: before(REFUSED_MAX) };
        while rows::look_at(&self.db, now, AT_A_TIME, now.plus(LOOKED_AT_EVERY), refused).await? > 0 {}
        let mut gone = 0;
        loop {
            let given_up = rows::given_up(&self.db, now.plus(-LINGERS), AT_A_TIME).await?;
            // A file that cannot be deleted does not hold up others; the next round finds it again.
            let mut failed = None;
            for file in &given_up {
                match self.forget(*file).await {
                    Ok(()) => gone += 1,
                    Err(error) => failed = Some(error),
                }
            }
            if let Some(error) = failed {
                return Err(error);
            }
            if given_up.is_empty() || self.stopping.is_cancelled() {
                break;
            }
        }
        let objects = self.objects.clone();
        // A folder is read without `async`; if starting the work fails, the next round does it.
        let _ = tokio::task::spawn_blocking(move || objects.tidy(Duration::from_secs(86_400))).await;
        Ok(gone)
    }

    /// The object first: as long as it exists, the file must have a row.
    async fn forget(&self, file: FileId) -> Result<(), HousekeepingError> {
        self.objects.remove(file).await?;
        Ok(rows::forget(&self.db, file).await?)
    }
}
