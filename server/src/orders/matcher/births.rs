//! The ticks that brought legs to life, by the stored fills of their entries: for a book that has not heard of the commit,
//! such as that of a server which begins to lead.

use std::collections::HashMap;

use plumbline_core::ids::OrderId;
use plumbline_core::orders::Order;
use plumbline_core::time::UnixMillis;

use crate::db::{Db, DbError};
use crate::ids::Ids;
use crate::{fetch_readable, statements};

/// Fills of the last minute are those from ticks that are not stale yet.
const WINDOW: i64 = UnixMillis::MINUTE;

statements! {
    RECENT: "SELECT id, account_id, order_id, tick_epoch, tick_seq FROM fills WHERE id >= $1 AND source = 'tick'
        ORDER BY id";
}

#[derive(Debug, sqlx::FromRow)]
struct RecentFill {
    id: i64,
    order_id: i64,
    tick_epoch: i64,
    tick_seq: i64,
}

/// The recent fills of orders, the oldest first.
#[derive(Debug)]
pub(super) struct RecentFills(HashMap<OrderId, Vec<RecentFill>>);

impl RecentFills {
    pub async fn stored(db: &Db, now: UnixMillis) -> Result<Self, DbError> {
        let since = Ids::first_at(now.plus(-WINDOW));
        let fills: Vec<RecentFill> = fetch_readable!(&mut db.read().await?, "fill", RecentFill, RECENT, since)?;
        let mut of_orders: HashMap<OrderId, Vec<RecentFill>> = HashMap::new();
        for fill in fills {
            of_orders.entry(OrderId(fill.order_id)).or_default().push(fill);
        }
        Ok(Self(of_orders))
    }

    /// The epoch and the number of the tick that brought a leg to life; `None` for any other order, and for a leg that has
    /// lived longer.
    pub fn birth_of(&self, order: &Order) -> Option<(i64, i64)> {
        let fills = self.0.get(&entry_of(order)?)?;
        let birth = fills.iter().rev().find(|fill| fill.id < order.priority.0)?;
        Some((birth.tick_epoch, birth.tick_seq))
    }
}

/// The entry of a leg that is alive; `None` for any other order.
pub(super) fn entry_of(order: &Order) -> Option<OrderId> {
    order.at.leg().filter(|_| order.status.is_open())?;
    order.at.group?.entry
}
