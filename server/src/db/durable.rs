//! Readers that may tell only what no crash takes back. What the writer has committed on PostgreSQL is seen before it is on the
//! disk.

use std::time::Duration;

use super::DbError;
use super::disk::FLUSH;
use super::rows::{RowSession, Target};

/// The end of all that was committed, and whether it is on the disk.
const WRITTEN: &str =
    "SELECT pg_current_wal_insert_lsn()::text, pg_current_wal_flush_lsn() >= pg_current_wal_insert_lsn()";
const IS_ON_DISK: &str = "SELECT pg_current_wal_flush_lsn() >= $1::pg_lsn";
/// How often a reader looks whether what it read is on the disk.
const LOOKED_EVERY: Duration = Duration::from_millis(3);
/// How often it looks before it asks for the disk itself: what else is written there may take PostgreSQL seconds where
/// nobody waits for it.
const LOOKED_MAX: u32 = 10;

/// Returns once all that a reader has read is on the disk. A crash of PostgreSQL meanwhile ends
/// the reader's connection, which is an error here. On SQLite nothing is read that is not on the disk.
pub async fn read_from_disk(on: &mut impl RowSession) -> Result<(), DbError> {
    let Target::Postgres(connection) = on.target()? else { return Ok(()) };
    let (end, mut is_there): (String, bool) = sqlx::query_as(WRITTEN).fetch_one(&mut *connection).await?;
    let mut looked = 0;
    while !is_there {
        looked += 1;
        if looked == LOOKED_MAX {
            sqlx::query(FLUSH).execute(&mut *connection).await?;
        }
        tokio::time::sleep(LOOKED_EVERY).await;
        is_there = sqlx::query_scalar(IS_ON_DISK).bind(&end).fetch_one(&mut *connection).await?;
    }
    Ok(())
}
