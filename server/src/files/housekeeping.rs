//! What nobody needs goes: pictures that have become part of nothing within a day, because no request named them or the one
//! that did was refused; tries that came to nothing; and the pictures of what came to nothing itself, such as a refused
//! identity check, a while after that.
//!
//! Each file has a moment from which on it is looked at, and again and again while something needs it. A file is first given up, so that nobody reads or names it any more, and later taken out of the store and forgotten.
//! Whatever stops in between goes on in a later round. In between lies more time than anything takes that had found the
//! file before, such as its sealing with another key.

use std::sync::Arc;
use std::time::Duration;

use plumbline_core::time::UnixMillis;
use thiserror::Error;

use super::objects::ObjectsError;
use super::{FileId, Files, REFUSED_MAX, rows};
use crate::db::DbError;
use crate::supervision::Supervisor;

const EVERY: Duration = Duration::from_secs(300);
/// When something is looked at again that is needed.
const LOOKED_AT_EVERY: i64 = UnixMillis::DAY / 2;
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
    /// One round; says how many files are gone.
    pub async fn tidy(&self) -> Result<u64, HousekeepingError> {
        let now = self.clock.now();
        // So much sooner that the next look is not too late.
        let before = |kept: i64| now.plus(LOOKED_AT_EVERY + LINGERS - kept);
        let refused = rows::Refused { identity: before(self.refused_identity_max), deposit: before(REFUSED_MAX) };
        while rows::look_at(&self.db, now, AT_A_TIME, now.plus(LOOKED_AT_EVERY), refused).await? > 0 {}
        let mut gone = 0;
        loop {
            let given_up = rows::given_up(&self.db, now.plus(-LINGERS), AT_A_TIME).await?;
            // One that cannot be taken away holds up no other; the next round finds it again.
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
        // A folder is read without `async`; a failure to start the work is only put off.
        let _ = tokio::task::spawn_blocking(move || objects.tidy(Duration::from_secs(86_400))).await;
        Ok(gone)
    }

    /// The object first: what is left of a file must have a row.
    async fn forget(&self, file: FileId) -> Result<(), HousekeepingError> {
        self.objects.remove(file).await?;
        Ok(rows::forget(&self.db, file).await?)
    }
}
