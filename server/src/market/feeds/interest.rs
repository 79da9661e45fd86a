//! The interest that each currency bears over the dollar in each night, by which its simulated price falls: from the
//! dated rates and the days by which positions are charged.

use std::collections::BTreeMap;
use std::sync::Arc;

use plumbline_core::market::sim::Night;
use plumbline_core::market::{Instrument, Market};
use plumbline_core::money::Currency;
use plumbline_core::products::interest;
use plumbline_core::time::UnixMillis;

use crate::market::Night as Began;
use crate::market::{Calendars, Hours, Rules};

#[derive(Debug)]
pub struct Interest<'a> {
    rules: &'a Rules,
    hours: &'a Hours,
    /// All nights with a known rate of the dollar, with their dates.
    nights: Vec<(Began, String)>,
    /// The yearly interest of a currency over the dollar's, in 10⁻¹², by the index of the night.
    over_dollar: BTreeMap<Currency, Vec<i64>>,
}

impl<'a> Interest<'a> {
    /// The interest of the currencies of all pairs in the catalog.
    pub fn new(rules: &'a Rules, calendars: &'a Calendars, catalog: &[Arc<Instrument>]) -> Self {
        let hours = calendars.named(Market::Forex.calendar());
        let mut nights: Vec<(Began, String, i64)> = Vec::new();
        for night in hours.nights(UnixMillis(0), UnixMillis(i64::MAX)) {
            let date = night.date.to_string();
            let dollar = rules.policy_rate(Currency::Usd, &date);
            nights.extend(dollar.map(|dollar| (night, date, dollar)));
        }
        let pairs = catalog.iter().filter(|instrument| instrument.market == Market::Forex);
        let mut over_dollar = BTreeMap::new();
        for currency in pairs.flat_map(|pair| pair.base.into_iter().chain([pair.currency])) {
            // A currency without a known rate is taken to bear the dollar's: its pairs are not charged either.
            let over = |(_, date, dollar): &(Began, String, i64)| {
                rules.policy_rate(currency, date).map_or(0, |rate| rate - dollar)
            };
            over_dollar.entry(currency).or_insert_with(|| nights.iter().map(over).collect());
        }
        let nights = nights.into_iter().map(|(night, date, _)| (night, date)).collect();
        Self { rules, hours, nights, over_dollar }
    }

    /// The nights of a pair; empty for other instruments.
    pub fn nights(&self, pair: &Instrument) -> Vec<Night> {
        let of = |currency: Option<Currency>| self.over_dollar.get(&currency?);
        let (Market::Forex, Some((base, quote))) = (pair.market, of(pair.base).zip(of(Some(pair.currency)))) else {
            return Vec::new();
        };
        let nights = self.nights.iter().zip(base.iter().zip(quote)).filter_map(|((night, date), (base, quote))| {
            let charged = self.hours.nights_charged(night.date, self.rules.settlement_days(pair, date))?;
            Some(Night { at: night.at, base: interest(*base, charged), quote: interest(*quote, charged) })
        });
        nights.collect()
    }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;
    use crate::market::{Catalog, catalog};

    fn at(text: &str) -> UnixMillis {
        UnixMillis(text.parse::<Timestamp>().unwrap().as_millisecond())
    }

    #[test]
    fn prices_lose_what_positions_are_charged() {
        let (rules, calendars) = (Rules::load().unwrap(), Calendars::load(true).unwrap());
        let instruments = catalog::number(&Catalog::seed().unwrap(), &[]).unwrap();
        let instruments: Vec<Arc<Instrument>> = instruments.into_iter().map(Arc::new).collect();
        let interest_of = Interest::new(&rules, &calendars, &instruments);
        let mut charged = 0;
        for pair in instruments.iter().filter(|instrument| instrument.market == Market::Forex) {
            let hours = calendars.of(pair);
            for night in interest_of.nights(pair) {
                let date = hours.date(night.at.plus(-1)).to_string();
                let Some(rates) = rules.financing(pair, &date).map(|night| night.rates) else { continue };
                let days = rules.settlement_days(pair, &date);
                let nights = hours.nights_charged(date.parse().unwrap(), days).unwrap();
                let apart = night.base - night.quote - interest(rates.base - rates.quote, nights);
                assert!(apart.abs() <= 2, "{} on {date}: {apart}", pair.code);
                charged += 1;
            }
        }
        assert!(charged > 10_000, "{charged}");
    }

    /// 37 % for liras and 3.875 % for dollars; they settle in one day, so that Thursday has the weekend.
    #[test]
    fn the_lira_bears_three_nights_on_a_thursday() {
        let (rules, calendars) = (Rules::load().unwrap(), Calendars::load(true).unwrap());
        let instruments = catalog::number(&Catalog::seed().unwrap(), &[]).unwrap();
        let instruments: Vec<Arc<Instrument>> = instruments.into_iter().map(Arc::new).collect();
        let lira = instruments.iter().find(|instrument| instrument.code == "USDTRY").unwrap();
        let nights = Interest::new(&rules, &calendars, &instruments).nights(lira);
        let on = |text: &str| nights.iter().find(|night| night.at == at(text)).map(|night| (night.base, night.quote));
        // 33.125 % / 365 a night.
        assert_eq!(on("2026-11-18T22:00:00Z"), Some((0, 907_534_246)));
        assert_eq!(on("2026-11-19T22:00:00Z"), Some((0, 2_722_602_739)));
        assert_eq!(on("2026-11-21T22:00:00Z"), None, "a Saturday");
    }

    /// A currency that is kept in a zone does not fall by its interest, so the markup must exceed it.
    #[test]
    fn what_is_kept_in_a_zone_bears_less_than_the_markup() {
        let (rules, calendars) = (Rules::load().unwrap(), Calendars::load(true).unwrap());
        let instruments = catalog::number(&Catalog::seed().unwrap(), &[]).unwrap();
        let pair = instruments.iter().find(|instrument| instrument.code == "USDHKD").unwrap();
        let mut nights = 0;
        for night in calendars.of(pair).nights(UnixMillis(0), UnixMillis(i64::MAX)) {
            let Some(rates) = rules.financing(pair, &night.date.to_string()).map(|night| night.rates) else { continue };
            assert!((rates.base - rates.quote).abs() < rates.markup, "{}: {rates:?}", night.date);
            nights += 1;
        }
        assert!(nights > 250, "{nights}");
    }
}
