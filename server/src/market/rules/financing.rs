//! The inputs of overnight financing of a pair: the policy rates of its two currencies, and the house's markup.

use plumbline_core::decimal::parse_units;
use plumbline_core::market::{Instrument, Market};
use plumbline_core::money::Currency;
use plumbline_core::products::FinancingRates;
use serde::Deserialize;

use super::error::{RulesError, market};
use super::files::{MARKUPS, POLICY_RATES};
use super::versions::{Versions, rows};

/// Decimals of a percentage in units of 10⁻¹²: see [`plumbline_core::products::RATE_SCALE`].
const PERCENT_DECIMALS: usize = 10;

#[derive(Debug, Deserialize)]
struct PolicyRow {
    bank: String,
    currency: String,
    effective_from: String,
    rate_percent: String,
    source: String,
}

#[derive(Debug, Deserialize)]
struct MarkupRow {
    market: String,
    effective_from: String,
    markup_percent: String,
    source: String,
}

/// A yearly policy rate, its central bank, and its first day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PolicyRate {
    /// The central bank.
    pub bank: String,
    pub currency: Currency,
    /// In 10⁻¹².
    pub rate: i64,
    /// `YYYY-MM-DD`.
    pub since: String,
    pub source: String,
}

/// The yearly financing rates of a pair on one day, and their sources.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NightRates {
    pub rates: FinancingRates,
    pub base: PolicyRate,
    pub quote: PolicyRate,
    /// The source of the markup.
    pub markup_source: String,
}

#[derive(Debug, Default)]
pub(super) struct FinancingRules {
    policy: Versions<Currency, PolicyRate>,
    /// In 10⁻¹², with its source.
    markups: Versions<Market, (i64, String)>,
}

impl FinancingRules {
    pub fn load() -> Result<Self, RulesError> {
        let mut rules = Self::default();
        for row in rows::<PolicyRow>(POLICY_RATES) {
            let PolicyRow { bank, currency, effective_from, rate_percent, source } = row?;
            let known: Currency = currency.parse().map_err(|_| RulesError::Product(currency))?;
            let rate = signed(&rate_percent)?;
            let since = effective_from.clone();
            let policy = PolicyRate { bank, currency: known, rate, since, source };
            rules.policy.insert(known, &effective_from, policy)?;
        }
        for row in rows::<MarkupRow>(MARKUPS) {
            let MarkupRow { market: code, effective_from, markup_percent, source } = row?;
            rules.markups.insert(market(&code)?, &effective_from, (signed(&markup_percent)?, source))?;
        }
        Ok(rules)
    }

    /// The rate of a currency on `day`, in 10⁻¹²; `None` if unknown.
    pub fn rate(&self, currency: Currency, day: &str) -> Option<i64> {
        self.policy.on(&currency, day).map(|policy| policy.rate)
    }

    /// The rates of a pair on `day`; `None` for other instruments, and if a rate is unknown.
    pub fn on(&self, pair: &Instrument, day: &str) -> Option<NightRates> {
        let base = self.policy.on(&pair.base?, day)?.clone();
        let quote = self.policy.on(&pair.currency, day)?.clone();
        let (markup, markup_source) = self.markups.on(&pair.market, day)?.clone();
        let rates = FinancingRates { base: base.rate, quote: quote.rate, markup };
        Some(NightRates { rates, base, quote, markup_source })
    }
}

/// A percentage in units of 10⁻¹²; interest may be negative.
fn signed(percent: &str) -> Result<i64, RulesError> {
    Ok(parse_units(percent, PERCENT_DECIMALS)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markups_are_of_a_year_of_365_days() {
        // The core divides by these numbers of days.
        for row in
            csv::Reader::from_reader(MARKUPS.as_bytes()).into_deserialize::<std::collections::HashMap<String, String>>()
        {
            assert_eq!(row.unwrap()["days_in_year"], "365");
        }
    }

    #[test]
    fn percentages_are_counted_in_parts_of_the_whole() {
        let table = [("5.375", 53_750_000_000), ("0.50", 5_000_000_000), ("-0.75", -7_500_000_000), ("0", 0)];
        for (percent, parts) in table {
            assert_eq!(signed(percent).unwrap(), parts, "{percent}");
        }
    }
}
