//! The ticks that brought legs to life, by the stored fills of their entries: for a book that has not heard of the commit,
//! such as that of a server which begins to lead.

use std::collections::HashMap;

use plumbline_core::decision::Record;
use plumbline_core::ids::OrderId;
use plumbline_core::orders::{Fill, Order};

use crate::db::DbError;
use crate::db::rows::{self, RowSession, Rows};
use crate::{record, statements};

statements! {
    OF_ENTRIES("i"): "SELECT id, account_id, order_id, tick_epoch, tick_seq FROM fills
        WHERE order_id IN ({rows}) AND source = 'tick'";
}

record! {
    /// A fill of an entry.
    pub struct EntryFill {
        id: i64,
        order_id: i64,
        tick_epoch: i64,
        tick_seq: i64,
    }
}

/// The stored fills of the entries of legs that are alive.
#[derive(Debug)]
pub(super) struct EntryFills(HashMap<OrderId, Vec<EntryFill>>);

impl EntryFills {
    /// Those of the entries of `orders`.
    pub async fn stored(on: &mut impl RowSession, orders: &[Order]) -> Result<Self, DbError> {
        let entries = Rows::default().int(orders.iter().filter_map(entry_of).map(|entry| entry.0));
        let mut of_entries: HashMap<OrderId, Vec<EntryFill>> = HashMap::new();
        let (fills, unread) = rows::each::<EntryFill, EntryFill>(on, Fill::NAME, OF_ENTRIES, entries).await?;
        // Its account is served all the same: a birth matters only while its tick is the newest.
        if !unread.is_empty() {
            tracing::warn!(fills = unread.len(), "fills that brought legs to life could not be read");
        }
        for fill in fills {
            of_entries.entry(OrderId(fill.order_id)).or_default().push(fill);
        }
        Ok(Self(of_entries))
    }

    /// The epoch and the number of the tick that brought a leg to life; `None` for any other order.
    pub fn birth_of(&self, order: &Order) -> Option<(i64, i64)> {
        let fills = self.0.get(&entry_of(order)?)?;
        let birth = fills.iter().filter(|fill| fill.id < order.priority.0).max_by_key(|fill| fill.id)?;
        Some((birth.tick_epoch, birth.tick_seq))
    }
}

/// The entry of a leg that is alive; `None` for any other order.
pub(super) fn entry_of(order: &Order) -> Option<OrderId> {
    order.at.leg().filter(|_| order.status.is_open())?;
    order.at.group?.entry
}
