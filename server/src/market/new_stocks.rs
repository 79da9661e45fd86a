//! New stocks: invented companies of the simulated market, each with its prospectus, its subscription and its listing.
//! From its listing on a new stock is a stock like any other; it is listed by itself while a server runs.

use std::collections::HashMap;

use jiff::civil::{Date, Time};
use plumbline_core::decimal::{DecimalError, Price, Quantity};
use plumbline_core::market::{Instrument, Market, Offering, begin_of};
use plumbline_core::time::UnixMillis;
use serde::Deserialize;

use super::calendars::Calendars;
use super::seeds::{InstrumentSeed, SeedError};
use super::sessions::Hours;

const FILE: &str = "new_stocks.csv";
const ROWS: &str = include_str!("../../data/new_stocks.csv");
/// Regular hours of New York and Hong Kong, behind the end of their calendars.
const USUALLY: (Time, Time) = (Time::constant(9, 30, 0, 0), Time::constant(16, 0, 0, 0));

#[derive(Clone, Debug, Deserialize)]
struct Row {
    code: String,
    market: String,
    exchange: String,
    currency: String,
    name_en: String,
    name_zh_hans: String,
    name_zh_hant: String,
    pinyin: String,
    initials: String,
    industry: String,
    lot: String,
    price_low: String,
    price_high: String,
    subscription_price: String,
    shares_offered: i64,
    prospectus: String,
    subscription_from: String,
    subscription_to: String,
    allotment: String,
    listed: String,
    fee_table: String,
}

/// The terms of a company's offer. Days are in its exchange's zone.
#[derive(Clone, Debug)]
pub struct NewStock {
    pub price_low: Price,
    pub price_high: Price,
    pub price: Price,
    pub shares: Quantity,
    pub prospectus: Date,
    /// Midnight of that day: the stock is not shown before.
    pub announced_at: UnixMillis,
    pub subscription: (Date, Date),
    pub allotment: Date,
    pub listed: Date,
    pub offering: Offering,
    seed: InstrumentSeed,
}

/// The new stocks of the file, by market and code.
#[derive(Debug, Default)]
pub struct NewStocks(HashMap<(Market, String), NewStock>);

impl NewStocks {
    pub fn load(calendars: &Calendars) -> Result<Self, SeedError> {
        let rows = csv::Reader::from_reader(ROWS.as_bytes()).into_deserialize();
        let mut all = HashMap::new();
        for row in rows {
            let row: Row = row.map_err(|source| SeedError::Malformed { file: FILE, source })?;
            let unknown = |what| SeedError::Unknown { code: row.code.clone(), what };
            let market = Market::from_code(&row.market).ok_or_else(|| unknown("market"))?;
            let stock = row.stock(calendars.named(market.calendar()))?;
            all.insert((market, row.code), stock);
        }
        Ok(Self(all))
    }

    /// All new stocks as instruments, in the order of their listing.
    pub fn seeds(&self) -> Vec<InstrumentSeed> {
        let mut seeds: Vec<InstrumentSeed> = self.0.values().map(|stock| stock.seed.clone()).collect();
        seeds.sort_by(|a, b| (a.listed_at, &a.code).cmp(&(b.listed_at, &b.code)));
        seeds
    }

    /// The new stock of an instrument; `None` if it is not one, and before its prospectus.
    pub fn of(&self, instrument: &Instrument, now: UnixMillis) -> Option<&NewStock> {
        let stock = instrument.is_new().then(|| self.0.get(&(instrument.market, instrument.code.clone())))??;
        (now >= stock.announced_at).then_some(stock)
    }
}

impl Row {
    fn stock(&self, hours: &Hours) -> Result<NewStock, SeedError> {
        let number = |text: &str| text.parse::<Price>().map_err(|source| self.wrong(source));
        let unknown = |what| SeedError::Unknown { code: self.code.clone(), what };
        let day = |text: &str| text.parse::<Date>().map_err(|_| unknown("day"));
        let moment = |date, opens| at(hours, date, opens).ok_or_else(|| unknown("day"));
        let (first, last, listed) = (day(&self.subscription_from)?, day(&self.subscription_to)?, day(&self.listed)?);
        let (subscription, listed_at) = (moment(first, true)?..moment(last, false)?, moment(listed, true)?);
        Ok(NewStock {
            price_low: number(&self.price_low)?,
            price_high: number(&self.price_high)?,
            price: number(&self.subscription_price)?,
            shares: Quantity::from_whole(self.shares_offered).ok_or_else(|| unknown("shares"))?,
            prospectus: day(&self.prospectus)?,
            announced_at: begin_of(day(&self.prospectus)?, hours.zone()),
            subscription: (first, last),
            allotment: day(&self.allotment)?,
            listed,
            offering: Offering::new(subscription, listed_at).ok_or_else(|| unknown("order of days"))?,
            seed: self.seed(listed_at),
        })
    }

    fn wrong(&self, source: DecimalError) -> SeedError {
        SeedError::Number { code: self.code.clone(), source }
    }

    fn seed(&self, listed_at: UnixMillis) -> InstrumentSeed {
        InstrumentSeed {
            code: self.code.clone(),
            market: self.market.clone(),
            exchange: self.exchange.clone(),
            name_en: self.name_en.clone(),
            name_zh_hans: self.name_zh_hans.clone(),
            name_zh_hant: self.name_zh_hant.clone(),
            pinyin: self.pinyin.clone(),
            initials: self.initials.clone(),
            industry: self.industry.clone(),
            currency: self.currency.clone(),
            reference_price: self.subscription_price.clone(),
            lot: self.lot.clone(),
            price_decimals: (self.market == Market::HongKong.code()).then_some(3),
            fee_table: self.fee_table.clone(),
            listed_at,
            ..InstrumentSeed::default()
        }
    }
}

/// The begin or end of a day's regular hours.
fn at(hours: &Hours, date: Date, opens: bool) -> Option<UnixMillis> {
    if let Some(day) = hours.calendar().and_then(|calendar| calendar.on(date)) {
        return Some(if opens { day.opens } else { day.closes });
    }
    let time = if opens { USUALLY.0 } else { USUALLY.1 };
    let zoned = hours.zone().to_ambiguous_zoned(date.to_datetime(time)).compatible().ok()?;
    Some(UnixMillis(zoned.timestamp().as_millisecond()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumbline_core::market::OfferingStatus;

    fn moment(text: &str) -> UnixMillis {
        UnixMillis(text.parse::<jiff::Timestamp>().unwrap().as_millisecond())
    }

    #[test]
    fn at_any_time_some_are_to_come_some_are_open_and_some_were_listed_of_late() {
        let new = NewStocks::load(&Calendars::load(true).unwrap()).unwrap();
        let (from, day) = (moment("2026-09-09T12:00:00Z"), UnixMillis::DAY);
        for number in 0..600 {
            let now = from.plus(number * day);
            let told = || new.0.values().filter(|stock| now >= stock.announced_at);
            let of = |wanted| told().filter(|stock| stock.offering.status(now) == wanted).count();
            assert!(of(OfferingStatus::Open) >= 1, "nothing is open on day {number}");
            assert!((1..=4).contains(&of(OfferingStatus::Upcoming)), "nothing is to come on day {number}");
            let of_late = |stock: &&NewStock| (0..30 * day).contains(&now.since(stock.offering.listed_at));
            assert!(new.0.values().any(|stock| of_late(&stock)), "nothing was listed before day {number}");
        }
    }

    #[test]
    fn a_new_stock_is_an_instrument_from_its_first_moment_of_trading_on() {
        let new = NewStocks::load(&Calendars::load(false).unwrap()).unwrap();
        let seeds = new.seeds();
        let of = |code: &str| seeds.iter().find(|seed| seed.code == code).unwrap().instrument().unwrap();
        let (new_york, hong_kong) = (of("FRNZZ"), of("39005"));
        assert_eq!(new_york.listed_at, moment("2026-12-10T14:30:00Z"), "09:30 in New York");
        assert_eq!(hong_kong.listed_at, moment("2026-12-07T01:30:00Z"), "09:30 in Hong Kong");
        assert!(!new_york.is_listed(moment("2026-12-10T14:29:59Z")) && new_york.is_listed(new_york.listed_at));
        assert!(hong_kong.is_new() && hong_kong.tradable && hong_kong.issue_price() == Some(hong_kong.reference_price));
        let offer = new.of(&hong_kong, moment("2026-11-30T00:00:00Z")).unwrap();
        assert!(new.of(&hong_kong, offer.announced_at.plus(-1)).is_none(), "nobody is told before the prospectus");
        assert_eq!(offer.offering.subscription.start, moment("2026-11-30T01:30:00Z"));
        assert_eq!(offer.offering.subscription.end, moment("2026-12-03T08:00:00Z"));
        assert!((offer.price_low..=offer.price_high).contains(&offer.price));
        let apple = InstrumentSeed::bare(Market::UsStock, "AAPL").instrument().unwrap();
        assert!(new.of(&apple, hong_kong.listed_at).is_none());
    }
}
