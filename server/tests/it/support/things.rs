//! Records of a customer, made on demand, for tests that others cannot touch them.

use std::time::Duration;

use plumbline::clock::Clock;
use plumbline_core::decimal::{ONE, Price};
use plumbline_core::time::UnixMillis;
use serde_json::{Value, json};

use super::{Customer, TestServer, pictures};

const PAY_PASSWORD: &str = "246801";

/// The call (path parameters filled in) and the body that name a record of `owner`.
///
/// # Panics
/// For a call that is not listed here: add the way to create the record that it names.
pub async fn name_one(owner: &Customer<'_>, call: &str) -> (String, Value) {
    let as_is = |body| (call.to_owned(), body);
    match call {
        "POST /api/user/sessions/end" => as_is(json!({ "id": session(owner).await })),
        "POST /userSelfSecurity/delete/{id}" => (call.replace("{id}", &watch(owner).await), json!({})),
        "POST /userSelfSecurity/reorder" => as_is(json!({ "ids": [watch(owner).await] })),
        "POST /watchlist/groups/rename" => as_is(json!({ "groupId": group(owner).await, "name": "Other" })),
        "POST /watchlist/groups/delete" => as_is(json!({ "groupId": group(owner).await })),
        "POST /watchlist/groups/reorder" => as_is(json!({ "ids": [group(owner).await] })),
        "POST /watchlist/groups/put" => {
            as_is(json!({ "groupId": group(owner).await, "secuCode": "AAPL", "market": "UsStock" }))
        }
        "POST /watchlist/groups/take" => as_is(json!({ "groupId": group(owner).await, "watchId": watch(owner).await })),
        "POST /watchlist/groups/reorderRows" => as_is(json!({ "groupId": group(owner).await, "ids": [] })),
        "POST /UserAccount/UpdateCardNo" => {
            as_is(json!({ "id": payout_account(owner).await, "bankName": "Other", "payPassword": PAY_PASSWORD }))
        }
        "POST /UserAccount/delete-card" => {
            as_is(json!({ "id": payout_account(owner).await, "payPassword": PAY_PASSWORD }))
        }
        "GET /userMessage/{id}" => (call.replace("{id}", &notice(owner).await), Value::Null),
        "POST /userMessage/updateRead" => as_is(json!({ "id": notice(owner).await })),
        "POST /wallet/transfer" => as_is(quoted_transfer(owner).await),
        "POST /wallet/cancelTransfer" => as_is(json!({ "id": fund(owner).await })),
        "POST /recharge/cancel" => as_is(json!({ "id": deposit(owner).await })),
        "POST /withdrawal/withdrawal-apply" => as_is(withdrawal(owner).await),
        "POST /withdrawal/cancel" | "POST /withdrawal/detail" => {
            fund_out(owner).await;
            let body = withdrawal(owner).await;
            as_is(json!({ "id": owner.call("POST /withdrawal/withdrawal-apply", body).await.ok()["id"] }))
        }
        "POST /orders/cancel" | "POST /orders/detail" | "POST /orders/rules" => {
            as_is(json!({ "id": resting_order(owner).await }))
        }
        "POST /orders/amend" => as_is(json!({ "id": resting_order(owner).await, "quantity": "2" })),
        "POST /orders/receipt" => as_is(json!({ "fillId": fill(owner).await["id"] })),
        "POST /position/flatPosition" | "POST /position/closePreview" => {
            fill(owner).await;
            let holdings = owner.call("POST /position/me", json!({})).await;
            as_is(json!({ "id": holdings.ok()["list"][0]["id"], "size": "full" }))
        }
        "POST /position/addPositionMargin" => as_is(json!({ "id": pair(owner).await, "amount": "10" })),
        "POST /position/removeMargin" => as_is(json!({ "id": pair(owner).await, "amount": "0.01" })),
        "POST /position/marginRefill" => as_is(json!({ "id": pair(owner).await, "enabled": false })),
        "POST /position/leverage" | "POST /position/marginPreview" => {
            as_is(json!({ "id": pair(owner).await, "leverage": "10" }))
        }
        "POST /position/roll" => as_is(json!({ "id": pair(owner).await, "stockCode": "ESH27" })),
        "POST /position/protect" => as_is(json!({ "id": pair(owner).await })),
        "POST /file/link" => as_is(json!({ "id": file(owner).await["id"] })),
        "GET /file/{id}" => (format!("GET {}", file(owner).await["url"].as_str().unwrap()), Value::Null),
        _ => panic!("say in support/things.rs how to make what {call} names"),
    }
}

/// A second session of the owner.
async fn session(owner: &Customer<'_>) -> Value {
    let body = json!({ "username": owner.email, "password": owner.password });
    owner.server.call("POST /loginByUsername", body).await.ok();
    let sessions = owner.call("POST /api/user/sessions", json!({})).await;
    let others = sessions.ok().as_array().unwrap().iter().find(|session| session["current"] == false);
    others.expect("the second session is listed")["id"].clone()
}

async fn watch(owner: &Customer<'_>) -> String {
    let body =
        json!({ "classify": "", "assettype": "", "securityName": "Apple", "secuCode": "AAPL", "market": "UsStock" });
    owner.call("POST /userSelfSecurity/save", body).await.ok()["id"].as_str().unwrap().to_owned()
}

/// The owner's only group of the watchlist.
async fn group(owner: &Customer<'_>) -> Value {
    for known in owner.call("GET /watchlist/groups", Value::Null).await.ok().as_array().unwrap() {
        owner.call("POST /watchlist/groups/delete", json!({ "groupId": known["id"] })).await.ok();
    }
    owner.call("POST /watchlist/groups/create", json!({ "name": "Group" })).await.ok()["id"].clone()
}

/// A notice: the one on the first pay password.
async fn notice(owner: &Customer<'_>) -> String {
    pay_password(owner).await;
    let inbox = owner.call("GET /userMessage/getMessage", Value::Null).await;
    inbox.ok()["list"][0]["id"].as_str().expect("something was told").to_owned()
}

/// A saved bank account: the existing one, whatever was changed of it, or a new one.
async fn payout_account(owner: &Customer<'_>) -> Value {
    let saved = owner.call("POST /UserAccount/SelectCardNo", json!({})).await.ok()[0]["id"].clone();
    if !saved.is_null() {
        return saved;
    }
    pay_password(owner).await;
    let saved = owner.call("POST /UserAccount/SelectCardNo", json!({ "type": "card" })).await;
    if let Some(account) = saved.ok().as_array().and_then(|saved| saved.first()) {
        return account["id"].clone();
    }
    let body = json!({ "type": "card", "bankName": "Deutsche Bank", "accountName": "Ann Lee",
        "accountNumber": "DE89370400440532013000", "payPassword": PAY_PASSWORD });
    owner.call("POST /UserAccount/addCardNo", body).await.ok()["id"].clone()
}

async fn pay_password(owner: &Customer<'_>) {
    if owner.call("POST /api/user/info", json!({})).await.ok()["payPasswordSet"] == false {
        owner.set_pay_password(PAY_PASSWORD).await;
    }
}

/// Moves paper money to the stock wallet; gives the transfer's id.
pub async fn fund(owner: &Customer<'_>) -> Value {
    fund_wallet(owner, "STOCK").await
}

/// Moves paper money to another wallet.
pub async fn fund_wallet(owner: &Customer<'_>, wallet: &str) -> Value {
    pay_password(owner).await;
    let deposit = json!({ "channel": "fiat", "currency": "USD", "amount": "100000" });
    owner.call("POST /recharge/create", deposit).await.ok();
    let transfer = json!({ "from": "BALANCE", "to": wallet, "amount": "100000", "payPassword": PAY_PASSWORD });
    for _ in 0..100 {
        let answer = owner.transferred(transfer.clone()).await;
        if answer.error() != "insufficient_funds" {
            return answer.ok()["id"].clone();
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("the autopilot does not complete the deposit");
}

/// A transfer to Hong Kong with the quote for it.
async fn quoted_transfer(owner: &Customer<'_>) -> Value {
    fund(owner).await;
    let mut transfer = json!({ "from": "STOCK", "to": "HK_STOCK", "amount": "100" });
    transfer["quoteId"] = owner.call("POST /wallet/quote", transfer.clone()).await.ok()["quoteId"].clone();
    transfer
}

/// An announced deposit.
async fn deposit(owner: &Customer<'_>) -> Value {
    let deposit = json!({ "channel": "fiat", "currency": "USD", "amount": "100000" });
    owner.call("POST /recharge/create", deposit).await.ok()["id"].clone()
}

/// Brings paper money back to the funding account.
async fn fund_out(owner: &Customer<'_>) {
    fund(owner).await;
    owner.call("POST /wallet/transfer", json!({ "from": "STOCK", "to": "BALANCE", "amount": "100" })).await.ok();
}

/// A request for a withdrawal to a saved wallet.
async fn withdrawal(owner: &Customer<'_>) -> Value {
    if owner.kyc().await["kycStatus"] != 2 {
        owner.verify().await;
    }
    pay_password(owner).await;
    let wallet = json!({ "type": "wallet", "currency": "USDT", "chain": "tron",
        "address": "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", "payPassword": PAY_PASSWORD });
    let account = owner.call("POST /UserAccount/addCardNo", wallet).await.ok()["id"].clone();
    json!({ "method": "wallet", "accountId": account, "amount": "10", "currency": "USDT", "payPassword": PAY_PASSWORD })
}

async fn resting_order(owner: &Customer<'_>) -> Value {
    fund(owner).await;
    order(owner, json!({ "orderType": 1, "price": below_the_bid(owner.server) })).await["id"].clone()
}

async fn fill(owner: &Customer<'_>) -> Value {
    fund(owner).await;
    let placed = order(owner, json!({ "orderType": 0 })).await;
    let detail = owner.call("POST /orders/detail", json!({ "id": placed["id"] })).await;
    detail.ok()["fills"][0].clone()
}

/// A position in a pair of currencies, the same for each call.
async fn pair(owner: &Customer<'_>) -> Value {
    let open = async || owner.call("POST /position/forex/pageList", json!({})).await.ok()["list"][0]["id"].clone();
    let found = open().await;
    if found.is_string() {
        return found;
    }
    fund_wallet(owner, "FOREX").await;
    let order = json!({ "stockCode": "EURUSD", "direction": 0, "orderType": 0, "quantity": "1000", "leverage": "5" });
    owner.call("POST /crude/create", order).await.ok();
    open().await
}

async fn order(owner: &Customer<'_>, terms: Value) -> Value {
    let mut body =
        json!({ "stockCode": "AAPL", "market": "UsStock", "direction": 0, "quantity": "1", "timeInForce": "gtc" });
    body.as_object_mut().unwrap().extend(terms.as_object().unwrap().clone());
    owner.call("POST /stock/create", body).await.ok().clone()
}

/// An uploaded picture: the upload's answer.
pub async fn file(owner: &Customer<'_>) -> Value {
    owner.upload(pictures::jpeg(16, 16)).await.ok().clone()
}

/// A price for AAPL at which an order rests: two dollars below the bid.
pub fn below_the_bid(server: &TestServer) -> String {
    let market = &server.app.market;
    let tick = market.latest(market.find(None, "AAPL").unwrap().id).expect("the simulated market quotes AAPL");
    tick.bid().saturating_sub(Price::from_units(2 * ONE)).round_down_to(Price::from_units(ONE / 100)).display(2)
}

/// The contract on the S&P 500 that ends with the quarter which is running in three months' time.
pub fn far_month() -> String {
    let then = jiff::Timestamp::from_millisecond(Clock::System.now().0 + 90 * UnixMillis::DAY).unwrap();
    let day = then.to_zoned(jiff::tz::TimeZone::UTC).date();
    let quarter = usize::try_from((day.month() - 1) / 3).unwrap();
    format!("ES{}{:02}", ["H", "M", "U", "Z"][quarter], day.year() % 100)
}
