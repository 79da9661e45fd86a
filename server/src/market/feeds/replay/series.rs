//! One instrument of a replay: its tick at each quarter of each bar.

use std::sync::Arc;

use plumbline_core::decimal::{ONE, Price, Quantity};
use plumbline_core::ids::InstrumentId;
use plumbline_core::market::{Bar, DEPTH_LEVELS, Level, Session, Tick, TickSizes};
use plumbline_core::time::UnixMillis;

/// The times of day at which the open, the extremes and the close of a daily bar are played: 09:30, 12:00, 14:00,
/// 16:00.
const DAY_QUARTERS: [i64; 4] =
    [19 * UnixMillis::HOUR / 2, 12 * UnixMillis::HOUR, 14 * UnixMillis::HOUR, 16 * UnixMillis::HOUR];
/// A recording has trades only, so its book is made up: one tick wide, each side showing a hundredth of the bar's
/// volume, and 100 units at least.
const SIZE_SHARE: i64 = 100;
const SIZE_MIN: i64 = 100 * ONE;

/// The recording of one instrument of the catalogue.
#[derive(Clone, Debug)]
pub struct Played {
    pub instrument: InstrumentId,
    pub feed: Arc<str>,
    pub bars: Vec<Bar>,
    pub daily: bool,
    /// The shortest distance of two bars, when they are not daily.
    pub interval: i64,
    pub tick_sizes: Arc<TickSizes>,
}

impl Played {
    /// The tick at a quarter (0 to 3) of the bar that starts at `frame`; `None` if the instrument has no bar there. Its
    /// number is its place in the file. Its epoch is zero, since each run, which plays it at another time, sets its
    /// own.
    pub fn tick(&self, frame: UnixMillis, quarter: i64, received_time: UnixMillis) -> Option<Tick> {
        let index = self.bars.binary_search_by_key(&frame, |bar| bar.start).ok()?;
        let (bar, part) = (&self.bars[index], usize::try_from(quarter).ok()?);
        let last = *path(bar).get(part)?;
        let step = self.tick_sizes.at(last);
        let bid = last.round_down_to(step).max(step);
        let ask = Price::from_units(bid.units().saturating_add(step.units()));
        let size = Quantity::from_units((bar.volume.units() / SIZE_SHARE / ONE * ONE).max(SIZE_MIN));
        Some(Tick {
            instrument: self.instrument,
            feed: self.feed.clone(),
            epoch: 0,
            seq: i64::try_from(index).ok()? * 4 + quarter,
            exchange_time: bar.start.plus(self.offset(part)),
            received_time,
            bids: one_level(bid, size),
            asks: one_level(ask, size),
            last,
            volume: self.volume(index, quarter),
            session: Session::Regular,
        })
    }

    fn offset(&self, quarter: usize) -> i64 {
        if self.daily { DAY_QUARTERS[quarter] } else { self.interval * quarter as i64 / 4 }
    }

    /// Units traded in the day up to the end of a quarter; days of shorter bars begin at midnight UTC.
    fn volume(&self, index: usize, quarter: i64) -> Quantity {
        let bar = &self.bars[index];
        let so_far = Quantity::from_units(bar.volume.units() / 4 * (quarter + 1));
        let day = bar.start.0.div_euclid(UnixMillis::DAY);
        let earlier = self.bars[..index].iter().rev().take_while(|b| b.start.0.div_euclid(UnixMillis::DAY) == day);
        earlier.fold(so_far, |sum, bar| sum.checked_add(bar.volume).unwrap_or(Quantity::MAX))
    }

    /// The bars in `[from, to)` that start before `visible`, as one bar. A daily recording has no spans shorter than a
    /// part of a day.
    pub fn bar(&self, from: UnixMillis, to: UnixMillis, visible: UnixMillis) -> Option<Bar> {
        let shortest = if self.daily { 2 * UnixMillis::HOUR } else { self.interval };
        if to.since(from) < shortest.min(UnixMillis::HOUR) {
            return None;
        }
        let end = to.min(visible);
        let (first, last) = (self.index_of(from), self.index_of(end));
        let within = self.bars.get(first..last)?;
        let joined = within.iter().copied().reduce(|all, bar| all.then(&bar))?;
        Some(Bar { start: from, ..joined })
    }

    /// The time at which the last bar that starts before `at` was played to its close, and that close.
    pub fn last_before(&self, at: UnixMillis) -> Option<(UnixMillis, Price)> {
        let last = self.bars[..self.index_of(at)].last()?;
        Some((last.start.plus(self.offset(3)), last.close))
    }

    /// The number of bars that start before `at`.
    fn index_of(&self, at: UnixMillis) -> usize {
        self.bars.partition_point(|bar| bar.start < at)
    }
}

/// The prices of a bar in the order of play: a bar that rose is taken to have had its low first.
fn path(bar: &Bar) -> [Price; 4] {
    if bar.close >= bar.open {
        [bar.open, bar.low, bar.high, bar.close]
    } else {
        [bar.open, bar.high, bar.low, bar.close]
    }
}

fn one_level(price: Price, size: Quantity) -> [Level; DEPTH_LEVELS] {
    let mut levels = [Level::default(); DEPTH_LEVELS];
    levels[0] = Level { price, size };
    levels
}
