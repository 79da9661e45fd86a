//! The open positions on margin, by what moves them, and the orders that close them.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use plumbline_core::ids::{InstrumentId, OrderId};
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

    /// Takes in all that is open, as it was read from the database. What was `known` before it was read, is as it was then,
    /// and is not among them, has been closed by another server.
    pub fn take_all(&mut self, positions: &[Position], known: &HashMap<PositionKey, i64>) {
        let open: BTreeSet<PositionKey> = positions.iter().map(|position| position.key).collect();
        self.positions.retain(|key, position| open.contains(key) || known.get(key) != Some(&position.version));
        positions.iter().for_each(|position| self.take(position));
    }

    /// The positions with their versions.
    pub fn versions(&self) -> HashMap<PositionKey, i64> {
        self.positions.iter().map(|(key, position)| (*key, position.version)).collect()
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
    use plumbline_core::ids::{AccountId, PositionId};
    use plumbline_core::ledger::Wallet;
    use plumbline_core::money::{Currency, Money};
    use plumbline_core::positions::{Direction, Margin, Protection};
    use plumbline_core::time::UnixMillis;

    use super::*;

    const PAIR: InstrumentId = InstrumentId(1);
    const OTHER: InstrumentId = InstrumentId(2);

    fn position(account: i64, quantity: i64, version: i64) -> Position {
        let zero = Money::zero(Currency::Usd);
        Position {
            id: PositionId(account),
            key: PositionKey { account: AccountId(account), instrument: PAIR, direction: Direction::Long },
            quantity: Quantity::from_units(quantity),
            held: Quantity::ZERO,
            cost: zero,
            fees: zero,
            realized: zero,
            margin: Some(Margin {
                wallet: Wallet::Forex,
                amount: zero,
                initial: zero,
                leverage: Leverage::ONE,
                halved: false,
                warned: false,
            }),
            protection: Protection::default(),
            opened_at: UnixMillis(0),
            updated_at: UnixMillis(0),
            version,
        }
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
    fn the_newest_state_counts_wherever_it_comes_from() {
        let mut book = Book::default();
        [position(1, 5, 3), position(2, 5, 1), position(3, 5, 1)].iter().for_each(|position| book.take(position));
        let known = book.versions();
        book.take(&position(3, 9, 2));
        // The database was read before the third was added to; the second has been closed by somebody else.
        book.take_all(&[position(1, 4, 2), position(3, 5, 1), position(4, 1, 1)], &known);
        let quantity = |account| book.get(position(account, 1, 0).key).map(|(position, _)| position.quantity.units());
        assert_eq!([1, 2, 3, 4].map(quantity), [Some(5), None, Some(9), Some(1)]);
    }
}
