//! The spread of a day's motion and volume over its hours, as in the markets where the instrument is traded. Only the
//! pace within a day changes; the variance and the volume of the whole day are those of an even day, so that prices at
//! midnights do not depend on the shape.
//!
//! Stocks move and are traded most at the open, least around noon and more towards the close: R. Wood, T. McInish, J.
//! K. Ord 1985 of the returns of New York's, P. Jain, G. Joh 1988 of their volume. Those of Hong Kong do so before and
//! after their pause: S. Cheung, R. Ho, P. Pope, P. Draper 1994. Currencies do while London and New York are both at
//! work, and not towards New York's evening: T. Ito, Y. Hashimoto 2006. The weights are rounded figures of ours that
//! have these shapes.

use std::sync::{Arc, LazyLock};

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use super::days::DAY_STEPS;
use super::noise::FINE;
use super::steps::{EPOCH, STEP_MILLIS};
use crate::market::begin_of;
use crate::time::UnixMillis;

const HALF_HOURS: usize = 48;
const HALF_HOUR: i64 = UnixMillis::DAY / HALF_HOURS as i64;
/// In winter New York is five hours behind UTC, in summer four; Hong Kong is eight ahead.
const NEW_YORK_WINTER: i64 = -10;
const NEW_YORK_SUMMER: i64 = -8;
const HONG_KONG_AHEAD: i64 = 16;
/// Days from [`EPOCH`] for which summers are known: until motions end.
const DAYS_MAX: i64 = (1 << 33) / DAY_STEPS;
/// The volume of coins on a weekend day and on a weekday, in hundredths of an even day; a week's is unchanged.
const WEEKEND: i64 = 80;
const WEEKDAY: i64 = 108;

/// The spread of activity over a day.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Shape {
    /// Every moment is alike.
    #[default]
    Even,
    NewYork(HalfDays),
    HongKong(HalfDays),
    /// For currencies and commodities, which are traded around the world.
    Worldwide,
    /// Even within a day, but with less volume at weekends.
    Coins,
}

/// The dates on which an exchange closes early, counted from 1970 and in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct HalfDays(Arc<[i64]>);

impl HalfDays {
    pub fn new(dates: impl IntoIterator<Item = Date>) -> Self {
        let number = |date| begin_of(date, &TimeZone::UTC).0 / UnixMillis::DAY;
        let mut dates: Vec<i64> = dates.into_iter().map(number).collect();
        dates.sort_unstable();
        Self(dates.into())
    }

    fn has(&self, date: i64) -> bool {
        self.0.binary_search(&date).is_ok()
    }
}

/// The half-hours of a day from its midnight on, four hours a line.
type Weights = [[i64; 8]; 6];

/// By the clocks of New York, whose regular hours are from 09:30 to 16:00, and to 13:00 on half days.
const NEW_YORK_MOVES: Weights = [
    [2, 2, 2, 2, 2, 2, 2, 2],
    [2, 2, 2, 2, 2, 2, 2, 2],
    [3, 5, 4, 32, 20, 16, 14, 12],
    [12, 10, 10, 12, 12, 14, 16, 20],
    [6, 4, 3, 2, 2, 2, 2, 2],
    [2, 2, 2, 2, 2, 2, 2, 2],
];
const NEW_YORK_TRADES: Weights = [
    [3, 3, 3, 3, 3, 3, 3, 3],
    [3, 3, 3, 3, 3, 3, 3, 3],
    [6, 8, 12, 160, 90, 75, 65, 58],
    [52, 48, 48, 52, 58, 68, 85, 190],
    [20, 8, 5, 4, 3, 3, 3, 3],
    [3, 3, 3, 3, 3, 3, 3, 3],
];
const NEW_YORK_HALF_MOVES: Weights = [
    [2, 2, 2, 2, 2, 2, 2, 2],
    [2, 2, 2, 2, 2, 2, 2, 2],
    [3, 5, 4, 32, 20, 16, 14, 12],
    [14, 20, 6, 4, 3, 2, 2, 2],
    [2, 2, 2, 2, 2, 2, 2, 2],
    [2, 2, 2, 2, 2, 2, 2, 2],
];
const NEW_YORK_HALF_TRADES: Weights = [
    [3, 3, 3, 3, 3, 3, 3, 3],
    [3, 3, 3, 3, 3, 3, 3, 3],
    [6, 8, 12, 160, 90, 75, 65, 60],
    [85, 190, 20, 8, 5, 4, 3, 3],
    [3, 3, 3, 3, 3, 3, 3, 3],
    [3, 3, 3, 3, 3, 3, 3, 3],
];
/// By the clocks of Hong Kong, whose regular hours are from 09:30 to 16:00 with a pause from 12:00 to 13:00, and to 12:00 on half
/// days.
const HONG_KONG_MOVES: Weights = [
    [2, 2, 2, 2, 2, 2, 2, 2],
    [2, 2, 2, 2, 2, 2, 2, 2],
    [2, 2, 4, 32, 20, 14, 12, 14],
    [2, 2, 16, 12, 10, 12, 14, 20],
    [4, 2, 2, 2, 2, 2, 2, 2],
    [2, 2, 2, 2, 2, 2, 2, 2],
];
const HONG_KONG_TRADES: Weights = [
    [3, 3, 3, 3, 3, 3, 3, 3],
    [3, 3, 3, 3, 3, 3, 3, 3],
    [3, 3, 6, 170, 105, 85, 72, 78],
    [3, 3, 88, 65, 60, 65, 80, 170],
    [12, 3, 3, 3, 3, 3, 3, 3],
    [3, 3, 3, 3, 3, 3, 3, 3],
];
const HONG_KONG_HALF_MOVES: Weights = [
    [2, 2, 2, 2, 2, 2, 2, 2],
    [2, 2, 2, 2, 2, 2, 2, 2],
    [2, 2, 4, 32, 20, 14, 14, 20],
    [4, 2, 2, 2, 2, 2, 2, 2],
    [2, 2, 2, 2, 2, 2, 2, 2],
    [2, 2, 2, 2, 2, 2, 2, 2],
];
const HONG_KONG_HALF_TRADES: Weights = [
    [3, 3, 3, 3, 3, 3, 3, 3],
    [3, 3, 3, 3, 3, 3, 3, 3],
    [3, 3, 6, 170, 105, 85, 90, 170],
    [12, 3, 3, 3, 3, 3, 3, 3],
    [3, 3, 3, 3, 3, 3, 3, 3],
    [3, 3, 3, 3, 3, 3, 3, 3],
];
/// By the clocks of New York: London begins at 03:00, both are at work from 08:00 to 12:00, and the day of currencies ends at
/// 17:00; then it is quiet until Tokyo begins.
const WORLDWIDE: Weights = [
    [6, 6, 6, 6, 6, 6, 12, 12],
    [12, 12, 12, 12, 12, 12, 12, 12],
    [18, 18, 18, 18, 18, 18, 18, 18],
    [9, 9, 9, 9, 9, 9, 9, 9],
    [9, 9, 3, 3, 3, 3, 6, 6],
    [6, 6, 6, 6, 6, 6, 6, 6],
];

static OF_NEW_YORK: Seasons = Seasons::new(&NEW_YORK_MOVES, &NEW_YORK_TRADES);
static OF_NEW_YORK_HALF: Seasons = Seasons::new(&NEW_YORK_HALF_MOVES, &NEW_YORK_HALF_TRADES);
static OF_HONG_KONG: Curves = Curves::new(&HONG_KONG_MOVES, &HONG_KONG_TRADES, HONG_KONG_AHEAD);
static OF_HONG_KONG_HALF: Curves = Curves::new(&HONG_KONG_HALF_MOVES, &HONG_KONG_HALF_TRADES, HONG_KONG_AHEAD);
static OF_THE_WORLD: Seasons = Seasons::new(&WORLDWIDE, &WORLDWIDE);

impl Shape {
    /// The motion of a day after so many of its steps, in parts of a step; at the day's end it is that of an even day.
    /// A day is a date of UTC, counted from 1970.
    pub fn moved(&self, date: i64, offset: i64) -> i64 {
        self.curves(date).map_or(offset << FINE, |curves| curves.moves.at(offset * STEP_MILLIS))
    }

    /// The volume by a moment, in milliseconds of an even day; a whole date of UTC has as many as an even one.
    pub fn traded(&self, time: UnixMillis) -> i64 {
        let (date, within) = (time.0.div_euclid(UnixMillis::DAY), time.0.rem_euclid(UnixMillis::DAY));
        self.curves(date).map_or(time.0, |curves| (date * UnixMillis::DAY).saturating_add(curves.trades.at(within)))
    }

    /// The volume on a date, from that of an average day.
    pub const fn of_week(&self, total: i64, date: i64) -> i64 {
        match self {
            // The first day of 1970 was a Thursday.
            Self::Coins if (date + 3).rem_euclid(7) >= 5 => total * WEEKEND / 100,
            Self::Coins => total * WEEKDAY / 100,
            _ => total,
        }
    }

    fn curves(&self, date: i64) -> Option<&'static Curves> {
        match self {
            Self::Even | Self::Coins => None,
            Self::NewYork(half_days) if half_days.has(date) => Some(OF_NEW_YORK_HALF.at(date)),
            Self::NewYork(_) => Some(OF_NEW_YORK.at(date)),
            Self::HongKong(half_days) if half_days.has(date) => Some(&OF_HONG_KONG_HALF),
            Self::HongKong(_) => Some(&OF_HONG_KONG),
            Self::Worldwide => Some(OF_THE_WORLD.at(date)),
        }
    }
}

/// The progress of a day by the start of each half-hour of UTC, and by the day's end.
#[derive(Debug)]
struct Curve([i64; HALF_HOURS + 1]);

impl Curve {
    /// The curve of a day that adds up to `whole`, at a place that is so many half-hours ahead of UTC.
    const fn new(weights: &Weights, ahead: i64, whole: i64) -> Self {
        let local = weights.as_flattened();
        let mut sums = [0; HALF_HOURS + 1];
        let mut at = 0;
        while at < HALF_HOURS {
            sums[at + 1] = sums[at] + local[(at as i64 + ahead).rem_euclid(HALF_HOURS as i64) as usize];
            at += 1;
        }
        let all = sums[HALF_HOURS];
        while at > 0 {
            sums[at] = sums[at] * whole / all;
            at -= 1;
        }
        Self(sums)
    }

    /// The progress after so many milliseconds of the day. Within a half-hour the pace is even.
    fn at(&self, within: i64) -> i64 {
        let place = usize::try_from(within / HALF_HOUR).unwrap_or(0).min(HALF_HOURS - 1);
        let (from, to) = (self.0[place], self.0[place + 1]);
        from + (to - from) * (within - place as i64 * HALF_HOUR) / HALF_HOUR
    }
}

/// The progress of a day's motion, in parts of a step, and of its volume, in milliseconds.
#[derive(Debug)]
struct Curves {
    moves: Curve,
    trades: Curve,
}

impl Curves {
    const fn new(moves: &Weights, trades: &Weights, ahead: i64) -> Self {
        let (moves, trades) = (Curve::new(moves, ahead, DAY_STEPS << FINE), Curve::new(trades, ahead, UnixMillis::DAY));
        Self { moves, trades }
    }
}

/// The curves of instruments that follow the clocks of New York.
#[derive(Debug)]
struct Seasons {
    winter: Curves,
    summer: Curves,
}

impl Seasons {
    const fn new(moves: &Weights, trades: &Weights) -> Self {
        let winter = Curves::new(moves, trades, NEW_YORK_WINTER);
        Self { winter, summer: Curves::new(moves, trades, NEW_YORK_SUMMER) }
    }

    fn at(&self, date: i64) -> &Curves {
        if is_summer(date) { &self.summer } else { &self.winter }
    }
}

/// True if New York has summer time at noon of a date of UTC. Looked up in a table, because each tick asks.
fn is_summer(date: i64) -> bool {
    static SUMMERS: LazyLock<Vec<bool>> = LazyLock::new(|| {
        let zone = TimeZone::get("America/New_York").expect("time zones are built in");
        let noon = |day: i64| EPOCH.0 / 1_000 + day * 86_400 + 43_200;
        let at = |day| Timestamp::from_second(noon(day)).is_ok_and(|noon| zone.to_offset_info(noon).dst().is_dst());
        (0..=DAYS_MAX).map(at).collect()
    });
    let day = usize::try_from(date - EPOCH.0 / UnixMillis::DAY).ok();
    day.and_then(|day| SUMMERS.get(day)).is_some_and(|summer| *summer)
}
