//! The orders of all customers: at the market, the least that is traded.

use plumbline_core::ledger::Wallet;
use plumbline_core::market::Market;

/// A product, and the order for it.
pub struct Product {
    pub market: Market,
    pub code: &'static str,
    /// The wallet that pays for it.
    pub wallet: Wallet,
    pub path: &'static str,
    pub body: &'static str,
}

/// A US stock, a stock of Hong Kong with its stamp duty and settlement, a pair on margin, and a coin.
pub const PRODUCTS: [Product; 4] = [
    Product {
        market: Market::UsStock,
        code: "AAPL",
        wallet: Wallet::Stock,
        path: "/stock/create",
        body: r#"{"stockCode":"AAPL","market":"UsStock","direction":0,"orderType":0,"quantity":"1"}"#,
    },
    Product {
        market: Market::HongKong,
        code: "00005",
        wallet: Wallet::HkStock,
        path: "/hk/create",
        body: r#"{"stockCode":"00005","direction":0,"orderType":0,"quantity":"400"}"#,
    },
    Product {
        market: Market::Forex,
        code: "EURUSD",
        wallet: Wallet::Forex,
        path: "/crude/create",
        body: r#"{"stockCode":"EURUSD","direction":0,"orderType":0,"quantity":"1000","leverage":"30"}"#,
    },
    Product {
        market: Market::Crypto,
        code: "BTCUSDT",
        wallet: Wallet::Cryptocurrency,
        path: "/crypto/orders/create",
        body: r#"{"stockCode":"BTCUSDT","direction":0,"orderType":0,"quantity":"1"}"#,
    },
];

/// The stock alone.
pub const STOCK: &[Product] = PRODUCTS.first_chunk::<1>().expect("there are four");

/// A fresh idempotency key, as the UI makes them.
#[expect(clippy::disallowed_methods, reason = "the bench is a client")]
pub fn next_key() -> String {
    uuid::Uuid::now_v7().to_string()
}
