//! The open positions on margin, by what moves them, and the orders that close them.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use plumbline_core::ids::{AccountId, InstrumentId, OrderId};
use plumbline_core::orders::{Order, OrderRef};
use plumbline_core::positions::{Position, PositionKey};

#[derive(Debug, Default)]
pub(super) struct Book {
    positions: HashMap<PositionKey, Position>,
    /// The open orders that close a position.
    closing: HashMap<PositionKey, BTreeMap<OrderId, OrderRef>>,
    /// The positions that a tick of an instrument may move.
    moved_by: HashMap<InstrumentId, BTreeSet<PositionKey>>,
    ticked: BTreeSet<InstrumentId>,
}

impl Book {
    /// Takes in a position as it is stored, unless a newer state of it is known.
    pub fn take(&mut self, position: &Position) {
        let newer = |known: &Position| known.version > position.version;
        if position.margin.is_none() || self.positions.get(&position.key).is_some_and(newer) {
            return;
        }
        if position.quantity.is_positive() {
            self.moved_by.entry(position.key.instrument).or_default().insert(position.key);
            self.positions.insert(position.key, *position);
        } else {
            self.positions.remove(&position.key);
            for moved in self.moved_by.values_mut() {
                moved.remove(&position.key);
            }
        }
    }

    /// Forgets the positions and the orders of accounts.
    pub fn forget(&mut self, accounts: &BTreeSet<AccountId>) {
        self.positions.retain(|key, _| !accounts.contains(&key.account));
        self.closing.retain(|key, _| !accounts.contains(&key.account));
        self.moved_by.values_mut().for_each(|moved| moved.retain(|key| !accounts.contains(&key.account)));
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
        Some((*self.positions.get(&key)?, orders.unwrap_or_default()))
    }

    pub fn keys(&self) -> Vec<PositionKey> {
        self.positions.keys().copied().collect()
    }

    /// The profit of a position is converted at the quotes of a pair.
    pub fn moves_with(&mut self, key: PositionKey, pair: Option<InstrumentId>) {
        if let Some(pair) = pair
            && self.positions.contains_key(&key)
        {
            self.moved_by.entry(pair).or_default().insert(key);
        }
    }

    /// Notes that an instrument has ticked; whether anything moves with it.
    pub fn has_ticked(&mut self, instrument: InstrumentId) -> bool {
        let moves = self.moved_by.get(&instrument).is_some_and(|moved| !moved.is_empty());
        if moves {
            self.ticked.insert(instrument);
        }
        moves
    }

    /// The positions that the ticks since the last time may have moved.
    pub fn take_ticked(&mut self) -> Vec<PositionKey> {
        let ticked = std::mem::take(&mut self.ticked);
        let moved = ticked.iter().filter_map(|instrument| self.moved_by.get(instrument)).flatten();
        moved.copied().collect::<BTreeSet<_>>().into_iter().filter(|key| self.positions.contains_key(key)).collect()
    }
}

#[cfg(test)]
mod tests {
    use plumbline_core::decimal::{Leverage, Quantity};
    use plumbline_core::ids::AccountId;
    use plumbline_core::ledger::Wallet;
    use plumbline_core::positions::{Direction, Margin};

    use crate::testing::{self, usd};

    use super::*;

    const PAIR: InstrumentId = InstrumentId(1);
    const OTHER: InstrumentId = InstrumentId(2);

    fn position(account: i64, quantity: i64, version: i64) -> Position {
        let (key, zero) =
            (PositionKey { account: AccountId(account), instrument: PAIR, direction: Direction::Long }, usd(0));
        let (wallet, leverage) = (Wallet::Forex, Leverage::ONE);
        let margin = Margin { wallet, amount: zero, initial: zero, leverage, halved: false, warned: false };
        Position { margin: Some(margin), version, ..testing::position(key, Quantity::from_units(quantity)) }
    }

    #[test]
    fn a_state_that_is_lost_is_forgotten_however_new_it_was() {
        let mut book = Book::default();
        let (lost, stored) = (position(1, 7, 3), position(1, 5, 2));
        book.take(&lost);
        book.forget(&[AccountId(1)].into());
        assert!(book.keys().is_empty() && !book.has_ticked(PAIR));
        book.take(&stored);
        assert_eq!(book.get(stored.key).map(|(position, _)| position.version), Some(2));
    }

    #[test]
    fn a_tick_moves_the_positions_of_its_instrument_and_those_that_it_converts() {
        let mut book = Book::default();
        let held = position(1, 5, 1);
        book.take(&held);
        assert!(book.has_ticked(PAIR) && !book.has_ticked(OTHER));
        assert_eq!(book.take_ticked(), [held.key]);
        assert!(book.take_ticked().is_empty(), "a tick is looked at once");
        book.moves_with(held.key, Some(OTHER));
        assert!(book.has_ticked(OTHER));
        assert_eq!(book.take_ticked(), [held.key]);
        book.take(&position(1, 0, 2));
        assert!(!book.has_ticked(PAIR) && !book.has_ticked(OTHER), "it is closed");
        let owned = Position { margin: None, ..position(2, 5, 1) };
        book.take(&owned);
        assert!(book.get(owned.key).is_none());
    }

    #[test]
    fn the_newest_state_counts_whichever_comes_last() {
        let mut book = Book::default();
        [position(1, 5, 3), position(1, 4, 2), position(3, 5, 1), position(3, 9, 2)]
            .iter()
            .for_each(|position| book.take(position));
        let quantity = |account| book.get(position(account, 1, 0).key).map(|(position, _)| position.quantity.units());
        assert_eq!([1, 2, 3].map(quantity), [Some(5), None, Some(9)]);
    }
}
