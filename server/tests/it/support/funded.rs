//! A customer with paper money in the stock account.

use std::sync::Arc;
use std::time::Duration;

use plumbline_core::market::Tick;
use serde_json::{Value, json};

use super::{Answer, Customer, TestServer};

/// The pay password of funded customers.
pub const PAY_PASSWORD: &str = "739146";

impl Customer<'_> {
    /// Moves money; between two currencies at a quote requested now, or without one if none is given.
    pub async fn transferred(&self, mut transfer: Value) -> Answer {
        // The currencies of these two accounts are not the one of all others.
        let of_its_own =
            |side: &str| ["HK_STOCK", "CRYPTOCURRENCY"].into_iter().find(|wallet| transfer[side] == *wallet);
        if of_its_own("from") != of_its_own("to") && transfer.get("quoteId").is_none() {
            let quote = self.call("POST /wallet/quote", transfer.clone()).await;
            if quote.status != 200 {
                return quote;
            }
            transfer["quoteId"] = quote.ok()["quoteId"].clone();
        }
        self.call("POST /wallet/transfer", transfer).await
    }
}

impl TestServer {
    /// Registers a customer, deposits `dollars` and moves them to the stock account.
    pub async fn funded(&self, dollars: u32) -> Customer<'_> {
        self.funded_in("STOCK", dollars).await
    }

    /// A customer with money in another wallet. A clock that stands still is moved on until the deposit is reviewed.
    pub async fn funded_in(&self, wallet: &str, dollars: u32) -> Customer<'_> {
        let customer = self.register().await;
        customer.set_pay_password(PAY_PASSWORD).await;
        let amount = dollars.to_string();
        let deposit = json!({ "channel": "fiat", "currency": "USD", "amount": amount });
        customer.call("POST /recharge/create", deposit).await.ok();
        let transfer = json!({ "from": "BALANCE", "to": wallet, "amount": amount, "payPassword": PAY_PASSWORD });
        for _ in 0..200 {
            let balance = customer.call("POST /wallet/getWalletBalance", json!({ "walletType": "BALANCE" })).await;
            if balance.ok()["balance"] != "0.00" {
                customer.transferred(transfer).await.ok();
                self.feed_caught_up().await;
                return customer;
            }
            self.app.clock.advance(1_000);
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("the deposit was not credited");
    }

    /// Waits until the simulated market has published all ticks due at the clock's time, so that they do not replace a
    /// quote that a story puts on the board next.
    pub async fn feed_caught_up(&self) {
        let (market, now) = (&self.app.market, self.app.clock.now());
        let is_due = |tick: Arc<Tick>| tick.received_time >= now;
        let published = || market.catalog.all().iter().filter(|i| market.latest(i.id).is_some_and(is_due)).count();
        let mut before = 0;
        for _ in 0..200 {
            // Ticks of one step follow each other at once.
            let now = published();
            if now > 0 && now == before {
                return;
            }
            before = now;
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }
}
