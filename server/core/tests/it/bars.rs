//! Rolled up bars equal the bars of their ticks: over days of every zone, through changes of its clocks, and counted in
//! shares from after a split.

use std::collections::BTreeMap;

use jiff::ToSpan;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use plumbline_core::decimal::{ONE, Price, Quantity};
use plumbline_core::market::{Bar, Period, SplitRatio, begin_of, local_date, roll_up};
use plumbline_core::time::UnixMillis;
use proptest::prelude::*;

/// Clocks that never change; that change in March and November or October, or on the southern half of the world; that
/// changed at midnight, so that a date had no midnight or two; and that are ahead by half an hour.
const ZONES: [&str; 8] = [
    "UTC",
    "America/New_York",
    "Europe/London",
    "Australia/Sydney",
    "America/Sao_Paulo",
    "America/Havana",
    "Asia/Hong_Kong",
    "Asia/Kolkata",
];

fn zone() -> impl Strategy<Value = TimeZone> {
    proptest::sample::select(&ZONES[..]).prop_map(|name| TimeZone::get(name).unwrap())
}

/// Sao Paulo's clocks changed until 2019.
fn date() -> impl Strategy<Value = Date> {
    (0i32..3_650).prop_map(|days| Date::constant(2017, 1, 1).checked_add(days.days()).unwrap())
}

/// The days since the tick before, a price in cents, and whole shares.
type Step = (i32, i64, i64);

/// Ticks with several on one day, and with gaps of days and months.
fn steps() -> impl Strategy<Value = Vec<Step>> {
    let gap = prop_oneof![4 => Just(0), 4 => Just(1), 2 => 2..5, 1 => 20..100];
    proptest::collection::vec((gap, 1i64..1_000_000, 0i64..1_000), 1..120)
}

#[derive(Clone, Copy, Debug)]
struct Tick {
    date: Date,
    price: Price,
    volume: i64,
}

fn ticks(first: Date, steps: Vec<Step>) -> Vec<Tick> {
    let mut date = first;
    let tick = |(gap, cents, volume): Step| {
        date = date.checked_add(gap.days()).unwrap();
        Tick { date, price: Price::from_units(cents * ONE / 100), volume }
    };
    steps.into_iter().map(tick).collect()
}

/// The daily bars, built tick by tick as a recorder does.
fn days(ticks: &[Tick], zone: &TimeZone) -> Vec<Bar> {
    let mut days: Vec<Bar> = Vec::new();
    for tick in ticks {
        let start = begin_of(tick.date, zone);
        if days.last().is_none_or(|day| day.start != start) {
            days.push(Bar::begin(start, tick.price));
        }
        let day = days.last_mut().unwrap();
        *day = day.with(tick.price);
        day.volume = Quantity::from_units(day.volume.units() + tick.volume * ONE);
    }
    days
}

/// A period by its number in the calendar; weeks are those of ISO 8601.
fn number(period: Period, date: Date) -> (i16, i16) {
    let week = date.iso_week_date();
    match period {
        Period::Day => (date.year(), date.day_of_year()),
        Period::Week => (week.year(), week.week().into()),
        Period::Month => (date.year(), date.month().into()),
        Period::Quarter => (date.year(), ((date.month() + 2) / 3).into()),
        Period::Year => (date.year(), 0),
    }
}

const PERIODS: [Period; 5] = [Period::Day, Period::Week, Period::Month, Period::Quarter, Period::Year];

/// The first date, the `adjusted` prices and the volume of the ticks of each period.
fn direct(ticks: &[Tick], period: Period, adjusted: impl Fn(&Tick) -> Price) -> Vec<(Date, [Price; 4], i64)> {
    let mut periods: BTreeMap<_, Vec<&Tick>> = BTreeMap::new();
    ticks.iter().for_each(|tick| periods.entry(number(period, tick.date)).or_default().push(tick));
    let bar = |ticks: Vec<&Tick>| {
        let prices: Vec<Price> = ticks.iter().map(|tick| adjusted(tick)).collect();
        let (first, last) = (prices[0], prices[prices.len() - 1]);
        let (high, low) = (*prices.iter().max().unwrap(), *prices.iter().min().unwrap());
        (ticks[0].date, [first, high, low, last], ticks.iter().map(|tick| tick.volume * ONE).sum())
    };
    periods.into_values().map(bar).collect()
}

fn prices(bar: &Bar) -> [Price; 4] {
    [bar.open, bar.high, bar.low, bar.close]
}

proptest! {
    /// Whatever the clocks do, a date begins with its first moment, and the moment before belongs to the date before.
    #[test]
    fn a_date_begins_with_its_first_moment(zone in zone(), date in date()) {
        let begins = begin_of(date, &zone);
        prop_assert_eq!(local_date(begins, &zone), date);
        prop_assert_eq!(local_date(begins.plus(-1), &zone), date.yesterday().unwrap());
    }

    /// A period is the dates from its first day up to the next one's.
    #[test]
    fn a_period_is_its_days(date in date()) {
        for period in PERIODS {
            let (first, next) = (period.first_day(date), period.next(date));
            prop_assert!(first <= date && date < next);
            prop_assert_eq!(number(period, first), number(period, date));
            prop_assert_eq!(number(period, next.yesterday().unwrap()), number(period, date));
            prop_assert_ne!(number(period, next), number(period, date));
            prop_assert_ne!(number(period, first.yesterday().unwrap()), number(period, date));
        }
    }

    #[test]
    fn rolled_up_days_are_what_their_ticks_come_to(zone in zone(), first in date(), steps in steps()) {
        let ticks = ticks(first, steps);
        let days = days(&ticks, &zone);
        for period in PERIODS {
            let rolled: Vec<_> = roll_up(&days, period, &zone)
                .iter()
                .map(|bar| (local_date(bar.start, &zone), prices(bar), bar.volume.units()))
                .collect();
            prop_assert_eq!(rolled, direct(&ticks, period, |tick| tick.price), "{:?}", period);
        }
    }

    /// Two splits, each of which may come before or after all ticks: bars adjusted day by day and then rolled up have
    /// the prices of ticks adjusted one by one, and lose less than 10⁻⁸ of a share a day and split.
    #[test]
    fn adjusted_history_is_what_adjusted_ticks_come_to(
        zone in zone(),
        first in date(),
        steps in steps(),
        splits in proptest::array::uniform2((0i32..400, 1i64..=20, 1i64..=20)),
    ) {
        let ticks = ticks(first, steps);
        let mut splits: Vec<(Date, SplitRatio)> = splits
            .into_iter()
            .filter_map(|(after, new, old)| Some((first.checked_add(after.days()).ok()?, SplitRatio::new(new, old)?)))
            .collect();
        splits.sort_by_key(|(ex_date, _)| *ex_date);
        let of = |date: Date| splits.iter().filter(move |(ex_date, _)| date < *ex_date).map(|(_, ratio)| *ratio);

        let mut days = days(&ticks, &zone);
        for (ex_date, ratio) in &splits {
            let from = begin_of(*ex_date, &zone);
            days.iter_mut().filter(|bar| bar.start < from).for_each(|bar| *bar = ratio.bar(*bar));
        }
        let adjusted = |tick: &Tick| of(tick.date).fold(tick.price, |price, ratio| ratio.price(price));
        for period in PERIODS {
            let rolled = roll_up(&days, period, &zone);
            let shown: Vec<_> = rolled.iter().map(prices).collect();
            let told = direct(&ticks, period, adjusted);
            prop_assert_eq!(shown, told.iter().map(|(_, prices, _)| *prices).collect::<Vec<_>>(), "{:?}", period);

            for (bar, (start, ..)) in rolled.iter().zip(&told) {
                let within = ticks.iter().filter(|tick| number(period, tick.date) == number(period, *start));
                // Over the product of both denominators all numbers are whole.
                let least = splits.iter().map(|(_, ratio)| i128::from(ratio.old_shares())).product::<i128>();
                let exact: i128 = within.clone().map(|tick| shares(tick, of(tick.date), least)).sum();
                let told = i128::from(bar.volume.units()) * least;
                // The second split multiplies the rounding of the first by up to twenty.
                let lost = i128::try_from(within.count()).unwrap() * least * 21;
                prop_assert!(told <= exact && exact - told < lost, "{:?} {} of {}", period, told, exact);
            }
        }
    }
}

/// The volume of a tick in shares of today, times `least`.
fn shares(tick: &Tick, splits: impl Iterator<Item = SplitRatio>, least: i128) -> i128 {
    splits.fold(i128::from(tick.volume * ONE) * least, |shares, ratio| {
        shares / i128::from(ratio.old_shares()) * i128::from(ratio.new_shares())
    })
}

#[test]
fn a_day_is_as_long_as_the_clocks_make_it() {
    let new_york = TimeZone::get("America/New_York").unwrap();
    for (date, hours) in [("2026-03-08", 23), ("2026-11-01", 25), ("2026-11-02", 24)] {
        let date: Date = date.parse().unwrap();
        let length = begin_of(date.tomorrow().unwrap(), &new_york).since(begin_of(date, &new_york));
        assert_eq!(length, hours * UnixMillis::HOUR, "{date}");
    }
}
