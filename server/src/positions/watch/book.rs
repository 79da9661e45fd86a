//! The open positions on margin, and the orders that close them.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use plumbline_core::ids::{AccountId, OrderId};
use plumbline_core::orders::{Order, OrderRef};
use plumbline_core::positions::{Position, PositionKey};
use plumbline_core::products::WaitingPositions;

#[derive(Debug, Default)]
pub(super) struct Book {
    pub(super) positions: WaitingPositions,
    /// The open orders that close a position.
    closing: HashMap<PositionKey, BTreeMap<OrderId, OrderRef>>,
}

impl Book {
    /// Forgets the positions and the orders of accounts.
    pub fn forget(&mut self, accounts: &BTreeSet<AccountId>) {
        self.positions.forget(accounts);
        self.closing.retain(|key, _| !accounts.contains(&key.account));
    }

    /// Takes in an order in its new state.
    pub fn take_order(&mut self, order: &Order) {
        if order.opens() {
            return;
        }
        let key = order.at.position();
        if order.status.is_open() {
            self.closing.entry(key).or_default().insert(order.at.id, order.at);
        } else if let Some(orders) = self.closing.get_mut(&key) {
            orders.remove(&order.at.id);
            if orders.is_empty() {
                self.closing.remove(&key);
            }
        }
    }

    pub fn get(&self, key: PositionKey) -> Option<(Position, Vec<OrderRef>)> {
        let orders = self.closing.get(&key).map(|orders| orders.values().copied().collect());
        Some((*self.positions.get(key)?, orders.unwrap_or_default()))
    }
}
