use std::fmt;

use futures_util::future::BoxFuture;
use plumbline_core::funds::Sending;
use plumbline_core::ids::WithdrawalId;
use thiserror::Error;

use super::batch::Unreadable;
use crate::db::DbError;

/// A way to pay out sent withdrawals.
pub trait Payouts: fmt::Debug + Send + Sync {
    /// The form in which payouts of this way are recorded.
    fn sending(&self) -> BoxFuture<'_, Result<Sending, DbError>>;

    /// Hands over payouts of this way that are not handed over yet. After an interruption anywhere, the next call
    /// continues with an equal result. A payout that cannot be handed over does not hold up others, and is then the
    /// error.
    fn hand_over(&self) -> BoxFuture<'_, Result<(), PayoutError>>;
}

/// A payout could not be handed over; it is tried again.
#[derive(Debug, Error)]
pub enum PayoutError {
    #[error(transparent)]
    Db(#[from] DbError),
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    #[error("{file}: {source}")]
    File { file: String, source: std::io::Error },
    #[error("{0}: another file of this name lies there")]
    Differs(String),
    #[error("batch {0} does not make the file that it was sealed with")]
    Digest(i64),
    #[error(
        "{folder}: not the folder that payouts of this database go into, which all its servers share; if it is from now \
         on, let its file {file} say {mark}"
    )]
    Folder { folder: String, file: &'static str, mark: String },
    #[error("{0}: it was about to lie in its folder and does not; look where it is, then `plumbline payouts copy`")]
    Lost(String),
    #[error("{0}: somebody is writing it just now; try again in a minute")]
    InHand(String),
    #[error("{file}: withdrawal {withdrawal} in it is no longer on its way; look, then `plumbline payouts copy`")]
    Over { file: String, withdrawal: WithdrawalId },
    #[error("{}", .0.iter().map(Self::to_string).collect::<Vec<_>>().join("; "))]
    Several(Vec<Self>),
}

impl PayoutError {
    /// The errors of those that failed while the rest went on.
    pub(super) fn of(mut failed: Vec<Self>) -> Result<(), Self> {
        match failed.len() {
            0 => Ok(()),
            1 => Err(failed.remove(0)),
            _ => Err(Self::Several(failed)),
        }
    }
}
