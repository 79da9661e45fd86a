//! The access to the lease, on either database.

use plumbline_core::time::UnixMillis;
use tokio::time::Instant;

use super::lease::{ANSWER_MAX, LEASE, LeaderError, Lease, MARGIN, Renewed};
use super::postgres::PostgresSeat;
use super::sqlite::SqliteSeat;

#[derive(Debug)]
pub(super) enum Seat {
    Sqlite(SqliteSeat),
    Postgres(PostgresSeat),
}

impl Seat {
    pub async fn look(&mut self) -> Result<Lease, LeaderError> {
        let look = async {
            match self {
                Self::Sqlite(seat) => seat.look().await,
                Self::Postgres(seat) => seat.look().await,
            }
        };
        within(look).await
    }

    /// Takes the lease as it was `seen`, if it is free.
    pub async fn take(&mut self, seen: &Lease, new: &Lease) -> Result<bool, LeaderError> {
        let take = async {
            match self {
                Self::Sqlite(seat) => seat.take(seen, new).await,
                Self::Postgres(seat) => seat.take(seen, new).await,
            }
        };
        within(take).await
    }

    /// Extends the lease; `None` if it belongs to another server.
    pub async fn renew(&mut self, token: i64, ids_until: UnixMillis) -> Result<Option<Renewed>, LeaderError> {
        let renew = async {
            match self {
                Self::Sqlite(seat) => seat.renew(token, ids_until).await.map(|held| held.then(Renewed::default)),
                Self::Postgres(seat) => seat.renew(token, ids_until).await,
            }
        };
        within(renew).await
    }

    pub async fn give_back(&mut self, token: i64, ids_until: UnixMillis) -> Result<(), LeaderError> {
        let give_back = async {
            match self {
                Self::Sqlite(seat) => seat.give_back(token, ids_until).await,
                Self::Postgres(seat) => seat.give_back(token, ids_until).await,
            }
        };
        within(give_back).await
    }

    /// The monotonic time until which writes are allowed under a lease that was requested at `asked`.
    pub fn until(&self, asked: Instant) -> Option<Instant> {
        match self {
            Self::Sqlite(_) => None,
            Self::Postgres(_) => Some(asked + LEASE - MARGIN),
        }
    }

    /// The database file, for messages.
    pub fn name(&self) -> String {
        match self {
            Self::Sqlite(seat) => seat.file(),
            Self::Postgres(_) => String::new(),
        }
    }
}

/// Ends work that the database does not answer in time.
pub(super) async fn within<T>(work: impl Future<Output = Result<T, LeaderError>>) -> Result<T, LeaderError> {
    tokio::time::timeout(ANSWER_MAX, work).await.unwrap_or(Err(LeaderError::Silent))
}
