//! The times at which sessions were last used. They are written together from time to time: one write for each request
//! would cost more than it is worth.

use std::collections::HashMap;
use std::sync::Mutex;

use plumbline_core::time::UnixMillis;

use crate::db::rows::{self, Rows};
use crate::db::{Db, DbError};
use crate::statements;

/// A session's time is rewritten at most this often, in milliseconds.
const RESOLUTION: i64 = UnixMillis::MINUTE;

statements! {
    TOUCH("ii"): "WITH seen (id, at) AS ({rows})
        UPDATE sessions SET last_seen_at = (SELECT at FROM seen WHERE seen.id = sessions.id)
        WHERE id IN (SELECT id FROM seen)";
}

/// Sessions used since the last write.
#[derive(Debug, Default)]
pub struct LastSeen(Mutex<HashMap<i64, i64>>);

impl LastSeen {
    /// Notes that a session with the stored time `stored` was used at `now`.
    pub fn note(&self, session: i64, stored: UnixMillis, now: UnixMillis) {
        if now.since(stored) >= RESOLUTION {
            self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).insert(session, now.0);
        }
    }

    /// Stores the noted times.
    pub async fn flush(&self, db: &Db) -> Result<(), DbError> {
        let seen = std::mem::take(&mut *self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner()));
        if seen.is_empty() {
            return Ok(());
        }
        let (ids, times): (Vec<i64>, Vec<i64>) = seen.into_iter().unzip();
        let mut tx = db.begin().await?;
        rows::execute(&mut tx, TOUCH, Rows::default().int(ids).int(times)).await?;
        tx.commit().await
    }
}
