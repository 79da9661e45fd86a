//! Nights that could not be charged as they began: of positions that cannot be read, and nights that cannot be read.

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
    a_night_that_cannot_be_read_stops_the_pair_of_those_who_owe_it_and_nothing_else,
    an_account_that_comes_back_is_charged_before_it_trades_a_pair,
}

statements! {
    SPOIL: "UPDATE positions SET margin_wallet = 'ugly' WHERE account_id = $1";
    MEND: "UPDATE positions SET margin_wallet = 'FOREX' WHERE account_id = $1";
    SPOIL_NIGHTS: "UPDATE nights SET markup = markup + $1";
    MEND_NIGHTS: "UPDATE nights SET markup = markup - $1";
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

async fn change(server: &TestServer, statement: &'static Statement, by: i64) {
    let mut tx = server.app.db.begin().await.unwrap();
    assert!(execute!(&mut tx, statement, by).unwrap() > 0);
    tx.commit().await.unwrap();
}

async fn nights(server: &TestServer, account: i64) -> i64 {
    fetch_one!(&mut server.app.db.read().await.unwrap(), (i64,), NIGHTS, account).unwrap().0
}

async fn until_served(customer: &Customer<'_>) {
    for round in 0.. {
        if buy(customer).await == 200 {
            return;
        }
        assert!(round < 1_200, "no pair is traded within a minute");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// Hers was not charged before the night's row was spoiled, as her position could not be read then; his was.
async fn a_night_that_cannot_be_read_stops_the_pair_of_those_who_owe_it_and_nothing_else(server: TestServer) {
    let (ann, bob) = (with_a_pair(&server).await, with_a_pair(&server).await);
    let (anns, bobs) = (account(&server, &ann).await.0, account(&server, &bob).await.0);
    change(&server, SPOIL, anns).await;
    server.app.clock.advance(UnixMillis::DAY);
    server.feed_caught_up().await;
    until_served(&bob).await;
    const TOO_MUCH: i64 = 1 << 60;
    change(&server, SPOIL_NIGHTS, TOO_MUCH).await;
    change(&server, MEND, anns).await;
    let is_aside = || server.app.db.aside().has(AccountId(anns));
    let mut round = 0;
    while is_aside() {
        round += 1;
        assert!(round < 1_200, "her account is not taken back");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    tokio::time::sleep(Duration::from_secs(3)).await;
    assert!(!is_aside(), "rounds that cannot charge her cost her nothing else");
    let transfer = json!({ "from": "FOREX", "to": "STOCK", "amount": "100", "payPassword": PAY_PASSWORD });
    ann.transferred(transfer).await.ok();
    assert_eq!((buy(&ann).await, buy(&bob).await), (409, 200));
    assert_eq!((nights(&server, anns).await, nights(&server, bobs).await), (0, 1));
    change(&server, MEND_NIGHTS, TOO_MUCH).await;
    until_served(&ann).await;
    assert_eq!((nights(&server, anns).await, nights(&server, bobs).await), (1, 1));
    server.audited().await;
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
    until_served(&bob).await;
    assert_eq!((nights(&server, anns).await, nights(&server, bobs).await), (0, 1));
    assert_eq!(buy(&ann).await, 500, "her position cannot be read");
    change(&server, MEND, anns).await;
    until_served(&ann).await;
    assert_eq!((nights(&server, anns).await, nights(&server, bobs).await), (1, 1));
    assert_eq!(buy(&bob).await, 200, "nobody else waits for her");
    server.audited().await;
}
