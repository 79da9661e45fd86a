//! What the venue's rules say of a market, by the day from which they are in force: the product, the currency, the wallet,
//! tick sizes, price bands, collars.
//! The rows are data (`data/tick_sizes.csv`, `data/contracts.csv`); a change is a new row with a new date.

use std::collections::BTreeMap;
use std::sync::Arc;

use plumbline_core::decimal::{DecimalError, Price, parse_units};
use plumbline_core::ledger::Wallet;
use plumbline_core::market::{Market, TickSizes};
use plumbline_core::money::{Currency, Money};
use plumbline_core::products::Product;
use serde::Deserialize;
use thiserror::Error;

const TICK_SIZES: &str = include_str!("../../data/tick_sizes.csv");
const CONTRACTS: &str = include_str!("../../data/contracts.csv");
/// Percentages have two decimals: hundredths of a percent are basis points.
const PERCENT_DECIMALS: usize = 2;

#[derive(Debug, Error)]
pub enum RulesError {
    #[error("market rules: {0}")]
    Malformed(#[from] csv::Error),
    #[error("market rules: {0}")]
    Number(#[from] DecimalError),
    #[error("market rules: {0} has no rising bands of tick sizes")]
    Bands(String),
    #[error("market rules: unknown market {0}")]
    Market(String),
    #[error("market rules: {0} is no product, currency or wallet")]
    Product(String),
}

#[derive(Debug, Deserialize)]
struct TickSizeRow {
    market: String,
    effective_from: String,
    up_to: String,
    step: String,
}

#[derive(Debug, Deserialize)]
struct ContractRow {
    market: String,
    effective_from: String,
    product: String,
    currency: String,
    wallet: String,
    fee_table: String,
    price_band_percent: String,
    market_collar_percent: String,
    minimum_value: String,
}

/// The rules of one market on one day, but for its tick sizes.
#[derive(Clone, Debug)]
pub struct OrderRules {
    pub product: Product,
    /// What prices are in.
    pub currency: Currency,
    /// The wallet that pays and is paid.
    pub wallet: Wallet,
    pub fee_table: String,
    /// How far from the last price a limit may lie.
    pub band_basis_points: i64,
    /// How far from the quote a market order may fill.
    pub collar_basis_points: i64,
    /// The least value of an order, in what prices are in.
    pub minimum_value: Money,
}

/// Versions of something by the day from which they are in force.
type Versions<T> = BTreeMap<Market, BTreeMap<String, T>>;

#[derive(Debug, Default)]
pub struct Rules {
    tick_sizes: Versions<Arc<TickSizes>>,
    contracts: Versions<OrderRules>,
}

impl Rules {
    /// Reads the embedded rows.
    pub fn load() -> Result<Self, RulesError> {
        Ok(Self { tick_sizes: tick_sizes()?, contracts: contracts()? })
    }

    /// The rules of `market` on `day` (`YYYY-MM-DD` there); `None` when nothing can be traded there yet.
    pub fn in_force(&self, market: Market, day: &str) -> Option<(&OrderRules, Arc<TickSizes>)> {
        Some((newest(&self.contracts, market, day)?, newest(&self.tick_sizes, market, day)?.clone()))
    }

    /// The name of a market's fee tables; `None` when nothing can be traded there.
    pub fn fee_table(&self, market: Market) -> Option<&str> {
        self.contracts.get(&market)?.values().next_back().map(|rules| rules.fee_table.as_str())
    }
}

fn newest<'a, T>(versions: &'a Versions<T>, market: Market, day: &str) -> Option<&'a T> {
    versions.get(&market)?.range(..=day.to_owned()).next_back().map(|(_, version)| version)
}

fn market(code: &str) -> Result<Market, RulesError> {
    Market::from_code(code).ok_or_else(|| RulesError::Market(code.to_owned()))
}

fn tick_sizes() -> Result<Versions<Arc<TickSizes>>, RulesError> {
    let mut bands: Versions<Vec<(Price, Price)>> = BTreeMap::new();
    for row in csv::Reader::from_reader(TICK_SIZES.as_bytes()).deserialize() {
        let row: TickSizeRow = row?;
        let up_to = if row.up_to.is_empty() { Price::MAX } else { row.up_to.parse()? };
        let day = bands.entry(market(&row.market)?).or_default().entry(row.effective_from).or_default();
        day.push((up_to, row.step.parse()?));
    }
    let mut versions: Versions<Arc<TickSizes>> = BTreeMap::new();
    for (market, days) in bands {
        for (day, bands) in days {
            let sizes = TickSizes::new(bands).ok_or_else(|| RulesError::Bands(market.code().to_owned()))?;
            versions.entry(market).or_default().insert(day, Arc::new(sizes));
        }
    }
    Ok(versions)
}

fn contracts() -> Result<Versions<OrderRules>, RulesError> {
    let mut versions: Versions<OrderRules> = BTreeMap::new();
    for row in csv::Reader::from_reader(CONTRACTS.as_bytes()).deserialize() {
        let row: ContractRow = row?;
        let unknown = |word: &str| RulesError::Product(word.to_owned());
        let currency: Currency = row.currency.parse().map_err(|_| unknown(&row.currency))?;
        let rules = OrderRules {
            product: if row.product == "spot" { Product::Spot } else { return Err(unknown(&row.product)) },
            currency,
            wallet: row.wallet.parse().map_err(|_| unknown(&row.wallet))?,
            fee_table: row.fee_table,
            band_basis_points: parse_units(&row.price_band_percent, PERCENT_DECIMALS)?,
            collar_basis_points: parse_units(&row.market_collar_percent, PERCENT_DECIMALS)?,
            minimum_value: Money::parse(&row.minimum_value, currency)?,
        };
        versions.entry(market(&row.market)?).or_default().insert(row.effective_from, rules);
    }
    Ok(versions)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rows_of_the_day_are_in_force() {
        let rules = Rules::load().unwrap();
        let (us, tick_sizes) = rules.in_force(Market::UsStock, "2026-11-20").unwrap();
        assert_eq!((us.band_basis_points, us.collar_basis_points, us.minimum_value.minor), (5_000, 500, 100));
        assert_eq!((us.product, us.wallet, us.fee_table.as_str()), (Product::Spot, Wallet::Stock, "us-stock"));
        assert_eq!(tick_sizes.at("0.5".parse().unwrap()), "0.0001".parse().unwrap());
        assert_eq!(tick_sizes.at("227.52".parse().unwrap()), "0.01".parse().unwrap());
        assert!(rules.in_force(Market::UsStock, "2025-12-31").is_none());
    }
}
