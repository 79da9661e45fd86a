//! An account's stream, locked by a transaction outside of the write path that stores an event.

use plumbline_core::ids::AccountId;
use plumbline_core::time::UnixMillis;

use super::events::{self, AccountEvent, Link};
use super::topic::UserTopic;
use crate::db::{DbError, Tx};
use crate::{execute, fetch_one, statements};

statements! {
    OPEN: "INSERT INTO account_streams (account_id, last_seq) VALUES ($1, 0) ON CONFLICT (account_id) DO NOTHING";
    /// An update that changes nothing locks the row on both databases.
    HOLD: "UPDATE account_streams SET last_seq = last_seq WHERE account_id = $1
        RETURNING last_seq, last_event_id, unread_notices";
    MOVE: "UPDATE account_streams SET last_seq = $2, last_event_id = $3, unread_notices = $4 WHERE account_id = $1";
}

/// The stream of an account, locked until the end of a transaction. No other transaction can store events of the
/// account meanwhile, so lock it late.
#[derive(Debug)]
pub struct HeldStream {
    account: AccountId,
    last_seq: i64,
    last_event: Option<i64>,
    unread: i64,
}

impl HeldStream {
    pub async fn hold(tx: &mut Tx, account: AccountId) -> Result<Self, DbError> {
        execute!(tx, OPEN, account.0)?;
        let (last_seq, last_event, unread) = fetch_one!(tx, (i64, Option<i64>, i64), HOLD, account.0)?;
        Ok(Self { account, last_seq, last_event, unread })
    }

    /// The number of the account's unread notices.
    pub const fn unread(&self) -> i64 {
        self.unread
    }

    /// Stores one event (`data` is JSON), with `unread` as the new number of unread notices. Publish it once it is
    /// committed.
    pub async fn tell(
        self,
        tx: &mut Tx,
        (topic, data): (UserTopic, String),
        unread: i64,
        (id, now): (i64, UnixMillis),
    ) -> Result<AccountEvent, DbError> {
        let event = AccountEvent { account_id: self.account, seq: self.last_seq + 1, topic: topic.code().into(), data };
        events::store_one(tx, Link { id, previous: self.last_event }, &event, now).await?;
        execute!(tx, MOVE, self.account.0, event.seq, id, unread)?;
        Ok(event)
    }
}
