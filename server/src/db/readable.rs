use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use super::DbError;

/// What the log has named already.
static NAMED: Mutex<BTreeSet<(&'static str, i64)>> = Mutex::new(BTreeSet::new());

/// Those rows that can be read, so that one that cannot keeps no other waiting. The log names each of these, by `what` it is
/// and the number that `id` finds, once while the process runs: some are looked at twice a second.
pub fn readable<Row, T>(what: &'static str, rows: Vec<Row>, id: impl Fn(&Row) -> i64) -> Vec<T>
where
    T: TryFrom<Row, Error = DbError>,
{
    let read = |row: Row| {
        let id = id(&row);
        T::try_from(row).inspect_err(|error| leave_out(what, id, error)).ok()
    };
    rows.into_iter().filter_map(read).collect()
}

/// Names in the log, once while the process runs, what cannot be read and is left out.
pub fn leave_out(what: &'static str, id: i64, error: &DbError) {
    if NAMED.lock().unwrap_or_else(PoisonError::into_inner).insert((what, id)) {
        tracing::error!(%error, what, id, "it cannot be read and is left out");
    }
}
