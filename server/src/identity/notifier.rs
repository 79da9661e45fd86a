//! The interface by which account security notices get into the inbox.

use std::fmt::Debug;

use futures_util::future::BoxFuture;
use plumbline_core::ids::AccountId;
use plumbline_core::inbox::NoticeKind;

use crate::db::{DbError, Tx};

/// Puts notices into inboxes.
pub trait Notifier: Debug + Send + Sync {
    /// Commits `tx` with a notice about its change: both are durable, or neither is. The account's sockets are notified
    /// afterwards.
    fn commit_with(&self, tx: Tx, account: AccountId, notice: NoticeKind) -> BoxFuture<'_, Result<(), DbError>>;
}
