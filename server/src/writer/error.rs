use plumbline_core::decision::Unsound;
use plumbline_core::ids::AccountId;
use thiserror::Error;

use crate::db::DbError;

/// Why nothing of a batch was stored.
#[derive(Debug, Error)]
pub(super) enum BatchError {
    #[error(transparent)]
    Db(#[from] DbError),
    /// Of what the commands need, before anything was decided or written.
    #[error(transparent)]
    Unreadable(DbError),
    #[error("a reply or an event cannot be written: {0}")]
    Json(#[from] serde_json::Error),
    #[error("the stream of account {0} has something to tell and was not locked")]
    StreamNotLocked(AccountId),
    #[error(transparent)]
    Unsound(#[from] Unsound),
    #[error("this server's number is no longer its own")]
    NodeLost,
}
