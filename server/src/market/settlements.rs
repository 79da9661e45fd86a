//! Settlements of contracts: when they are due, and their prices.

use std::sync::Arc;

use jiff::civil::Date;
use plumbline_core::decimal::{ONE, Price, Quantity};
use plumbline_core::ids::InstrumentId;
use plumbline_core::market::{Bar, Instrument, Market as MarketName, TickSizes};
use plumbline_core::products::SettlementMethod;
use plumbline_core::time::UnixMillis;

use super::Market;
use super::bars::{Series, store};
use crate::db::{Db, DbError};

/// The newest quote is at most so much later than the settlement that takes its middle.
const QUOTED_WITHIN: i64 = UnixMillis::MINUTE;
/// The part of an index's day of which the mean is taken.
const INDEX_MEAN: i64 = 5 * UnixMillis::MINUTE;
/// How long a settlement on an index waits for its prices. Without them the contract's own last trade stands for them.
const INDEX_WAIT: i64 = 10 * UnixMillis::MINUTE;
/// How long the bars of an index may take to be stored.
const STORED_WITHIN: i64 = 5 * UnixMillis::SECOND;

/// A settlement that is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DueSettlement {
    pub at: UnixMillis,
    /// True if all positions in the contract are closed at it.
    pub closes: bool,
    /// The settlements that are left of the contract after it.
    pub days_left: i64,
}

impl Market {
    /// The settlements of a contract after `since` and not after `until`, the earliest first: one at the end of each trading
    /// day, and one at the end of the contract.
    pub fn settlements_due(&self, contract: &Instrument, since: UnixMillis, until: UnixMillis) -> Vec<DueSettlement> {
        let Some(future) = &contract.future else { return Vec::new() };
        let end = future.closes_at;
        let of_days = self.hours(contract).nights(since, until.min(end.plus(-1)));
        let days_left = |at: UnixMillis| {
            let days = self.hours(contract).nights(at, end.plus(-1)).count();
            i64::try_from(days).unwrap_or(i64::MAX - 1) + 1
        };
        let of_days =
            of_days.map(|night| DueSettlement { at: night.at, closes: false, days_left: days_left(night.at) });
        let last = (since < end && end <= until).then_some(DueSettlement { at: end, closes: true, days_left: 0 });
        of_days.chain(last).collect()
    }

    /// The newest settlement of a contract that was due by `now`.
    pub fn last_settlement(&self, contract: &Instrument, now: UnixMillis) -> Option<UnixMillis> {
        let end = contract.future.as_ref()?.closes_at;
        if end <= now {
            return Some(end);
        }
        self.hours(contract).last_night(now).map(|night| night.at)
    }

    /// The day at whose settlement all positions in a contract are closed; `None` for what has no end.
    pub fn last_open_day(&self, contract: &Instrument) -> Option<Date> {
        let future = contract.future.as_ref()?;
        Some(self.hours(contract).date(future.closes_at.plus(-1)))
    }

    /// The next month of a contract's future in which positions are opened.
    pub fn next_month(&self, contract: &Instrument, now: UnixMillis) -> Option<&Arc<Instrument>> {
        let this = contract.future.as_ref()?;
        let later = self.catalog.all().iter().filter_map(|known| Some((known.future.as_ref()?, known)));
        let later = later.filter(|(future, known)| {
            future.root == this.root
                && future.ends_at > this.ends_at
                && future.opens_until > now
                && known.is_listed(now)
        });
        later.min_by_key(|(future, _)| future.ends_at).map(|(_, known)| known)
    }

    /// The price of a settlement that is due, to the contract's tick, and how it was found; `None` while there is none.
    ///
    /// # Errors
    /// When the bars of its index cannot be read.
    pub async fn settlement_price(
        &self,
        db: &Db,
        contract: &Instrument,
        due: DueSettlement,
        now: UnixMillis,
    ) -> Result<Option<(Price, SettlementMethod)>, DbError> {
        let day = self.session(contract, due.at.plus(-1)).day;
        let Some(tick_sizes) = self.rules.tick_sizes(contract, &day) else { return Ok(None) };
        let on_tick = |price: Option<Price>| price.map(|price| nearest_tick(price, &tick_sizes));
        // Where no server ran, the feed's past has the last price before the moment.
        let own = || self.own_price(contract.id, due.at).or_else(|| self.last_trade(contract, due.at));
        let method = self.rules.final_settlement(contract, &day).filter(|_| due.closes);
        let found = match method {
            None => own(),
            Some(SettlementMethod::Last) => self.last_trade(contract, due.at),
            Some(method) => match self.index_price(db, contract, method, (due.at, now)).await? {
                Some(price) => Some((price, method)),
                None if now.since(due.at) >= INDEX_WAIT => self.last_trade(contract, due.at),
                None => None,
            },
        };
        Ok(found.and_then(|(price, method)| Some((on_tick(Some(price))?, method))))
    }

    /// The mean of the last minute's trades by their volume, or the middle of the newest quote; `None` where neither is known.
    fn own_price(&self, id: InstrumentId, at: UnixMillis) -> Option<(Price, SettlementMethod)> {
        let trades = self.trades.of_minute(id, at).into_iter();
        let mean = mean_by_volume(trades.map(|trade| (trade.price, trade.quantity)));
        // One of much later, as where a halt has kept the settlement waiting, is none of that day.
        let middle = || {
            let tick = self.latest(id).filter(|tick| tick.exchange_time.since(at) <= QUOTED_WITHIN)?;
            let (bid, ask) = (tick.bid().units(), tick.ask().units());
            (bid > 0 && ask > 0).then(|| Price::from_units(bid + (ask - bid) / 2))
        };
        let of_trades = mean.map(|price| (price, SettlementMethod::Trades));
        of_trades.or_else(|| Some((middle()?, SettlementMethod::Middle)))
    }

    /// The last price before a moment: that of the newest tick, or else what the feed's past has.
    fn last_trade(&self, contract: &Instrument, at: UnixMillis) -> Option<(Price, SettlementMethod)> {
        let newest = self.latest(contract.id).filter(|tick| tick.exchange_time <= at).map(|tick| tick.last);
        let last = newest.or_else(|| self.feed_history.last_before(contract, at).map(|(_, price)| price));
        last.filter(|last| last.is_positive()).map(|last| (last, SettlementMethod::Last))
    }

    /// The opening or the mean of the index that a contract is on; `None` while its bars are missing.
    async fn index_price(
        &self,
        db: &Db,
        contract: &Instrument,
        method: SettlementMethod,
        (at, now): (UnixMillis, UnixMillis),
    ) -> Result<Option<Price>, DbError> {
        let on = contract.future.as_ref().map_or("", |future| future.on.as_str());
        let Some(index) = self.catalog.find(MarketName::Index, on) else { return Ok(None) };
        let is_late = now.since(at) >= INDEX_WAIT;
        if method == SettlementMethod::IndexOpening {
            let bars = self.minutes(db, index, (at, at.plus(INDEX_WAIT))).await?;
            return Ok(bars.first().map(|bar| bar.open));
        }
        if now.since(at) < STORED_WITHIN {
            return Ok(None);
        }
        let bars = self.minutes(db, index, (at.plus(-INDEX_MEAN), at)).await?;
        let is_whole = i64::try_from(bars.len()).is_ok_and(|minutes| minutes * UnixMillis::MINUTE >= INDEX_MEAN);
        Ok(mean(bars.iter().map(|bar| bar.close)).filter(|_| is_whole || is_late))
    }

    /// The minutes of an instrument that begin in `[from, to)`: stored, being built, or from the feed's past where no server
    /// ran.
    async fn minutes(
        &self,
        db: &Db,
        index: &Instrument,
        (from, to): (UnixMillis, UnixMillis),
    ) -> Result<Vec<Bar>, DbError> {
        let mut bars = store::range(&mut db.read().await?, index.id, Series::Minute, from, to).await?;
        let growing = self.recorder.growing(index.id, Series::Minute);
        let newest = growing.iter().flat_map(|growing| [growing.before, Some(growing.present)]).flatten();
        for bar in newest.filter(|bar| (from..to).contains(&bar.start)) {
            bars.entry(bar.start).or_insert(store::Stored { bar, whole: true });
        }
        let mut start = from;
        while start < to {
            let end = start.plus(UnixMillis::MINUTE);
            if !bars.contains_key(&start)
                && self.feed_history.settled(index, end)
                && let Some(bar) = self.feed_history.bar(index, start, end)
            {
                bars.insert(start, store::Stored { bar, whole: true });
            }
            start = end;
        }
        Ok(bars.into_values().map(|stored| stored.bar).collect())
    }
}

/// The mean of prices by their volume, to the nearest 10⁻⁸; `None` without any.
fn mean_by_volume(trades: impl Iterator<Item = (Price, Quantity)>) -> Option<Price> {
    let (value, volume) = trades.fold((0_i128, 0_i128), |(value, volume), (price, quantity)| {
        let quantity = i128::from(quantity.units()).max(0) / i128::from(ONE / 1_000_000);
        (value + i128::from(price.units()) * quantity, volume + quantity)
    });
    (volume > 0).then(|| (value + volume / 2) / volume).and_then(|mean| i64::try_from(mean).ok()).map(Price::from_units)
}

fn mean(prices: impl Iterator<Item = Price>) -> Option<Price> {
    mean_by_volume(prices.map(|price| (price, Quantity::from_units(ONE))))
}

/// The tick nearest to a price, the higher of two, and one at least.
fn nearest_tick(price: Price, sizes: &TickSizes) -> Price {
    let step = sizes.at(price);
    let half_up = Price::from_units(price.units().saturating_add(step.units() / 2));
    half_up.round_down_to(step).max(step)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    fn price(text: &str) -> Price {
        text.parse().unwrap()
    }

    #[test]
    fn a_settlement_weighs_trades_by_their_volume() {
        let trades = [("5000.25", 3), ("5000.75", 1)].map(|(at, lots)| (price(at), testing::shares(lots)));
        assert_eq!(mean_by_volume(trades.into_iter()), Some(price("5000.375")));
        assert_eq!(mean_by_volume(std::iter::empty()), None);
        assert_eq!(mean([price("1"), price("2")].into_iter()), Some(price("1.5")));
    }

    #[test]
    fn a_settlement_is_a_price_that_could_be_traded() {
        let quarter = TickSizes::single(price("0.25"));
        let table = [("5000.37", "5000.25"), ("5000.375", "5000.5"), ("5000.5", "5000.5"), ("0.01", "0.25")];
        for (exact, expected) in table {
            assert_eq!(nearest_tick(price(exact), &quarter), price(expected), "{exact}");
        }
    }
}
