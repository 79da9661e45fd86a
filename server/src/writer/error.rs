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
    /// Of what was decided, which a table refused: nothing is stored.
    #[error(transparent)]
    Refused(DbError),
    #[error("a reply or an event cannot be written: {0}")]
    Json(#[from] serde_json::Error),
    #[error("the stream of account {0} has something to tell and was not locked")]
    StreamNotLocked(AccountId),
    #[error(transparent)]
    Unsound(#[from] Unsound),
    #[error("this server does not lead")]
    NotLeading,
    #[error("there is no way to the database's disk")]
    NoDisk,
    #[error("what is stored of the accounts of an earlier batch was not found out in time")]
    InDoubt,
}

impl BatchError {
    /// Whether the database cannot be reached.
    pub fn is_unreachable(&self) -> bool {
        matches!(self, Self::NoDisk | Self::InDoubt) || matches!(self, Self::Db(error) if error.is_unreachable())
    }
}
