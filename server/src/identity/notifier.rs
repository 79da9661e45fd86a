//! What a customer is told of the account's security, for whoever keeps the inbox.

use std::fmt::Debug;

use futures_util::future::BoxFuture;
use plumbline_core::ids::AccountId;
use plumbline_core::inbox::NoticeKind;

use crate::db::{DbError, Tx};

/// Puts notices into inboxes.
pub trait Notifier: Debug + Send + Sync {
    /// Commits `tx`, and with it a notice about what it does: both are durable, or neither is. The account's sockets hear
    /// of it afterwards.
    fn commit_with(&self, tx: Tx, account: AccountId, notice: NoticeKind) -> BoxFuture<'_, Result<(), DbError>>;
}
