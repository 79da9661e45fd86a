//! The order that everyone places: one share at the market.

use std::sync::atomic::{AtomicU64, Ordering};

/// The stock that is traded.
pub const CODE: &str = "AAPL";

/// The body of `POST /stock/create`.
pub const BODY: &str = r#"{"stockCode":"AAPL","market":"UsStock","direction":0,"orderType":0,"quantity":"1"}"#;

/// A fresh idempotency key. Runs of the bench use new databases, so a counter will do.
pub fn next_key() -> String {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    format!("{:08x}-{:04x}-4000-8000-{:012x}", number >> 32, std::process::id() & 0xffff, number & 0xffff_ffff)
}
