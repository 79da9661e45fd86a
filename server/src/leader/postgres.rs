//! The lease in PostgreSQL, over a connection of its own that holds an advisory lock for as long as this server leads.
//!
//! The lock's number is the token, so that a new leader has a lock of its own while the connection of a hanging leader
//! still has the last one.

use plumbline_core::time::UnixMillis;
use sqlx::{Connection, PgConnection};

use super::lease::{LEASE, LeaderError, Lease, Renewed};
use crate::db::{Db, DbError};

/// The class of the product's advisory locks: «Plum» in ASCII.
const CLASS: i32 = 0x506c_756d;

/// Reads the lease with the database's clock in Unix milliseconds.
const LOOK: &str = "SELECT token, holder, address, has_bus, since, ends_at, ids_until, hand_over,
    CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) FROM leadership WHERE id = 1";
const TRY_LOCK: &str = "SELECT pg_try_advisory_lock($1, $2)";
const UNLOCK: &str = "SELECT pg_advisory_unlock($1, $2)";
/// Waits for batches that have checked the last token and are being committed, since the token is a key.
const TAKE: &str = "UPDATE leadership SET token = $2, holder = $3, address = $4, has_bus = $5, hand_over = 0,
        ids_until = GREATEST(ids_until, $6),
        ends_at = CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) + $7, since = $8
    WHERE token = $1";
const RENEW: &str = "UPDATE leadership SET ids_until = GREATEST(ids_until, $2),
        ends_at = CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) + $3
    WHERE token = $1
    RETURNING hand_over, CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)";
const GIVE_BACK: &str = "UPDATE leadership SET ends_at = 0, ids_until = $2, hand_over = 0 WHERE token = $1";
const ASK: &str = "UPDATE leadership SET hand_over = 1
    WHERE ends_at > CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)";
/// Ends the connections of a leader whose lease has ended: they may have locks, and would keep them as long as it
/// hangs.
const END_CONNECTIONS: &str = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE application_name = $1 AND datname = current_database() AND pid <> pg_backend_pid()";

type Row = (i64, String, String, i64, i64, i64, i64, i64, i64);

#[derive(Debug)]
pub(super) struct PostgresSeat {
    db: Db,
    connection: Option<PgConnection>,
    /// The token whose lock the connection has.
    locked: Option<i64>,
}

impl PostgresSeat {
    pub fn new(db: Db) -> Self {
        Self { db, connection: None, locked: None }
    }

    /// The name of this server's connections.
    fn holder(&self) -> String {
        self.db.application_name().unwrap_or_default()
    }

    /// Runs `work` on the connection, which is reopened after a failure.
    async fn on<T>(
        &mut self,
        work: impl AsyncFnOnce(&mut PgConnection, &mut Option<i64>) -> Result<T, sqlx::Error>,
    ) -> Result<T, LeaderError> {
        // Taken out while it is used, so that one that a timeout cut off in the middle is not reused.
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => {
                self.locked = None;
                let Db::Postgres { pool, .. } = &self.db else { return Err(DbError::Missing(String::new()).into()) };
                PgConnection::connect_with(&pool.connect_options()).await.map_err(DbError::from)?
            }
        };
        let done = work(&mut connection, &mut self.locked).await.map_err(DbError::from)?;
        self.connection = Some(connection);
        Ok(done)
    }

    pub async fn look(&mut self) -> Result<Lease, LeaderError> {
        let row: Row = self.on(async |c, _| sqlx::query_as(LOOK).fetch_one(c).await).await?;
        let (token, holder, address, has_bus, since, ends_at, ids_until, hand_over, now) = row;
        Ok(Lease {
            token,
            holder,
            address,
            has_bus: has_bus != 0,
            since: UnixMillis(since),
            ends_at: UnixMillis(ends_at),
            ids_until: UnixMillis(ids_until),
            hand_over: hand_over != 0,
            now: UnixMillis(now),
        })
    }

    /// False while the leader is alive: its connection has its lock, and its lease has not ended.
    pub async fn take(&mut self, seen: &Lease, new: &Lease) -> Result<bool, LeaderError> {
        let (holder, length) = (self.holder(), i64::try_from(LEASE.as_millis()).unwrap_or_default());
        let take = async |c: &mut PgConnection, locked: &mut Option<i64>| {
            if seen.is_held() {
                if !try_lock(c, seen.token).await? {
                    return Ok(false);
                }
                // The leader's connection is gone. The lock was taken only to find that out.
                unlock(c, seen.token).await?;
            }
            if !try_lock(c, new.token).await? {
                return Ok(false);
            }
            let given_back = seen.ends_at.0 == 0;
            if !given_back && seen.holder != holder {
                sqlx::query(END_CONNECTIONS).bind(&seen.holder).execute(&mut *c).await?;
            }
            let taken = sqlx::query(TAKE)
                .bind(seen.token)
                .bind(new.token)
                .bind(&holder)
                .bind(&new.address)
                .bind(i64::from(new.has_bus))
                .bind(new.ids_until.0)
                .bind(length)
                .bind(new.since.0)
                .execute(&mut *c)
                .await?;
            if taken.rows_affected() == 1 {
                *locked = Some(new.token);
            } else {
                unlock(c, new.token).await?;
            }
            Ok(taken.rows_affected() == 1)
        };
        self.on(take).await
    }

    /// Holds the lock of a lease that is held, which a new connection takes again.
    ///
    /// # Errors
    /// Also while another connection has it: the one before, of which the database does not know yet that it is gone, or that
    /// of somebody who looks whether it is free.
    async fn lock(&mut self, token: i64) -> Result<(), LeaderError> {
        let lock = async |c: &mut PgConnection, locked: &mut Option<i64>| {
            if *locked != Some(token) && try_lock(c, token).await? {
                *locked = Some(token);
            }
            Ok(*locked == Some(token))
        };
        if self.on(lock).await? { Ok(()) } else { Err(LeaderError::Locked) }
    }

    /// `None` when the lease is another's.
    pub async fn renew(&mut self, token: i64, ids_until: UnixMillis) -> Result<Option<Renewed>, LeaderError> {
        self.lock(token).await?;
        let length = i64::try_from(LEASE.as_millis()).unwrap_or_default();
        let renew = async |c: &mut PgConnection, _: &mut Option<i64>| {
            let renew = sqlx::query_as(RENEW).bind(token).bind(ids_until.0).bind(length);
            let renewed: Option<(i64, i64)> = renew.fetch_optional(c).await?;
            Ok(renewed.map(|(hand_over, now)| Renewed { hand_over: hand_over != 0, now: Some(UnixMillis(now)) }))
        };
        self.on(renew).await
    }

    pub async fn give_back(&mut self, token: i64, ids_until: UnixMillis) -> Result<(), LeaderError> {
        let give_back = async |c: &mut PgConnection, locked: &mut Option<i64>| {
            sqlx::query(GIVE_BACK).bind(token).bind(ids_until.0).execute(&mut *c).await?;
            if locked.take() == Some(token) {
                unlock(c, token).await?;
            }
            Ok(())
        };
        self.on(give_back).await
    }
}

async fn try_lock(connection: &mut PgConnection, token: i64) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar(TRY_LOCK).bind(CLASS).bind(object(token)).fetch_one(connection).await
}

async fn unlock(connection: &mut PgConnection, token: i64) -> Result<(), sqlx::Error> {
    sqlx::query(UNLOCK).bind(CLASS).bind(object(token)).execute(connection).await.map(drop)
}

/// The second number of a token's lock. Tokens rise by one with each leader, so that concurrent ones never share it.
fn object(token: i64) -> i32 {
    i32::try_from(token & i64::from(i32::MAX)).unwrap_or_default()
}

pub(super) async fn ask_to_hand_over(db: &Db) -> Result<bool, LeaderError> {
    let Db::Postgres { pool, .. } = db else { return Ok(false) };
    Ok(sqlx::query(ASK).execute(pool).await.map_err(DbError::from)?.rows_affected() > 0)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::testing::databases;

    /// The connection broke, and the database still waits for what that asked of it.
    #[tokio::test]
    async fn a_leader_with_a_new_connection_keeps_its_lease() {
        let (uri, _folder) = databases("seat").await.remove(1);
        let db = Db::open(&uri).await.unwrap();
        let (mut before, mut now) = (PostgresSeat::new(db.clone()), PostgresSeat::new(db.clone()));
        let seen = before.look().await.unwrap();
        let new = Lease { token: seen.token + 1, ..Lease::default() };
        assert!(before.take(&seen, &new).await.unwrap());
        let early = now.renew(new.token, UnixMillis(0)).await;
        assert!(matches!(early, Err(LeaderError::Locked)), "it is tried again: {early:?}");
        drop(before);
        let renewed = loop {
            match now.renew(new.token, UnixMillis(0)).await {
                Err(LeaderError::Locked) => tokio::time::sleep(Duration::from_millis(10)).await,
                renewed => break renewed.unwrap(),
            }
        };
        assert!(renewed.is_some());
        // Somebody else takes the lease.
        let Db::Postgres { pool, .. } = &db else { panic!("PostgreSQL") };
        sqlx::query("UPDATE leadership SET token = token + 1").execute(pool).await.unwrap();
        assert!(now.renew(new.token, UnixMillis(0)).await.unwrap().is_none());
    }
}
