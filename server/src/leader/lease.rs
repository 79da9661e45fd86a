//! The lease as it is stored, and what can go wrong with it.

use std::time::Duration;

use plumbline_core::time::UnixMillis;
use thiserror::Error;

use crate::db::DbError;

/// How long a leader that hangs keeps the lease.
pub(super) const LEASE: Duration = Duration::from_secs(10);
/// What a look at the lease may take before it counts as failed.
pub(super) const ANSWER_MAX: Duration = Duration::from_secs(2);

#[derive(Debug, Error)]
pub enum LeaderError {
    #[error(transparent)]
    Db(#[from] DbError),
    #[error(
        "another server leads on this database ({0}); several servers need a bus: give each the same --bus nats://…, or stop the other one"
    )]
    NeedsBus(String),
    #[error("another server runs on the database file {0}; a SQLite database has one server")]
    FileTaken(String),
    #[error("the lock of the database file could not be taken: {0}")]
    FileLock(std::io::Error),
    #[error("another connection still holds the lock of the lease")]
    Locked,
    #[error("the lease did not answer within {} s", ANSWER_MAX.as_secs())]
    Silent,
}

/// The lease as it is stored. Moments are Unix milliseconds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lease {
    pub token: i64,
    /// The name of the leader's connections.
    pub holder: String,
    /// Where standbys send what they forward: `http://HOST:PORT`.
    pub address: String,
    pub has_bus: bool,
    /// When the leader took it, by the database's clock.
    pub since: UnixMillis,
    /// By the database's clock; zero when it was given back.
    pub ends_at: UnixMillis,
    /// The latest moment that an id of this leader may carry.
    pub ids_until: UnixMillis,
    /// Whether an operator has asked the leader to hand over.
    pub hand_over: bool,
    /// The database's clock when this was read.
    pub now: UnixMillis,
}

impl Lease {
    pub fn is_held(&self) -> bool {
        self.ends_at > self.now
    }
}

/// A lease that was extended.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Renewed {
    /// An operator wants it handed over.
    pub hand_over: bool,
    /// By the database's clock, where it has one of its own.
    pub now: Option<UnixMillis>,
}
