use std::fmt;

use futures_util::future::BoxFuture;
use plumbline_core::funds::Sending;
use thiserror::Error;

use crate::db::DbError;

/// A way in which withdrawals are paid out once they are sent.
pub trait Payouts: fmt::Debug + Send + Sync {
    /// How what goes this way is recorded.
    fn sending(&self) -> Sending;

    /// Hands over what was sent this way and is not handed over yet. Interrupted anywhere it goes on the next time, and
    /// comes to the same.
    fn hand_over(&self) -> BoxFuture<'_, Result<(), PayoutError>>;
}

/// What was sent could not be handed over; it is tried again.
#[derive(Debug, Error)]
pub enum PayoutError {
    #[error(transparent)]
    Db(#[from] DbError),
    #[error("{file}: {source}")]
    File { file: String, source: std::io::Error },
    #[error("{0}: another file of this name lies there")]
    Differs(String),
    #[error("batch {0} does not make the file that it was sealed with")]
    Digest(i64),
}
