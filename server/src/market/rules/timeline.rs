//! Every dated rule in the words of its row, to show the rules in force on a day, since when and until when, and known
//! changes to come. Orders are decided by the types of `Rules`; both read the same rows.

use std::collections::{BTreeMap, HashMap};

use plumbline_core::market::{Instrument, Market};

use super::breaker::Breaker;
use super::error::RulesError;
use super::files::{
    BOARD_LOTS, BREAKERS, FUTURES_MARGINS, KNOWN_SINCE, LEVERAGE_CAPS, LOT_RULES, MARKUPS, ORDER_RULES, POLICY_RATES,
    PRODUCTS, SETTLEMENT, TICK_SIZES, TICK_TABLES,
};
use super::versions::{Versions, rows};
use super::volatility::is_watched;
use crate::market::futures::ROOTS;

/// A row of a file, by its columns.
type Row = HashMap<String, String>;

/// The rule that the rows of a file state: the columns of its subject, and its terms.
struct Statement {
    file: &'static str,
    rule: &'static str,
    /// The columns of the rule's subject.
    about: &'static [&'static str],
    /// The terms of the rule, each with its column.
    terms: &'static [(&'static str, &'static str)],
}

/// Each rule, in the order in which it is shown. Bands have a row each, with their upper end.
const STATEMENTS: [Statement; 15] = [
    Statement {
        file: PRODUCTS,
        rule: "product",
        about: &["market", "class"],
        terms: &[("product", "product"), ("currency", "currency"), ("wallet", "wallet")],
    },
    Statement { file: BOARD_LOTS, rule: "lot", about: &["market", "code"], terms: &[("quantity", "lot")] },
    Statement {
        file: LOT_RULES,
        rule: "greatestOrder",
        about: &["market"],
        terms: &[("lots", "greatest_lots"), ("oddLots", "odd_lots")],
    },
    Statement { file: TICK_SIZES, rule: "tickSize", about: &["market"], terms: &[("step", "step")] },
    Statement { file: TICK_TABLES, rule: "tickSize", about: &["table"], terms: &[("step", "step")] },
    Statement { file: ORDER_RULES, rule: "priceBand", about: &["market"], terms: &[("percent", "price_band_percent")] },
    Statement {
        file: ORDER_RULES,
        rule: "marketCollar",
        about: &["market"],
        terms: &[("percent", "market_collar_percent")],
    },
    Statement { file: ORDER_RULES, rule: "minimumValue", about: &["market"], terms: &[("amount", "minimum_value")] },
    Statement { file: SETTLEMENT, rule: "settlement", about: &["market", "code"], terms: &[("days", "days")] },
    Statement {
        file: LEVERAGE_CAPS,
        rule: "margin",
        about: &["market", "class"],
        terms: &[("leverage", "leverage"), ("closeOutPercent", "close_out_percent")],
    },
    Statement {
        file: FUTURES_MARGINS,
        rule: "futuresMargin",
        about: &["root"],
        terms: &[
            ("maintenancePercent", "maintenance_percent"),
            ("initialRatio", "initial_ratio"),
            ("closeOutPercent", "close_out_percent"),
            ("finalSettlement", "final_settlement"),
        ],
    },
    Statement {
        file: MARKUPS,
        rule: "financingMarkup",
        about: &["market"],
        terms: &[("percentYear", "markup_percent")],
    },
    Statement {
        file: POLICY_RATES,
        rule: "policyRate",
        about: &["currency"],
        terms: &[("percentYear", "rate_percent"), ("bank", "bank")],
    },
    Statement { file: BREAKERS, rule: BY_ROW, about: &["market"], terms: &[] },
    Statement {
        file: ROOTS,
        rule: "contract",
        about: &["root"],
        terms: &[("step", "tick"), ("multiplier", "multiplier"), ("delivery", "settlement")],
    },
];

/// The rows of this file name their rule and their term.
const BY_ROW: &str = "";

/// One figure or word of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    pub name: String,
    /// The greatest price that the term is for; empty if it is for all, or for all above.
    pub up_to: String,
    pub value: String,
}

/// The terms of a rule from a day on. Without terms the rule has ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Version {
    pub terms: Vec<Term>,
    pub source: String,
}

/// A rule's versions, by the first day (`YYYY-MM-DD` in the market's zone) of each.
pub type History = BTreeMap<String, Version>;

/// A rule on a day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruling {
    pub rule: String,
    /// The subject, where an instrument has the rule more than once: a currency, or a fee.
    pub about: String,
    /// The version in force, and its first day; `None` if the rule is still to come.
    pub now: Option<(String, Version)>,
    /// The next change, if one is known.
    pub next: Option<(String, Version)>,
}

impl Ruling {
    /// The rule on `day` from its history; `None` if it has ended and does not come again.
    pub fn on(day: &str, rule: &str, about: &str, history: &History) -> Option<Self> {
        // A row with the terms of the one before is no change.
        let mut changes: Vec<(&String, &Version)> = Vec::new();
        for (since, version) in history {
            if changes.last().is_none_or(|(_, before)| before.terms != version.terms) {
                changes.push((since, version));
            }
        }
        let own = |(since, version): &(&String, &Version)| ((*since).clone(), (*version).clone());
        let begun = changes.partition_point(|(since, _)| since.as_str() <= day);
        let now = changes[..begun].last().filter(|(_, version)| !version.terms.is_empty()).map(own);
        let next = changes.get(begun).map(own);
        let is_known = now.is_some() || next.is_some();
        is_known.then(|| Self { rule: rule.to_owned(), about: about.to_owned(), now, next })
    }
}

/// All dated rules of the market, by rule and by subject.
#[derive(Debug, Default)]
pub struct Timeline(Versions<(&'static str, Vec<String>), Version>);

impl Timeline {
    pub(super) fn load() -> Result<Self, RulesError> {
        let mut timeline = Self::default();
        for statement in &STATEMENTS {
            for row in rows::<Row>(statement.file) {
                timeline.add(statement, &row?)?;
            }
        }
        Ok(timeline)
    }

    fn add(&mut self, statement: &Statement, row: &Row) -> Result<(), RulesError> {
        let cell = |column: &str| row.get(column).cloned().unwrap_or_default();
        let about = statement.about.iter().map(|column| cell(column)).collect();
        let breaker = (statement.rule == BY_ROW).then(|| Breaker::from_code(&cell("rule"))).transpose()?;
        let named = breaker.map(Breaker::code);
        let up_to = cell("up_to");
        let own = || Term { name: cell("term"), up_to: up_to.clone(), value: cell("value") };
        let terms = statement.terms.iter().map(|(name, column)| Term {
            name: (*name).to_owned(),
            up_to: up_to.clone(),
            value: cell(column),
        });
        let terms: Vec<Term> = terms.filter(|term| !term.value.is_empty()).chain(named.map(|_| own())).collect();
        let since = row.get("effective_from").map_or(KNOWN_SINCE, String::as_str);
        let version = self.0.entry((named.unwrap_or(statement.rule), about), since);
        version.terms.extend(terms);
        version.source = cell("source");
        Ok(())
    }

    /// The rules of an instrument on `day`.
    pub fn of(&self, instrument: &Instrument, day: &str) -> Vec<Ruling> {
        let market = instrument.market.code();
        let of_market = |rule| (rule, "", vec![market.to_owned()]);
        let by_code = |rule, code: &str| (rule, "", vec![market.to_owned(), code.to_owned()]);
        let table = (if instrument.tick_table.is_empty() { market } else { &instrument.tick_table }).to_owned();
        let own_product = by_code("product", instrument.class());
        let is_own = self.0.on(&(own_product.0, own_product.2.clone()), day).is_some();
        let product = if is_own { own_product } else { by_code("product", "") };
        let mut asked = vec![product, by_code("lot", &instrument.code), of_market("greatestOrder")];
        asked.push(("tickSize", "", vec![table]));
        asked.extend(["priceBand", "marketCollar", "minimumValue"].map(of_market));
        let own_settlement = by_code("settlement", &instrument.code);
        let is_own = self.0.history(&(own_settlement.0, own_settlement.2.clone())).is_some();
        asked.push(if is_own { own_settlement } else { by_code("settlement", "") });
        asked.push(by_code("margin", instrument.class()));
        if instrument.market == Market::Forex {
            asked.push(of_market("financingMarkup"));
            let currencies = instrument.base.into_iter().chain([instrument.currency]);
            asked.extend(currencies.map(|of| ("policyRate", of.code(), vec![of.code().to_owned()])));
        }
        if is_watched(instrument) {
            asked.extend(Breaker::ALL.map(Breaker::code).map(of_market));
        }
        let of_root = |rule| instrument.future.iter().map(move |future| (rule, "", vec![future.root.clone()]));
        asked.extend(["futuresMargin", "contract"].into_iter().flat_map(of_root));
        let found = asked
            .into_iter()
            .filter_map(|(rule, about, key)| Ruling::on(day, rule, about, self.0.history(&(rule, key))?));
        found.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::market::{Catalog, catalog};

    fn of(code: &str, day: &str) -> Vec<Ruling> {
        let all = catalog::number(&Catalog::seed().unwrap(), &[]).unwrap();
        let instrument = all.iter().find(|instrument| instrument.code == code).unwrap();
        Timeline::load().unwrap().of(instrument, day)
    }

    fn find<'a>(rulings: &'a [Ruling], rule: &str, about: &str) -> Option<&'a Ruling> {
        rulings.iter().find(|ruling| ruling.rule == rule && ruling.about == about)
    }

    /// `name value, …` of a version, with the day.
    fn said(version: Option<&(String, Version)>) -> String {
        version.map_or_else(String::new, |(since, version)| {
            let terms = version.terms.iter().map(|term| format!("{} {}", term.name, term.value));
            format!("{since}: {}", terms.collect::<Vec<_>>().join(", "))
        })
    }

    #[test]
    fn a_rule_is_told_with_its_days_and_with_what_comes() {
        let table = [
            ("01211", "2026-09-13", "lot", "", "2025-07-11: quantity 500", "2026-09-14: quantity 100"),
            ("01211", "2026-09-14", "lot", "", "2026-09-14: quantity 100", ""),
            ("01211", "2020-01-01", "lot", "", "", "2025-07-11: quantity 500"),
            ("AAPL", "2026-11-20", "settlement", "", "2024-05-28: days 1", ""),
            ("USDCAD", "2026-11-20", "settlement", "", "2020-01-01: days 1", ""),
            ("EURUSD", "2026-11-20", "settlement", "", "2020-01-01: days 2", ""),
            ("EURUSD", "2026-11-20", "margin", "", "2018-08-01: leverage 30, closeOutPercent 50", ""),
            ("AAPL", "2025-12-31", "priceBand", "", "", "2026-01-01: percent 50"),
            (
                "AAPL",
                "2026-11-20",
                "marketWideHalt",
                "",
                "2013-04-08: reference S&P 500, level1 7, level2 13, level3 20, haltMinutes 15",
                "",
            ),
            (
                "00700",
                "2019-01-02",
                "volatilityControl",
                "",
                "2016-08-22: constituents 10, coolingMinutes 5",
                "2020-05-11: largeStocks 110, midStocks 150, largeCap 10, midCap 15, smallCap 20, coolingMinutes 5, \
                 referenceMinutes 5, openingMinutes 15, closingMinutes 20",
            ),
        ];
        for (code, day, rule, about, now, next) in table {
            let rulings = of(code, day);
            let found = find(&rulings, rule, about).unwrap_or_else(|| panic!("{code} has no {rule} on {day}"));
            assert_eq!(
                (said(found.now.as_ref()), said(found.next.as_ref())),
                (now.to_owned(), next.to_owned()),
                "{code} {rule} {day}"
            );
        }
        let euro = of("EURUSD", "2026-11-20");
        let dollar = find(&euro, "policyRate", "USD").unwrap().now.clone().unwrap();
        assert_eq!(dollar.0, "2026-09-17");
        assert!(find(&euro, "policyRate", "EUR").is_some() && find(&euro, "marketWideHalt", "").is_none());
        assert!(find(&of("02800", "2026-11-20"), "volatilityControl", "").is_none(), "a fund is not watched so");
        assert_eq!(find(&of("00700", "2026-11-20"), "tickSize", "").unwrap().now.as_ref().unwrap().1.terms.len(), 11);
    }

    #[test]
    fn a_breaker_that_nobody_knows_is_no_rule() {
        let breakers = STATEMENTS.iter().find(|statement| statement.rule == BY_ROW).unwrap();
        let row = |rule: &str| Row::from([("market", "UsStock"), ("rule", rule)].map(|(k, v)| (k.into(), v.into())));
        assert!(Timeline::default().add(breakers, &row("marketWideHalt")).is_ok());
        assert!(matches!(
            Timeline::default().add(breakers, &row("shortSaleRestriction")),
            Err(RulesError::Volatility(rule)) if rule == "shortSaleRestriction"
        ));
    }

    /// The rules shown for a day are those that orders of the day are decided by.
    #[test]
    fn the_two_readings_of_the_rows_agree() {
        let all = catalog::number(&Catalog::seed().unwrap(), &[]).unwrap();
        let (rules, day) = (crate::market::Rules::load().unwrap(), "2026-11-20");
        for instrument in all.iter().filter(|instrument| instrument.tradable) {
            let told = rules.timeline.of(instrument, day);
            let decided = rules.in_force(instrument, day).unwrap();
            let value = |rule: &str, term: &str| {
                let (_, version) = find(&told, rule, "")?.now.as_ref()?;
                version.terms.iter().find(|found| found.name == term).map(|found| found.value.clone())
            };
            let product = decided.product.kind().code().to_owned();
            assert_eq!(value("product", "product"), Some(product), "{}", instrument.code);
            let days = decided.settlement_days.to_string();
            assert_eq!(value("settlement", "days"), Some(days), "{}", instrument.code);
            if let Some(lot) = value("lot", "quantity") {
                assert_eq!(lot, decided.lot.to_string(), "{}", instrument.code);
            }
            // The steps of pairs are their own decimals, without a dated rule.
            let Some((_, steps)) = find(&told, "tickSize", "").and_then(|ruling| ruling.now.clone()) else { continue };
            let first = steps.terms[0].value.parse().unwrap();
            let at = decided.tick_sizes.at(steps.terms[0].up_to.parse().unwrap_or(first));
            assert_eq!(at, first, "{}", instrument.code);
        }
    }

    #[test]
    fn a_row_that_changes_nothing_is_no_change_and_one_without_terms_is_an_end() {
        let version = |value: &str| Version {
            terms: (!value.is_empty())
                .then(|| Term { name: "percent".to_owned(), up_to: String::new(), value: value.to_owned() })
                .into_iter()
                .collect(),
            source: String::new(),
        };
        let history: History = [("2026-01-01", "1"), ("2026-02-01", "1"), ("2026-03-01", "2"), ("2026-04-01", "")]
            .map(|(since, value)| (since.to_owned(), version(value)))
            .into();
        let on = |day| {
            let ruling = Ruling::on(day, "fee", "sec", &history)?;
            Some((ruling.now.map(|(since, _)| since), ruling.next.map(|(since, _)| since)))
        };
        let day = |text: &str| Some(text.to_owned());
        assert_eq!(on("2025-12-31"), Some((None, day("2026-01-01"))));
        assert_eq!(on("2026-02-15"), Some((day("2026-01-01"), day("2026-03-01"))));
        assert_eq!(on("2026-03-01"), Some((day("2026-03-01"), day("2026-04-01"))));
        assert_eq!(on("2026-04-01"), None);
    }
}
