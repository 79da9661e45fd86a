//! The clock: ids and the books depend on its never going back.

use std::time::{Duration, Instant};

use plumbline_core::time::UnixMillis;

use super::Finding;
use crate::clock::Clock;
use crate::db::{Db, DbError, Handle, Session};
use crate::{fetch_one, statements};

/// The greatest difference allowed between clocks.
const APART_MAX: i64 = 2 * UnixMillis::SECOND;
const WATCHED_FOR: Duration = Duration::from_millis(200);

statements! {
    /// The time of the newest record, which must not be after now.
    NEWEST: "SELECT CAST(COALESCE(MAX(at), 0) AS BIGINT) FROM (
        SELECT created_at AS at FROM account_events WHERE id = (SELECT MAX(id) FROM account_events)
        UNION ALL SELECT MAX(last_seen_at) FROM sessions
        UNION ALL SELECT created_at FROM journals WHERE id = (SELECT MAX(id) FROM journals)) newest";
}

pub async fn examine(clock: &Clock, db: Option<&Db>) -> Vec<Finding> {
    let mut findings = vec![steady(clock).await];
    if let Some(db) = db {
        // A database that was never migrated has no records to compare with.
        findings.extend(newest(db).await.ok().map(|newest| after(newest, clock.now())));
        findings.extend(postgres(db).await.ok().flatten().map(|theirs| together(theirs, clock.now())));
    }
    findings
}

/// Checks that the wall clock runs at the speed of the monotonic one.
async fn steady(clock: &Clock) -> Finding {
    let (began, counted) = (clock.now(), Instant::now());
    tokio::time::sleep(WATCHED_FOR).await;
    let passed = i64::try_from(counted.elapsed().as_millis()).unwrap_or(i64::MAX);
    went(clock.now().since(began), passed)
}

fn went(by_the_clock: i64, passed: i64) -> Finding {
    if (by_the_clock - passed).abs() <= APART_MAX {
        Finding::well("The clock goes forward evenly.")
    } else {
        Finding::wrong(format!("The clock jumped: it went {by_the_clock} ms while {passed} ms passed."))
    }
}

fn after(newest: UnixMillis, now: UnixMillis) -> Finding {
    let behind = newest.since(now);
    if behind <= APART_MAX {
        Finding::well("The clock is later than everything in the database.")
    } else {
        let seconds = behind / UnixMillis::SECOND;
        Finding::wrong(format!("The clock is {seconds} s behind the newest record in the database: it was set back."))
    }
}

fn together(theirs: UnixMillis, ours: UnixMillis) -> Finding {
    let apart = ours.since(theirs);
    if apart.abs() <= APART_MAX {
        Finding::well("The clock agrees with PostgreSQL's.")
    } else {
        Finding::wrong(format!("The clock and PostgreSQL's are {} s apart.", apart.abs() / UnixMillis::SECOND))
    }
}

async fn newest(db: &Db) -> Result<UnixMillis, DbError> {
    Ok(UnixMillis(fetch_one!(&mut db.read().await?, (i64,), NEWEST)?.0))
}

async fn postgres(db: &Db) -> Result<Option<UnixMillis>, DbError> {
    let mut reader = db.read().await?;
    let Handle::Postgres(connection) = reader.handle() else { return Ok(None) };
    let now = "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)";
    let (now,): (i64,) = sqlx::query_as(now).fetch_one(connection).await?;
    Ok(Some(UnixMillis(now)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::databases;
    use crate::{execute, statements};

    statements! {
        STORE: "INSERT INTO journals (id, kind, cause_id, created_at) VALUES (1, 'deposit', 1, $1)";
        STORE_EVENTS: "INSERT INTO account_events (id, account_id, first_seq, events, created_at)
            VALUES (1, 7, 1, '[]', 1), (2, 7, 2, '[]', $1)";
    }

    #[test]
    fn a_clock_that_jumps_or_differs_is_said() {
        assert!(went(205, 200).well && !went(-60_000, 200).well && !went(60_000, 200).well);
        let now = UnixMillis(1_800_000_000_000);
        assert!(together(now, now).well && !together(now, now.plus(-3_000)).well);
    }

    #[tokio::test]
    async fn a_clock_behind_the_newest_record_was_set_back() {
        for statement in [STORE, STORE_EVENTS] {
            for (uri, _folder) in databases("doctor").await {
                let db = Db::open(&uri).await.unwrap();
                let clock = Clock::System;
                let said = |findings: &[Finding]| findings.iter().any(|finding| finding.sentence.contains("set back"));
                assert!(!said(&examine(&clock, Some(&db)).await));
                let mut tx = db.begin().await.unwrap();
                execute!(&mut tx, statement, clock.now().plus(UnixMillis::HOUR).0).unwrap();
                tx.commit().await.unwrap();
                assert!(said(&examine(&clock, Some(&db)).await), "{}", statement.name);
                db.close().await;
            }
        }
    }
}
