//! The measures of exchanges for a stock whose price moves too far too fast: the rows of circuit breakers that the
//! simulated market applies.

use std::collections::BTreeMap;

use jiff::civil::Date;
use plumbline_core::decimal::{Price, parse_units};
use plumbline_core::market::{Instrument, LimitUpLimitDown, Market, VolatilityControl, VolatilityRule};
use plumbline_core::time::UnixMillis;
use serde::Deserialize;

use super::breaker::Breaker;
use super::error::{RulesError, market};
use super::files::BREAKERS;
use super::versions::{Versions, rows};

/// Percentages have two decimals: hundredths of a percent are basis points.
const PERCENT_DECIMALS: usize = 2;

#[derive(Clone, Debug, Deserialize)]
struct TermRow {
    market: String,
    rule: String,
    effective_from: String,
    term: String,
    up_to: String,
    value: String,
}

/// The rules of a market's stocks by rank: each with the rank that it ends before, the last for all others.
type Classes = Vec<(usize, VolatilityRule)>;

/// Reads the terms of a version.
type Reader = fn(&Terms<'_>) -> Result<Classes, RulesError>;

/// The rules that the simulated market applies, each with the first day for which all its figures are stated. Earlier
/// versions are shown, and not simulated; from that day each version must have every term that its reader needs, or is
/// refused.
const KEPT: [(Market, Breaker, &str, Reader); 2] = [
    (Market::UsStock, Breaker::LimitUpLimitDown, "2020-02-24", tiers),
    (Market::HongKong, Breaker::VolatilityControl, "2020-05-11", sizes),
];

/// True if the exchange watches the instrument's price jumps: not for funds of Hong Kong, which have price steps of
/// their own.
pub const fn is_watched(instrument: &Instrument) -> bool {
    instrument.tick_table.is_empty()
}

/// By market, with the first day of each version.
#[derive(Debug, Default)]
pub struct VolatilityRules(BTreeMap<Market, Vec<(Date, Classes)>>);

impl VolatilityRules {
    pub fn load() -> Result<Self, RulesError> {
        let mut stated: Versions<(Market, Breaker), Vec<TermRow>> = Versions::default();
        for row in rows::<TermRow>(BREAKERS) {
            let row = row?;
            let rule = (market(&row.market)?, Breaker::from_code(&row.rule)?);
            stated.add(rule, row.effective_from.clone(), row);
        }
        Self::of_rows(&stated)
    }

    fn of_rows(stated: &Versions<(Market, Breaker), Vec<TermRow>>) -> Result<Self, RulesError> {
        let mut rules = Self::default();
        for (market, rule, first_day, read) in KEPT {
            let versions = stated.history(&(market, rule)).into_iter().flatten();
            for (day, rows) in versions.filter(|(day, _)| day.as_str() >= first_day) {
                let of_day = day.parse().map_err(|_| RulesError::Volatility(day.clone()))?;
                rules.0.entry(market).or_default().push((of_day, read(&Terms(rows))?));
            }
        }
        Ok(rules)
    }

    /// The rules of a stock, each with its first day, by its rank in its market; empty if it is not watched.
    pub fn of(&self, instrument: &Instrument, place: usize) -> Vec<(Date, VolatilityRule)> {
        let versions = self.0.get(&instrument.market).filter(|_| is_watched(instrument));
        let of_place =
            |classes: &Classes| classes.iter().find(|(up_to, _)| place < *up_to).map(|(_, rule)| rule.clone());
        versions.into_iter().flatten().filter_map(|(day, classes)| Some((*day, of_place(classes)?))).collect()
    }
}

/// The terms of a version.
struct Terms<'a>(&'a [TermRow]);

impl<'a> Terms<'a> {
    /// Each row of a term, with the greatest price that it is for.
    fn bands(&self, term: &str) -> Result<Vec<(Price, &'a str)>, RulesError> {
        let band = |row: &'a TermRow| -> Result<(Price, &'a str), RulesError> {
            let up_to = if row.up_to.is_empty() { Price::MAX } else { row.up_to.parse()? };
            Ok((up_to, row.value.as_str()))
        };
        let bands: Vec<(Price, &str)> =
            self.0.iter().filter(|row| row.term == term).map(band).collect::<Result<_, _>>()?;
        if bands.is_empty() { Err(RulesError::Volatility(term.to_owned())) } else { Ok(bands) }
    }

    fn one(&self, term: &str) -> Result<&'a str, RulesError> {
        Ok(self.bands(term)?[0].1)
    }

    fn count(&self, term: &str) -> Result<i64, RulesError> {
        self.one(term)?.parse().map_err(|_| RulesError::Volatility(term.to_owned()))
    }

    fn minutes(&self, term: &str) -> Result<i64, RulesError> {
        Ok(self.count(term)? * UnixMillis::MINUTE)
    }

    fn seconds(&self, term: &str) -> Result<i64, RulesError> {
        Ok(self.count(term)? * UnixMillis::SECOND)
    }

    fn stocks(&self, term: &str) -> Result<usize, RulesError> {
        usize::try_from(self.count(term)?).map_err(|_| RulesError::Volatility(term.to_owned()))
    }

    fn basis_points(&self, term: &str) -> Result<i64, RulesError> {
        Ok(parse_units(self.one(term)?, PERCENT_DECIMALS)?)
    }
}

/// New York: two tiers.
fn tiers(terms: &Terms<'_>) -> Result<Classes, RulesError> {
    let tier = |widths: &str, late: &str| -> Result<VolatilityRule, RulesError> {
        let widths = terms.bands(widths)?.into_iter();
        let widths = widths.map(|(up_to, value)| Ok((up_to, parse_units(value, PERCENT_DECIMALS)?)));
        Ok(VolatilityRule::LimitUpLimitDown(LimitUpLimitDown {
            widths: widths.collect::<Result<_, RulesError>>()?,
            lowest_at_most: terms.one("lowestAtMost")?.parse()?,
            mean_of: terms.minutes("referenceMinutes")?,
            holds: terms.seconds("referenceHoldsSeconds")?,
            moves_by: terms.basis_points("referenceMovesPercent")?,
            limit_state: terms.seconds("limitStateSeconds")?,
            pause: terms.minutes("pauseMinutes")?,
            late: terms.minutes(late)?,
            late_up_to: terms.bands(late)?[0].0,
            last: terms.minutes("lastMinutes")?,
        }))
    };
    let first = (terms.stocks("tier1Stocks")?, tier("tier1", "tier1LateMinutes")?);
    Ok(vec![first, (usize::MAX, tier("tier2", "tier2LateMinutes")?)])
}

/// Hong Kong: three sizes.
fn sizes(terms: &Terms<'_>) -> Result<Classes, RulesError> {
    let size = |width: &str| -> Result<VolatilityRule, RulesError> {
        Ok(VolatilityRule::VolatilityControl(VolatilityControl {
            width: terms.basis_points(width)?,
            ago: terms.minutes("referenceMinutes")?,
            cooling: terms.minutes("coolingMinutes")?,
            opening: terms.minutes("openingMinutes")?,
            closing: terms.minutes("closingMinutes")?,
        }))
    };
    let large = terms.stocks("largeStocks")?;
    let mid = large.saturating_add(terms.stocks("midStocks")?);
    Ok(vec![(large, size("largeCap")?), (mid, size("midCap")?), (usize::MAX, size("smallCap")?)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::market::{Catalog, catalog};

    #[test]
    fn a_version_that_lacks_a_term_is_refused_from_the_first_day_on() {
        let read = |day: &str, left_out: &str| {
            let mut stated: Versions<(Market, Breaker), Vec<TermRow>> = Versions::default();
            for row in rows::<TermRow>(BREAKERS).map(Result::unwrap) {
                if row.rule == Breaker::VolatilityControl.code()
                    && row.effective_from == "2020-05-11"
                    && row.term != left_out
                {
                    stated.add((Market::HongKong, Breaker::VolatilityControl), day.to_owned(), row);
                }
            }
            VolatilityRules::of_rows(&stated).map(|rules| rules.0.len())
        };
        assert_eq!(read("2020-05-11", "").unwrap(), 1);
        assert_eq!(read("2020-05-10", "referenceMinutes").unwrap(), 0, "it is told, and not simulated");
        for term in ["referenceMinutes", "largeStocks", "midCap", "coolingMinutes", "closingMinutes"] {
            assert!(matches!(read("2020-05-11", term), Err(RulesError::Volatility(lacks)) if lacks == term));
        }
    }

    #[test]
    fn each_stock_has_the_rule_of_its_place() {
        let (all, rules) = (catalog::number(&Catalog::seed().unwrap(), &[]).unwrap(), VolatilityRules::load().unwrap());
        let of = |code: &str, place| {
            let instrument = all.iter().find(|instrument| instrument.code == code).unwrap();
            let (day, rule) = rules.of(instrument, place).pop()?;
            let said = match rule {
                VolatilityRule::LimitUpLimitDown(rule) => {
                    (rule.widths[2].1, rule.mean_of, rule.pause, rule.late_up_to == Price::MAX)
                }
                VolatilityRule::VolatilityControl(rule) => (rule.width, rule.ago, rule.cooling, false),
            };
            Some((day.to_string(), said))
        };
        let five = 5 * UnixMillis::MINUTE;
        let us = |width, tier_1| Some(("2020-02-24".to_owned(), (width, five, five, tier_1)));
        let hong_kong = |width| Some(("2020-05-11".to_owned(), (width, five, five, false)));
        assert_eq!([0, 499, 500].map(|place| of("AAPL", place)), [us(500, true), us(500, true), us(1_000, false)]);
        assert_eq!([0, 110, 260].map(|place| of("00700", place)), [1_000, 1_500, 2_000].map(hong_kong));
        assert_eq!((of("02800", 0), of("EURUSD", 0)), (None, None), "a fund and a pair are not watched so");
    }
}
