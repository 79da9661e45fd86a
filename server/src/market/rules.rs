//! What the venue's rules say of a market, by the day from which they are in force: what its product is, tick sizes, price
//! bands, collars.
//! The rows are data (`data/tick_sizes.csv`, `data/order_rules.csv`, `data/products.csv`); a change is a new row with a new date.

use std::collections::BTreeMap;
use std::sync::Arc;

use plumbline_core::decimal::{DecimalError, Price, parse_units};
use plumbline_core::ledger::Wallet;
use plumbline_core::market::{Market, TickSizes};
use plumbline_core::money::Currency;
use plumbline_core::products::Product;
use serde::Deserialize;
use thiserror::Error;

const TICK_SIZES: &str = include_str!("../../data/tick_sizes.csv");
const ORDER_RULES: &str = include_str!("../../data/order_rules.csv");
const PRODUCTS: &str = include_str!("../../data/products.csv");
/// Percentages have two decimals: hundredths of a percent are basis points.
const PERCENT_DECIMALS: usize = 2;
/// Amounts are written in major units with the cents of USD and HKD.
const AMOUNT_DECIMALS: usize = 2;

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
struct OrderRuleRow {
    market: String,
    effective_from: String,
    price_band_percent: String,
    market_collar_percent: String,
    minimum_value: String,
}

#[derive(Debug, Deserialize)]
struct ProductRow {
    market: String,
    effective_from: String,
    product: String,
    currency: String,
    wallet: String,
    fee_table: String,
}

/// What is traded in a market.
#[derive(Clone, Debug)]
pub struct MarketProduct {
    pub product: Product,
    /// What prices are in.
    pub currency: Currency,
    /// The wallet that pays and is paid.
    pub wallet: Wallet,
    pub fee_table: Arc<str>,
}

/// The rules of one market on one day.
#[derive(Clone, Debug)]
pub struct OrderRules {
    pub product: MarketProduct,
    pub tick_sizes: Arc<TickSizes>,
    /// How far from the last price a limit may lie.
    pub band_basis_points: i64,
    /// How far from the quote a market order may fill.
    pub collar_basis_points: i64,
    /// The least value of an order, in minor units of what prices are in.
    pub minimum_value: i64,
}

/// Versions of something by the day from which they are in force.
type Versions<T> = BTreeMap<Market, BTreeMap<String, T>>;

#[derive(Debug, Default)]
pub struct Rules {
    tick_sizes: Versions<Arc<TickSizes>>,
    /// Band and collar, in basis points, and the least value of an order, in minor units.
    limits: Versions<(i64, i64, i64)>,
    products: Versions<MarketProduct>,
}

impl Rules {
    /// Reads the embedded rows.
    pub fn load() -> Result<Self, RulesError> {
        Ok(Self { tick_sizes: tick_sizes()?, limits: limits()?, products: products()? })
    }

    /// The rules of `market` on `day` (`YYYY-MM-DD` there); `None` when nothing can be traded there yet.
    pub fn in_force(&self, market: Market, day: &str) -> Option<OrderRules> {
        let product = newest(&self.products, market, day)?.clone();
        let tick_sizes = newest(&self.tick_sizes, market, day)?.clone();
        let (band_basis_points, collar_basis_points, minimum_value) = *newest(&self.limits, market, day)?;
        Some(OrderRules { product, tick_sizes, band_basis_points, collar_basis_points, minimum_value })
    }

    /// The name of a market's fee tables; `None` when nothing can be traded there.
    pub fn fee_table(&self, market: Market) -> Option<&str> {
        self.products.get(&market)?.values().next_back().map(|product| &*product.fee_table)
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

fn limits() -> Result<Versions<(i64, i64, i64)>, RulesError> {
    let mut versions: Versions<(i64, i64, i64)> = BTreeMap::new();
    for row in csv::Reader::from_reader(ORDER_RULES.as_bytes()).deserialize() {
        let row: OrderRuleRow = row?;
        let band = parse_units(&row.price_band_percent, PERCENT_DECIMALS)?;
        let collar = parse_units(&row.market_collar_percent, PERCENT_DECIMALS)?;
        let minimum = parse_units(&row.minimum_value, AMOUNT_DECIMALS)?;
        versions.entry(market(&row.market)?).or_default().insert(row.effective_from, (band, collar, minimum));
    }
    Ok(versions)
}

fn products() -> Result<Versions<MarketProduct>, RulesError> {
    let mut versions: Versions<MarketProduct> = BTreeMap::new();
    for row in csv::Reader::from_reader(PRODUCTS.as_bytes()).deserialize() {
        let row: ProductRow = row?;
        let unknown = |word: &str| RulesError::Product(word.to_owned());
        let product = MarketProduct {
            product: if row.product == "spot" { Product::Spot } else { return Err(unknown(&row.product)) },
            currency: row.currency.parse().map_err(|_| unknown(&row.currency))?,
            wallet: row.wallet.parse().map_err(|_| unknown(&row.wallet))?,
            fee_table: row.fee_table.into(),
        };
        versions.entry(market(&row.market)?).or_default().insert(row.effective_from, product);
    }
    Ok(versions)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rows_of_the_day_are_in_force() {
        let rules = Rules::load().unwrap();
        let us = rules.in_force(Market::UsStock, "2026-11-20").unwrap();
        assert_eq!((us.band_basis_points, us.collar_basis_points, us.minimum_value), (5_000, 500, 100));
        assert_eq!((us.product.product, us.product.wallet), (Product::Spot, Wallet::Stock));
        assert_eq!((us.product.currency, &*us.product.fee_table), (Currency::Usd, "us-stock"));
        assert_eq!(us.tick_sizes.at("0.5".parse().unwrap()), "0.0001".parse().unwrap());
        assert_eq!(us.tick_sizes.at("227.52".parse().unwrap()), "0.01".parse().unwrap());
        assert!(rules.in_force(Market::UsStock, "2025-12-31").is_none());
    }
}
