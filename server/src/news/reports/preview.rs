//! The known facts of a trading day before it begins: from calendars and contracts only.

use jiff::ToSpan;
use jiff::civil::Date;
use plumbline_core::market::{Instrument, Market as MarketName, TradingDay};
use plumbline_core::time::UnixMillis;

use super::due;
use super::kind::{DayText, LastTrade, Preview, Shortened};
use super::present::is_simulated;
use crate::market::{Hours, Market, is_weekday};

/// Days that a preview looks ahead.
const AHEAD_DAYS: i32 = 7;
/// The calendar of the futures that belong to the stocks of Hong Kong; all others belong to those of the US.
const HONG_KONG_FUTURES: &str = "HKFE";

/// The preview of a market's day that begins soon; `None` while there is none.
pub fn of(market: &Market, name: MarketName, now: UnixMillis) -> Option<Preview> {
    let hours = market.calendars.named(name.calendar());
    let day = due::begins_soon(hours, now)?;
    let simulated = is_simulated(market, name, now)?;
    let last = day.date.checked_add(AHEAD_DAYS.days()).ok()?;
    let days = hours.calendar()?.days();
    let ahead = || days.iter().skip_while(|next| next.date <= day.date).take_while(|next| next.date <= last);
    let is_closed = |date: &Date| is_weekday(*date) && !ahead().any(|next| next.date == *date);
    // Behind the end of the calendar nothing is known.
    let known_until = days.last().map_or(day.date, |last| last.date).min(last);
    let closed = day.date.series(1.day()).skip(1).take_while(|date| *date <= known_until).filter(is_closed);
    let shortened = |next: &TradingDay| Shortened { day: DayText(next.date), closes: hours.local_minute(next.closes) };
    Some(Preview {
        market: name,
        day: day.date,
        hours: spans(hours, day),
        half_day: day.half_day,
        around_the_clock: market.calendars.around_the_clock(),
        closed: closed.map(DayText).collect(),
        half_days: ahead().filter(|next| next.half_day).map(shortened).collect(),
        last_trades: last_trades(market, name, day.date, last, now),
        simulated,
    })
}

fn spans(hours: &Hours, day: &TradingDay) -> Vec<(String, String)> {
    let begins = std::iter::once(day.opens).chain(day.breaks.iter().map(|gap| gap.end));
    let ends = day.breaks.iter().map(|gap| gap.start).chain([day.closes]);
    begins.zip(ends).map(|(from, to)| (hours.local_minute(from), hours.local_minute(to))).collect()
}

fn last_trades(market: &Market, name: MarketName, first: Date, last: Date, now: UnixMillis) -> Vec<LastTrade> {
    let goes_with = |known: &Instrument| (known.calendar == HONG_KONG_FUTURES) == (name == MarketName::HongKong);
    let listed = market.catalog.iter().filter(|known| known.is_listed(now) && goes_with(known));
    let mut ending: Vec<LastTrade> = listed
        .filter_map(|known| {
            let day = known.future.as_ref()?.last_trade;
            (first..=last).contains(&day).then_some(LastTrade { instrument: known.id, day: DayText(day) })
        })
        .collect();
    ending.sort_by_key(|ending| ending.day.0);
    ending
}
