//! The bars that a chart shows, and the way to find them.

use std::ops::Range;
use std::sync::Arc;

use jiff::ToSpan;
use jiff::civil::Date;
use plumbline_core::market::{Bar, Instrument, Period, local_date, roll_up};
use plumbline_core::time::UnixMillis;

use super::Market;
use super::bars::{MINUTE, Rolled, lengthened, minute_of};
use crate::clock::Clock;
use crate::db::{Db, DbError};

/// Bars that charts of minutes go back: minutes are kept for a week, and longer bars in an equal number.
const MINUTE_BARS_BACK: i64 = 7 * 24 * 60;

/// Days that a chart reaches back at most: a thousand bars of a year are a tenth of it.
const REACH_MAX: i32 = 3_660_000;

/// The length of a chart's bars.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scale {
    /// The minutes of the trading day; with another end or a number, bars of one minute.
    Intraday,
    Minutes(i64),
    Days(Period),
}

impl Scale {
    /// The names of all, as `kline` takes them.
    pub const CODES: [&str; 10] = ["intraday", "1m", "5m", "15m", "60m", "1D", "1W", "1M", "3M", "1Y"];

    pub fn from_code(code: &str) -> Option<Self> {
        Some(match code {
            "intraday" => Self::Intraday,
            "1m" => Self::Minutes(1),
            "5m" => Self::Minutes(5),
            "15m" => Self::Minutes(15),
            "60m" => Self::Minutes(60),
            "1D" => Self::Days(Period::Day),
            "1W" => Self::Days(Period::Week),
            "1M" => Self::Days(Period::Month),
            "3M" => Self::Days(Period::Quarter),
            "1Y" => Self::Days(Period::Year),
            _ => return None,
        })
    }

    /// The number of bars of a chart that is requested without one.
    const fn usual(self) -> usize {
        match self {
            Self::Intraday | Self::Minutes(_) => 500,
            Self::Days(Period::Day) => 183,
            Self::Days(Period::Week) => 105,
            Self::Days(Period::Month) => 60,
            Self::Days(Period::Quarter) => 40,
            Self::Days(Period::Year) => 10,
        }
    }
}

/// A chart: the newest `count` bars that begin before `before`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Chart {
    pub scale: Scale,
    pub before: Option<UnixMillis>,
    pub count: Option<usize>,
}

/// The parts of the server that charts are read from.
#[derive(Clone, Debug)]
pub struct Charts {
    pub db: Db,
    pub clock: Clock,
    pub market: Arc<Market>,
}

impl Chart {
    /// The bars, oldest first. The last one is still being built unless the chart ends in the past. There are fewer
    /// than asked for only where the history begins.
    pub async fn bars(&self, charts: &Charts, instrument: &Arc<Instrument>) -> Result<Vec<Bar>, DbError> {
        let count = self.count.unwrap_or(self.scale.usual());
        match self.scale {
            Scale::Days(period) => by_days(charts, instrument, period, self.before, count).await,
            Scale::Minutes(minutes) => by_minutes(charts, instrument, minutes, self.before, count).await,
            Scale::Intraday if self.before.is_none() && self.count.is_none() => today(charts, instrument).await,
            Scale::Intraday => by_minutes(charts, instrument, 1, self.before, count).await,
        }
    }
}

async fn by_days(
    charts: &Charts,
    instrument: &Arc<Instrument>,
    period: Period,
    before: Option<UnixMillis>,
    count: usize,
) -> Result<Vec<Bar>, DbError> {
    let (market, hours) = (&charts.market, charts.market.hours(instrument));
    let zone = hours.zone();
    let now = market.now_of(instrument, charts.clock.now());
    let day = hours.trading_day(now);
    let tomorrow = day.date.checked_add(1.day()).unwrap_or(day.date);
    let before = before.map_or(day.ends, |before| before.min(day.ends));
    // The last bar that begins before the moment is shown whole.
    let end = period.next(local_date(before.plus(-1), zone)).min(tomorrow);
    let begins = market.past.oldest_day(&charts.db, instrument).await?;
    let oldest = begins.map_or(day.date, |begins| local_date(begins, zone)).min(end);
    let mut reach = i32::try_from(count).unwrap_or(REACH_MAX).saturating_mul(period.days_max()).min(REACH_MAX);
    loop {
        let first = first_day(period, end, reach).max(oldest);
        let mut rolled = rolled(charts, instrument, period, first..end).await?;
        rolled.retain(|bar| bar.start < before);
        if rolled.len() >= count || first <= oldest {
            return Ok(newest(rolled, count));
        }
        // Days without quotes have no bars.
        reach = reach.saturating_mul(2).min(REACH_MAX);
    }
}

/// The bars of the periods in a span of dates, which ends with a period or with today. Ended periods are rolled up
/// once.
async fn rolled(
    charts: &Charts,
    instrument: &Arc<Instrument>,
    period: Period,
    dates: Range<Date>,
) -> Result<Vec<Bar>, DbError> {
    if period == Period::Day {
        return days(charts, instrument, dates).await;
    }
    let (market, hours) = (&charts.market, charts.market.hours(instrument));
    let (now, zone) = (market.now_of(instrument, charts.clock.now()), hours.zone());
    let splits = market.corporate_actions.splits_until(instrument.id, now);
    let known = market
        .past
        .rolled
        .known(instrument.id, period, &dates, &splits)
        .unwrap_or_else(|| Arc::new(Rolled { splits, bars: Vec::new(), from: dates.start, until: dates.start }));
    let roll = async |dates: Range<Date>| {
        let days = if dates.is_empty() { Vec::new() } else { days(charts, instrument, dates).await? };
        Ok::<Vec<Bar>, DbError>(roll_up(&days, period, zone))
    };
    let inner = known.from.max(dates.start)..known.until.min(dates.end);
    let (earlier, later) = (roll(dates.start..inner.start).await?, roll(inner.end..dates.end).await?);
    // Servers store the last bars of an ended day within two days.
    let today = hours.trading_day(now).date;
    let building = market.recorder.building(instrument.id).map_or(today, |(_, day)| local_date(day.start, zone));
    let ended = today.checked_sub(2.days()).unwrap_or(today).min(building);
    let whole = known.from.min(dates.start)..known.until.max(period.first_day(ended).min(dates.end));
    if whole != (known.from..known.until) {
        let bars = earlier.iter().chain(&known.bars).chain(&later).copied();
        let splits = known.splits.clone();
        let all = Rolled { splits, bars: bars.collect(), from: whole.start, until: whole.end };
        let bars = all.within(&whole, zone).collect();
        market.past.rolled.keep(instrument.id, period, Rolled { bars, ..all });
    }
    Ok(earlier.into_iter().chain(known.within(&inner, zone)).chain(later).collect())
}

/// The bars of the days in a span of dates, with the one that is being built.
async fn days(charts: &Charts, instrument: &Arc<Instrument>, dates: Range<Date>) -> Result<Vec<Bar>, DbError> {
    let (market, hours) = (&charts.market, charts.market.hours(instrument));
    let now = market.now_of(instrument, charts.clock.now());
    let today = hours.trading_day(now).date;
    let mut days = market.past.days(&charts.db, instrument, dates.start, dates.end.min(today)).await?;
    let building = market.recorder.building(instrument.id).map(|(_, day)| day).filter(|_| dates.end > today);
    if let Some(building) = building {
        days.retain(|bar| bar.start < building.start);
        days.push(building);
    }
    market.corporate_actions.adjust(instrument, hours, now, &mut days);
    Ok(days)
}

/// The first day of the period that contains the day `reach` days before `end`.
fn first_day(period: Period, end: Date, reach: i32) -> Date {
    period.first_day(end.checked_sub(reach.days()).unwrap_or(Date::MIN))
}

async fn today(charts: &Charts, instrument: &Arc<Instrument>) -> Result<Vec<Bar>, DbError> {
    let now = charts.market.now_of(instrument, charts.clock.now());
    let first = charts.market.hours(instrument).trading_day(now).first();
    minutes_from(charts, instrument, 1, first, minute_of(now).plus(MINUTE)).await
}

async fn by_minutes(
    charts: &Charts,
    instrument: &Arc<Instrument>,
    minutes: i64,
    before: Option<UnixMillis>,
    count: usize,
) -> Result<Vec<Bar>, DbError> {
    let length = minutes * MINUTE;
    let begin_of = |at: UnixMillis| UnixMillis(at.0 - at.0.rem_euclid(length));
    let now = charts.market.now_of(instrument, charts.clock.now());
    let next = begin_of(now).plus(length);
    let end = before.map_or(next, |before| begin_of(before.plus(-1)).plus(length).min(next));
    let oldest = next.plus(-MINUTE_BARS_BACK * length).min(end);
    let mut reach = i64::try_from(count).unwrap_or(MINUTE_BARS_BACK);
    loop {
        let first = end.plus(-reach * length).max(oldest);
        let bars = minutes_from(charts, instrument, minutes, first, end).await?;
        if bars.len() >= count || first <= oldest {
            return Ok(newest(bars, count));
        }
        // Nights and weekends have no bars.
        reach = (reach * 2).min(MINUTE_BARS_BACK);
    }
}

/// The bars that begin in a span, with the minute that is being built.
async fn minutes_from(
    charts: &Charts,
    instrument: &Arc<Instrument>,
    minutes: i64,
    first: UnixMillis,
    end: UnixMillis,
) -> Result<Vec<Bar>, DbError> {
    let present = charts.market.now_of(instrument, charts.clock.now());
    let now = minute_of(present);
    let building = charts.market.recorder.building(instrument.id).and_then(|(minute, _)| minute);
    let building = building.filter(|minute| (first..end).contains(&minute.start));
    let until = building.map_or(now, |minute| minute.start);
    let mut found = charts.market.past.minutes(&charts.db, instrument, minutes, first..end, until).await?;
    found.extend(building);
    charts.market.corporate_actions.adjust(instrument, charts.market.hours(instrument), present, &mut found);
    Ok(lengthened(&found, minutes * MINUTE))
}

fn newest(mut bars: Vec<Bar>, count: usize) -> Vec<Bar> {
    bars.split_off(bars.len().saturating_sub(count))
}
