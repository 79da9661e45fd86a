//! Nights of positions that could not be read as the nights began.

use std::time::Duration;

use plumbline::db::{DbError, OWED, Statement, UnreadRow};
use plumbline::{execute, fetch_one, statements};
use plumbline_core::ids::AccountId;
use plumbline_core::time::UnixMillis;
use serde_json::json;

use crate::files::account;
use crate::support::{Customer, PAY_PASSWORD, TestServer};
use crate::while_time_stands_still;

while_time_stands_still! {
    an_account_that_comes_back_is_charged_before_it_trades_a_pair,
}

statements! {
    SPOIL: "UPDATE positions SET margin_wallet = 'ugly' WHERE account_id = $1";
    MEND: "UPDATE positions SET margin_wallet = 'FOREX' WHERE account_id = $1";
    NIGHTS: "SELECT COUNT(*) FROM financing WHERE account_id = $1";
}

async fn with_a_pair(server: &TestServer) -> Customer<'_> {
    let customer = server.funded(100_000).await;
    let transfer = json!({ "from": "STOCK", "to": "FOREX", "amount": "20000", "payPassword": PAY_PASSWORD });
    customer.transferred(transfer).await.ok();
    assert_eq!(buy(&customer).await, 200);
    customer
}

async fn buy(customer: &Customer<'_>) -> u16 {
    customer.server.quote_pair("EURUSD", "1.08500", "1.08510");
    let order = json!({ "stockCode": "EURUSD", "direction": 0, "orderType": 0, "quantity": "2000", "leverage": "5" });
    customer.call("POST /crude/create", order).await.status
}

async fn change(server: &TestServer, statement: &'static Statement, account: i64) {
    let mut tx = server.app.db.begin().await.unwrap();
    assert_eq!(execute!(&mut tx, statement, account).unwrap(), 1);
    tx.commit().await.unwrap();
}

async fn nights(server: &TestServer, account: i64) -> i64 {
    fetch_one!(&mut server.app.db.read().await.unwrap(), (i64,), NIGHTS, account).unwrap().0
}

/// She is owed a split too, so that her account stays put aside when her position can be read again.
async fn an_account_that_comes_back_is_charged_before_it_trades_a_pair(server: TestServer) {
    let (ann, bob) = (with_a_pair(&server).await, with_a_pair(&server).await);
    let (anns, bobs) = (account(&server, &ann).await.0, account(&server, &bob).await.0);
    change(&server, SPOIL, anns).await;
    let why = DbError::Corrupt { column: "owed_adjustments", value: "1".to_owned() };
    server.app.db.aside().put(&UnreadRow::of_account(OWED, AccountId(anns), why));
    server.app.clock.advance(UnixMillis::DAY);
    server.feed_caught_up().await;
    let until_served = async |customer: &Customer<'_>| {
        for round in 0.. {
            if buy(customer).await == 200 {
                return;
            }
            assert!(round < 1_200, "no pair is traded within a minute");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    until_served(&bob).await;
    assert_eq!((nights(&server, anns).await, nights(&server, bobs).await), (0, 1));
    assert_eq!(buy(&ann).await, 500, "her position cannot be read");
    change(&server, MEND, anns).await;
    until_served(&ann).await;
    assert_eq!((nights(&server, anns).await, nights(&server, bobs).await), (1, 1));
    assert_eq!(buy(&bob).await, 200, "nobody else waits for her");
    server.audited().await;
}
