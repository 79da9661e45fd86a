//! Dividends and splits: their effects on holders of shares over an ex date, however often and by whichever server they
//! are tried.

use std::process::Command;
use std::time::Duration;

use plumbline::clock::Clock;
use plumbline::market::corporate_actions::store::{self, NewAction};
use plumbline::{execute, fetch_one, statements};
use plumbline_core::market::{ActionTerms, CorporateAction, Market, SplitRatio};
use plumbline_core::money::Currency;
use plumbline_core::time::UnixMillis;
use serde_json::{Value, json};

use crate::support::{Customer, Database, PostgresDatabase, TestServer};
use crate::while_time_stands_still;

while_time_stands_still! {
    a_split_ends_orders_and_adjusts_what_is_owned,
    who_holds_shares_before_the_ex_date_gets_the_dividend,
    what_cannot_be_done_of_one_stock_holds_up_no_other,
    nothing_is_paid_of_what_cannot_be_read,
    events_and_actions_are_listed,
}

/// Monday, 2026-11-23, 10:00 in New York.
const MONDAY: UnixMillis = UnixMillis(1_795_446_000_000);

statements! {
    SPLITS: "SELECT COUNT(*) FROM share_splits";
    SET_KIND: "UPDATE corporate_actions SET kind = $2 WHERE id = $1";
    PAID: "SELECT COUNT(*), CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM dividends WHERE status = 1";
    JOURNALS: "SELECT COUNT(*) FROM journals WHERE kind = 'dividend'";
}

pub fn dividend(amount: &str) -> ActionTerms {
    ActionTerms::Dividend { amount: amount.parse().unwrap(), currency: Currency::Usd }
}

pub fn split(new: i64, old: i64) -> ActionTerms {
    ActionTerms::Split(SplitRatio::new(new, old).unwrap())
}

/// Records an action of Apple's, and waits until the server has it.
pub async fn announce(server: &TestServer, ex: &str, pays: &str, terms: ActionTerms) -> CorporateAction {
    announce_of(server, "AAPL", ex, pays, terms).await
}

async fn announce_of(server: &TestServer, code: &str, ex: &str, pays: &str, terms: ActionTerms) -> CorporateAction {
    let market = &server.app.market;
    let instrument = server.instrument(Market::UsStock, code);
    let (ex_date, pay_date) = (ex.parse().unwrap(), pays.parse().unwrap());
    let (announced_at, source) = (server.app.clock.now(), "a test".to_owned());
    let new = NewAction { instrument, terms, announced_at, ex_date, record_date: ex_date, pay_date, source };
    assert_eq!(store::add(&server.app.db, &[&new]).await.unwrap(), 1);
    for _ in 0..400 {
        if let Some(known) = market.corporate_actions.of(instrument).iter().find(|known| known.ex_date == ex_date) {
            return CorporateAction::clone(known);
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("the server does not learn of it");
}

/// Moves the clock to a moment; the feed's quotes of that time are then on the board.
pub async fn go_to(server: &TestServer, at: UnixMillis) {
    server.app.clock.advance(at.since(server.app.clock.now()));
    server.feed_caught_up().await;
}

pub fn order(direction: i64, quantity: &str, limit: Option<&str>) -> Value {
    json!({ "stockCode": "AAPL", "market": "UsStock", "direction": direction, "orderType": i64::from(limit.is_some()),
        "price": limit, "quantity": quantity, "timeInForce": "gtc" })
}

async fn holding(customer: &Customer<'_>) -> Value {
    customer.call("POST /position/me", json!({})).await.ok()["list"][0].clone()
}

async fn cash(customer: &Customer<'_>) -> Value {
    customer.call("POST /wallet/getWalletBalance", json!({ "walletType": "STOCK" })).await.ok().clone()
}

async fn told(customer: &Customer<'_>) -> Vec<(String, String)> {
    let inbox = customer.call("GET /userMessage/getMessage?pageSize=100", Value::Null).await;
    let text = |row: &Value, field: &str| row[field].as_str().unwrap().to_owned();
    let rows = inbox.ok()["list"].as_array().unwrap().clone();
    rows.iter().map(|row| (text(row, "kind"), text(row, "content"))).collect()
}

/// Waits until a condition holds.
pub async fn until(what: &str, mut holds: impl AsyncFnMut() -> bool) {
    for _ in 0..400 {
        if holds().await {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{what}");
}

async fn a_split_ends_orders_and_adjusts_what_is_owned(server: TestServer) {
    let (ann, bo) = (server.funded(100_000).await, server.funded(100_000).await);
    // No wallet can receive it, so the split waits behind it until the test removes it.
    let terms = ActionTerms::Dividend { amount: "1".parse().unwrap(), currency: Currency::Hkd };
    let stuck = announce(&server, "2026-11-23", "2026-11-23", terms).await;
    let action = announce(&server, "2026-11-24", "2026-11-24", split(10, 1)).await;
    server.quote(Market::UsStock, "AAPL", "300.00", "300.10");
    ann.call("POST /stock/create", order(0, "10", None)).await.ok();
    let selling = ann.call("POST /stock/create", order(1, "4", Some("310.00"))).await.ok()["id"].clone();
    let buying = bo.call("POST /stock/create", order(0, "7", Some("290.00"))).await.ok()["id"].clone();
    let cost = holding(&ann).await["isolatedPosition"].clone();
    assert!(cash(&bo).await["usedBalance"] != "0.00");

    go_to(&server, action.ex_at.plus(-1)).await;
    server.quote(Market::UsStock, "AAPL", "300.00", "300.10");
    bo.call("POST /stock/create", order(0, "1", Some("290.00"))).await.ok();
    // From the first moment nothing is traded until all positions are adjusted.
    go_to(&server, action.ex_at).await;
    bo.call("POST /stock/create", order(0, "1", None)).await.refused(409, "instrument_halted");
    bo.call("POST /stock/create", order(0, "1", Some("29.00"))).await.refused(409, "instrument_halted");
    let amend = json!({ "id": buying, "quantity": "5" });
    bo.call("POST /orders/amend", amend).await.refused(409, "instrument_halted");
    let detail = server.call("GET /m_ft/stock_detail_ft?stockCode=AAPL&market=UsStock", Value::Null).await;
    let row = &detail.ok()["stockInfo"];
    assert_eq!((&row["state"], &row["tradable"]), (&json!("halted"), &json!(false)));
    assert_eq!(row["haltedTimestamp"], action.ex_at.0.to_string());
    server.quote(Market::UsStock, "AAPL", "30.00", "30.01");
    assert_eq!(holding(&ann).await["positionNum"], "10", "not yet");
    // A position not adjusted yet is valued in its own shares at the new price.
    assert_eq!(holding(&ann).await["marketValue"], "3000.00");

    store::applied(&server.app.db, stuck.id, server.app.clock.now()).await.unwrap();
    until("it is not traded again", async || {
        server.app.market.halt(action.instrument, server.app.clock.now()).is_none()
    })
    .await;
    server.quote(Market::UsStock, "AAPL", "30.00", "30.01");
    let row = holding(&ann).await;
    assert_eq!((&row["positionNum"], &row["availableNum"]), (&json!("100"), &json!("100")));
    assert_eq!((&row["isolatedPosition"], &row["marketValue"]), (&cost, &json!("3000.00")));
    for (customer, id) in [(&ann, &selling), (&bo, &buying)] {
        let ended = customer.call("POST /orders/detail", json!({ "id": id })).await.ok().clone();
        assert_eq!((&ended["status"], &ended["reason"]), (&json!(2), &json!("split")), "{ended}");
        assert_eq!(cash(customer).await["usedBalance"], "0.00");
    }
    let news = told(&ann).await;
    let (_, text) = news.iter().find(|(kind, _)| kind == "shares_split").expect("she is told");
    assert!(text.contains("10 new for 1 old") && text.contains("Your 10 are now 100"), "{text}");
    assert!(news.iter().any(|(kind, text)| kind == "order_cancelled" && text.contains("split")), "{news:?}");
    assert!(!told(&bo).await.iter().any(|(kind, _)| kind == "shares_split"), "he holds none");

    ann.call("POST /stock/create", order(1, "100", None)).await.ok();
    bo.call("POST /stock/create", order(0, "3", None)).await.ok();
    // It is carried out once, and earlier bars are in the new shares.
    go_to(&server, action.ex_at.plus(30 * UnixMillis::SECOND)).await;
    assert_eq!(holding(&bo).await["positionNum"], "3");
    assert_eq!(fetch_one!(&mut server.app.db.read().await.unwrap(), (i64,), SPLITS).unwrap().0, 1);
    server.audited().await;
}

async fn who_holds_shares_before_the_ex_date_gets_the_dividend(server: TestServer) {
    let [ann, bo, cy] = [server.funded(100_000).await, server.funded(100_000).await, server.funded(100_000).await];
    let action = announce(&server, "2026-11-24", "2026-12-08", dividend("0.255")).await;
    server.quote(Market::UsStock, "AAPL", "300.00", "300.00");
    for (customer, quantity) in [(&ann, "10"), (&bo, "5")] {
        customer.call("POST /stock/create", order(0, quantity, None)).await.ok();
    }
    go_to(&server, action.ex_at).await;
    // The whole day it is traded without the dividend: sellers keep it, and buyers do not get it.
    server.quote(Market::UsStock, "AAPL", "299.75", "299.75");
    ann.call("POST /stock/create", order(1, "10", None)).await.ok();
    cy.call("POST /stock/create", order(0, "20", None)).await.ok();
    bo.call("POST /stock/create", order(0, "1", None)).await.ok();
    let detail = server.call("GET /m_ft/stock_detail_ft?stockCode=AAPL&market=UsStock", Value::Null).await;
    assert_eq!(detail.ok()["stockInfo"]["state"], "trading");

    go_to(&server, action.ex_at.plus(11 * UnixMillis::SECOND)).await;
    until("it is not recorded", async || {
        let known = server.app.market.corporate_actions.of(action.instrument);
        known.iter().any(|known| known.id == action.id && known.applied_at.is_some())
    })
    .await;
    assert!(!told(&ann).await.iter().any(|(kind, _)| kind == "dividend_paid"), "it is not due");
    let before = cash(&ann).await["balance"].clone();
    go_to(&server, action.pays_at).await;
    until("it is not paid", async || told(&bo).await.iter().any(|(kind, _)| kind == "dividend_paid")).await;
    until("it is not paid", async || told(&ann).await.iter().any(|(kind, _)| kind == "dividend_paid")).await;
    // Ten at 0.255, and five, whose half cent is dropped.
    let cents = |text: &Value| text.as_str().unwrap().replace('.', "").parse::<i64>().unwrap();
    assert_eq!(cents(&cash(&ann).await["balance"]) - cents(&before), 255);
    let bill = bo.call("POST /wallet/getWalletBill", json!({ "timeZone": "UTC", "walletType": "STOCK" })).await;
    let newest = &bill.ok()["list"][0];
    assert_eq!((&newest["kind"], &newest["amount"]), (&json!("dividend"), &json!("1.27")));
    assert_eq!(newest["note"], "AAPL 5 × 0.255");
    assert!(!told(&cy).await.iter().any(|(kind, _)| kind == "dividend_paid"), "she bought too late");
    // Retries change nothing.
    go_to(&server, action.pays_at.plus(UnixMillis::MINUTE)).await;
    let reader = &mut server.app.db.read().await.unwrap();
    assert_eq!(fetch_one!(reader, (i64, i64), PAID).unwrap(), (2, 255 + 127));
    assert_eq!(fetch_one!(reader, (i64,), JOURNALS).unwrap().0, 2);
    server.audited().await;
}

/// A dividend that no wallet can receive is not recorded by any command; if it is in the database nevertheless, it
/// waits, with the later actions of its stock.
async fn what_cannot_be_done_of_one_stock_holds_up_no_other(server: TestServer) {
    let ann = server.funded(100_000).await;
    let terms = ActionTerms::Dividend { amount: "1".parse().unwrap(), currency: Currency::Hkd };
    let stuck = announce_of(&server, "AAPL", "2026-11-24", "2026-11-24", terms).await;
    let done = announce_of(&server, "MSFT", "2026-11-24", "2026-11-24", split(2, 1)).await;
    assert!(stuck.id < done.id, "it is tried first");
    server.quote(Market::UsStock, "AAPL", "300.00", "300.10");
    server.quote(Market::UsStock, "MSFT", "400.00", "400.10");
    for code in ["AAPL", "MSFT"] {
        let order = json!({ "stockCode": code, "market": "UsStock", "direction": 0, "orderType": 0, "quantity": "4",
            "timeInForce": "gtc" });
        ann.call("POST /stock/create", order).await.ok();
    }
    go_to(&server, done.ex_at.plus(11 * UnixMillis::SECOND)).await;
    let is_applied = |action: &CorporateAction| {
        let known = server.app.market.corporate_actions.of(action.instrument);
        known.iter().any(|known| known.id == action.id && known.applied_at.is_some())
    };
    until("the other is not done", async || is_applied(&done)).await;
    assert!(!is_applied(&stuck));
    let held = ann.call("POST /position/me", json!({})).await.ok()["list"].as_array().unwrap().clone();
    let of = |code: &str| held.iter().find(|row| row["stock_code"] == code).unwrap()["positionNum"].clone();
    assert_eq!((of("AAPL"), of("MSFT")), (json!("4"), json!("8")));
    server.audited().await;
}

/// Entitled customers get the dividend once its action can be read again.
async fn nothing_is_paid_of_what_cannot_be_read(server: TestServer) {
    let ann = server.funded(100_000).await;
    let action = announce(&server, "2026-11-24", "2026-12-08", dividend("0.25")).await;
    server.quote(Market::UsStock, "AAPL", "300.00", "300.00");
    ann.call("POST /stock/create", order(0, "10", None)).await.ok();
    let market = &server.app.market;
    go_to(&server, action.ex_at.plus(11 * UnixMillis::SECOND)).await;
    let is_applied = || market.corporate_actions.of(action.instrument).iter().any(|known| known.applied_at.is_some());
    until("it is not recorded", async || is_applied()).await;
    let set = async |kind: &str| {
        let mut tx = server.app.db.begin().await.unwrap();
        assert_eq!(execute!(&mut tx, SET_KIND, action.id.0, kind).unwrap(), 1);
        tx.commit().await.unwrap();
    };
    set("gift").await;
    until("it is read", async || market.corporate_actions.is_unreadable(action.id)).await;
    go_to(&server, action.pays_at).await;
    // Rounds of the adjuster, a second each in real time.
    tokio::time::sleep(Duration::from_secs(3)).await;
    assert_eq!(fetch_one!(&mut server.app.db.read().await.unwrap(), (i64, i64), PAID).unwrap(), (0, 0));
    let chart = server.call("GET /m_ft/kline?stockCode=AAPL&type=1D&count=3", Value::Null).await;
    assert!(!chart.ok().as_array().unwrap().is_empty(), "charts are drawn without it");
    set(ActionTerms::DIVIDEND).await;
    until("it is not paid", async || told(&ann).await.iter().any(|(kind, _)| kind == "dividend_paid")).await;
    assert_eq!(fetch_one!(&mut server.app.db.read().await.unwrap(), (i64, i64), PAID).unwrap(), (1, 250));
    server.audited().await;
}

async fn events_and_actions_are_listed(server: TestServer) {
    announce(&server, "2026-11-24", "2026-12-08", dividend("0.26")).await;
    announce(&server, "2026-12-01", "2026-12-01", split(4, 1)).await;
    let list = async |query: &str| server.call(&format!("GET /market/corporateActions?{query}"), Value::Null).await;
    let listed = list("stockCode=AAPL&market=UsStock").await;
    let rows = listed.ok()["list"].as_array().unwrap();
    let of_test: Vec<&Value> = rows.iter().filter(|row| row["announcedBy"] == "a test").collect();
    assert_eq!(
        (&of_test[0]["action"], &of_test[0]["newShares"], &of_test[0]["oldShares"]),
        (&json!("split"), &json!(4), &json!(1))
    );
    assert_eq!((&of_test[1]["perShare"], &of_test[1]["currency"]), (&json!("0.26"), &json!("USD")));
    assert_eq!((&of_test[1]["exDate"], &of_test[1]["payDate"]), (&json!("2026-11-24"), &json!("2026-12-08")));
    list("stockCode=NOPE").await.refused(404, "instrument_unknown");
    list("stockCode=AAPL&market=Moon").await.refused(422, "market_unknown");

    let events = async |query: &str| server.call(&format!("GET /market/events?{query}"), Value::Null).await;
    let month = events("from=2026-11-23&to=2026-12-31&pageSize=100").await.ok().clone();
    let rows = month["list"].as_array().unwrap();
    let has = |event: &str, date: &str, fits: &dyn Fn(&Value) -> bool| {
        assert!(rows.iter().any(|row| row["event"] == event && row["date"] == date && fits(row)), "{event} {date}");
    };
    has("holiday", "2026-11-26", &|row| row["calendar"] == "XNYS" && row["name"] == "Thanksgiving Day");
    has("half_day", "2026-11-27", &|row| row["market"] == "UsStock" && row["closes"] == "13:00");
    has("dividend", "2026-11-24", &|row| row["stockCode"] == "AAPL" && row["corporateAction"]["perShare"] == "0.26");
    has("split", "2026-12-01", &|row| row["corporateAction"]["newShares"] == 4);
    let dates: Vec<&str> = rows.iter().map(|row| row["date"].as_str().unwrap()).collect();
    assert!(dates.is_sorted() && dates.iter().all(|date| ("2026-11-23"..="2026-12-31").contains(date)));
    // The simulated market's companies announce from the start, weeks ahead.
    let simulated = |row: &&Value| row["corporateAction"]["announcedBy"] == "simulated";
    assert!(rows.iter().filter(simulated).count() > 10, "{rows:?}");
    let second = events("from=2026-11-23&to=2026-12-31&pageSize=5&pageNum=2").await;
    assert_eq!(second.ok()["list"].as_array().unwrap()[..], rows[5..10]);
    events("from=2026-11-23&to=2027-11-23").await.refused(422, "dates_invalid");
    events("from=yesterday").await.refused(422, "date_invalid");
    let chart = server.call("GET /m_ft/kline?stockCode=AAPL&type=1D&count=3", Value::Null).await;
    assert_eq!(chart.ok().as_array().unwrap().len(), 3);

    // An operator records actions for instruments of a feed of their own only.
    let run = |words: &str, more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_plumbline"));
        command.args(words.split(' ')).args(more);
        match &server.app.config.database {
            Some(uri) => command.args(["--database", uri]),
            None => command.arg("--data-dir").arg(server.data_dir()),
        };
        let output = command.output().expect("the command starts");
        let (said, complained) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
        (output.status.success(), said + &complained)
    };
    let line = |words: &str, more: &[&str]| run(&format!("action {words}"), more);
    let refused = |words: &str, more: &[&str], why: &str| {
        let (done, said) = line(words, more);
        assert!(!done && said.contains(why), "{words}: {said}");
    };
    let source = ["--source", "an announcement"];
    let mine = ["--source", "an announcement", "--own-feed"];
    refused("split UsStock MSFT --ex-date 2027-12-29 --ratio 2:1", &source, "its company is simulated");
    refused("split UsStock NOPE --ex-date 2027-12-29 --ratio 2:1", &mine, "there is no NOPE in UsStock");
    refused("split Forex EURUSD --ex-date 2027-12-29 --ratio 2:1", &mine, "is no share");
    refused("split UsStock MSFT --ex-date 2027-12-25 --ratio 2:1", &mine, "does not trade on 2027-12-25");
    refused("split UsStock MSFT --ex-date 2020-01-02 --ratio 2:1", &mine, "has begun");
    refused("split UsStock MSFT --ex-date 2027-12-29 --ratio 2:2", &mine, "write it as 10:1");
    let dates = "--ex-date 2027-12-29 --record-date 2027-12-28 --pay-date 2027-12-31";
    refused(&format!("dividend UsStock MSFT --amount 1 {dates}"), &mine, "the record date is not before");
    // A stock of the United States with prices in euros, which no wallet of its market has.
    let names = "--name-en Euro --name-zh-hans Euro --name-zh-hant Euro --currency EUR --by ann --reason test";
    let (done, said) = run(&format!("instrument add UsStock EURO {names}"), &[]);
    assert!(done, "{said}");
    let dates = "--ex-date 2027-12-29 --record-date 2027-12-29 --pay-date 2027-12-31";
    refused(&format!("dividend UsStock EURO --amount 1 {dates}"), &source, "no wallet takes its dividends");
    let (done, said) = line("split UsStock MSFT --ex-date 2027-12-29 --ratio 2:1", &mine);
    assert!(done && said.contains("the split of 2027-12-29 is recorded"), "{said}");
    refused("split UsStock MSFT --ex-date 2027-12-29 --ratio 3:1", &mine, "already");
    let (_, all) = line("list --market UsStock", &[]);
    assert!(all.contains("MSFT") && all.contains("2:1 (to come): an announcement"), "{all}");
    // A mistake is withdrawn, and can be recorded correctly.
    let number = |of: &str| {
        let row = all.lines().find(|row| row.contains(of)).unwrap_or_else(|| panic!("{all}"));
        row.split_whitespace().next().unwrap().to_owned()
    };
    refused(&format!("withdraw {}", number("simulated")), &[], "would announce it again");
    refused("withdraw 987654321", &[], "there is no 987654321");
    let mistake = number("an announcement");
    let (done, said) = line(&format!("withdraw {mistake}"), &[]);
    assert!(done && said.contains("is withdrawn"), "{said}");
    refused(&format!("withdraw {mistake}"), &[], "there is no");
    let (done, said) = line("split UsStock MSFT --ex-date 2027-12-29 --ratio 3:1", &mine);
    assert!(done, "{said}");
}

async fn start(database: &str, clock: &Clock) -> TestServer {
    TestServer::start_with(Database::Sqlite, clock.clone(), &["--database", database]).await
}

/// A split and a dividend that one server begins and another ends.
async fn whoever_does_the_work_it_is_done_once(database: String) {
    let clock = Clock::manual(MONDAY);
    let one = start(&database, &clock).await;
    let ann = one.funded(100_000).await;
    let second = announce(&one, "2026-12-01", "2026-12-04", dividend("0.50")).await;
    let first = announce(&one, "2026-11-24", "2026-11-24", split(3, 1)).await;
    one.quote(Market::UsStock, "AAPL", "300.00", "300.00");
    ann.call("POST /stock/create", order(0, "10", None)).await.ok();
    ann.call("POST /stock/create", order(1, "10", Some("400.00"))).await.ok();
    // It stops as the split begins, and no server runs on the ex date of the dividend either.
    go_to(&one, first.ex_at).await;
    one.stop().await;
    clock.advance(second.ex_at.plus(UnixMillis::DAY).since(clock.now()));
    let other = start(&database, &clock).await;
    let market = &other.app.market;
    for action in [&first, &second] {
        let due = action.ex_at.plus(11 * UnixMillis::SECOND);
        clock.advance(due.since(clock.now()).max(0));
        until("it is not applied", async || {
            let known = market.corporate_actions.of(action.instrument);
            known.iter().any(|known| known.id == action.id && known.applied_at.is_some())
        })
        .await;
    }
    clock.advance(second.pays_at.since(clock.now()).max(0));
    let db = &other.app.db;
    until("it is not paid", async || {
        fetch_one!(&mut db.read().await.unwrap(), (i64, i64), PAID).unwrap() == (1, 1_500)
    })
    .await;
    clock.advance(UnixMillis::MINUTE);
    tokio::time::sleep(Duration::from_secs(3)).await;
    let reader = &mut db.read().await.unwrap();
    assert_eq!(fetch_one!(reader, (i64,), SPLITS).unwrap().0, 1);
    assert_eq!(fetch_one!(reader, (i64, i64), PAID).unwrap(), (1, 1_500), "thirty shares at 0.50");
    assert_eq!(fetch_one!(reader, (i64,), JOURNALS).unwrap().0, 1);
    other.audited().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_does_the_work_it_is_done_once_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite://{}", folder.path().join("plumbline.db").display());
    whoever_does_the_work_it_is_done_once(database).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_does_the_work_it_is_done_once_on_postgres() {
    let database = PostgresDatabase::create().await;
    whoever_does_the_work_it_is_done_once(database.uri()).await;
}
