//! The server is killed again and again under load. What it acknowledged is there, and the books are sound.
//!
//! `PLUMBLINE_TEST_KILLS=50 cargo nextest run -E 'test(kills)'` runs the long form.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use plumbline::random;
use reqwest::Client;
use serde_json::{Value, json};

use crate::support::uuid;

/// How often it is killed, unless `PLUMBLINE_TEST_KILLS` says otherwise.
const KILLS: usize = 5;
const CUSTOMERS: usize = 4;
const PAY_PASSWORD: &str = "739146";

/// What was acknowledged to one customer.
#[derive(Debug, Default)]
struct Acknowledged {
    orders: Vec<String>,
    transfers: Vec<String>,
}

#[derive(Clone, Debug)]
struct Customer {
    base: String,
    token: String,
    client: Client,
    acknowledged: Arc<Mutex<Acknowledged>>,
}

impl Customer {
    /// `None` when the server was gone before it answered.
    async fn call(&self, path: &str, body: &Value) -> Option<Value> {
        let request = self.client.post(format!("{}{path}", self.base)).bearer_auth(&self.token);
        let response = request.header("Idempotency-Key", uuid()).json(body).send().await.ok()?;
        response.json().await.ok()
    }

    async fn data(&self, path: &str, body: Value) -> Value {
        let answer = self.call(path, &body).await.expect("the server answers");
        assert_eq!(answer["code"], 200, "{path}: {answer}");
        answer["data"].clone()
    }

    /// Orders and transfers without a pause, until told to stop.
    async fn press(self, stop: Arc<AtomicBool>) {
        let buy = json!({ "stockCode": "AAPL", "direction": 0, "orderType": 0, "quantity": "1" });
        let move_one = json!({ "from": "BALANCE", "to": "STOCK", "amount": "0.01", "payPassword": PAY_PASSWORD });
        let acknowledge = |answer: &Option<Value>| {
            let answer = answer.as_ref().filter(|answer| answer["code"] == 200)?;
            answer["data"]["id"].as_str().map(str::to_owned)
        };
        while !stop.load(Ordering::SeqCst) {
            for _ in 0..8 {
                if let Some(id) = acknowledge(&self.call("/stock/create", &buy).await) {
                    self.acknowledged.lock().unwrap().orders.push(id);
                }
            }
            if let Some(id) = acknowledge(&self.call("/wallet/transfer", &move_one).await) {
                self.acknowledged.lock().unwrap().transfers.push(id);
            }
        }
    }
}

/// Without rate limits: the load is what the machine can do, and the count at the end asks for every order.
fn serve(folder: &Path, port: u16) -> Child {
    Command::new(env!("CARGO_BIN_EXE_plumbline"))
        .args(["serve", "--autopilot-seconds", "1", "--listen", &format!("127.0.0.1:{port}"), "--data-dir"])
        .arg(folder)
        .args(["--requests-per-minute", "0", "--actions-per-minute", "0", "--attempts-per-minute", "0"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the server starts")
}

async fn ready(client: &Client, base: &str) {
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
async fn sign_up(client: &Client, base: &str, folder: &Path) -> Customer {
    let email = format!("crash-{:016x}@plumbline.example", random::number());
    let mut customer =
        Customer { base: base.to_owned(), token: String::new(), client: client.clone(), acknowledged: Arc::default() };
    customer.data("/getEmailCode", json!({ "email": email, "scene": "register" })).await;
    let code = code_for(folder, &email);
    let body = json!({ "email": email, "code": code, "password": "correct horse" });
    let registered = customer.data("/register/email", body).await;
    registered["token"].as_str().unwrap().clone_into(&mut customer.token);
    customer.data("/settingPayPassword", json!({ "payPassword": PAY_PASSWORD })).await;
    let deposit = json!({ "channel": "fiat", "currency": "USD", "amount": "9000000" });
    customer.data("/recharge/create", deposit).await;
    let transfer = json!({ "from": "BALANCE", "to": "STOCK", "amount": "8000000", "payPassword": PAY_PASSWORD });
    for _ in 0..200 {
        if customer.call("/wallet/transfer", &transfer).await.is_some_and(|answer| answer["code"] == 200) {
            return customer;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the deposit was not credited");
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
        until_both_were_acknowledged(&customers).await;
        tokio::time::sleep(Duration::from_millis(random::number() % 250)).await;
        server.kill().unwrap();
        server.wait().unwrap();
        stop.store(true, Ordering::SeqCst);
        futures_util::future::join_all(pressing).await;
        server = serve(folder.path(), port);
        ready(&client, &base).await;
    }
    check(&customers, kills).await;
    server.kill().unwrap();
    server.wait().unwrap();
    audit(folder.path());
}

/// Waits until this run of the server has acknowledged an order and a transfer, however slow the machine is.
async fn until_both_were_acknowledged(customers: &[Customer]) {
    let count = || {
        customers.iter().fold((0, 0), |(orders, transfers), customer| {
            let acknowledged = customer.acknowledged.lock().unwrap();
            (orders + acknowledged.orders.len(), transfers + acknowledged.transfers.len())
        })
    };
    let before = count();
    for _ in 0..6_000 {
        let now = count();
        if now.0 > before.0 && now.1 > before.1 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("the server acknowledged nothing");
}

async fn check(customers: &[Customer], kills: usize) {
    let (mut orders, mut transfers) = (0, 0);
    for customer in customers {
        let acknowledged = std::mem::take(&mut *customer.acknowledged.lock().unwrap());
        for id in &acknowledged.orders {
            assert_eq!(customer.data("/orders/detail", json!({ "id": id })).await["id"], *id);
        }
        let mut stored = Vec::new();
        for page in 1..=(acknowledged.transfers.len() / 100 + 3) {
            let listed = customer.data("/wallet/transfers", json!({ "pageNum": page, "pageSize": 100 })).await;
            stored.extend(listed["list"].as_array().unwrap().iter().map(|row| row["id"].as_str().unwrap().to_owned()));
        }
        assert!(acknowledged.transfers.iter().all(|id| stored.contains(id)), "every transfer is there");
        orders += acknowledged.orders.len();
        transfers += acknowledged.transfers.len();
    }
    assert!(orders >= kills && transfers >= kills, "there was a load: {orders} orders, {transfers} transfers");
}

fn audit(folder: &Path) {
    let output =
        Command::new(env!("CARGO_BIN_EXE_plumbline")).args(["audit", "--data-dir"]).arg(folder).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.contains("audit: ok"), "{text}");
}
