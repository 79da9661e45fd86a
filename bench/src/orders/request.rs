//! The order that everyone places: one share at the market.

/// The stock that is traded.
pub const CODE: &str = "AAPL";

/// The body of `POST /stock/create`.
pub const BODY: &str = r#"{"stockCode":"AAPL","market":"UsStock","direction":0,"orderType":0,"quantity":"1"}"#;

/// A fresh idempotency key, as the UI makes them.
#[expect(clippy::disallowed_methods, reason = "the bench is a client")]
pub fn next_key() -> String {
    uuid::Uuid::now_v7().to_string()
}
