//! Fee tables by the day from which they are in force. The rows live in the database, seeded from `data/fees.csv`;
//! a change of fees is a new row with a new date, never an edit.

use std::collections::BTreeMap;
use std::sync::Arc;

use plumbline_core::decimal::{DecimalError, parse_units};
use plumbline_core::market::Side;
use plumbline_core::money::Rounding;
use plumbline_core::products::{FeeBasis, FeeRule, FeeTable};
use serde::Deserialize;
use thiserror::Error;

use crate::db::{Db, DbError, Tx};
use crate::http::Language;
use crate::{execute, fetch_all, statements};

const SEED: &str = include_str!("../../data/fees.csv");
/// Decimals of a stored rate: see [`plumbline_core::products::RATE_SCALE`].
const RATE_DECIMALS: usize = 12;
/// Least and greatest amounts are written in major units with the cents of USD and HKD.
const AMOUNT_DECIMALS: usize = 2;

statements! {
    SEED_RULE: "INSERT INTO fee_rules
        (fee_table, effective_from, name, side, basis, rate, minimum, maximum, rounding, whole_units, rule, source)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
        ON CONFLICT (fee_table, effective_from, name) DO NOTHING";
    ALL_RULES: "SELECT fee_table, effective_from, name, side, basis, rate, minimum, maximum, rounding, whole_units, rule,
        source FROM fee_rules ORDER BY fee_table, effective_from, name";
}

#[derive(Debug, Error)]
pub enum FeeScheduleError {
    #[error("data/fees.csv: {0}")]
    Malformed(#[from] csv::Error),
    #[error("data/fees.csv: {0}")]
    Number(#[from] DecimalError),
    #[error(
        "the fee {name} of the table {table} has the basis {basis}, which is none, or terms that a basis of one side has not"
    )]
    Basis { table: String, name: String, basis: String },
    #[error(transparent)]
    Db(#[from] DbError),
}

/// A row of the seed file, in the words of its source.
#[derive(Debug, Deserialize)]
struct SeedRow {
    fee_table: String,
    effective_from: String,
    name: String,
    side: String,
    basis: String,
    rate: String,
    minimum: String,
    maximum: String,
    /// `up` or `nearest`.
    rounding: String,
    whole_units: String,
    rule: String,
    rule_zh_hans: String,
    rule_zh_hant: String,
    source: String,
}

#[derive(Debug, sqlx::FromRow)]
struct RuleRecord {
    fee_table: String,
    effective_from: String,
    name: String,
    side: Option<i64>,
    basis: String,
    rate: i64,
    minimum: i64,
    maximum: Option<i64>,
    rounding: String,
    whole_units: i64,
    rule: String,
    source: String,
}

/// Every version of every fee table, in memory; read once at the start.
#[derive(Debug, Default)]
pub struct FeeSchedule {
    /// By name, then by the day from which the version is in force.
    tables: BTreeMap<String, BTreeMap<String, Arc<FeeTable>>>,
    /// Rules in Simplified and Traditional Chinese, by their text.
    translations: BTreeMap<String, [String; 2]>,
    /// Who states a fee: by table, version and name.
    sources: BTreeMap<(String, String, String), String>,
}

impl FeeSchedule {
    /// Seeds rows that the database lacks, and reads all.
    pub async fn load(db: &Db) -> Result<Self, FeeScheduleError> {
        let mut tx = db.begin().await?;
        let mut schedule = Self::default();
        for row in csv::Reader::from_reader(SEED.as_bytes()).deserialize() {
            let row: SeedRow = row?;
            seed(&mut tx, &row).await?;
            schedule.translations.insert(row.rule, [row.rule_zh_hans, row.rule_zh_hant]);
        }
        let rules = fetch_all!(&mut tx, RuleRecord, ALL_RULES)?;
        tx.commit().await?;
        for rule in rules {
            schedule.add(rule)?;
        }
        Ok(schedule)
    }

    /// Rules of makers and takers have no least or greatest amount and no whole units: the money set aside for an open
    /// order goes by their rates alone.
    fn add(&mut self, row: RuleRecord) -> Result<(), FeeScheduleError> {
        let is_plain = row.minimum == 0 && row.maximum.is_none() && row.whole_units == 0;
        let basis = match FeeBasis::from_code(&row.basis) {
            Some(FeeBasis::MakerValue | FeeBasis::TakerValue) if !is_plain => None,
            basis => basis,
        };
        let basis = basis.ok_or_else(|| FeeScheduleError::Basis {
            table: row.fee_table.clone(),
            name: row.name.clone(),
            basis: row.basis.clone(),
        })?;
        let name = (row.fee_table.clone(), row.effective_from.clone(), row.name.clone());
        self.sources.insert(name, row.source);
        let versions = self.tables.entry(row.fee_table.clone()).or_default();
        let table = versions.entry(row.effective_from.clone()).or_insert_with(|| {
            Arc::new(FeeTable { name: row.fee_table, version: row.effective_from, rules: Vec::new() })
        });
        Arc::make_mut(table).rules.push(FeeRule {
            name: row.name,
            side: row.side.and_then(Side::from_code),
            basis,
            rate: row.rate,
            minimum: row.minimum,
            maximum: row.maximum,
            rounding: if row.rounding == "nearest" { Rounding::HalfAway } else { Rounding::Up },
            whole_units: row.whole_units != 0,
            rule: row.rule,
        });
        Ok(())
    }

    /// A rule's text in a language. Fills keep the text of the source, so old receipts are translated too.
    pub fn rule_in(&self, language: Language, rule: &str) -> String {
        let chinese = self.translations.get(rule);
        let text = match (language, chinese) {
            (Language::SimplifiedChinese, Some([simplified, _])) => simplified,
            (Language::TraditionalChinese, Some([_, traditional])) => traditional,
            _ => rule,
        };
        text.to_owned()
    }

    /// The version of a table that is in force on `day` (`YYYY-MM-DD` where the market is).
    pub fn in_force(&self, table: &str, day: &str) -> Option<Arc<FeeTable>> {
        self.tables.get(table)?.range(..=day.to_owned()).next_back().map(|(_, table)| table.clone())
    }

    /// All versions of a table, the oldest first.
    pub fn versions(&self, table: &str) -> impl Iterator<Item = Arc<FeeTable>> {
        self.tables.get(table).into_iter().flat_map(BTreeMap::values).cloned()
    }

    /// Who states a fee of a version.
    pub fn source(&self, table: &FeeTable, fee: &str) -> String {
        let name = (table.name.clone(), table.version.clone(), fee.to_owned());
        self.sources.get(&name).cloned().unwrap_or_default()
    }

    /// The version that an order was accepted with.
    pub fn version(&self, table: &str, version: &str) -> Option<Arc<FeeTable>> {
        self.tables.get(table)?.get(version).cloned()
    }
}

async fn seed(tx: &mut Tx, row: &SeedRow) -> Result<(), FeeScheduleError> {
    let side = match row.side.as_str() {
        "buy" => Some(Side::Buy.code()),
        "sell" => Some(Side::Sell.code()),
        _ => None,
    };
    let maximum = match row.maximum.as_str() {
        "" => None,
        text => Some(parse_units(text, AMOUNT_DECIMALS)?),
    };
    execute!(
        tx,
        SEED_RULE,
        &row.fee_table,
        &row.effective_from,
        &row.name,
        side,
        &row.basis,
        parse_units(&row.rate, RATE_DECIMALS)?,
        parse_units(&row.minimum, AMOUNT_DECIMALS)?,
        maximum,
        &row.rounding,
        i64::from(row.whole_units == "yes"),
        &row.rule,
        &row.source,
    )?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumbline_core::decimal::Quantity;
    use plumbline_core::money::{Currency, Money};
    use plumbline_core::products::Filled;

    #[test]
    fn every_rule_is_translated() {
        for row in csv::Reader::from_reader(SEED.as_bytes()).deserialize() {
            let row: SeedRow = row.unwrap();
            assert!(!row.rule_zh_hans.is_empty() && !row.rule_zh_hant.is_empty(), "{}", row.rule);
        }
    }

    #[test]
    fn every_rule_says_how_it_is_rounded() {
        for row in csv::Reader::from_reader(SEED.as_bytes()).deserialize() {
            let row: SeedRow = row.unwrap();
            assert!(["up", "nearest"].contains(&row.rounding.as_str()), "{}", row.rule);
        }
    }

    async fn schedule() -> (FeeSchedule, Db, tempfile::TempDir) {
        let folder = tempfile::tempdir().unwrap();
        let db = Db::open(&format!("sqlite://{}", folder.path().join("fees.db").display())).await.unwrap();
        (FeeSchedule::load(&db).await.unwrap(), db, folder)
    }

    #[tokio::test]
    async fn the_version_of_the_day_is_in_force() {
        let (schedule, db, _folder) = schedule().await;
        assert!(schedule.in_force("us-stock", "2025-12-31").is_none());
        let version = |day| schedule.in_force("us-stock", day).unwrap().version.clone();
        let days = ["2026-04-03", "2026-04-04", "2026-09-30", "2026-10-01", "2026-12-31", "2027-01-01", "2030-01-01"];
        let versions =
            ["2026-01-01", "2026-04-04", "2026-04-04", "2026-10-01", "2026-10-01", "2027-01-01", "2027-01-01"];
        assert_eq!(days.map(version), versions);
        assert!(schedule.version("us-stock", "2026-01-01").is_some());
        FeeSchedule::load(&db).await.expect("a second start finds its rows");
    }

    /// Each row of each version, on trades whose fees are worked out by hand from the rates' sources.
    #[tokio::test]
    async fn us_fees_by_the_day_of_the_trade() {
        let (schedule, _db, _folder) = schedule().await;
        let fees = |day: &str, side: Side, shares: i64, cents_a_share: i64| -> Vec<(String, i64)> {
            let zero = Filled::nothing(Currency::Usd, Currency::Usd);
            let value = Money::new(shares * cents_a_share, Currency::Usd);
            let sold = Filled { value, quantity: Quantity::from_whole(shares).unwrap(), ..zero };
            let lines = schedule.in_force("us-stock", day).unwrap().lines(side, zero, sold).unwrap();
            lines.into_iter().map(|line| (line.name, line.amount.minor)).collect()
        };
        type Fees = &'static [(&'static str, i64)];
        let table: &[(&str, Side, i64, i64, Fees)] = &[
            ("2026-04-03", Side::Sell, 1_000, 1_000, &[("sec", 0), ("taf", 20)]),
            // $10,000 at $20.60 a million is 20.6 cents; 1,000 shares at $0.000195 are 19.5 cents.
            ("2026-04-04", Side::Sell, 1_000, 1_000, &[("sec", 21), ("taf", 20)]),
            ("2026-09-30", Side::Sell, 60_000, 1_000, &[("sec", 1_236), ("taf", 979)]),
            ("2026-09-30", Side::Buy, 60_000, 1_000, &[]),
            ("2026-10-01", Side::Sell, 1_000, 1_000, &[("cat", 1), ("sec", 21), ("taf", 0)]),
            ("2026-11-20", Side::Sell, 1_000, 1_000, &[("cat", 1), ("sec", 21), ("taf", 0)]),
            ("2026-12-31", Side::Sell, 60_000, 1_000, &[("cat", 18), ("sec", 1_236), ("taf", 0)]),
            ("2026-12-31", Side::Buy, 60_000, 1_000, &[("cat", 18)]),
            ("2027-01-01", Side::Sell, 1_000, 1_000, &[("cat", 1), ("sec", 21), ("taf", 20)]),
            ("2027-01-01", Side::Sell, 60_000, 1_000, &[("cat", 18), ("sec", 1_236), ("taf", 979)]),
            ("2027-01-01", Side::Buy, 10, 20_000, &[("cat", 1)]),
        ];
        for (day, side, shares, cents, expected) in table {
            let expected: Vec<(String, i64)> = expected.iter().map(|(name, fee)| ((*name).to_owned(), *fee)).collect();
            assert_eq!(fees(day, *side, *shares, *cents), expected, "{side:?} {shares} on {day}");
        }
    }

    /// Trades of Hong Kong: the stamp duty is rounded up to the dollar, the others to the nearest cent, on either side.
    #[tokio::test]
    async fn hong_kong_fees_are_those_of_the_worked_examples() {
        let (schedule, _db, _folder) = schedule().await;
        let fees = |table: &str, day: &str, side: Side, value: i64| -> Vec<(String, i64)> {
            let none = Filled::nothing(Currency::Hkd, Currency::Hkd);
            let filled = Filled { value: Money::new(value, Currency::Hkd), quantity: Quantity::MAX, ..none };
            let lines = schedule.in_force(table, day).unwrap().lines(side, none, filled).unwrap();
            lines.into_iter().map(|line| (line.name, line.amount.minor)).collect()
        };
        // The value, and stamp, sfc, afrc, exchange and settlement, in cents; their sum.
        let table = [
            (194_000, [200, 5, 0, 11, 8], 224),
            (999_500, [1_000, 27, 1, 56, 42], 1_126),
            (440_000, [500, 12, 1, 25, 18], 556),
            (6_155_000, [6_200, 166, 9, 348, 259], 6_982),
            (11_775_000, [11_800, 318, 18, 665, 495], 13_296),
        ];
        for (value, [stamp, sfc, afrc, exchange, settlement], sum) in table {
            let mut expected =
                [("afrc", afrc), ("exchange", exchange), ("settlement", settlement), ("sfc", sfc), ("stamp", stamp)]
                    .map(|(name, fee)| (name.to_owned(), fee))
                    .to_vec();
            for side in [Side::Buy, Side::Sell] {
                let found = fees("hk-stock", "2026-11-20", side, value);
                assert_eq!(found, expected, "{side:?} {value}");
                assert_eq!(found.iter().map(|(_, fee)| fee).sum::<i64>(), sum, "{side:?} {value}");
            }
            expected.pop();
            assert_eq!(fees("hk-fund", "2026-11-20", Side::Buy, value), expected, "trusts and funds pay no stamp duty");
        }
        let settlement = |value| fees("hk-stock", "2025-06-27", Side::Buy, value)[2].1;
        assert_eq!([settlement(194_000), settlement(999_999_999)], [200, 10_000], "at least HK$2, at most HK$100 then");
    }

    #[tokio::test]
    async fn a_pair_is_traded_without_a_commission_whatever_its_currency() {
        let (schedule, _db, _folder) = schedule().await;
        let table = schedule.in_force("forex", "2026-11-20").unwrap();
        let yen = Filled {
            value: Money::new(15_000_000, Currency::Jpy),
            quantity: Quantity::from_whole(100_000).unwrap(),
            ..Filled::nothing(Currency::Jpy, Currency::Usd)
        };
        assert_eq!(table.total(Side::Sell, yen).unwrap(), Money::zero(Currency::Usd));
    }
}
