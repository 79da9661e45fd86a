//! Checks that keep impossible ticks of a feed off the board.

use std::ops::RangeInclusive;

use crate::decimal::Price;
use crate::time::UnixMillis;

use super::Tick;

/// The greatest move of the last price that is believed at once, in basis points of the one before.
const JUMP_BASIS_POINTS: i64 = 5_000;
/// The number of successive ticks near the new price that confirm it: a split, or news.
const CONFIRMATIONS: u8 = 3;

/// The times that ticks may have, from 1900 to 2200.
const TIMES: RangeInclusive<i64> = -2_208_988_800_000..=7_258_118_400_000;

/// The reason for refusing a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Nonsense {
    /// A price, a size or the volume is negative, or a quote is zero.
    NotPositive,
    /// The bid is not below the ask.
    Crossed,
    /// A time lies outside of all that calendars are for.
    OutOfTime,
    /// The tick is older than the one before.
    BackInTime,
    /// The price is too far from that of the tick before.
    Jump,
}

impl Nonsense {
    /// The label under which metrics count it.
    pub const fn code(self) -> &'static str {
        match self {
            Self::NotPositive => "not_positive",
            Self::Crossed => "crossed",
            Self::OutOfTime => "out_of_time",
            Self::BackInTime => "back_in_time",
            Self::Jump => "jump",
        }
    }
}

/// The check of one instrument's ticks, with its memory of the last ones.
#[derive(Clone, Copy, Debug, Default)]
pub struct Fence {
    last: Price,
    time: UnixMillis,
    /// The price of the last tick that jumped, and how many in a row agree with it.
    suspect: (Price, u8),
}

impl Fence {
    /// A fence that starts from a tick accepted elsewhere.
    pub const fn behind(tick: &Tick) -> Self {
        Self { last: tick.last, time: tick.exchange_time, suspect: (Price::ZERO, 0) }
    }

    /// Accepts a tick, or returns the reason against it. An instrument that is not traded needs no book.
    pub fn check(&mut self, tick: &Tick, is_traded: bool) -> Result<(), Nonsense> {
        check_alone(tick, is_traded)?;
        if tick.exchange_time < self.time {
            return Err(Nonsense::BackInTime);
        }
        if self.last.is_positive() && is_far(tick.last, self.last) && !self.confirmed(tick.last) {
            return Err(Nonsense::Jump);
        }
        *self = Self::behind(tick);
        Ok(())
    }

    fn confirmed(&mut self, price: Price) -> bool {
        let (suspect, count) = self.suspect;
        let agrees = suspect.is_positive() && !is_far(price, suspect);
        self.suspect = (price, if agrees { count + 1 } else { 1 });
        self.suspect.1 >= CONFIRMATIONS
    }
}

/// The checks of a tick that need no other: also of one that a fence has passed elsewhere.
///
/// # Errors
/// The reason against it.
pub fn check_alone(tick: &Tick, is_traded: bool) -> Result<(), Nonsense> {
    let sizes = tick.bids.iter().chain(&tick.asks).all(|level| level.size.units() >= 0);
    let no_book = !is_traded && tick.bid().is_zero() && tick.ask().is_zero();
    let bid = no_book || tick.bid().is_positive();
    if !bid || !tick.last.is_positive() || !sizes || tick.volume.units() < 0 {
        return Err(Nonsense::NotPositive);
    }
    if !no_book && tick.bid() >= tick.ask() {
        return Err(Nonsense::Crossed);
    }
    if ![tick.exchange_time, tick.received_time].iter().all(|time| TIMES.contains(&time.0)) {
        return Err(Nonsense::OutOfTime);
    }
    Ok(())
}

fn is_far(price: Price, from: Price) -> bool {
    let distance = i128::from(price.units().abs_diff(from.units()));
    distance * 10_000 > i128::from(from.units()) * i128::from(JUMP_BASIS_POINTS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::InstrumentId;
    use crate::testing;

    fn tick(second: i64, bid: i64, ask: i64) -> Tick {
        let side = |dollars: i64| testing::levels(&[(dollars * 100, 1)]);
        Tick {
            seq: second,
            bids: side(bid),
            asks: side(ask),
            last: testing::price(bid * 100),
            ..testing::tick_at(InstrumentId(1), UnixMillis(second * 1_000))
        }
    }

    #[test]
    fn nonsense_is_refused_and_sense_passes() {
        let mut fence = Fence::default();
        let table = [
            (tick(1, 100, 101), Ok(())),
            (tick(2, 101, 101), Err(Nonsense::Crossed)),
            (tick(2, 102, 101), Err(Nonsense::Crossed)),
            (tick(2, 0, 101), Err(Nonsense::NotPositive)),
            (tick(0, 100, 101), Err(Nonsense::BackInTime)),
            (tick(2, 140, 141), Ok(())),
            (tick(3, 20, 21), Err(Nonsense::Jump)),
            (tick(4, 141, 142), Ok(())),
        ];
        for (tick, expected) in table {
            assert_eq!(fence.check(&tick, true), expected, "{tick:?}");
        }
    }

    #[test]
    fn times_that_no_calendar_has_are_refused() {
        for time in [i64::MIN, *TIMES.start() - 1, *TIMES.end() + 1, i64::MAX].map(UnixMillis) {
            let sound = tick(1, 100, 101);
            for tick in [Tick { exchange_time: time, ..sound.clone() }, Tick { received_time: time, ..sound }] {
                assert_eq!(Fence::default().check(&tick, true), Err(Nonsense::OutOfTime), "{time}");
            }
        }
    }

    #[test]
    fn a_jump_that_is_confirmed_is_believed() {
        let mut fence = Fence::default();
        fence.check(&tick(1, 100, 101), true).unwrap();
        assert_eq!(fence.check(&tick(2, 10, 11), true), Err(Nonsense::Jump));
        assert_eq!(fence.check(&tick(3, 300, 301), true), Err(Nonsense::Jump), "another suspect counts anew");
        assert_eq!(fence.check(&tick(4, 10, 11), true), Err(Nonsense::Jump));
        assert_eq!(fence.check(&tick(5, 11, 12), true), Err(Nonsense::Jump));
        assert_eq!(fence.check(&tick(6, 10, 11), true), Ok(()));
        assert_eq!(fence.check(&tick(7, 11, 12), true), Ok(()));
    }
}
