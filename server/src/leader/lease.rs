//! The lease as it is stored, and its errors.

use std::time::Duration;

use plumbline_core::time::UnixMillis;
use thiserror::Error;

use crate::db::DbError;

/// Time for which a hanging leader keeps the lease.
pub(super) const LEASE: Duration = Duration::from_secs(10);
/// A leader stops writing this long before its lease ends.
pub(super) const MARGIN: Duration = Duration::from_secs(2);
/// Timeout of a read of the lease.
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

/// The lease as it is stored. Times are Unix milliseconds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lease {
    pub token: i64,
    /// The name of the leader's connections.
    pub holder: String,
    /// The address that standbys forward to: `http://HOST:PORT`.
    pub address: String,
    pub has_bus: bool,
    /// The time at which the leader saw that it was free and took it, by the database's clock.
    pub since: UnixMillis,
    /// By the database's clock; zero after it was given back.
    pub ends_at: UnixMillis,
    /// The latest time that an id of this leader may contain.
    pub ids_until: UnixMillis,
    /// True if an operator has asked the leader to hand over.
    pub hand_over: bool,
    /// The database's clock at the read.
    pub now: UnixMillis,
}

impl Lease {
    pub fn is_held(&self) -> bool {
        self.ends_at > self.now
    }
}

/// The result of extending a lease.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Renewed {
    /// True if an operator has asked to hand it over.
    pub hand_over: bool,
    /// By the database's clock; `None` if it has none of its own.
    pub now: Option<UnixMillis>,
}
