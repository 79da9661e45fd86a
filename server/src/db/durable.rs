//! Readers that may give out only data that survives a crash. On PostgreSQL a commit of the writer is visible before it
//! is on the disk.

use std::time::Duration;

use super::DbError;
use super::disk::FLUSH;
use super::rows::{RowSession, Target};

/// The end of everything committed, and whether it is on the disk.
const WRITTEN: &str =
    "SELECT pg_current_wal_insert_lsn()::text, pg_current_wal_flush_lsn() >= pg_current_wal_insert_lsn()";
const IS_ON_DISK: &str = "SELECT pg_current_wal_flush_lsn() >= $1::pg_lsn";
/// The interval at which a reader checks if its data is on the disk.
const LOOKED_EVERY: Duration = Duration::from_millis(3);
/// Checks after which the reader forces a flush itself: if no caller waits for it, PostgreSQL may take seconds to
/// write.
const LOOKED_MAX: u32 = 10;

/// Returns once everything that a reader has read is on the disk. A crash of PostgreSQL meanwhile ends the reader's
/// connection, which is an error here. On SQLite all readable data is on the disk.
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
