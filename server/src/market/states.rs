//! The states of instruments: operators halt, resume and retire them while the server runs (`plumbline instrument`).
//! Each change is a row with its operator and its reason.

use std::collections::BTreeMap;
use std::str::FromStr;
use std::sync::{PoisonError, RwLock};

use plumbline_core::ids::InstrumentId;
use plumbline_core::time::UnixMillis;
use thiserror::Error;

use crate::db::{Db, DbError, Session, Tx};
use crate::{execute, fetch_all, fetch_one, statements};

statements! {
    /// The newest change of each instrument.
    NEWEST: "SELECT c.instrument_id, c.state, c.changed_by, c.reason, c.changed_at FROM instrument_changes c
        WHERE c.id = (SELECT MAX(d.id) FROM instrument_changes d WHERE d.instrument_id = c.instrument_id)
        ORDER BY c.instrument_id";
    ADD: "INSERT INTO instrument_changes (id, instrument_id, state, changed_by, reason, changed_at)
        SELECT COALESCE(MAX(id), 0) + 1, CAST($1 AS BIGINT), CAST($2 AS TEXT), CAST($3 AS TEXT), CAST($4 AS TEXT),
            CAST($5 AS BIGINT) FROM instrument_changes";
    /// Open positions, and waiting orders (status 0 to 2).
    OPEN: "SELECT (SELECT COUNT(*) FROM positions WHERE instrument_id = $1 AND quantity <> 0),
        (SELECT COUNT(*) FROM orders WHERE instrument_id = $1 AND status IN (0, 1, 2))";
}

/// The state in which an instrument can or cannot be traded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum State {
    #[default]
    Trading,
    /// It accepts no market orders and fills none until it is resumed.
    Halted,
    /// It is gone for good: there is no position in it, and no list shows it.
    Retired,
}

impl State {
    pub const ALL: [State; 3] = [Self::Trading, Self::Halted, Self::Retired];

    pub const fn code(self) -> &'static str {
        match self {
            Self::Trading => "trading",
            Self::Halted => "halted",
            Self::Retired => "retired",
        }
    }
}

#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("unknown state")]
pub struct UnknownState;

impl FromStr for State {
    type Err = UnknownState;

    fn from_str(code: &str) -> Result<Self, UnknownState> {
        Self::ALL.into_iter().find(|state| state.code() == code).ok_or(UnknownState)
    }
}

#[derive(Debug, sqlx::FromRow)]
struct Row {
    instrument_id: i64,
    state: String,
    changed_by: String,
    reason: String,
    changed_at: i64,
}

/// An operator's change of an instrument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    pub state: State,
    /// The operator.
    pub by: String,
    pub reason: String,
    pub at: UnixMillis,
}

/// Milliseconds for which an instrument is halted before it can be retired.
const HALTED_FOR: i64 = UnixMillis::MINUTE;

/// The reason why an instrument cannot be brought into a state.
#[derive(Debug, Error)]
pub enum ChangeError {
    #[error("it is {} already", .0.code())]
    Already(State),
    #[error("it is retired, which is for good")]
    Retired,
    #[error("halt it first, and retire it a minute later: an order may still be on its way")]
    NotHalted,
    #[error("{positions} positions and {orders} orders are open")]
    Open { positions: i64, orders: i64 },
    #[error(transparent)]
    Db(#[from] DbError),
}

/// The newest change of every instrument that operators have changed.
pub async fn newest(on: &mut impl Session) -> Result<BTreeMap<InstrumentId, Change>, DbError> {
    let found = fetch_all!(on, Row, NEWEST)?;
    let change = |row: Row| {
        let state = row.state.parse::<State>();
        let state = state.map_err(|_| DbError::Corrupt { column: "instrument_changes.state", value: row.state })?;
        let at = UnixMillis(row.changed_at);
        Ok((InstrumentId(row.instrument_id), Change { state, by: row.changed_by, reason: row.reason, at }))
    };
    found.into_iter().map(change).collect()
}

/// Brings an instrument into a state. The servers on the database apply it within seconds.
///
/// # Errors
/// It is in the state already; it is retired; it is to be retired with an open position or order, or with one possibly
/// on its way: the count is final only once every server has applied the halt.
pub async fn change(db: &Db, id: InstrumentId, change: &Change) -> Result<(), ChangeError> {
    let mut tx = db.begin().await?;
    let before = newest(&mut tx).await?.remove(&id);
    let present = before.as_ref().map_or(State::Trading, |before| before.state);
    if present == State::Retired {
        return Err(ChangeError::Retired);
    }
    if present == change.state {
        return Err(ChangeError::Already(present));
    }
    if change.state == State::Retired {
        if !before.is_some_and(|before| present == State::Halted && change.at.since(before.at) >= HALTED_FOR) {
            return Err(ChangeError::NotHalted);
        }
        let (positions, orders) = fetch_one!(&mut tx, (i64, i64), OPEN, id.0)?;
        if positions + orders > 0 {
            return Err(ChangeError::Open { positions, orders });
        }
    }
    execute!(&mut tx, ADD, id.0, change.state.code(), &change.by, &change.reason, change.at.0)?;
    Ok(tx.commit().await?)
}

/// Records an operator's change without a check of the state before, for the listing of a new instrument.
pub async fn record(tx: &mut Tx, id: InstrumentId, change: &Change) -> Result<(), DbError> {
    execute!(tx, ADD, id.0, change.state.code(), &change.by, &change.reason, change.at.0)?;
    Ok(())
}

/// The states of instruments, as this server has read them last.
#[derive(Debug, Default)]
pub struct States(RwLock<BTreeMap<InstrumentId, Known>>);

#[derive(Clone, Copy, Debug, Default)]
struct Known {
    state: State,
    changed_at: UnixMillis,
    /// The time at which this server saw that it was resumed, by its own clock.
    resumed_at: Option<UnixMillis>,
}

impl States {
    pub fn of(&self, id: InstrumentId) -> State {
        self.known(id).unwrap_or_default().state
    }

    /// The time since which an operator has halted it; `None` if it is not halted.
    pub fn halted_since(&self, id: InstrumentId) -> Option<UnixMillis> {
        self.known(id).filter(|known| known.state == State::Halted).map(|known| known.changed_at)
    }

    /// The time at which an operator's newest halt of it ended for this server; `None` if the server has seen no end of
    /// one.
    pub fn resumed_at(&self, id: InstrumentId) -> Option<UnixMillis> {
        self.known(id)?.resumed_at
    }

    fn known(&self, id: InstrumentId) -> Option<Known> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).get(&id).copied()
    }

    /// Reads the states of the database at `now`.
    pub async fn read(&self, db: &Db, now: UnixMillis) -> Result<(), DbError> {
        let newest = newest(&mut db.read().await?).await?;
        let known = |(id, change): (InstrumentId, Change)| {
            let before = self.known(id).unwrap_or_default();
            let is_resumed = before.state == State::Halted && change.state == State::Trading;
            let resumed_at = if is_resumed { Some(now) } else { before.resumed_at };
            (id, Known { state: change.state, changed_at: change.at, resumed_at })
        };
        let states = newest.into_iter().map(known).collect();
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = states;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::databases;

    const READ: UnixMillis = UnixMillis(9);

    fn to(state: State) -> Change {
        Change { state, by: "ann".to_owned(), reason: "a test".to_owned(), at: UnixMillis(7) }
    }

    #[tokio::test]
    async fn instruments_are_halted_resumed_and_retired() {
        for (uri, _folder) in databases("states").await {
            let db = Db::open(&uri).await.unwrap();
            let (one, two, states) = (InstrumentId(1), InstrumentId(2), States::default());
            assert!(matches!(change(&db, one, &to(State::Trading)).await, Err(ChangeError::Already(State::Trading))));
            change(&db, one, &to(State::Halted)).await.unwrap();
            assert!(matches!(change(&db, one, &to(State::Halted)).await, Err(ChangeError::Already(State::Halted))));
            assert_eq!(states.of(one), State::Trading, "as it was read last");
            states.read(&db, READ).await.unwrap();
            assert_eq!((states.of(one), states.of(two)), (State::Halted, State::Trading));
            change(&db, one, &to(State::Trading)).await.unwrap();
            assert!(matches!(change(&db, two, &to(State::Retired)).await, Err(ChangeError::NotHalted)));
            change(&db, two, &to(State::Halted)).await.unwrap();
            assert!(matches!(change(&db, two, &to(State::Retired)).await, Err(ChangeError::NotHalted)), "just now");
            let at = to(State::Retired).at.plus(HALTED_FOR);
            let retired = Change { at, ..to(State::Retired) };
            change(&db, two, &retired).await.unwrap();
            assert!(matches!(change(&db, two, &to(State::Trading)).await, Err(ChangeError::Retired)));
            states.read(&db, READ).await.unwrap();
            assert_eq!((states.of(one), states.of(two)), (State::Trading, State::Retired));
            assert_eq!((states.resumed_at(one), states.resumed_at(two)), (Some(READ), None));
            states.read(&db, READ.plus(1)).await.unwrap();
            assert_eq!(states.resumed_at(one), Some(READ), "it was resumed once");
            assert_eq!(newest(&mut db.read().await.unwrap()).await.unwrap()[&two], retired);
            db.close().await;
        }
    }
}
