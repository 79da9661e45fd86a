//! The newest trades of each instrument, derived from its ticks.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use plumbline_core::decimal::{Price, Quantity};
use plumbline_core::ids::InstrumentId;
use plumbline_core::market::{Side, Tick, Trade};
use plumbline_core::time::UnixMillis;

/// Trades of an instrument that are shown.
const SHOWN: usize = 50;
/// Time for which more trades are kept than are shown: settlements take the mean of a minute.
const KEPT_FOR: i64 = UnixMillis::MINUTE;
/// Most trades of an instrument that are kept.
const KEPT_MAX: usize = 2_000;

#[derive(Debug, Default)]
struct Slot {
    /// When the first tick came, by its exchange's clock, and the first one after a gap; trades before it are not known.
    since: Option<UnixMillis>,
    newest: UnixMillis,
    /// The day's volume at the newest tick, and that tick's last price and its best bid and ask.
    volume: Quantity,
    last: Price,
    best: (Price, Price),
    /// Newest last.
    trades: VecDeque<Trade>,
    /// The number of trades so far, including those that are not kept any more.
    count: u64,
}

/// A slot an instrument, indexed by its id.
#[derive(Debug)]
pub struct Trades(Vec<Mutex<Slot>>);

impl Trades {
    /// Slots for instruments with ids up to `greatest`.
    pub fn new(greatest: InstrumentId) -> Self {
        Self((0..=usize::try_from(greatest.0).unwrap_or(0)).map(|_| Mutex::default()).collect())
    }

    fn slot(&self, id: InstrumentId) -> Option<&Mutex<Slot>> {
        usize::try_from(id.0).ok().and_then(|index| self.0.get(index))
    }

    /// Those that are shown, newest first.
    pub fn newest(&self, id: InstrumentId) -> Vec<Trade> {
        self.read(id, |slot| slot.trades.iter().rev().take(SHOWN).copied().collect())
    }

    /// Those of the minute until `at`, oldest first; none where the whole minute is not known.
    pub fn of_minute(&self, id: InstrumentId, at: UnixMillis) -> Vec<Trade> {
        let from = at.plus(-KEPT_FOR);
        let is_of_minute = |trade: &&Trade| trade.at > from && trade.at <= at;
        self.read(id, |slot| {
            let is_whole = slot.since.is_some_and(|since| since <= from);
            slot.trades.iter().filter(|_| is_whole).filter(is_of_minute).copied().collect()
        })
    }

    fn read(&self, id: InstrumentId, read: impl FnOnce(&Slot) -> Vec<Trade>) -> Vec<Trade> {
        let slot = self.slot(id).map(|slot| slot.lock().unwrap_or_else(PoisonError::into_inner));
        slot.map(|slot| read(&slot)).unwrap_or_default()
    }

    /// The number of trades of an instrument so far. If they are more than `known`, `newer` becomes the later ones that
    /// are shown, newest first.
    pub fn since(&self, id: InstrumentId, known: u64, newer: &mut Vec<Trade>) -> u64 {
        let Some(slot) = self.slot(id) else { return 0 };
        let slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
        if slot.count > known {
            newer.clear();
            let count = usize::try_from(slot.count - known).unwrap_or(SHOWN).min(SHOWN);
            newer.extend(slot.trades.iter().rev().take(count));
        }
        slot.count
    }
}

impl Trades {
    /// Records the trade that a tick shows.
    pub fn record(&self, tick: &Tick) {
        let Some(slot) = self.slot(tick.instrument) else { return };
        let mut slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
        if slot.since.is_none() || tick.exchange_time.since(slot.newest) > KEPT_FOR {
            slot.since = Some(tick.exchange_time);
        }
        slot.newest = tick.exchange_time;
        let traded = tick.volume.saturating_sub(slot.volume);
        // The volume of a new day counts from zero; the volume before the first tick is unknown.
        if traded.is_positive() && slot.last.is_positive() {
            let is_old = |trade: &Trade| trade.at <= tick.exchange_time.plus(-KEPT_FOR);
            while slot.trades.len() >= KEPT_MAX || slot.trades.len() >= SHOWN && slot.trades.front().is_some_and(is_old)
            {
                slot.trades.pop_front();
            }
            let side = slot.side(tick.last);
            slot.count += 1;
            slot.trades.push_back(Trade { at: tick.exchange_time, price: tick.last, quantity: traded, side });
        }
        (slot.volume, slot.last, slot.best) = (tick.volume, tick.last, (tick.bid(), tick.ask()));
    }
}

impl Slot {
    /// The side that initiated a trade at `price`, by the book before it and, between bid and ask, by the last price
    /// (C. Lee, M. Ready, Inferring Trade Direction from Intraday Data, 1991).
    fn side(&self, price: Price) -> Side {
        let (bid, ask) = self.best;
        if price >= ask || (price > bid && price >= self.last) { Side::Buy } else { Side::Sell }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    #[test]
    fn trades_are_what_the_volume_rose_by_and_who_wanted_them() {
        let trades = Trades::new(InstrumentId(1));
        let price = |text: &str| text.parse::<Price>().unwrap();
        let tick = |second: i64, last: &str, volume: i64| Tick {
            bids: testing::levels(&[(1_000, 1)]),
            asks: testing::levels(&[(1_002, 1)]),
            last: price(last),
            volume: testing::shares(volume),
            ..testing::tick_at(InstrumentId(1), UnixMillis(second * 1_000))
        };
        for tick in [tick(1, "10.00", 500), tick(2, "10.02", 700), tick(3, "10.00", 750), tick(4, "10.01", 750)] {
            trades.record(&tick);
        }
        let seen = |id| {
            let shown = |trade: Trade| (trade.at.0, trade.price.display(2), trade.quantity.display(0), trade.side);
            trades.newest(id).into_iter().map(shown).collect::<Vec<_>>()
        };
        let (sold, bought) =
            ((3_000, "10.00".into(), "50".into(), Side::Sell), (2_000, "10.02".into(), "200".into(), Side::Buy));
        assert_eq!(seen(InstrumentId(1)), [sold, bought]);
        let mut newest = Vec::new();
        assert_eq!((trades.since(InstrumentId(1), 2, &mut newest), newest.len()), (2, 0), "nothing is new");
        assert_eq!((trades.since(InstrumentId(1), 1, &mut newest), newest.len()), (2, 1), "only what is");
        assert_eq!((trades.since(InstrumentId(1), 0, &mut newest), newest.len()), (2, 2));
        trades.record(&tick(5, "10.01", 40));
        assert_eq!(seen(InstrumentId(1)).len(), 2, "a day that begins anew");
        (0..200).for_each(|more| trades.record(&tick(6 + more, "10.01", 41 + more)));
        assert_eq!((seen(InstrumentId(1)).len(), seen(InstrumentId(9))), (SHOWN, vec![]));
        assert_eq!((trades.since(InstrumentId(1), 2, &mut newest), newest.len()), (202, SHOWN), "the others are older");
        let of_minute = |second: i64| {
            let found = trades.of_minute(InstrumentId(1), UnixMillis(second * 1_000));
            found.iter().map(|trade| trade.at.0 / 1_000).collect::<Vec<_>>()
        };
        assert_eq!(
            of_minute(205),
            (146..=205).collect::<Vec<_>>(),
            "a trade a second, of which more are kept than shown"
        );
        assert_eq!(of_minute(150), [146, 147, 148, 149, 150], "those before are gone");
        assert_eq!(of_minute(60), [0_i64; 0], "the first tick came within that minute");
    }
}
