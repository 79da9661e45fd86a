//! The number of this server among those that share a database, from which its ids are made. It is leased in the
//! database, so that no two servers have the same one at a time.
//!
//! A lease that ends is never deleted, and the next holder's clock must have passed its end: so ids do not repeat
//! either when clocks differ, or when one is set back.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use plumbline_core::time::UnixMillis;
use thiserror::Error;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::clock::Clock;
use crate::db::{Db, DbError, Statement};
use crate::ids::{Ids, NODES};
use crate::supervision::Supervisor;
use crate::{execute, fetch_all, random, statements};

/// How long a server that is gone keeps its number.
const LEASE: i64 = 30 * UnixMillis::SECOND;
const RENEW_EVERY: Duration = Duration::from_secs(5);
/// A batch that begins so long before the end of the lease is stored before it.
const MARGIN: i64 = 5 * UnixMillis::SECOND;
const LOOK_EVERY: Duration = Duration::from_millis(500);
/// A server that was killed keeps its number for no longer than this.
pub const PATIENCE: Duration = Duration::from_secs(45);

statements! {
    LEASES: "SELECT node, expires_at FROM node_leases";
    TAKE: "INSERT INTO node_leases (node, holder, expires_at) VALUES ($1, $2, $3)
        ON CONFLICT (node) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at
        WHERE node_leases.expires_at < $4";
    /// It never falls, however the clock is set: ids were made up to where it was.
    EXTEND: "UPDATE node_leases SET expires_at = CASE WHEN expires_at < $3 THEN $3 ELSE expires_at END
        WHERE node = $1 AND holder = $2";
    RELEASE: "UPDATE node_leases SET expires_at = $3 WHERE node = $1 AND holder = $2";
}

#[derive(Debug, Error)]
pub enum LeaseError {
    #[error(transparent)]
    Db(#[from] DbError),
    #[error("another server is number {0}; leave --node out, and this one takes a number that is free")]
    Taken(u8),
    #[error("all {NODES} server numbers are taken in this database")]
    NoneFree,
}

/// A leased number. Cheap to clone.
#[derive(Clone, Debug)]
pub struct NodeLease(Arc<Lease>);

#[derive(Debug)]
struct Lease {
    db: Db,
    clock: Clock,
    node: u8,
    /// Tells this run of the server from every other.
    holder: String,
    /// When it was taken: later than every id that an earlier holder made.
    taken_at: UnixMillis,
    until: AtomicI64,
    lost: CancellationToken,
}

impl NodeLease {
    /// Takes the number `wanted`, or the least that is free. Waits up to `patience` for the lease of a server that
    /// may be gone.
    pub async fn take(db: &Db, clock: &Clock, wanted: Option<u8>, patience: Duration) -> Result<Self, LeaseError> {
        let (holder, waiting_since) = (hex::encode(random::bytes::<16>()), Instant::now());
        loop {
            if let Some(lease) = Self::try_take(db, clock, wanted, &holder).await? {
                return Ok(lease);
            }
            if waiting_since.elapsed() >= patience {
                return Err(wanted.map_or(LeaseError::NoneFree, LeaseError::Taken));
            }
            tracing::info!(node = wanted, "waiting for a server's number to become free");
            tokio::time::sleep(LOOK_EVERY).await;
        }
    }

    async fn try_take(db: &Db, clock: &Clock, wanted: Option<u8>, holder: &str) -> Result<Option<Self>, DbError> {
        let leases = fetch_all!(&mut db.read().await?, (i64, i64), LEASES)?;
        let now = clock.now();
        let held = |node: u8| leases.iter().any(|(taken, until)| *taken == i64::from(node) && *until >= now.0);
        for node in (0..NODES).filter(|node| wanted.is_none_or(|wanted| wanted == *node) && !held(*node)) {
            let until = now.plus(LEASE);
            let mut tx = db.begin().await?;
            let taken = execute!(&mut tx, TAKE, i64::from(node), holder, until.0, now.0)?;
            tx.commit().await?;
            if taken == 1 {
                let (db, clock, holder) = (db.clone(), clock.clone(), holder.to_owned());
                let (until, lost) = (AtomicI64::new(until.0), CancellationToken::new());
                return Ok(Some(Self(Arc::new(Lease { db, clock, node, holder, taken_at: now, until, lost }))));
            }
        }
        Ok(None)
    }

    pub fn node(&self) -> u8 {
        self.0.node
    }

    /// Whether ids made at `now` are this server's alone.
    pub fn holds_at(&self, now: UnixMillis) -> bool {
        !self.0.lost.is_cancelled() && now.plus(MARGIN).0 < self.0.until.load(Ordering::SeqCst)
    }

    /// Extends the lease if it is about to end: after the machine has slept, nobody may have renewed it in time.
    pub async fn ensure(&self) {
        if !self.holds_at(self.0.clock.now()) {
            self.renew().await;
        }
    }

    /// Renews the lease until the server stops, or until it turns out to be another's.
    pub fn keep(&self, supervisor: &Supervisor) {
        let (lease, every) = (self.clone(), supervisor.every(RENEW_EVERY));
        supervisor.spawn("node lease", async move {
            while every.next().await {
                lease.renew().await;
            }
        });
    }

    /// Whether the renewal was stored.
    pub async fn renew(&self) -> bool {
        let until = self.0.clock.now().plus(LEASE);
        match self.set_end(EXTEND, until).await {
            Ok(true) => {
                self.0.until.fetch_max(until.0, Ordering::SeqCst);
                return true;
            }
            Ok(false) => {
                tracing::error!(node = self.0.node, "another server has this server's number; nothing is written");
                self.0.lost.cancel();
            }
            Err(error) => tracing::error!(%error, "the lease of this server's number could not be renewed"),
        }
        false
    }

    /// False when the lease is another's.
    async fn set_end(&self, statement: &Statement, end: UnixMillis) -> Result<bool, DbError> {
        let mut tx = self.0.db.begin().await?;
        let set = execute!(&mut tx, statement, i64::from(self.0.node), &self.0.holder, end.0)?;
        tx.commit().await?;
        Ok(set == 1)
    }

    /// Returns once the number is another server's.
    pub async fn lost(&self) {
        self.0.lost.cancelled().await;
    }

    /// Gives the number back, at a clean stop, to whose clock has passed the last of `ids`. Nothing may be written
    /// afterwards.
    pub async fn release(&self, ids: &Ids) {
        self.0.lost.cancel();
        let end = self.0.clock.now().max(self.0.taken_at).max(ids.last_at());
        if let Err(error) = self.set_end(RELEASE, end).await {
            tracing::warn!(%error, "the server's number could not be given back; it becomes free by itself");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::databases;

    const AT_ONCE: Duration = Duration::ZERO;

    #[tokio::test]
    async fn servers_of_one_database_have_different_numbers() {
        for (uri, _folder) in databases("lease").await {
            let db = Db::open(&uri).await.unwrap();
            let clock = Clock::manual(UnixMillis(1_800_000_000_000));
            let take = |wanted| NodeLease::take(&db, &clock, wanted, AT_ONCE);
            let (first, second) = (take(None).await.unwrap(), take(None).await.unwrap());
            assert_eq!((first.node(), second.node()), (0, 1));
            assert!(matches!(take(Some(0)).await, Err(LeaseError::Taken(0))));
            assert_eq!(take(Some(63)).await.unwrap().node(), 63);
            clock.advance(1);
            first.release(&Ids::new(clock.clone(), 0)).await;
            assert!(matches!(take(Some(0)).await, Err(LeaseError::Taken(0))), "not within the same millisecond");
            clock.advance(1);
            assert_eq!(take(None).await.unwrap().node(), 0, "a number that was given back is free");
            db.close().await;
        }
    }

    #[tokio::test]
    async fn many_servers_that_start_at_once_have_different_numbers() {
        for (uri, _folder) in databases("lease").await {
            let db = Db::open(&uri).await.unwrap();
            let clock = Clock::manual(UnixMillis(1_800_000_000_000));
            let taking = (0..12).map(|_| NodeLease::take(&db, &clock, None, AT_ONCE));
            let taken = futures_util::future::join_all(taking).await;
            let mut nodes: Vec<u8> = taken.iter().map(|lease| lease.as_ref().unwrap().node()).collect();
            nodes.sort_unstable();
            assert_eq!(nodes, (0..12).collect::<Vec<u8>>());
            db.close().await;
        }
    }

    #[tokio::test]
    async fn a_lease_that_was_not_renewed_is_lost_to_the_next_server() {
        for (uri, _folder) in databases("lease").await {
            let db = Db::open(&uri).await.unwrap();
            let clock = Clock::manual(UnixMillis(1_800_000_000_000));
            let first = NodeLease::take(&db, &clock, Some(7), AT_ONCE).await.unwrap();
            assert!(first.holds_at(clock.now()));
            clock.advance(LEASE - MARGIN);
            assert!(!first.holds_at(clock.now()), "it stops before others may begin");
            first.ensure().await;
            assert!(first.holds_at(clock.now()), "nobody has taken it");
            clock.advance(LEASE + 1);
            let second = NodeLease::take(&db, &clock, Some(7), AT_ONCE).await.unwrap();
            first.ensure().await;
            first.lost().await;
            assert!(!first.holds_at(clock.now()) && second.holds_at(clock.now()));
            first.release(&Ids::new(clock.clone(), 7)).await;
            second.ensure().await;
            assert!(second.holds_at(clock.now()), "who has lost it gives nothing back");
            db.close().await;
        }
    }

    #[tokio::test]
    async fn a_clock_that_was_set_back_makes_no_id_twice() {
        let (uri, _folder) = databases("lease").await.remove(0);
        let db = Db::open(&uri).await.unwrap();
        let clock = Clock::manual(UnixMillis(1_800_000_000_000));
        let ids = Ids::new(clock.clone(), 0);
        NodeLease::take(&db, &clock, None, AT_ONCE).await.unwrap().release(&ids).await;
        clock.advance(-3_600_000);
        assert_eq!(NodeLease::take(&db, &clock, None, AT_ONCE).await.unwrap().node(), 1);
        db.close().await;
    }

    /// A server whose clock was set back while it ran is killed, or stops in good order.
    #[tokio::test]
    async fn a_clock_that_is_set_back_while_the_server_runs_makes_no_id_twice() {
        for (uri, _folder) in databases("lease").await {
            let db = Db::open(&uri).await.unwrap();
            let clock = Clock::manual(UnixMillis(1_800_000_000_000));
            let take = || NodeLease::take(&db, &clock, None, AT_ONCE);
            let (first, ids) = (take().await.unwrap(), Ids::new(clock.clone(), 0));
            let made = ids.next();
            clock.advance(-UnixMillis::HOUR);
            assert!(first.renew().await);
            assert!(first.holds_at(clock.now()), "it goes on, with ids that rise");
            let last = ids.next();
            assert!(last > made);
            clock.advance(LEASE + 1);
            assert_eq!(take().await.unwrap().node(), 1, "killed: its end has not come");
            first.release(&ids).await;
            assert_eq!(take().await.unwrap().node(), 2, "stopped: its ids are ahead of the clock");
            clock.advance(UnixMillis::HOUR);
            let again = take().await.unwrap();
            let next = Ids::new(clock.clone(), again.node()).next();
            assert!(again.node() == 0 && next > last, "a clock that has passed the last id");
            db.close().await;
        }
    }

    /// Nothing was made by the server that stops, but by the one before it.
    #[tokio::test]
    async fn a_server_that_made_nothing_gives_back_no_more_than_it_took() {
        let (uri, _folder) = databases("lease").await.remove(0);
        let db = Db::open(&uri).await.unwrap();
        let clock = Clock::manual(UnixMillis(1_800_000_000_000));
        let second = NodeLease::take(&db, &clock, None, AT_ONCE).await.unwrap();
        clock.advance(-UnixMillis::HOUR);
        second.release(&Ids::new(clock.clone(), 0)).await;
        clock.advance(1);
        assert_eq!(NodeLease::take(&db, &clock, None, AT_ONCE).await.unwrap().node(), 1);
        db.close().await;
    }
}
