//! The times at which companies of the simulated market may announce actions: their habits, in the days of their
//! exchanges.

use jiff::ToSpan;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use plumbline_core::market::sim::{Habits, Occasion, Planned, Sim, SimDay};
use plumbline_core::market::{Instrument, Market, SessionCalendar, TradingDay, begin_of};
use plumbline_core::time::UnixMillis;

use crate::market::Hours;

/// Days from an announcement to the ex date, for dividends and for splits.
const DIVIDEND_AHEAD_DAYS: i32 = 28;
const SPLIT_AHEAD_DAYS: i32 = 21;
/// The day of a month on which a company checks if its shares are expensive.
const SPLIT_DAY: i8 = 15;

/// All occasions of a stock that its calendar has days for, in the order of their ex dates; empty for other
/// instruments.
pub fn planned(sim: &Sim, instrument: &Instrument, hours: &Hours) -> Vec<Planned> {
    let (Market::UsStock | Market::HongKong, Some(calendar)) = (instrument.market, hours.calendar()) else {
        return Vec::new();
    };
    let Some((first, last)) = calendar.days().first().zip(calendar.days().last()) else { return Vec::new() };
    let habits = sim.habits(instrument.market, &instrument.code);
    let months = (first.date.year()..=last.date.year()).flat_map(|year| (1..=12).map(move |month| (year, month)));
    let nominal = months.flat_map(|(year, month)| occasions(habits, year, month));
    let planned = nominal.filter_map(|(occasion, date)| match occasion {
        Occasion::Dividend => {
            let announced = calendar.before(date.checked_sub((DIVIDEND_AHEAD_DAYS - 1).days()).ok()?)?;
            plan(occasion, announced, date, calendar, hours)
        }
        Occasion::Split => {
            let announced = on_or_after(calendar, date)?;
            plan(occasion, announced, date.checked_add(SPLIT_AHEAD_DAYS.days()).ok()?, calendar, hours)
        }
    });
    planned.filter(Planned::counts).collect()
}

/// The occasions of a month: the earliest ex date of a dividend, or the day on which a split may be announced.
fn occasions(habits: Habits, year: i16, month: i8) -> Vec<(Occasion, Date)> {
    let place = i64::from(month - 1);
    let mut found = Vec::new();
    let mut add = |occasion, day: i8| found.extend(Date::new(year, month, day).map(|date| (occasion, date)));
    if habits.dividend > 0 && place % habits.every == habits.month {
        add(Occasion::Dividend, i8::try_from(habits.day).unwrap_or(1));
    }
    if habits.splits && place == habits.month + 12 - habits.every {
        add(Occasion::Split, SPLIT_DAY);
    }
    found
}

fn plan(
    occasion: Occasion,
    announced: &TradingDay,
    not_before: Date,
    calendar: &SessionCalendar,
    hours: &Hours,
) -> Option<Planned> {
    let ex = on_or_after(calendar, not_before)?.date;
    let announced_at = announced.closes;
    Some(Planned {
        occasion,
        announced_at,
        announced_on: sim_day(hours, hours.date(announced_at))?,
        before: sim_day(hours, hours.quoted_before(ex)?)?,
        ex: number(ex),
    })
}

fn on_or_after(calendar: &SessionCalendar, date: Date) -> Option<&TradingDay> {
    calendar.days().get(calendar.days().partition_point(|day| day.date < date))
}

/// A date as the simulated market numbers it; `None` on days without quotes.
pub fn sim_day(hours: &Hours, date: Date) -> Option<SimDay> {
    let (starts, ends) = hours.quoted(date)?;
    Some(SimDay { number: number(date), starts, ends })
}

/// Days since 1970-01-01.
fn number(date: Date) -> i64 {
    begin_of(date, &TimeZone::UTC).0 / UnixMillis::DAY
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::market::{Calendars, Catalog};

    #[test]
    fn occasions_are_announced_weeks_ahead_and_never_two_at_a_time() {
        for around_the_clock in [true, false] {
            let calendars = Calendars::load(around_the_clock).unwrap();
            let now = UnixMillis(1_795_446_000_000);
            let (catalog, sim) = (Catalog::embedded(&calendars, now).unwrap(), Sim::new(1, 1));
            let mut seen = (0, 0);
            for instrument in catalog.all() {
                let hours = calendars.of(instrument);
                let all = planned(&sim, instrument, hours);
                assert!(
                    all.windows(2).all(|two| two[0].ex * UnixMillis::DAY < two[1].announced_at.0),
                    "{}",
                    instrument.code
                );
                for one in &all {
                    let ahead = one.before.ends.since(one.announced_at);
                    assert!((12 * UnixMillis::DAY..45 * UnixMillis::DAY).contains(&ahead), "{one:?}");
                    let day = one.announced_on;
                    assert!(day.starts <= one.announced_at && one.announced_at <= day.ends, "{one:?}");
                    assert!(one.before.number < one.ex && one.counts());
                }
                let dividends = all.iter().filter(|one| one.occasion == Occasion::Dividend).count();
                seen = (seen.0 + dividends, seen.1 + all.len() - dividends);
            }
            assert!(seen.0 > 300 && seen.1 > 100, "{seen:?}");
        }
    }
}
