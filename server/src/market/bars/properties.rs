//! Bars equal a count of their ticks one by one: recorded minutes and days, and all bars rolled up from them, in the
//! exchanges' own hours and around the clock.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use jiff::Timestamp;
use jiff::civil::{Date, Time};
use plumbline_core::decimal::{Price, Quantity};
use plumbline_core::market::{Bar, Instrument, Market, Period, Tick, roll_up};
use plumbline_core::time::UnixMillis;
use proptest::prelude::*;

use super::{MINUTE, Recorder, Series, lengthened};
use crate::market::{Calendars, Catalog, Hours};
use crate::testing;

/// Instruments with special calendars, and the time at which a day begins on the evening before.
const TRADED: [(Market, &str, Option<&str>); 6] = [
    // Hours before and after the regular ones, and half days.
    (Market::UsStock, "AAPL", None),
    // A break for lunch.
    (Market::HongKong, "00700", None),
    // Days that follow each other without a pause.
    (Market::Forex, "EURUSD", Some("17:00")),
    // Days that begin on the evening before, of Sunday too.
    (Market::Future, "ES", Some("17:00")),
    // Days that begin on the evening before, with a break between the night and the day.
    (Market::Future, "ZC", Some("19:00")),
    // A market that never closes.
    (Market::Crypto, "BTCUSDT", None),
];

/// Times just before a change of clocks or days: summer time begins and ends, in Chicago and New York; a half day after
/// Thanksgiving; the turn of a year, a quarter, a month and a week.
const BEFORE: [&str; 5] = [
    "2026-03-05T10:00:00Z",
    "2026-10-29T10:00:00Z",
    "2026-11-25T10:00:00Z",
    "2026-12-30T10:00:00Z",
    "2027-02-26T10:00:00Z",
];

static CALENDARS: LazyLock<[Arc<Calendars>; 2]> =
    LazyLock::new(|| [false, true].map(|always| Arc::new(Calendars::load(always).unwrap())));
static CATALOG: LazyLock<Catalog> = LazyLock::new(|| Catalog::embedded(&CALENDARS[0], begin(BEFORE[0])).unwrap());

fn begin(text: &str) -> UnixMillis {
    UnixMillis(text.parse::<Timestamp>().unwrap().as_millisecond())
}

/// The instrument of a code; for a future the first month that trades.
fn instrument(market: Market, code: &str) -> &'static Arc<Instrument> {
    CATALOG.iter().find(|one| one.market == market && one.code.starts_with(code)).unwrap()
}

/// A tick for the count: its time, the date of its trading day, its price and its traded quantity.
#[derive(Clone, Copy, Debug)]
struct Counted {
    at: UnixMillis,
    date: Date,
    price: i64,
    traded: i64,
}

/// The date of a moment, computed differently from the server: by the list of days where hours are kept, otherwise by
/// the local time at the exchange.
fn date_of(at: UnixMillis, hours: &Hours, day_begins: Option<&str>) -> Date {
    if let Some(calendar) = hours.kept() {
        return calendar.days().iter().rfind(|day| day.pre_opens <= at).unwrap().date;
    }
    let clock = Timestamp::from_millisecond(at.0).unwrap().to_zoned(hours.zone().clone()).datetime();
    let is_evening = day_begins.is_some_and(|begins| clock.time() >= begins.parse::<Time>().unwrap());
    if is_evening { clock.date().tomorrow().unwrap() } else { clock.date() }
}

/// Gaps of less than a minute, of minutes that stay empty, of hours, and of nights and weekends.
fn gap() -> impl Strategy<Value = i64> {
    prop_oneof![
        8 => 1..MINUTE,
        4 => MINUTE..20 * MINUTE,
        2 => UnixMillis::HOUR..5 * UnixMillis::HOUR,
        1 => UnixMillis::DAY / 2..3 * UnixMillis::DAY,
    ]
}

/// All ticks that have the same key as one bar, in the order of time.
fn bars_of<K: Ord>(ticks: &[Counted], key: impl Fn(&Counted) -> K) -> Vec<[i64; 5]> {
    let mut bars: BTreeMap<K, Vec<Counted>> = BTreeMap::new();
    ticks.iter().for_each(|tick| bars.entry(key(tick)).or_default().push(*tick));
    let bar = |ticks: Vec<Counted>| {
        let prices = || ticks.iter().map(|tick| tick.price);
        let ends = [prices().next(), prices().max(), prices().min(), prices().next_back()].map(Option::unwrap);
        let [open, high, low, close] = ends;
        [open, high, low, close, ticks.iter().map(|tick| tick.traded).sum()]
    };
    bars.into_values().map(bar).collect()
}

fn figures(bars: &[Bar]) -> Vec<[i64; 5]> {
    let prices = |bar: &Bar| [bar.open, bar.high, bar.low, bar.close].map(Price::units);
    let figures = |bar: &Bar| {
        let [open, high, low, close] = prices(bar);
        [open, high, low, close, bar.volume.units()]
    };
    bars.iter().map(figures).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn bars_are_what_their_ticks_come_to(
        traded in 0..TRADED.len(),
        around_the_clock: bool,
        from in 0..BEFORE.len(),
        steps in proptest::collection::vec((gap(), 1i64..1_000, 0i64..50), 1..120),
    ) {
        let (market, code, day_begins) = TRADED[traded];
        let (instrument, calendars) = (instrument(market, code), &CALENDARS[usize::from(around_the_clock)]);
        let hours = calendars.of(instrument);
        let mut at = begin(BEFORE[from]);
        let ticks: Vec<Counted> = steps
            .into_iter()
            .map(|(gap, price, traded)| {
                at = at.plus(gap);
                Counted { at, date: date_of(at, hours, day_begins), price, traded }
            })
            .collect();

        // A feed's volume is the day's volume up to the tick.
        let recorder = Recorder::new(&CATALOG, calendars.clone(), Arc::default());
        let (mut day, mut volume) = (ticks[0].date, 0);
        for (seq, tick) in (1..).zip(&ticks) {
            volume = if tick.date == day { volume + tick.traded } else { tick.traded };
            day = tick.date;
            let (last, volume) = (Price::from_units(tick.price), Quantity::from_units(volume));
            recorder.record(&Tick { seq, last, volume, ..testing::tick_at(instrument.id, tick.at) });
        }
        let recorded: Vec<_> = recorder.take_finished().into_iter().chain(recorder.unfinished()).collect();
        let of = |series| recorded.iter().filter(move |one| one.series == series).map(|one| one.bar).collect();
        let (minutes, days): (Vec<Bar>, Vec<Bar>) = (of(Series::Minute), of(Series::Day));

        // A server that joins a day does not know in which of its minutes was traded what the first tick says.
        let mut joined = ticks.clone();
        joined[0].traded = 0;
        for length in [1, 5, 15, 60] {
            let length = length * MINUTE;
            let start = |tick: &Counted| tick.at.0.div_euclid(length) * length;
            let long = lengthened(&minutes, length);
            prop_assert_eq!(figures(&long), bars_of(&joined, start), "{} minutes", length / MINUTE);
            let mut starts: Vec<i64> = ticks.iter().map(start).collect();
            starts.dedup();
            prop_assert_eq!(long.iter().map(|bar| bar.start.0).collect::<Vec<_>>(), starts, "none of empty minutes");
        }

        let zone = hours.zone();
        let quarter = |date: Date| (date.month() + 2) / 3;
        let week = |date: Date| (date.iso_week_date().year(), date.iso_week_date().week());
        prop_assert_eq!(figures(&days), bars_of(&ticks, |tick| tick.date));
        let rolled = |period| figures(&roll_up(&days, period, zone));
        prop_assert_eq!(rolled(Period::Day), figures(&days));
        prop_assert_eq!(rolled(Period::Week), bars_of(&ticks, |tick| week(tick.date)));
        prop_assert_eq!(rolled(Period::Month), bars_of(&ticks, |tick| (tick.date.year(), tick.date.month())));
        prop_assert_eq!(rolled(Period::Quarter), bars_of(&ticks, |tick| (tick.date.year(), quarter(tick.date))));
        prop_assert_eq!(rolled(Period::Year), bars_of(&ticks, |tick| tick.date.year()));

        // A day's bar stands at midnight of its date, by the exchange's clock, on whichever side of a change.
        let midnight = |bar: &Bar| Timestamp::from_millisecond(bar.start.0).unwrap().to_zoned(zone.clone()).datetime();
        let mut dates: Vec<Date> = ticks.iter().map(|tick| tick.date).collect();
        dates.dedup();
        prop_assert_eq!(
            days.iter().map(midnight).collect::<Vec<_>>(),
            dates.into_iter().map(|date| date.at(0, 0, 0, 0)).collect::<Vec<_>>()
        );

        // All but what the first tick joined and what the last one left off were seen whole.
        let parts = recorded.iter().filter(|one| !one.whole).count();
        prop_assert_eq!(parts, minutes.len().min(2) + days.len().min(2));
    }
}
