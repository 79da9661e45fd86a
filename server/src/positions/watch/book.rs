//! The open positions on margin, and the orders that close them.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use plumbline_core::decimal::Quantity;
use plumbline_core::ids::{AccountId, GroupId, OrderId};
use plumbline_core::orders::{Order, OrderRef};
use plumbline_core::positions::{Position, PositionKey};
use plumbline_core::products::WaitingPositions;

#[derive(Debug, Default)]
pub(super) struct Book {
    pub(super) positions: WaitingPositions,
    /// The open orders that close a position.
    closing: HashMap<PositionKey, BTreeMap<OrderId, OrderRef>>,
    /// Orders that are to be ended, since together they close more than their positions hold for them.
    pub(super) beyond: Vec<OrderRef>,
}

/// The holder of a part of a position: an order, or a group, whose legs hold their part once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Holder {
    Group(GroupId),
    Order(OrderId),
}

/// The orders that close more of a position than it holds for them. A liquidation that did not wait for an order which
/// could not be read leaves less than that order asks for. `orders` are all open ones that close positions on margin, with
/// what is left of each, of accounts of which all rows can be read.
pub(super) fn beyond(orders: impl Iterator<Item = (OrderRef, Quantity)>, positions: &[Position]) -> Vec<OrderRef> {
    let mut closing: BTreeMap<PositionKey, (BTreeMap<Holder, Quantity>, Vec<OrderRef>)> = BTreeMap::new();
    for (order, left) in orders {
        let holder = order.group.map_or(Holder::Order(order.id), |group| Holder::Group(group.id));
        let (wanted, refs) = closing.entry(order.position()).or_default();
        let most = wanted.entry(holder).or_insert(Quantity::ZERO);
        *most = (*most).max(left);
        refs.push(order);
    }
    let held: HashMap<PositionKey, Quantity> = positions.iter().map(|position| (position.key, position.held)).collect();
    let is_beyond = |key: &PositionKey, wanted: &BTreeMap<Holder, Quantity>| {
        let sum = wanted.values().try_fold(Quantity::ZERO, |sum, quantity| sum.checked_add(*quantity));
        sum.is_none_or(|sum| sum > held.get(key).copied().unwrap_or(Quantity::ZERO))
    };
    closing.into_iter().filter(|(key, (wanted, _))| is_beyond(key, wanted)).flat_map(|(_, (_, refs))| refs).collect()
}

impl Book {
    /// Forgets the positions and the orders of accounts.
    pub fn forget(&mut self, accounts: &BTreeSet<AccountId>) {
        self.positions.forget(accounts);
        self.closing.retain(|key, _| !accounts.contains(&key.account));
        self.beyond.retain(|order| !accounts.contains(&order.account));
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

#[cfg(test)]
mod tests {
    use plumbline_core::ids::InstrumentId;
    use plumbline_core::orders::GroupRef;
    use plumbline_core::positions::Direction;
    use plumbline_core::testing;

    use super::*;

    const KEY: PositionKey =
        PositionKey { account: AccountId(7), instrument: InstrumentId(4), direction: Direction::Long };

    fn closing(id: i64, left: i64, group: Option<i64>) -> (OrderRef, Quantity) {
        let group = group.map(|id| GroupRef {
            id: GroupId(id),
            entry: None,
            take_profit: Some(OrderId(3)),
            stop_loss: Some(OrderId(4)),
        });
        let at = OrderRef { group, ..testing::order_ref(OrderId(id), KEY.account, KEY.instrument) };
        (at, testing::shares(left))
    }

    fn held(quantity: i64, held: i64) -> Vec<Position> {
        vec![Position { held: testing::shares(held), ..testing::position(KEY, testing::shares(quantity)) }]
    }

    #[test]
    fn orders_beyond_their_position_are_those_that_close_more_than_it_holds() {
        let (one, other) = (closing(1, 60, None), closing(2, 50, None));
        let legs = [closing(3, 50, Some(9)), closing(4, 50, Some(9))];
        let table = [
            (vec![], held(100, 0), vec![]),
            (vec![one], held(100, 60), vec![]),
            (vec![one], held(50, 50), vec![1]),
            (vec![one], Vec::new(), vec![1]),
            (vec![one, other], held(60, 50), vec![1, 2]),
            (vec![legs[0], legs[1], other], held(100, 100), vec![]),
            (vec![other, legs[0], legs[1]], held(100, 50), vec![2, 3, 4]),
        ];
        for (orders, positions, expected) in table {
            let found: Vec<i64> = beyond(orders.into_iter(), &positions).iter().map(|at| at.id.0).collect();
            assert_eq!(found, expected);
        }
    }
}
