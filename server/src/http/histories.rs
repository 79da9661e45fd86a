//! Reads of a customer's history: lists that grow for as long as the account exists.

use std::sync::Arc;

use plumbline_core::ids::AccountId;

use super::ApiError;
use crate::db::{Db, Handle, PutAside, Reader, Session, Tx};
use crate::turns::{Held, Turns};

/// Seconds after which a customer with too many reads waiting should try again.
const RETRY_AFTER: u64 = 2;

/// The access to the histories of all customers: each reads one at a time, so that a customer who requests a long one
/// again and again waits for themselves only, and leaves the database's readers to others.
#[derive(Clone, Debug)]
pub struct Histories {
    db: Db,
    turns: Arc<Turns<AccountId>>,
}

/// A connection for reading one customer's history, with the customer's turn, while it is held.
#[derive(Debug)]
pub struct HistoryReader<S = Reader> {
    // Given back before the turn.
    reader: S,
    _turn: Held<AccountId>,
}

impl Histories {
    pub fn new(db: Db) -> Self {
        Self { db, turns: Arc::default() }
    }

    /// Waits until no other history of this customer is being read.
    /// `rate_limited` when too many of them wait already.
    /// # Errors
    /// `rate_limited` when too many of them wait already.
    pub async fn read(&self, account: AccountId) -> Result<HistoryReader, ApiError> {
        let turn = self.turn(account).await?;
        Ok(HistoryReader { reader: self.db.read().await?, _turn: turn })
    }

    /// Waits likewise, for several statements that must see one state of the database.
    ///
    /// # Errors
    /// `rate_limited` when too many of them wait already.
    pub async fn snapshot(&self, account: AccountId) -> Result<HistoryReader<Tx>, ApiError> {
        let turn = self.turn(account).await?;
        Ok(HistoryReader { reader: self.db.snapshot().await?, _turn: turn })
    }

    async fn turn(&self, account: AccountId) -> Result<Held<AccountId>, ApiError> {
        let seat = self.turns.seat(account).ok_or(ApiError::rate_limited(RETRY_AFTER))?;
        Ok(seat.turn().await)
    }
}

impl<S: Session> Session for HistoryReader<S> {
    fn handle(&mut self) -> Handle<'_> {
        self.reader.handle()
    }

    fn aside(&self) -> &PutAside {
        self.reader.aside()
    }
}
