//! The listed months of futures, by the rules of `data/futures.csv`. Months come and go by themselves: those of the
//! next year are generated at the start, each with the times of its listing and its end.

use std::collections::BTreeSet;
use std::str::FromStr;

use jiff::ToSpan;
use jiff::civil::{Date, Time};
use jiff::tz::TimeZone;
use plumbline_core::decimal::Price;
use plumbline_core::market::{ContractMonth, DayRule, Future, Listing, Market, TradingDay, begin_of};
use plumbline_core::multiplier::Multiplier;
use plumbline_core::time::UnixMillis;
use serde::Deserialize;

use super::calendars::Calendars;
use super::seeds::{InstrumentSeed, SeedError};
use super::sessions::{Hours, is_weekday};

const FILE: &str = "futures.csv";
pub(super) const ROOTS: &str = include_str!("../../data/futures.csv");
/// Days for which months are listed ahead; a server that runs for longer has no newer ones.
const DAYS_AHEAD: i32 = 400;
/// Days before now at which the search for a month's listing starts.
const DAYS_AGO: i32 = 800;

/// The terms that all months of a future share: a row of the file.
#[derive(Clone, Debug, Deserialize)]
pub struct Root {
    pub root: String,
    pub exchange: String,
    pub class: String,
    pub name_en: String,
    pub name_zh_hans: String,
    pub name_zh_hant: String,
    pub pinyin: String,
    pub initials: String,
    pub currency: String,
    pub multiplier: String,
    pub tick: String,
    pub price_decimals: u32,
    pub calendar: String,
    pub months: String,
    pub listed: usize,
    pub last_trade: String,
    /// When trading ends on the last trading day, in the zone of the calendar; empty for the end of the day's hours.
    pub last_trade_at: String,
    pub first_notice: String,
    pub settlement: String,
    /// The index that the future is on; empty for a commodity.
    pub on: String,
    pub reference_price: String,
    /// The carry: the future's price over that of its underlying, in basis points a year.
    pub carry: i64,
    /// The deviation of a commodity's price, in basis points a year.
    pub deviation: Option<i64>,
}

/// A month of a future, and the time of its listing.
struct Month {
    month: ContractMonth,
    listed_at: UnixMillis,
    future: Future,
}

/// The futures of the file, in its order.
pub fn roots() -> Result<Vec<Root>, SeedError> {
    let rows = csv::Reader::from_reader(ROOTS.as_bytes()).into_deserialize();
    rows.collect::<Result<_, _>>().map_err(|source| SeedError::Malformed { file: FILE, source })
}

/// All months that are or will be listed within the next year, as instruments.
pub fn listed(calendars: &Calendars, now: UnixMillis) -> Result<Vec<InstrumentSeed>, SeedError> {
    let mut seeds = Vec::new();
    for root in roots()? {
        let hours = calendars.named(&root.calendar);
        let months = root.months(hours, hours.date(now))?;
        seeds.extend(months.into_iter().map(|Month { month, listed_at, future }| root.seed(month, listed_at, future)));
    }
    Ok(seeds)
}

impl Root {
    /// The average number of days between two months.
    pub fn days_apart(&self) -> i64 {
        let cycle = self.months.rsplit_once('+').map_or(self.months.as_str(), |(_, cycle)| cycle);
        if cycle == "all" {
            30
        } else if cycle.ends_with('q') {
            60
        } else {
            365 / i64::try_from(cycle.len()).unwrap_or(1).max(1)
        }
    }

    fn rule<R: FromStr>(&self, what: &'static str, word: &str) -> Result<R, SeedError> {
        word.parse().map_err(|_| SeedError::Unknown { code: self.root.clone(), what })
    }

    fn months(&self, hours: &Hours, today: Date) -> Result<Vec<Month>, SeedError> {
        let listing = Listing::parse(&self.months, self.listed);
        let listing = listing.map_err(|_| SeedError::Unknown { code: self.root.clone(), what: "months" })?;
        let last_trade: DayRule = self.rule("last_trade", &self.last_trade)?;
        let first_notice = match self.first_notice.as_str() {
            "" => None,
            word => Some(self.rule::<DayRule>("first_notice", word)?),
        };
        let multiplier: Multiplier = self.rule("multiplier", &self.multiplier)?;
        let is_business_day = |day: Date| is_business_day(hours, day);
        let (until, mut since) = (after(today, DAYS_AHEAD), after(today, -DAYS_AGO));
        let mut front = ContractMonth::of(since);
        let (mut known, mut months) = (BTreeSet::new(), Vec::new());
        while since <= until {
            for month in listing.from(front) {
                if known.insert(month)
                    && let Some(last) = last_trade.day(month, is_business_day).filter(|last| *last >= today)
                {
                    let first_notice = first_notice.and_then(|rule| rule.day(month, is_business_day));
                    let ends_at = self.ends_at(hours, last)?;
                    let is_cash = self.settlement == "cash";
                    let (opens_until, closes_at) =
                        if is_cash { (ends_at, ends_at) } else { last_day(hours, last, first_notice, ends_at) };
                    let future = Future {
                        root: self.root.clone(),
                        multiplier,
                        last_trade: last,
                        ends_at,
                        first_notice,
                        cash_settled: is_cash,
                        closes_at,
                        opens_until,
                        on: self.on.clone(),
                    };
                    months.push(Month { month, listed_at: begin_of(since, hours.zone()), future });
                }
            }
            since = last_trade.day(front, is_business_day).map_or(since, |last| after(last, 1)).max(since);
            front = front.next();
        }
        months.sort_by_key(|month| month.future.ends_at);
        Ok(months)
    }

    /// The end of trading on the last trading day.
    fn ends_at(&self, hours: &Hours, last: Date) -> Result<UnixMillis, SeedError> {
        let closes = closes(hours, last);
        if self.last_trade_at.is_empty() {
            return Ok(closes);
        }
        let time: Time = self.rule("last_trade_at", &self.last_trade_at)?;
        let at = hours.zone().to_ambiguous_zoned(last.to_datetime(time)).compatible();
        Ok(at.map_or(closes, |at| UnixMillis(at.timestamp().as_millisecond()).min(closes)))
    }

    fn seed(&self, month: ContractMonth, listed_at: UnixMillis, future: Future) -> InstrumentSeed {
        InstrumentSeed {
            code: format!("{}{month}", self.root),
            market: Market::Future.code().to_owned(),
            exchange: self.exchange.clone(),
            name_en: format!("{} {}", self.name_en, month.in_english()),
            name_zh_hans: format!("{} {}", self.name_zh_hans, month.in_digits()),
            name_zh_hant: format!("{} {}", self.name_zh_hant, month.in_digits()),
            pinyin: self.pinyin.clone(),
            initials: self.initials.clone(),
            industry: self.class.clone(),
            currency: self.currency.clone(),
            reference_price: self.reference_price.clone(),
            calendar: self.calendar.clone(),
            price_decimals: Some(self.price_decimals),
            tick_table: self.root.clone(),
            listed_at,
            future: Some(future),
            watched_only: false,
            ..InstrumentSeed::default()
        }
    }
}

/// The step of each root's prices.
pub fn steps() -> Result<Vec<(String, Price)>, SeedError> {
    let step = |root: Root| {
        let step = root.tick.parse().map_err(|source| SeedError::Number { code: root.root.clone(), source })?;
        Ok((root.root, step))
    };
    roots()?.into_iter().map(step).collect()
}

fn after(day: Date, days: i32) -> Date {
    day.checked_add(days.days()).unwrap_or(day)
}

/// True for a trading day of the calendar; behind its end, for every weekday.
fn is_business_day(hours: &Hours, day: Date) -> bool {
    let days = hours.calendar().map(|calendar| calendar.days()).unwrap_or_default();
    match (days.first(), days.last()) {
        (Some(first), Some(last)) if (first.date..=last.date).contains(&day) => {
            days.binary_search_by_key(&day, |known| known.date).is_ok()
        }
        _ => is_weekday(day),
    }
}

/// The trading day at whose end nobody holds a contract any more that would be delivered: the day before the first notice,
/// or the last trading day where that is earlier. Its begin, and its end.
fn last_day(hours: &Hours, last: Date, first_notice: Option<Date>, ends_at: UnixMillis) -> (UnixMillis, UnixMillis) {
    let days = hours.calendar().map(|calendar| calendar.days()).unwrap_or_default();
    let is_last = |day: &TradingDay| day.date <= last && first_notice.is_none_or(|notice| day.date < notice);
    let known = days.partition_point(is_last).checked_sub(1).and_then(|index| days.get(index));
    match known {
        // Behind the end of the calendar the day before is a guess of weekdays, and such a contract is far away.
        Some(day) if days.last().is_some_and(|newest| newest.date >= last) => (day.pre_opens, day.closes.min(ends_at)),
        _ => {
            let day = first_notice.map_or(last, |notice| notice.min(after(last, 1)));
            let end = midnight_after(after(day, -1), hours.zone()).min(ends_at);
            (end.plus(-UnixMillis::DAY), end)
        }
    }
}

/// The end of a day's regular hours; behind the end of the calendar, midnight.
fn closes(hours: &Hours, day: Date) -> UnixMillis {
    let known = hours.calendar().and_then(|calendar| calendar.on(day));
    known.map_or_else(|| midnight_after(day, hours.zone()), |day| day.closes)
}

fn midnight_after(day: Date, zone: &TimeZone) -> UnixMillis {
    begin_of(after(day, 1), zone)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> UnixMillis {
        UnixMillis(text.parse::<jiff::Timestamp>().unwrap().as_millisecond())
    }

    fn codes(now: &str, root: &str) -> Vec<String> {
        let now = at(now);
        let seeds = listed(&Calendars::load(true).unwrap(), now).unwrap();
        let of_root = |seed: &&InstrumentSeed| seed.future.as_ref().is_some_and(|future| future.root == root);
        let now_listed = seeds.iter().filter(of_root).filter(|seed| seed.instrument().unwrap().is_listed(now));
        now_listed.map(|seed| seed.code.clone()).collect()
    }

    #[test]
    fn every_row_of_the_file_lists_as_many_months_as_it_says() {
        let (calendars, now) = (Calendars::load(true).unwrap(), at("2026-11-23T15:00:00Z"));
        let seeds = listed(&calendars, now).unwrap();
        let roots = roots().unwrap();
        assert_eq!(roots.len(), 24);
        for root in roots {
            let months = codes("2026-11-23T15:00:00Z", &root.root);
            assert_eq!(months.len(), root.listed, "{} lists {months:?}", root.root);
        }
        let mut codes: Vec<&str> = seeds.iter().map(|seed| seed.code.as_str()).collect();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), seeds.len(), "no code is there twice");
    }

    #[test]
    fn the_front_month_rolls_when_its_last_day_is_over() {
        assert_eq!(codes("2026-11-23T15:00:00Z", "ES"), ["ESZ26", "ESH27", "ESM27", "ESU27"]);
        assert_eq!(codes("2026-12-18T14:29:59Z", "ES"), ["ESZ26", "ESH27", "ESM27", "ESU27"]);
        assert_eq!(codes("2026-12-18T14:30:00Z", "ES"), ["ESH27", "ESM27", "ESU27"], "it ended at 08:30 in Chicago");
        assert_eq!(codes("2026-12-19T06:00:00Z", "ES"), ["ESH27", "ESM27", "ESU27", "ESZ27"]);
        assert_eq!(codes("2026-11-23T03:00:00Z", "MHI"), ["MHIX26", "MHIZ26", "MHIH27", "MHIM27"]);
        assert_eq!(codes("2026-11-23T15:00:00Z", "GC")[..3], ["GCX26", "GCZ26", "GCF27"]);
    }

    #[test]
    fn a_month_says_when_it_ends_and_what_a_point_is_worth() {
        let seeds = listed(&Calendars::load(true).unwrap(), at("2026-11-23T15:00:00Z")).unwrap();
        let of = |code: &str| seeds.iter().find(|seed| seed.code == code).unwrap().instrument().unwrap();
        let gold = of("GCZ26");
        let future = gold.future.as_ref().unwrap();
        assert_eq!((future.last_trade.to_string(), future.multiplier.to_string()), ("2026-12-29".into(), "100".into()));
        assert_eq!(future.first_notice.map(|day| day.to_string()).as_deref(), Some("2026-11-30"));
        assert!(!future.cash_settled && gold.names.english == "Gold Dec 2026" && gold.names.simplified == "黄金 2612");
        assert!(of("ESZ26").future.unwrap().cash_settled);
    }
}
