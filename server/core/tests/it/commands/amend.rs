//! A customer changes an order.

use plumbline_core::decision::Refusal;
use plumbline_core::ids::Priority;
use plumbline_core::orders::{Amend, Order, OrderRef};
use plumbline_core::testing::{self, price, shares};

use super::market::rules;
use super::{ACCOUNTS, Venue};

impl Venue {
    pub fn amend(&mut self, account: usize, nth: usize, limit: Option<i64>, stop: Option<i64>, quantity: Option<i64>) {
        let Some(id) = self.orders.get(nth).copied() else { return };
        let before = self.facts.get::<Order>(&id).unwrap().unwrap().clone();
        let order = OrderRef { account: ACCOUNTS[account], ..before.at };
        let priority = Priority(self.next_id * 10_000);
        let amend = Amend {
            fee_version: before.fee_version.clone(),
            order,
            side: before.side,
            price: limit.map(price),
            quantity: quantity.map(shares),
            priority,
            terms: testing::terms(rules(), self.tick.clone()),
            stop: stop.map(price),
            trails: before.trail.is_some(),
            trail: None,
            time_in_force: None,
            ends_at: None,
        };
        let done = self.decide(amend.clone());
        assert!(before.at.account == ACCOUNTS[account] || done == Err(Refusal::OrderUnknown));
        let Ok(after) = done else { return };
        assert!(before.status.is_open() && after.quantity > before.filled);
        assert_eq!(after.quantity, amend.quantity.unwrap_or(before.quantity));
        let price = |order: &Order| order.stop.map(|stop| stop.price);
        // A trailing stop is worked out anew.
        assert!(after.trail.is_some() || price(&after) == amend.stop.or(price(&before)));
        if after.kind.has_limit() {
            assert_eq!(after.limit, amend.price.unwrap_or(before.limit));
        }
        let keeps = (after.limit, after.stop) == (before.limit, before.stop) && after.quantity < before.quantity;
        assert_eq!(after.priority, if keeps { before.priority } else { priority });
        assert_eq!(
            self.decide(amend),
            Err(if after.status.is_open() { Refusal::OrderUnchanged } else { Refusal::OrderNotOpen })
        );
    }
}
