//! Two days of two customers; one of them is copied and spoiled.

use std::collections::BTreeSet;
use std::time::Duration;

use plumbline::ledger::audit;
use plumbline::market::corporate_actions::store::{self, NewAction};
use plumbline::reviews::{self, Decision, Opinion, SubjectKind};
use plumbline::{fetch_one, statements};
use plumbline_core::market::{ActionTerms, Market, SplitRatio};
use plumbline_core::money::Currency;
use plumbline_core::time::UnixMillis;
use serde_json::{Value, json};

use super::Case;
use crate::files::account;
use crate::support::{Customer, PAY_PASSWORD, Socket, TestServer};

/// Monday, 2026-11-23, 10:00 in New York.
const MONDAY: UnixMillis = UnixMillis(1_795_446_000_000);
const TRON: &str = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";

statements! {
    NIGHTS: "SELECT COUNT(*) FROM financing WHERE account_id = $1";
    VARIATIONS: "SELECT COUNT(*) FROM variations WHERE account_id = $1";
    SPLITS: "SELECT COUNT(*) FROM share_splits WHERE account_id = $1";
    ENTITLED: "SELECT COUNT(*) FROM dividends WHERE account_id = $1";
    PAID: "SELECT COUNT(*) FROM dividends WHERE account_id = $1 AND status = 1";
    POINTS: "SELECT COUNT(*) FROM equity_points WHERE account_id = $1 AND at >= $2";
    PENDING: "SELECT COUNT(*) FROM deposits WHERE account_id = $1 AND status = 0";
    WITHDRAWN: "SELECT COUNT(*) FROM withdrawals WHERE account_id = $1 AND status = 1";
    APPLICATIONS: "SELECT COUNT(*) FROM service_permissions WHERE account_id = $1 AND status = 1";
    CHAIN_DEPOSITS: "SELECT COUNT(*) FROM chain_deposits WHERE account_id = $1";
    RELEASES: "SELECT COUNT(*) FROM suspense_releases WHERE account_id = $1";
}

/// The data of a customer while no server runs.
#[derive(Debug)]
struct Known {
    id: i64,
    email: String,
    password: String,
    token: String,
    user_id: String,
    invite_code: String,
}

#[derive(Debug)]
pub struct Story {
    /// The account that is copied.
    pub ann: i64,
    bob: Known,
    cy: Known,
    resting: Value,
}

async fn known(server: &TestServer, customer: Customer<'_>) -> Known {
    let id = account(server, &customer).await.0;
    let Customer { email, password, token, user_id, invite_code, .. } = customer;
    Known { id, email, password, token, user_id, invite_code }
}

impl Known {
    fn on<'s>(&self, server: &'s TestServer) -> Customer<'s> {
        Customer {
            server,
            email: self.email.clone(),
            password: self.password.clone(),
            token: self.token.clone(),
            user_id: self.user_id.clone(),
            invite_code: self.invite_code.clone(),
        }
    }
}

/// Waits until a condition holds.
async fn until(what: &str, mut holds: impl AsyncFnMut() -> bool) {
    for _ in 0..1_200 {
        if holds().await {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("it did not happen within a minute: {what}");
}

async fn go_to(server: &TestServer, at: UnixMillis) {
    server.app.clock.advance(at.since(server.app.clock.now()).max(0));
    server.feed_caught_up().await;
}

fn quote(server: &TestServer) {
    server.quote(Market::UsStock, "AAPL", "300.00", "300.10");
    server.quote(Market::UsStock, "MSFT", "400.00", "400.10");
    server.quote_pair("EURUSD", "1.08500", "1.08510");
    server.quote(Market::Future, "CCH27", "3300", "3301");
}

fn stock(code: &str, quantity: &str, limit: Option<&str>) -> Value {
    json!({ "stockCode": code, "market": "UsStock", "direction": 0, "orderType": i64::from(limit.is_some()),
        "price": limit, "quantity": quantity, "timeInForce": "gtc" })
}

fn pair() -> Value {
    json!({ "stockCode": "EURUSD", "direction": 0, "orderType": 0, "quantity": "2000", "leverage": "5" })
}

fn future() -> Value {
    json!({ "stockCode": "CCH27", "direction": 1, "orderType": 0, "quantity": "1" })
}

async fn announce(server: &TestServer, code: &str, ex: &str, pays: &str, terms: ActionTerms) {
    let instrument = server.instrument(Market::UsStock, code);
    let (ex_date, pay_date) = (ex.parse().unwrap(), pays.parse().unwrap());
    let (announced_at, source) = (server.app.clock.now(), "a test".to_owned());
    let new = NewAction { instrument, terms, announced_at, ex_date, record_date: ex_date, pay_date, source };
    assert_eq!(store::add(&server.app.db, &[&new]).await.unwrap(), 1);
    let knows =
        async || server.app.market.corporate_actions.of(instrument).iter().any(|known| known.ex_date == ex_date);
    until("the server learns of an action", knows).await;
}

/// Sends coins; less than one goes into suspense.
async fn pay(customer: &Customer<'_>, amount: &str) {
    let pay = json!({ "currency": "USDT", "network": "Ethereum (ERC-20)", "amount": amount });
    customer.call("POST /recharge/simulate", pay).await.ok();
}

/// A customer with one of each record of a Monday morning.
async fn with_everything(server: &TestServer) -> Customer<'_> {
    let customer = server.funded(200_000).await;
    customer.verify().await;
    quote(server);
    for (to, amount) in [("FOREX", "20000"), ("FUTURE", "60000"), ("BALANCE", "20000"), ("HK_STOCK", "1000")] {
        let transfer = json!({ "from": "STOCK", "to": to, "amount": amount, "payPassword": PAY_PASSWORD });
        customer.transferred(transfer).await.ok();
    }
    quote(server);
    for order in [stock("AAPL", "10", None), stock("MSFT", "10", None), stock("AAPL", "2", Some("200.00"))] {
        customer.call("POST /stock/create", order).await.ok();
    }
    customer.call("POST /crude/create", pair()).await.ok();
    customer.call("POST /gold/create", future()).await.ok();
    let watch =
        json!({ "classify": "", "assettype": "", "securityName": "Apple", "secuCode": "AAPL", "market": "UsStock" });
    customer.call("POST /userSelfSecurity/save", watch).await.ok();
    let group = customer.call("POST /watchlist/groups/create", json!({ "name": "Group" })).await.ok()["id"].clone();
    let put = json!({ "groupId": group, "secuCode": "AAPL", "market": "UsStock" });
    customer.call("POST /watchlist/groups/put", put).await.ok();
    let wallet =
        json!({ "type": "wallet", "currency": "USDT", "chain": "tron", "address": TRON, "payPassword": PAY_PASSWORD });
    customer.call("POST /UserAccount/addCardNo", wallet).await.ok();
    withdraw(&customer).await;
    let network = json!({ "currency": "USDT", "network": "Ethereum (ERC-20)" });
    until("the chain is followed", async || {
        customer.call("POST /recharge/address", network.clone()).await.status == 200
    })
    .await;
    pay(&customer, "0.5").await;
    customer
}

/// Asks for money to be sent to a saved wallet.
async fn withdraw(customer: &Customer<'_>) {
    let saved = customer.call("POST /UserAccount/SelectCardNo", json!({})).await.ok()[0]["id"].clone();
    let withdrawal = json!({ "method": "wallet", "accountId": saved, "amount": "10", "currency": "USDT", "payPassword": PAY_PASSWORD });
    customer.call("POST /withdrawal/withdrawal-apply", withdrawal).await.ok();
}

/// Records that wait on Tuesday.
async fn with_pending(server: &TestServer, customer: &Customer<'_>) {
    let deposit = json!({ "channel": "fiat", "currency": "USD", "amount": "5" });
    let deposit = customer.call("POST /recharge/create", deposit).await.ok()["id"].clone();
    withdraw(customer).await;
    customer.call("POST /userCenter/apply/service", json!({ "service": "blockTrade" })).await.ok();
    let opinion = Opinion { reviewer: "Di".to_owned(), decision: Decision::Approve };
    let (id, now) = (deposit.as_str().unwrap().parse().unwrap(), server.app.clock.now());
    assert!(reviews::store::decide(&server.app.db, SubjectKind::Deposit, id, &opinion, now).await.unwrap());
}

async fn count(server: &TestServer, statement: &'static plumbline::db::Statement, account: i64) -> i64 {
    fetch_one!(&mut server.app.db.read().await.unwrap(), (i64,), statement, account).unwrap().0
}

/// Monday and the night, with their events; then the records that wait on Tuesday.
pub async fn begin(server: &TestServer) -> Story {
    let (ann, bob) = (with_everything(server).await, with_everything(server).await);
    let (ann_id, bob_id) = (account(server, &ann).await.0, account(server, &bob).await.0);
    let dividend = || ActionTerms::Dividend { amount: "0.50".parse().unwrap(), currency: Currency::Usd };
    let split = || ActionTerms::Split(SplitRatio::new(2, 1).unwrap());
    announce(server, "AAPL", "2026-11-24", "2026-11-25", dividend()).await;
    announce(server, "MSFT", "2026-11-24", "2026-11-24", split()).await;
    go_to(server, MONDAY.plus(UnixMillis::DAY)).await;
    for of in [ann_id, bob_id] {
        until("a night is charged", async || count(server, NIGHTS, of).await == 1).await;
        until("a future is settled", async || count(server, VARIATIONS, of).await == 1).await;
        until("a split is applied", async || count(server, SPLITS, of).await == 1).await;
        until("a dividend is recorded", async || count(server, ENTITLED, of).await == 1).await;
        until("a withdrawal is paid out", async || {
            server.app.clock.advance(UnixMillis::SECOND);
            count(server, WITHDRAWN, of).await == 1
        })
        .await;
        let come = async |coins| {
            until("coins have come", async || {
                server.app.clock.advance(UnixMillis::SECOND);
                count(server, CHAIN_DEPOSITS, of).await == coins
            })
            .await;
        };
        come(1).await;
        pay(if of == ann_id { &ann } else { &bob }, "50").await;
        come(2).await;
        until("what stood in suspense is credited", async || {
            server.app.clock.advance(UnixMillis::SECOND);
            count(server, RELEASES, of).await == 1
        })
        .await;
    }
    announce(server, "AAPL", "2026-11-25", "2026-11-26", dividend()).await;
    announce(server, "MSFT", "2026-11-25", "2026-11-25", split()).await;
    quote(server);
    for customer in [&ann, &bob] {
        with_pending(server, customer).await;
    }
    let resting = bob.call("POST /stock/create", stock("AAPL", "1", Some("290.00"))).await.ok()["id"].clone();
    ann.call("POST /stock/create", stock("AAPL", "1", Some("290.00"))).await.ok();
    let cy = server.register().await;
    let card = cy.id_card("D0000000000000001", "Cy").await;
    cy.call("POST /updateReal", card).await.ok();
    Story { ann: ann_id, bob: known(server, bob).await, cy: known(server, cy).await, resting }
}

/// Tuesday and Wednesday of the other customer, and of the server's monitoring.
pub async fn go_on(server: &TestServer, story: &Story, spoiled: &[(i64, Case)]) {
    let (bob, cy) = (story.bob.on(server), story.cy.on(server));
    let mut stream = Socket::open_for(&bob, json!({ "op": "subscribe", "topics": ["orders"] })).await;
    until("the market is open", async || {
        quote(server);
        bob.call("POST /stock/create", stock("AAPL", "1", None)).await.status == 200
    })
    .await;
    stream.until(|message| message["topic"] == "orders").await;
    // Everybody's order becomes executable.
    server.quote(Market::UsStock, "AAPL", "289.00", "289.10");
    let detail = json!({ "id": story.resting });
    until("a resting order is filled", async || {
        server.quote(Market::UsStock, "AAPL", "289.00", "289.10");
        bob.call("POST /orders/detail", detail.clone()).await.ok()["status"] == 1
    })
    .await;
    bob.call("POST /crude/create", pair()).await.ok();
    bob.call("POST /gold/create", future()).await.ok();
    go_to(server, MONDAY.plus(2 * UnixMillis::DAY)).await;
    let of = story.bob.id;
    until("a night is charged", async || count(server, NIGHTS, of).await == 2).await;
    until("a future is settled", async || count(server, VARIATIONS, of).await == 2).await;
    until("a split is applied", async || count(server, SPLITS, of).await == 2).await;
    until("a dividend is recorded", async || count(server, ENTITLED, of).await == 2).await;
    until("a dividend is paid", async || count(server, PAID, of).await == 1).await;
    until("a deposit is credited", async || count(server, PENDING, of).await == 0).await;
    until("an application is decided on", async || count(server, APPLICATIONS, of).await == 0).await;
    until("an identity is verified", async || cy.kyc().await["kycStatus"] == 2).await;
    until("a withdrawal is paid out", async || {
        server.app.clock.advance(UnixMillis::SECOND);
        count(server, WITHDRAWN, of).await == 2
    })
    .await;
    let hour = MONDAY.plus(2 * UnixMillis::DAY).0;
    until("the curve goes on", async || {
        let points = fetch_one!(&mut server.app.db.read().await.unwrap(), (i64,), POINTS, of, hour);
        points.unwrap().0 > 0
    })
    .await;
    until("the pair and the stocks are traded again", async || {
        quote(server);
        let traded = [
            bob.call("POST /crude/create", pair()).await,
            bob.call("POST /gold/create", future()).await,
            bob.call("POST /stock/create", stock("MSFT", "1", None)).await,
        ];
        traded.iter().all(|answer| answer.status == 200)
    })
    .await;
    audit::run(&server.app.db).await.expect("the audit comes to its end");
    let ready = server.call("GET /readyz", json!({})).await;
    assert_eq!(ready.status, 200, "{}", ready.json);
    let (said, named) = (ready.json.as_str().unwrap_or_default(), server.app.db.aside().accounts());
    assert!(named.iter().all(|account| said.contains(&account.to_string())), "{said}");
    assert!(!named.contains(&plumbline_core::ids::AccountId(of)), "{said}");
    must_be_named(spoiled, &named.iter().map(|account| account.0).collect());
}

/// A row that is read all the time and has a wrong type is reported.
fn must_be_named(spoiled: &[(i64, Case)], named: &BTreeSet<i64>) {
    const READ: [(&str, &[&str]); 4] = [
        ("orders", &["side", "kind", "wallet", "limit_price", "quantity"]),
        ("positions", &["direction", "currency", "cost", "opened_at"]),
        ("balances", &["posted", "held"]),
        ("account_streams", &["open_orders"]),
    ];
    for (account, case) in spoiled {
        let is_read =
            READ.iter().any(|(table, columns)| case.table == *table && columns.contains(&case.column.as_str()));
        let is_wrong = case.value.contains("'x") || case.value.contains("x'ff'");
        assert!(!(is_read && is_wrong) || named.contains(account), "{case:?} is not named");
    }
}
