//! The server is killed again and again under a mix of everything that customers do with money. Acknowledged work is
//! there, unanswered work is done once when it is repeated, and the books are sound.
//!
//! `./scripts/prove kills` runs the long form.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use plumbline::random;
use reqwest::Client;
use serde_json::{Value, json};

use crate::support::{things::far_month, uuid};

/// The number of kills, unless `PLUMBLINE_TEST_KILLS` sets another.
const KILLS: usize = 5;
const CUSTOMERS: usize = 4;
const PAY_PASSWORD: &str = "739146";

/// The calls by which customers create records, and the list of each.
const KINDS: [(&str, &str); 9] = [
    ("/stock/create", ""),
    ("/hk/create", ""),
    ("/crude/create", ""),
    ("/gold/create", ""),
    ("/crypto/orders/create", ""),
    ("/position/flatPosition", ""),
    ("/wallet/transfer", "/wallet/transfers"),
    ("/recharge/create", "/recharge/listPage"),
    ("/withdrawal/withdrawal-apply", "/withdrawal/listPage"),
];

/// Acknowledged work of one customer.
#[derive(Debug, Default)]
struct Acknowledged {
    /// The ids, by the call that made them.
    made: BTreeMap<&'static str, Vec<String>>,
    /// The numbers of acknowledged changes, by call.
    changed: BTreeMap<&'static str, usize>,
    /// Trailing stops, which the market triggers at its next step against them.
    trailing: Vec<String>,
    /// Calls without an answer: path, body and key.
    unanswered: Vec<(&'static str, Value, String)>,
}

#[derive(Clone, Debug)]
pub struct Customer {
    base: String,
    token: String,
    client: Client,
    /// A saved bank account.
    pub card: String,
    /// A limit at which an order rests.
    low: String,
    acknowledged: Arc<Mutex<Acknowledged>>,
}

impl Customer {
    /// The customer at another server, with the acknowledged work so far.
    pub fn at(&self, base: &str) -> Self {
        Self { base: base.to_owned(), ..self.clone() }
    }

    /// Acknowledged orders.
    pub fn orders(&self) -> BTreeSet<String> {
        let acknowledged = self.acknowledged.lock().unwrap();
        let of_orders = KINDS.iter().filter(|(_, list)| list.is_empty());
        of_orders.flat_map(|(call, _)| acknowledged.made.get(call).into_iter().flatten().cloned()).collect()
    }

    pub fn token(&self) -> &str {
        &self.token
    }

    /// `None` if the server was gone before it answered.
    pub async fn call(&self, path: &str, body: &Value, key: &str) -> Option<Value> {
        let request = self.client.post(format!("{}{path}", self.base)).bearer_auth(&self.token);
        let response = request.header("Idempotency-Key", key).json(body).send().await.ok()?;
        response.json().await.ok()
    }

    pub async fn data(&self, path: &str, body: Value) -> Value {
        let answer = self.call(path, &body, &uuid()).await.expect("the server answers");
        assert_eq!(answer["code"], 200, "{path}: {answer}");
        answer["data"].clone()
    }

    /// Buys a share.
    pub async fn buy(&self) -> Option<String> {
        self.act("/stock/create", json!({ "stockCode": "AAPL", "direction": 0, "orderType": 0, "quantity": "1" })).await
    }

    /// Makes a call, and records whether it was acknowledged or unanswered. Gives the id of the created record.
    async fn act(&self, path: &'static str, body: Value) -> Option<String> {
        let key = uuid();
        // Without a leader, it may have been done before the last one was lost.
        let answer = self.call(path, &body, &key).await.filter(|answer| answer["code"] != 503);
        if answer.is_none() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        let mut acknowledged = self.acknowledged.lock().unwrap();
        let Some(answer) = answer else {
            acknowledged.unanswered.push((path, body, key));
            return None;
        };
        let id = answer["data"]["id"].as_str().filter(|_| answer["code"] == 200)?.to_owned();
        if KINDS.iter().any(|(call, _)| *call == path) {
            acknowledged.made.entry(path).or_default().push(id.clone());
        } else {
            *acknowledged.changed.entry(path).or_default() += 1;
        }
        Some(id)
    }

    /// Everything that a customer can do with money, without a pause, until told to stop.
    pub async fn press(self, stop: Arc<AtomicBool>) {
        let card = self.card.as_str();
        let order = |side: i64, quantity: &str| json!({ "stockCode": "AAPL", "direction": side, "orderType": 0, "quantity": quantity });
        let rest = json!({ "stockCode": "AAPL", "direction": 0, "orderType": 1, "quantity": "5", "price": self.low,
            "timeInForce": "gtc" });
        while !stop.load(Ordering::SeqCst) {
            for _ in 0..4 {
                self.buy().await;
            }
            self.act("/stock/create", order(1, "1")).await;
            self.trail().await;
            if let Some(id) = self.act("/stock/create", rest.clone()).await {
                self.act("/orders/amend", json!({ "id": id, "quantity": "3" })).await;
                self.act("/orders/cancel", json!({ "id": id })).await;
            }
            for side in [0, 1] {
                let lot = json!({ "stockCode": "00005", "direction": side, "orderType": 0, "quantity": "400" });
                self.act("/hk/create", lot).await;
            }
            let short =
                json!({ "stockCode": "EURUSD", "direction": 1, "orderType": 0, "quantity": "2000", "leverage": "10" });
            self.act("/crude/create", short).await;
            let open = self.call("/position/forex/pageList", &json!({}), &uuid()).await.unwrap_or_default();
            if let Some(id) = open["data"]["list"][0]["id"].as_str() {
                self.act("/position/addPositionMargin", json!({ "id": id, "amount": "1" })).await;
                self.act("/position/flatPosition", json!({ "id": id, "size": "half" })).await;
            }
            let long = json!({ "stockCode": far_month(), "direction": 0, "orderType": 0, "quantity": "1" });
            self.act("/gold/create", long).await;
            let open = self.call("/position/me", &json!({ "source": 3 }), &uuid()).await.unwrap_or_default();
            if let Some(id) = open["data"]["list"][0]["id"].as_str() {
                self.act("/position/flatPosition", json!({ "id": id, "size": "full" })).await;
            }
            let coin = json!({ "stockCode": "BTCUSDT", "direction": 0, "orderType": 0, "amount": "20" });
            self.act("/crypto/orders/create", coin).await;
            let transfer = json!({ "from": "BALANCE", "to": "STOCK", "amount": "0.01", "payPassword": PAY_PASSWORD });
            self.act("/wallet/transfer", transfer).await;
            let deposit = json!({ "channel": "fiat", "currency": "USD", "amount": "5" });
            if let Some(id) = self.act("/recharge/create", deposit).await {
                self.act("/recharge/cancel", json!({ "id": id })).await;
            }
            let withdrawal = json!({ "method": "card", "accountId": card, "amount": "100", "currency": "USD",
                "payPassword": PAY_PASSWORD });
            if let Some(id) = self.act("/withdrawal/withdrawal-apply", withdrawal.clone()).await {
                self.act("/withdrawal/cancel", json!({ "id": id })).await;
            }
            // This one is reviewed, sent and settled.
            self.act("/withdrawal/withdrawal-apply", withdrawal).await;
        }
    }

    /// Has one trailing stop wait at a time, a cent behind the market: kills come before it is triggered, between its trigger
    /// and its fill, and after.
    async fn trail(&self) {
        let newest = self.acknowledged.lock().unwrap().trailing.last().cloned();
        if let Some(id) = newest {
            let order = self.call("/orders/detail", &json!({ "id": id }), &uuid()).await.unwrap_or_default();
            if order["data"]["status"] != 1 {
                return;
            }
        }
        let trail = json!({ "stockCode": "AAPL", "direction": 1, "orderType": 4, "trailAmount": "0.01", "quantity": "1",
            "timeInForce": "gtc" });
        if let Some(id) = self.act("/stock/create", trail).await {
            self.acknowledged.lock().unwrap().trailing.push(id);
        }
    }

    /// Waits until the market has triggered and filled each trailing stop.
    async fn all_trailing_are_filled(&self) {
        let trailing = self.acknowledged.lock().unwrap().trailing.clone();
        for id in &trailing {
            let filled = async {
                loop {
                    let order = self.data("/orders/detail", json!({ "id": id })).await;
                    if order["status"] == 1 {
                        return order;
                    }
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
            };
            let order = tokio::time::timeout(Duration::from_secs(120), filled).await.expect("the market triggers it");
            assert_eq!((&order["triggered"], &order["filledQuantity"]), (&json!(true), &json!("1")), "{order}");
        }
    }

    /// Moves a deposit's money, once it was reviewed.
    async fn fund(&self, wallet: &str, amount: &str) {
        let transfer = json!({ "from": "BALANCE", "to": wallet, "amount": amount, "payPassword": PAY_PASSWORD });
        for _ in 0..200 {
            let mut transfer = transfer.clone();
            if ["HK_STOCK", "CRYPTOCURRENCY"].contains(&wallet) {
                transfer["quoteId"] = self.data("/wallet/quote", transfer.clone()).await["quoteId"].clone();
            }
            if self.call("/wallet/transfer", &transfer, &uuid()).await.is_some_and(|answer| answer["code"] == 200) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("{wallet} got no money");
    }

    /// Repeats the unanswered calls: each is done once, whether it was done before or not.
    pub async fn repeat_unanswered(&self) {
        let unanswered = std::mem::take(&mut self.acknowledged.lock().unwrap().unanswered);
        for (path, body, key) in unanswered {
            let first = self.call(path, &body, &key).await.expect("the server answers");
            let second = self.call(path, &body, &key).await.expect("the server answers");
            assert_eq!(first, second, "{path} {body}");
            if first["code"] == 200 && KINDS.iter().any(|(call, _)| *call == path) {
                let id = first["data"]["id"].as_str().expect("what is made has an id").to_owned();
                self.acknowledged.lock().unwrap().made.entry(path).or_default().push(id);
            }
        }
    }
}

/// Without rate limits: the load is as high as the machine allows, and the count at the end reads every order.
pub fn serve(folder: &Path, port: u16) -> Child {
    Command::new(env!("CARGO_BIN_EXE_plumbline"))
        .args([
            "serve",
            "--autopilot-seconds",
            "1",
            "--withdrawals-need-kyc",
            "false",
            "--new-address-lock-hours",
            "0",
            "--cooling-off-hours",
            "0",
            "--listen",
            &format!("127.0.0.1:{port}"),
            "--data-dir",
        ])
        .arg(folder)
        .args([
            "--requests-per-minute",
            "0",
            "--actions-per-minute",
            "0",
            "--quotes-per-minute",
            "0",
            "--attempts-per-minute",
            "0",
        ])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the server starts")
}

pub async fn ready(client: &Client, base: &str) {
    for _ in 0..1_200 {
        let asked = client.get(format!("{base}/m_ft/stock_detail_ft?stockCode=AAPL")).send().await;
        if let Ok(Ok(answer)) = asked.map(|response| response.error_for_status())
            && answer.json::<Value>().await.is_ok_and(|json| json["data"]["stockInfo"]["ask"].is_string())
        {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the server did not become ready");
}

/// Signs up, deposits, and moves a part of it to the stock account.
pub async fn sign_up(client: &Client, base: &str, folder: &Path) -> Customer {
    let email = format!("crash-{:016x}@plumbline.example", random::number());
    let mut customer = Customer {
        base: base.to_owned(),
        token: String::new(),
        client: client.clone(),
        card: String::new(),
        low: String::new(),
        acknowledged: Arc::default(),
    };
    customer.data("/getEmailCode", json!({ "email": email, "scene": "register" })).await;
    let code = code_for(folder, &email);
    let body = json!({ "email": email, "code": code, "password": "correct horse" });
    let registered = customer.data("/register/email", body).await;
    registered["token"].as_str().unwrap().clone_into(&mut customer.token);
    let set = json!({ "payPassword": PAY_PASSWORD, "password": "correct horse" });
    customer.data("/settingPayPassword", set).await;
    let deposit = json!({ "channel": "fiat", "currency": "USD", "amount": "9000000" });
    customer.data("/recharge/create", deposit).await;
    let shares = [("STOCK", "7000000"), ("HK_STOCK", "400000"), ("FOREX", "400000")];
    for (wallet, amount) in shares.into_iter().chain([("FUTURE", "400000"), ("CRYPTOCURRENCY", "100000")]) {
        customer.fund(wallet, amount).await;
    }
    let account = json!({ "type": "card", "bankName": "Deutsche Bank", "accountName": "Ann Lee",
        "accountNumber": "DE89370400440532013000", "payPassword": PAY_PASSWORD });
    let saved = customer.data("/UserAccount/addCardNo", account).await;
    saved["id"].as_str().unwrap().clone_into(&mut customer.card);
    let order = json!({ "stockCode": "AAPL", "direction": 0, "orderType": 0, "quantity": "1" });
    let bid: f64 = customer.data("/stock/preview", order).await["bid"].as_str().unwrap().parse().unwrap();
    customer.low = format!("{:.2}", bid * 0.9);
    customer
}

fn code_for(folder: &Path, email: &str) -> String {
    let files = std::fs::read_dir(folder.join("outbox")).unwrap().filter_map(Result::ok);
    let mut mails = files.filter(|file| file.file_name().to_string_lossy().starts_with(email));
    let mail = mails.next().expect("a message to the customer is in the outbox");
    let text = std::fs::read_to_string(mail.path()).unwrap();
    let code = text.lines().map(str::trim).find(|line| line.len() == 6 && line.bytes().all(|b| b.is_ascii_digit()));
    code.expect("the message shows a code").to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_acknowledged_is_lost_by_kills() {
    let folder = tempfile::tempdir().unwrap();
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    plumbline::tls::install();
    let (client, base) = (Client::builder().no_proxy().build().unwrap(), format!("http://127.0.0.1:{port}"));
    let mut server = serve(folder.path(), port);
    ready(&client, &base).await;
    let mut customers = Vec::new();
    for _ in 0..CUSTOMERS {
        customers.push(sign_up(&client, &base, folder.path()).await);
    }
    let kills = std::env::var("PLUMBLINE_TEST_KILLS").map_or(KILLS, |kills| kills.parse().expect("a number of kills"));
    for _ in 0..kills {
        let stop = Arc::new(AtomicBool::new(false));
        let pressing: Vec<_> = customers.iter().map(|c| tokio::spawn(c.clone().press(stop.clone()))).collect();
        until_all_were_acknowledged(&customers).await;
        tokio::time::sleep(Duration::from_millis(random::number() % 250)).await;
        server.kill().unwrap();
        server.wait().unwrap();
        stop.store(true, Ordering::SeqCst);
        futures_util::future::join_all(pressing).await;
        server = serve(folder.path(), port);
        ready(&client, &base).await;
        for customer in &customers {
            customer.repeat_unanswered().await;
        }
    }
    check(&customers, kills).await;
    server.kill().unwrap();
    server.wait().unwrap();
    audit(folder.path());
}

/// Calls that change records; each must have been acknowledged between two kills.
const CHANGES: [&str; 5] =
    ["/orders/amend", "/orders/cancel", "/recharge/cancel", "/withdrawal/cancel", "/position/addPositionMargin"];

/// The number of acknowledgements of each call, to all customers together.
fn counts(customers: &[Customer]) -> Vec<usize> {
    let count = |call: &str| {
        let of = |customer: &Customer| {
            let acknowledged = customer.acknowledged.lock().unwrap();
            acknowledged.made.get(call).map_or(0, Vec::len) + acknowledged.changed.get(call).copied().unwrap_or(0)
        };
        customers.iter().map(of).sum()
    };
    KINDS.iter().map(|(call, _)| *call).chain(CHANGES).map(count).collect()
}

/// Waits until this run of the server has acknowledged each call once, however slow the machine is.
pub async fn until_all_were_acknowledged(customers: &[Customer]) {
    let before = counts(customers);
    for _ in 0..6_000 {
        if counts(customers).iter().zip(&before).all(|(now, before)| now > before) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("not everything was acknowledged: {before:?}, then {:?}", counts(customers));
}

pub async fn check(customers: &[Customer], kills: usize) {
    assert!(counts(customers).iter().all(|count| *count >= kills), "there was a load: {:?}", counts(customers));
    for customer in customers {
        customer.all_trailing_are_filled().await;
        let made = std::mem::take(&mut customer.acknowledged.lock().unwrap().made);
        for (call, list) in KINDS {
            let ids = made.get(call).cloned().unwrap_or_default();
            let mut unique = ids.clone();
            unique.sort();
            unique.dedup();
            assert_eq!(unique.len(), ids.len(), "{call}: nothing is made twice");
            if list.is_empty() {
                for id in &ids {
                    assert_eq!(customer.data("/orders/detail", json!({ "id": id })).await["id"], *id);
                }
                continue;
            }
            let mut stored = HashSet::new();
            for page in 1.. {
                let listed = customer.data(list, json!({ "pageNum": page, "pageSize": 100 })).await;
                let rows = listed["list"].as_array().unwrap();
                stored.extend(rows.iter().map(|row| row["id"].as_str().unwrap().to_owned()));
                if rows.is_empty() {
                    break;
                }
            }
            assert!(ids.iter().all(|id| stored.contains(id)), "{call}: everything acknowledged is there");
        }
    }
}

pub fn audit(folder: &Path) {
    Place { folder: folder.to_owned(), database: None }.audit();
}

/// A server's storage: a folder, and a database if that is not in the folder.
#[derive(Clone, Debug)]
pub struct Place {
    pub folder: PathBuf,
    pub database: Option<String>,
}

impl Place {
    /// The program with these arguments, on this storage.
    pub fn command(&self, line: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_plumbline"));
        command.args(line).arg("--data-dir").arg(&self.folder);
        command.args(self.database.iter().flat_map(|uri| ["--database", uri]));
        command
    }

    pub fn audit(&self) {
        let output = self.command(&["audit"]).output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && text.contains("audit: ok"), "{text}");
    }
}
