//! A writer of every kind of record, and what the crates below have for tests.

pub use plumbline_money::testing::*;

use crate::clock::Clock;
use crate::db::Db;
use crate::records::RECORDS;
use crate::writer::Context;

/// The context of a writer on a database that it leads. There are no listed instruments, no resting orders and no
/// listeners: a test adds those it needs.
pub async fn writer_context(db: &Db, clock: &Clock) -> Context {
    writer_context_of(RECORDS, db, clock).await
}
