//! Reads of what a customer has done so far: lists that grow for as long as somebody is a customer.

use std::sync::Arc;

use plumbline_core::ids::AccountId;

use super::ApiError;
use crate::db::{Db, Handle, PutAside, Reader, Session, Tx};
use crate::turns::{Held, Turns};

/// When a repeat makes sense for a customer who has too many reads waiting, in seconds.
const RETRY_AFTER: u64 = 2;

/// The way to the histories of all customers: each reads one at a time, so that whoever has a long one and asks for it
/// again and again waits for nobody but themselves, and leaves the database's other readers to the others.
#[derive(Clone, Debug)]
pub struct Histories {
    db: Db,
    turns: Arc<Turns<AccountId>>,
}

/// A connection for reading one customer's history, and the customer's turn, for as long as it is kept.
#[derive(Debug)]
pub struct HistoryReader<S = Reader> {
    // Given back before the turn is.
    reader: S,
    _turn: Held<AccountId>,
}

impl Histories {
    pub fn new(db: Db) -> Self {
        Self { db, turns: Arc::default() }
    }

    /// Waits until no other history of this customer is being read.
    ///
    /// # Errors
    /// `rate_limited` when too many of them wait already.
    pub async fn read(&self, account: AccountId) -> Result<HistoryReader, ApiError> {
        let turn = self.turn(account).await?;
        Ok(HistoryReader { reader: self.db.read().await?, _turn: turn })
    }

    /// The same, where several statements must see one state of the database.
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
