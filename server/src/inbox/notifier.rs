use std::sync::Arc;

use futures_util::future::BoxFuture;
use plumbline_core::ids::{AccountId, NoticeId};
use plumbline_core::inbox::{Notice, NoticeKind};

use super::event::InboxEvent;
use super::store;
use crate::clock::Clock;
use crate::db::{Db, DbError, Tx};
use crate::http::ApiError;
use crate::identity::Notifier;
use crate::ids::Ids;
use crate::market::Market;
use crate::push::{HeldStream, Hub, UserTopic};

/// The shared parts of actions on notices.
#[derive(Debug)]
pub struct Inbox {
    pub db: Db,
    pub clock: Clock,
    pub ids: Arc<Ids>,
    pub hub: Arc<Hub>,
    /// The source of instruments' names.
    pub market: Arc<Market>,
}

impl Notifier for Inbox {
    fn commit_with(&self, tx: Tx, account: AccountId, notice: NoticeKind) -> BoxFuture<'_, Result<(), DbError>> {
        Box::pin(self.commit_notice(tx, account, notice))
    }
}

impl Inbox {
    async fn commit_notice(&self, mut tx: Tx, account: AccountId, kind: NoticeKind) -> Result<(), DbError> {
        let stream = HeldStream::hold(&mut tx, account).await?;
        let notice = Notice { id: NoticeId(self.ids.next()), account, kind, created_at: self.clock.now() };
        store::insert(&mut tx, &notice).await?;
        let unread = stream.unread() + 1;
        self.commit_event(tx, stream, &InboxEvent::of(&notice, unread), unread).await
    }

    /// Marks notices of an account as read, or all of them; gives the number that were unread, and the number still
    /// unread.
    ///
    /// # Errors
    /// `notice_unknown` when the account lacks one of them: then nothing is marked.
    pub async fn mark_read(&self, account: AccountId, ids: Option<&[NoticeId]>) -> Result<(i64, i64), ApiError> {
        let mut tx = self.db.begin().await?;
        let stream = HeldStream::hold(&mut tx, account).await?;
        let now = self.clock.now();
        let changed = match ids {
            Some(ids) => store::mark_read(&mut tx, account, ids, now).await?.ok_or(super::unknown("ids"))?,
            None => store::mark_all_read(&mut tx, account, now).await?,
        };
        let unread = stream.unread() - changed;
        if changed > 0 {
            self.commit_event(tx, stream, &InboxEvent::read(ids, unread), unread).await?;
        }
        Ok((changed, unread))
    }

    /// Commits, and notifies the account's sockets.
    async fn commit_event(
        &self,
        mut tx: Tx,
        stream: HeldStream,
        event: &InboxEvent,
        unread: i64,
    ) -> Result<(), DbError> {
        let data = serde_json::to_string(event).expect("texts and numbers always serialise");
        let stamp = (self.ids.next(), self.clock.now());
        let told = stream.tell(&mut tx, (UserTopic::Messages, data), unread, stamp).await?;
        tx.commit().await?;
        self.hub.publish(vec![told]);
        Ok(())
    }
}
