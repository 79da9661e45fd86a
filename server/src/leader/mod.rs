//! Which of the servers on one database leads: it alone runs the feeds, the writer, the matcher and the rounds of
//! work that `app/term.rs` begins.
//!
//! The lease is a row of the database with a fencing token, which rises with each leader. Every batch checks the token
//! in its own commit, so a server that was suspended and resumes stores no decision. On PostgreSQL an advisory lock
//! shows at once that a leader's connection is gone; only after a hang do the others wait for the end of its lease, by
//! the database's clock. On SQLite the process with the lock on a file serves from it.

mod clock_ahead;
mod lease;
mod postgres;
mod seat;
mod sqlite;
#[cfg(test)]
mod tests;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use plumbline_core::time::UnixMillis;
use tokio::sync::watch;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::clock::Clock;
use crate::db::Db;
use crate::ids::Ids;
use crate::supervision::Supervisor;
use clock_ahead::ClockAhead;
use lease::LEASE;
use postgres::PostgresSeat;
use seat::{Seat, within};
use sqlite::SqliteSeat;

pub use lease::{LeaderError, Lease};

const RENEW_EVERY: Duration = Duration::from_secs(3);
/// The interval at which a failed renewal is tried again, while the lease is still valid.
const RENEW_AGAIN: Duration = Duration::from_millis(500);
/// The interval at which a standby checks if there is a leader.
const LOOK_EVERY: Duration = Duration::from_millis(250);
/// Time that a starting server waits for one that is stopping.
const PATIENCE: Duration = Duration::from_secs(15);
/// Time after handing over in which others can take the lease.
const OTHERS_FIRST: Duration = Duration::from_secs(3);
/// A server whose clock differs from the database's by more than this does not lead.
pub const CLOCK_OFF_MAX: i64 = 2 * UnixMillis::SECOND;

/// The leader, as a standby has read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leader {
    pub token: i64,
    pub address: String,
    pub since: UnixMillis,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Role {
    Leads {
        token: i64,
        since: UnixMillis,
    },
    /// `None` while there is no leader.
    Standby(Option<Leader>),
}

/// The reason why a term is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// The lease has ended or belongs to another server: nothing may be written any more.
    Lost,
    /// An operator wants another server to lead.
    HandOver,
    /// This server stops.
    Resigned,
}

/// This server's part in the leadership. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Leadership(Arc<Shared>);

/// This server's own data for the lease.
#[derive(Clone, Debug, Default)]
pub struct Candidate {
    /// The address at which the other servers reach this one: `http://HOST:PORT`.
    pub address: String,
    pub has_bus: bool,
}

#[derive(Debug)]
struct Shared {
    clock: Clock,
    ids: Arc<Ids>,
    candidate: Candidate,
    seat: tokio::sync::Mutex<Seat>,
    role: watch::Sender<Role>,
    held: Mutex<Held>,
    resigning: CancellationToken,
}

#[derive(Debug, Default)]
struct Held {
    token: i64,
    /// The time until which this server may write, by its own monotonic clock; `None` if unlimited, on SQLite.
    until: Option<Instant>,
    leads: bool,
    /// The time from which the lease may be taken; `None` while a term is still being ended.
    stands_from: Option<Instant>,
    hand_over: bool,
    clock_ahead: ClockAhead,
}

impl Leadership {
    /// Takes the lease if it is free; otherwise this server is a standby. A server that cannot be one waits for a
    /// leader that may be stopping.
    ///
    /// # Errors
    /// Another server leads and there is no bus between them, or it serves from the SQLite file.
    pub async fn open(db: &Db, clock: Clock, ids: Arc<Ids>, candidate: Candidate) -> Result<Self, LeaderError> {
        let seat = match db {
            Db::Sqlite { .. } => Seat::Sqlite(SqliteSeat::new(db.clone())),
            Db::Postgres { .. } => Seat::Postgres(PostgresSeat::new(db.clone())),
        };
        let (seat, role) = (tokio::sync::Mutex::new(seat), watch::Sender::new(Role::Standby(None)));
        let held = Mutex::new(Held { stands_from: Some(Instant::now()), ..Held::default() });
        let resigning = CancellationToken::new();
        let leadership = Self(Arc::new(Shared { clock, ids, candidate, seat, role, held, resigning }));
        let waiting_since = Instant::now();
        loop {
            let seen = leadership.step().await?;
            if leadership.leads() || (seen.has_bus && leadership.0.candidate.has_bus && seen.is_held()) {
                return Ok(leadership);
            }
            if waiting_since.elapsed() >= PATIENCE {
                return Err(match db {
                    Db::Sqlite { .. } => LeaderError::FileTaken(leadership.0.seat.lock().await.name()),
                    Db::Postgres { .. } => LeaderError::NeedsBus(seen.address),
                });
            }
            tokio::time::sleep(LOOK_EVERY).await;
        }
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        self.0.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The fencing token of this server's lease, while it may write: in time, and while the clock by which orders expire is right.
    pub fn token(&self) -> Option<i64> {
        let held = self.held();
        let is_off = held.clock_ahead.now(&self.0.clock).abs() > CLOCK_OFF_MAX;
        (held.leads && !is_off && held.until.is_none_or(|until| Instant::now() < until)).then_some(held.token)
    }

    /// The fencing token of this server's term, even while a renewal of its lease is late.
    pub fn term(&self) -> Option<i64> {
        let held = self.held();
        held.leads.then_some(held.token)
    }

    /// True if this server may write.
    pub fn leads(&self) -> bool {
        self.token().is_some()
    }

    /// The server that writes are forwarded to; `None` if there is no leader, or it is this server.
    pub fn leader(&self) -> Option<Leader> {
        match &*self.0.role.borrow() {
            Role::Standby(leader) => leader.clone(),
            Role::Leads { .. } => None,
        }
    }

    pub fn role(&self) -> watch::Receiver<Role> {
        self.0.role.subscribe()
    }

    /// Milliseconds by which this server's clock is ahead of the database's.
    pub fn clock_ahead(&self) -> i64 {
        self.held().clock_ahead.now(&self.0.clock)
    }

    /// True while this server's clock is too far from the database's to lead.
    pub fn clock_is_off(&self) -> bool {
        self.clock_ahead().abs() > CLOCK_OFF_MAX
    }

    /// The time by the database's clock, as far as it is known.
    pub fn database_time(&self) -> UnixMillis {
        self.0.clock.now().plus(-self.clock_ahead())
    }

    /// Renews the lease, or looks for a free one, until this server resigns.
    pub fn keep(&self, supervisor: &Supervisor) {
        let leadership = self.clone();
        supervisor.spawn("leadership", async move {
            let mut pause = LOOK_EVERY;
            while leadership.0.resigning.run_until_cancelled(tokio::time::sleep(pause)).await.is_some() {
                pause = leadership.round().await;
            }
        });
    }

    /// One round; gives the time until the next.
    async fn round(&self) -> Duration {
        let led = self.held().leads;
        match self.step().await {
            Ok(_) if led => RENEW_EVERY,
            Ok(_) => LOOK_EVERY,
            Err(error) if led => {
                tracing::warn!(%error, "the lease could not be renewed");
                // The term may have been ended meanwhile.
                if self.term().is_some() && !self.leads() {
                    self.lose(None);
                }
                RENEW_AGAIN
            }
            Err(error) => {
                tracing::warn!(%error, "the lease could not be read");
                self.0
                    .role
                    .send_if_modified(|role| std::mem::replace(role, Role::Standby(None)) != Role::Standby(None));
                RENEW_AGAIN
            }
        }
    }

    /// Renews the lease if this server has it; otherwise reads it, and takes it if it is free.
    async fn step(&self) -> Result<Lease, LeaderError> {
        let mut seat = self.0.seat.lock().await;
        // Read in its turn: the lease may have been given back before it came.
        match self.term() {
            Some(token) => self.renew(&mut seat, token).await,
            None => self.look(&mut seat).await,
        }
    }

    async fn renew(&self, seat: &mut Seat, token: i64) -> Result<Lease, LeaderError> {
        let asked = Instant::now();
        match seat.renew(token, self.ids_until()).await? {
            Some(renewed) => {
                let ahead = renewed.now.map(|now| ClockAhead::read(&self.0.clock, now, asked));
                let mut held = self.held();
                held.until = seat.until(asked);
                held.clock_ahead = ahead.unwrap_or_default();
                // Nights and ends of orders depend on this server's clock.
                let is_off = held.clock_ahead.now(&self.0.clock).abs() > CLOCK_OFF_MAX;
                if (renewed.hand_over || is_off) && !held.hand_over {
                    held.hand_over = true;
                    drop(held);
                    self.0.role.send_modify(|_| ());
                }
            }
            None => {
                tracing::warn!("another server leads now");
                self.lose(None);
            }
        }
        Ok(Lease::default())
    }

    async fn look(&self, seat: &mut Seat) -> Result<Lease, LeaderError> {
        let asked = Instant::now();
        let mut seen = seat.look().await?;
        if matches!(seat, Seat::Sqlite(_)) {
            // The database has no clock but this server's.
            seen.now = self.0.clock.now();
        }
        let clock_ahead = ClockAhead::read(&self.0.clock, seen.now, asked);
        let stands_from = {
            let mut held = self.held();
            held.clock_ahead = clock_ahead;
            held.stands_from
        };
        let stands = stands_from.is_some_and(|from| from <= asked) && !self.clock_is_off();
        let new = Lease {
            token: seen.token + 1,
            address: self.0.candidate.address.clone(),
            has_bus: self.0.candidate.has_bus,
            ids_until: seen.ids_until.max(self.ids_until()),
            since: seen.now,
            ..Lease::default()
        };
        if stands && !self.0.resigning.is_cancelled() && seat.take(&seen, &new).await? {
            self.0.ids.begin_term(new.token, seen.ids_until);
            let until = seat.until(asked);
            *self.held() = Held { token: new.token, until, leads: true, clock_ahead, ..Held::default() };
            tracing::info!(token = new.token, "this server leads");
            self.0.role.send_replace(Role::Leads { token: new.token, since: seen.now });
        } else {
            let leader =
                seen.is_held().then(|| Leader { token: seen.token, address: seen.address.clone(), since: seen.since });
            self.0.role.send_if_modified(|role| {
                let now = Role::Standby(leader);
                let differs = *role != now;
                *role = now;
                differs
            });
        }
        Ok(seen)
    }

    fn ids_until(&self) -> UnixMillis {
        let ahead = i64::try_from(2 * LEASE.as_millis()).unwrap_or(i64::MAX);
        self.0.clock.now().max(self.0.ids.last_at()).plus(ahead)
    }

    fn lose(&self, stands_from: Option<Instant>) {
        let clock_ahead = self.held().clock_ahead;
        *self.held() = Held { stands_from, clock_ahead, ..Held::default() };
        self.0.role.send_replace(Role::Standby(None));
    }

    /// Waits until this server leads; false if it has resigned.
    pub async fn taken(&self) -> bool {
        let mut role = self.role();
        let leads = role.wait_for(|role| matches!(role, Role::Leads { .. }));
        self.0.resigning.run_until_cancelled(leads).await.is_some()
    }

    /// Waits until the term that began is over.
    pub async fn over(&self) -> Over {
        let mut role = self.role();
        let over = role.wait_for(|role| !matches!(role, Role::Leads { .. }) || self.held().hand_over);
        match self.0.resigning.run_until_cancelled(over).await {
            None => Over::Resigned,
            Some(_) if self.held().leads => Over::HandOver,
            Some(_) => Over::Lost,
        }
    }

    /// Marks that all work of the last term has ended, so that this server may lead again; after a hand-over it lets
    /// others go first.
    pub fn stand_again(&self, over: Over) {
        let pause = if over == Over::HandOver { OTHERS_FIRST } else { Duration::ZERO };
        self.held().stands_from = Some(Instant::now() + pause);
    }

    /// Gives the lease back, so that another server can lead at once. Nothing may be written afterwards.
    pub async fn give_back(&self) {
        if let Some(token) = self.term() {
            self.lose(None);
            let end = self.0.ids.last_at().max(self.0.clock.now());
            if let Err(error) = self.0.seat.lock().await.give_back(token, end).await {
                tracing::warn!(%error, "the lease could not be given back; it ends by itself");
            }
        }
    }

    /// Stops leading, and looking for the lease.
    pub fn resign(&self) {
        self.0.resigning.cancel();
    }

    /// True if the lease could be renewed just now, which shows that the database accepts writes.
    pub async fn answers(&self) -> bool {
        self.leads() && self.step().await.is_ok() && self.leads()
    }
}

/// The lease as an operator's command shows it.
///
/// # Errors
/// The database does not answer.
pub async fn current(db: &Db) -> Result<Lease, LeaderError> {
    match db {
        Db::Sqlite { .. } => sqlite::read(db).await,
        Db::Postgres { .. } => within(PostgresSeat::new(db.clone()).look()).await,
    }
}

/// Asks the leader to hand over; true if there is one.
///
/// # Errors
/// The database does not answer.
pub async fn ask_to_hand_over(db: &Db) -> Result<bool, LeaderError> {
    postgres::ask_to_hand_over(db).await
}
