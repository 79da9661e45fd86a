//! What is queued, and what its caller hears.

use axum::http::StatusCode;
use plumbline_core::command::{Command, Done, Listed};
use plumbline_core::decision::{Refusal, Unsound};
use plumbline_core::ids::AccountId;
use plumbline_core::orders::{FillResting, Reached};
use tokio::sync::oneshot;

use super::replies::{FirstReply, Recorded, Write};
use crate::http::{ApiError, RECORD_UNREADABLE};

/// One queued command and its caller.
#[derive(Debug)]
pub(super) struct Job {
    pub request: Option<Request>,
    pub command: Command,
    /// `None` for a tick, of which only the book of resting orders hears.
    pub caller: Option<oneshot::Sender<Outcome>>,
}

impl Job {
    pub fn tick(fill: FillResting) -> Self {
        Self { request: None, command: fill.into(), caller: None }
    }

    pub fn answer(self, outcome: Outcome) {
        // A caller that has gone away finds its reply under its idempotency key.
        if let Some(caller) = self.caller {
            let _ = caller.send(outcome);
        }
    }

    /// The accounts that the command touches, and the one that asks for it.
    pub fn accounts(&self) -> impl Iterator<Item = AccountId> + use<> {
        self.command.accounts().into_iter().chain(self.request.as_ref().map(|request| request.account))
    }
}

/// The idempotent request for a command.
#[derive(Debug)]
pub(super) struct Request {
    pub account: AccountId,
    pub key: String,
    pub fingerprint: String,
    /// Writes the reply, as the handler says.
    pub reply: Write,
}

/// What a caller hears. `Err` means that nothing is known to be stored: where the answer to a commit was lost, only a
/// repeat under the same key finds out.
pub(super) type Outcome = Result<Decided, RunError>;

/// A decision on a request. What is decided is durable, but for an unsound one, of which nothing is.
#[derive(Clone, Debug)]
pub(super) enum Decided {
    /// Decided in this batch.
    Fresh { result: Box<Result<Done, Refusal>>, recorded: Option<Recorded> },
    /// The request was decided before; this is its first reply.
    Repeated(Recorded),
    /// The key was used for another request.
    Conflict,
    /// A fault of ours, which was logged.
    Unsound(Unsound),
}

impl Decided {
    /// What a request hears under whose key there is a reply.
    pub fn before(first: &FirstReply, fingerprint: &str) -> Self {
        if first.fingerprint == fingerprint { Self::Repeated(first.recorded.clone()) } else { Self::Conflict }
    }

    /// What came of a tick.
    pub fn reached(&self) -> Option<&Reached> {
        match self {
            Self::Fresh { result, .. } => result.as_ref().as_ref().ok().and_then(FillResting::done),
            Self::Repeated(_) | Self::Conflict | Self::Unsound(_) => None,
        }
    }
}

/// Why a command was not carried out.
#[derive(Clone, Copy, Debug, thiserror::Error)]
pub enum RunError {
    #[error("refused: {0}")]
    Refused(#[from] Refusal),
    #[error("the queue is full")]
    Overloaded,
    #[error("this server does not lead, and nothing was stored")]
    NotLeading,
    #[error("the batch could not be stored")]
    Failed,
    #[error("the database cannot be reached")]
    Unreachable,
    #[error("what it needs cannot be read, or what it leads to does not fit to what is stored")]
    Unreadable,
}

impl From<RunError> for ApiError {
    /// The causes were logged where they happened.
    fn from(error: RunError) -> Self {
        match error {
            RunError::Refused(refusal) => refusal.into(),
            RunError::Overloaded => Self::new(StatusCode::SERVICE_UNAVAILABLE, "overloaded"),
            RunError::NotLeading => Self::no_leader(),
            RunError::Unreachable => Self::unavailable(),
            RunError::Failed => Self::new(StatusCode::INTERNAL_SERVER_ERROR, "internal"),
            RunError::Unreadable => Self::new(StatusCode::INTERNAL_SERVER_ERROR, RECORD_UNREADABLE),
        }
    }
}
