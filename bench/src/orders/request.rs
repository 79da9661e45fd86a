//! The orders of all customers: at the market, the least that is traded.

use std::sync::LazyLock;

use jiff::ToSpan;
use plumbline_core::ledger::Wallet;
use plumbline_core::market::Market;

/// A product, and the order for it.
pub struct Product {
    pub market: Market,
    pub code: String,
    /// The wallet that pays for it.
    pub wallet: Wallet,
    pub path: &'static str,
    pub body: String,
}

impl Product {
    fn new(market: Market, code: &str, wallet: Wallet, path: &'static str, rest: &str) -> Self {
        let body = format!(r#"{{"stockCode":"{code}","direction":0,"orderType":0,{rest}}}"#);
        Self { market, code: code.to_owned(), wallet, path, body }
    }
}

/// A US stock, a stock of Hong Kong with its stamp duty and settlement, a pair on margin, a coin, and a future.
pub static PRODUCTS: LazyLock<[Product; 5]> = LazyLock::new(|| {
    [
        Product::new(Market::UsStock, "AAPL", Wallet::Stock, "/stock/create", r#""market":"UsStock","quantity":"1""#),
        Product::new(Market::HongKong, "00005", Wallet::HkStock, "/hk/create", r#""quantity":"400""#),
        Product::new(Market::Forex, "EURUSD", Wallet::Forex, "/crude/create", r#""quantity":"1000","leverage":"30""#),
        Product::new(Market::Crypto, "BTCUSDT", Wallet::Cryptocurrency, "/crypto/orders/create", r#""quantity":"1""#),
        Product::new(Market::Future, &contract(), Wallet::Future, "/gold/create", r#""quantity":"1""#),
    ]
});

/// The stock alone.
pub fn stock() -> &'static [Product] {
    &PRODUCTS[..1]
}

/// The E-mini S&P 500 of the first quarter that is listed and ends in two months at the earliest.
#[expect(clippy::disallowed_methods, reason = "the bench is a client")]
fn contract() -> String {
    let in_two_months = jiff::Zoned::now().date().saturating_add(60.days());
    let (year, month) = (in_two_months.year(), in_two_months.month());
    let quarter = if month < 12 { month / 3 } else { 0 };
    let year = if month < 12 { year } else { year + 1 };
    let letter = ["H", "M", "U", "Z"][usize::from(quarter.unsigned_abs())];
    format!("ES{letter}{:02}", year % 100)
}

/// A fresh idempotency key, as the UI makes them.
#[expect(clippy::disallowed_methods, reason = "the bench is a client")]
pub fn next_key() -> String {
    uuid::Uuid::now_v7().to_string()
}
