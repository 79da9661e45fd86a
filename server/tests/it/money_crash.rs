//! The server is killed at random moments, also while it starts, under everything that brings money in and out: bank
//! deposits, coins, suspense, withdrawals, customers' cancellations, decisions of two reviewers, and payouts in files.
//! Nothing acknowledged is lost, no key, output or payout is there twice, and the books are sound to the cent.
//!
//! `./scripts/prove crash` runs the long form.

use std::collections::{BTreeMap, BTreeSet};
use std::process::{Child, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use plumbline::random;
use reqwest::Client;
use serde_json::{Value, json};

use crate::crash::{Customer, Place, ready, sign_up};
use crate::payouts::SETTINGS;
use crate::payouts_crash::{both, copy_what_is_not_known, files, withdrawals};
use crate::support::{Database, PAY_PASSWORD, PostgresDatabase, uuid};

/// The number of kills on each database, unless `PLUMBLINE_TEST_MONEY_KILLS` sets another.
const KILLS: usize = 3;
/// Kills of one server with its customers; then its books are checked, and another one begins.
const A_STORY: usize = 25;
const CUSTOMERS: usize = 2;
const NETWORKS: [(&str, &str); 4] =
    [("USDT", "Ethereum (ERC-20)"), ("USDT", "TRON (TRC-20)"), ("USDC", "Ethereum (ERC-20)"), ("USDC", "Solana (SPL)")];
/// Calls that create records, each of which is found again once acknowledged, and calls that end records.
const MAKING: [&str; 3] = ["/recharge/create", "/recharge/simulate", "/withdrawal/withdrawal-apply"];
const ENDING: [&str; 3] = ["/recharge/cancel", "/recharge/releaseSuspense", "/withdrawal/cancel"];

/// States on the wire: of deposits, and of withdrawals.
const CREDITED: i64 = 1;
const FAILED: i64 = 2;
const CANCELLED: i64 = 3;
const IN_SUSPENSE: i64 = 4;
const APPROVED: i64 = 4;

/// Acknowledged work of one customer by call, and unanswered calls.
#[derive(Debug, Default)]
struct Book {
    acknowledged: BTreeMap<&'static str, Vec<String>>,
    unanswered: Vec<(&'static str, Value, String)>,
}

#[derive(Clone)]
struct Payer {
    customer: Customer,
    book: Arc<Mutex<Book>>,
    /// Cents of the funding account before any of this.
    before: i64,
    /// Deposits from before.
    known: BTreeSet<String>,
}

impl Payer {
    /// Makes a call once. Gives the number of the record that it created or ended.
    async fn act(&self, path: &'static str, body: Value) -> Option<String> {
        let key = uuid();
        let Some(answer) = self.customer.call(path, &body, &key).await else {
            self.book.lock().unwrap().unanswered.push((path, body, key));
            return None;
        };
        self.note(path, &answer)
    }

    fn note(&self, path: &'static str, answer: &Value) -> Option<String> {
        let name = if path == "/recharge/simulate" { "transaction" } else { "id" };
        let id = answer["data"][name].as_str().filter(|_| answer["code"] == 200)?.to_owned();
        self.book.lock().unwrap().acknowledged.entry(path).or_default().push(id.clone());
        Some(id)
    }

    /// Repeats the unanswered calls: each is done once, whether it was done before or not.
    async fn repeat_unanswered(&self) {
        let unanswered = std::mem::take(&mut self.book.lock().unwrap().unanswered);
        for (path, body, key) in unanswered {
            let first = self.customer.call(path, &body, &key).await.expect("the server answers");
            let second = self.customer.call(path, &body, &key).await.expect("the server answers");
            assert_eq!(first, second, "{path} {body}");
            self.note(path, &first);
        }
    }

    async fn press(self, stop: Arc<AtomicBool>) {
        let withdrawal = json!({ "method": "card", "accountId": self.customer.card, "amount": "10", "currency": "USD",
            "payPassword": PAY_PASSWORD });
        for (currency, network) in NETWORKS.iter().cycle() {
            if stop.load(Ordering::SeqCst) {
                return;
            }
            let announced = |currency: &str| json!({ "channel": "fiat", "currency": currency, "amount": "7.03" });
            self.act("/recharge/create", announced("USD")).await;
            if let Some(id) = self.act("/recharge/create", announced("EUR")).await {
                self.act("/recharge/cancel", json!({ "id": id })).await;
            }
            for amount in ["2.5", "0.4"] {
                let sent = json!({ "currency": currency, "network": network, "amount": amount });
                self.act("/recharge/simulate", sent).await;
            }
            self.act("/recharge/releaseSuspense", json!({ "currency": currency })).await;
            if let Some(id) = self.act("/withdrawal/withdrawal-apply", withdrawal.clone()).await {
                self.act("/withdrawal/cancel", json!({ "id": id })).await;
            }
            self.act("/withdrawal/withdrawal-apply", withdrawal.clone()).await;
            // Few enough that a history lists them all.
            tokio::time::sleep(Duration::from_millis(random::number() % 400)).await;
        }
    }

    async fn deposits(&self) -> BTreeMap<String, Value> {
        let mut all = BTreeMap::new();
        for page in 1.. {
            let listed = self.customer.data("/recharge/listPage", json!({ "pageNum": page, "pageSize": 100 })).await;
            let rows = listed["list"].as_array().unwrap().clone();
            if rows.is_empty() {
                break;
            }
            all.extend(rows.into_iter().map(|row| (row["id"].as_str().unwrap().to_owned(), row)));
        }
        all
    }

    async fn balance(&self) -> i64 {
        let wallet = self.customer.data("/wallet/getWalletBalance", json!({ "walletType": "BALANCE" })).await;
        cents(&wallet["availableBalance"])
    }

    /// True if no record waits for the autopilot, for people or for a block.
    async fn has_come_to_rest(&self) -> bool {
        let deposits = self.deposits().await;
        let sent = self.customer.call("/withdrawal/listPage", &json!({ "status": APPROVED }), &uuid()).await;
        let asked = self.customer.call("/withdrawal/listPage", &json!({ "status": 0 }), &uuid()).await;
        let is_empty = |answer: Option<Value>| answer.is_some_and(|answer| answer["data"]["list"] == json!([]));
        deposits.values().all(|row| row["status"] != 0) && is_empty(sent) && is_empty(asked)
    }

    /// Everything acknowledged is there, once, and nothing else; and the balance equals the sum of it.
    async fn check(&self, decided: &Decided, files: &BTreeMap<String, String>) {
        let acknowledged = std::mem::take(&mut self.book.lock().unwrap().acknowledged);
        let of = |path: &str| acknowledged.get(path).cloned().unwrap_or_default();
        let once = |path: &str| {
            let ids: BTreeSet<String> = of(path).into_iter().collect();
            assert_eq!(ids.len(), of(path).len(), "{path}: nothing is made twice");
            ids
        };
        let deposits = self.deposits().await;
        let (coins, announced): (Vec<_>, Vec<_>) = deposits.iter().partition(|(_, row)| row["network"].is_string());
        let announced_ids: BTreeSet<String> = announced.iter().map(|(id, _)| (*id).clone()).collect();
        assert_eq!(&announced_ids - &self.known, once("/recharge/create"), "each announced deposit is there, once");
        let outputs: BTreeSet<&str> = coins.iter().map(|(_, row)| row["transaction"].as_str().unwrap()).collect();
        let sent = once("/recharge/simulate");
        assert_eq!(
            (coins.len(), outputs),
            (sent.len(), sent.iter().map(String::as_str).collect()),
            "each output, once"
        );
        let withdrawals = withdrawals(&self.customer).await;
        let asked: BTreeSet<String> = withdrawals.keys().cloned().collect();
        assert_eq!(asked, once("/withdrawal/withdrawal-apply"), "each withdrawal is there, once");
        for (path, rows) in [("/recharge/cancel", &deposits), ("/withdrawal/cancel", &withdrawals)] {
            assert!(once(path).iter().all(|id| rows[id]["status"] == CANCELLED), "{path}: what was called off is");
        }
        once("/recharge/releaseSuspense");
        decided.check(&deposits, &withdrawals);
        for (id, row) in &withdrawals {
            let stands = |file: &String| file.matches(&format!("<EndToEndId>{id}</EndToEndId>")).count();
            let times: usize = files.values().map(stands).sum();
            assert_eq!(times, usize::from(row["sentTimestamp"].is_string()), "{row}");
        }
        // Returned withdrawals are rejected, and the customer has the money again.
        let credits = announced.iter().filter(|(id, _)| !self.known.contains(*id)).chain(&coins);
        let came: i64 = credits.filter(|(_, r)| r["status"] == CREDITED).map(|(_, r)| cents(&r["creditAmount"])).sum();
        let left = withdrawals.values().filter(|row| row["status"] != FAILED && row["status"] != CANCELLED);
        let left: i64 = left.map(|row| cents(&row["debitAmount"])).sum();
        assert_eq!(self.balance().await, self.before + came - left, "{came} came in, {left} went out");
        assert!(coins.iter().all(|(_, row)| row["status"] == CREDITED || row["status"] == IN_SUSPENSE));
    }
}

fn cents(amount: &Value) -> i64 {
    amount.as_str().unwrap_or_else(|| panic!("{amount}")).replace(['.', ','], "").parse().unwrap()
}

/// Decisions that two reviewers agreed on, by number: true if approved.
#[derive(Clone, Default)]
struct Decided(Arc<Mutex<BTreeMap<String, bool>>>);

impl Decided {
    /// Reviewers' decisions at the server are those they made; the autopilot or the customer may have been first.
    fn check(&self, deposits: &BTreeMap<String, Value>, withdrawals: &BTreeMap<String, Value>) {
        let decided = self.0.lock().unwrap();
        for (id, row) in deposits.iter().chain(withdrawals).filter(|(_, row)| row["reviewedBy"] == "reviewers") {
            // A reviewer whose server was killed may not know that both agree.
            let Some(approved) = decided.get(id) else { continue };
            assert_eq!(*approved, row["reason"] != "not_received" && row["reason"] != "holder_differs", "{row}");
        }
    }
}

/// Two people decide on waiting records, send approved payouts, and report their outcome.
async fn people(place: Place, payers: Vec<Payer>, decided: Decided, stop: Arc<AtomicBool>) {
    while !stop.load(Ordering::SeqCst) {
        review(&place, &decided, &stop).await;
        both(&place, &["export"]).await;
        for payer in &payers {
            let on_their_way = json!({ "status": 5 });
            let listed = payer.customer.call("/withdrawal/listPage", &on_their_way, &uuid()).await.unwrap_or_default();
            let rows = listed["data"]["list"].as_array().cloned().unwrap_or_default();
            let ids: Vec<&str> = rows.iter().filter_map(|row| row["id"].as_str()).collect();
            let (here, back) = ids.split_at(ids.len() / 2);
            for (action, ids) in [("settled", here), ("returned", back)] {
                if !ids.is_empty() && !stop.load(Ordering::SeqCst) {
                    both(&place, &[&[action], ids].concat()).await;
                }
            }
        }
    }
}

/// Decides on some of the newest records, which the autopilot leaves alone for seconds.
async fn review(place: &Place, decided: &Decided, stop: &AtomicBool) {
    let run = async |line: &[&str]| {
        let command = place.command(&[&["review"], line].concat());
        tokio::process::Command::from(command).output().await.expect("the command starts")
    };
    let listed = String::from_utf8(run(&["list"]).await.stdout).unwrap();
    for line in listed.lines().rev().take(4) {
        let mut words = line.split_whitespace();
        let (Some(kind @ ("deposit" | "withdrawal")), Some(id)) = (words.next(), words.next()) else { continue };
        if stop.load(Ordering::SeqCst) {
            return;
        }
        let reason = if kind == "deposit" { "not_received" } else { "holder_differs" };
        let approves = random::number().is_multiple_of(2);
        let decision: &[&str] =
            if approves { &["approve", kind, id] } else { &["refuse", kind, id, "--reason", reason] };
        let mut agreed = true;
        for name in ["Cy", "Di"] {
            agreed &= run(&[decision, &["--reviewer", name]].concat()).await.status.success();
        }
        if agreed {
            decided.0.lock().unwrap().insert(id.to_owned(), approves);
        }
    }
}

fn serve(place: &Place, port: u16) -> Child {
    let listen = format!("127.0.0.1:{port}");
    let line = [
        ["--autopilot-seconds", "3"],
        ["--withdrawals-need-kyc", "false"],
        ["--new-address-lock-hours", "0"],
        ["--cooling-off-hours", "0"],
        ["--payouts", SETTINGS],
        ["--requests-per-minute", "0"],
        ["--actions-per-minute", "0"],
        ["--attempts-per-minute", "0"],
        ["--listen", &listen],
    ];
    let mut command = place.command(&[&["serve"], line.concat().as_slice()].concat());
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the server starts")
}

fn kill(mut server: Child) {
    server.kill().unwrap();
    server.wait().unwrap();
}

/// Restarts the server, and each fourth time kills it while it starts.
async fn start_again(place: &Place, port: u16) -> Child {
    while random::number().is_multiple_of(4) {
        let starting = serve(place, port);
        tokio::time::sleep(Duration::from_millis(random::number() % 2_000)).await;
        kill(starting);
    }
    serve(place, port)
}

/// The number of acknowledgements of each call.
fn counts(payers: &[Payer], paths: &[&str]) -> Vec<usize> {
    let of = |path: &str| {
        let count = |payer: &Payer| payer.book.lock().unwrap().acknowledged.get(path).map_or(0, Vec::len);
        payers.iter().map(count).sum()
    };
    paths.iter().map(|path| of(path)).collect()
}

async fn until_all_is_at_rest(place: &Place, payers: &[Payer]) {
    for _ in 0..120 {
        both(place, &["export"]).await;
        let mut rests = true;
        for payer in payers {
            rests &= payer.has_come_to_rest().await;
        }
        if rests {
            // A file sealed with the last one is written in the same round.
            tokio::time::sleep(Duration::from_millis(1_500)).await;
            return copy_what_is_not_known(place).await;
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    panic!("something still waits");
}

async fn story(database: Database, kills: usize) {
    let folder = tempfile::tempdir().unwrap();
    let postgres = match database {
        Database::Sqlite => None,
        Database::Postgres => Some(PostgresDatabase::create().await),
    };
    let place = Place { folder: folder.path().to_owned(), database: postgres.as_ref().map(PostgresDatabase::uri) };
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    plumbline::tls::install();
    let (client, base) = (Client::builder().no_proxy().build().unwrap(), format!("http://127.0.0.1:{port}"));
    let mut server = serve(&place, port);
    ready(&client, &base).await;
    let mut payers = Vec::new();
    for _ in 0..CUSTOMERS {
        let customer = sign_up(&client, &base, folder.path()).await;
        let mut payer = Payer { customer, book: Arc::default(), before: 0, known: BTreeSet::new() };
        payer.before = payer.balance().await;
        payer.known = payer.deposits().await.into_keys().collect();
        payers.push(payer);
    }
    let decided = Decided::default();
    let mut killed = 0;
    // Insufficient coins take some seconds to go into suspense: if each server is killed sooner, there are more kills.
    while killed < kills || (killed < 4 * kills && counts(&payers, &ENDING).contains(&0)) {
        killed += 1;
        let (stop, before) = (Arc::new(AtomicBool::new(false)), counts(&payers, &MAKING));
        let mut busy: Vec<_> = payers.iter().map(|payer| tokio::spawn(payer.clone().press(stop.clone()))).collect();
        busy.push(tokio::spawn(people(place.clone(), payers.clone(), decided.clone(), stop.clone())));
        while counts(&payers, &MAKING).iter().zip(&before).any(|(now, before)| now <= before) {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        // Blocks, the autopilot and the commands of two people take about this long.
        tokio::time::sleep(Duration::from_millis(random::number() % 4_000)).await;
        kill(server);
        stop.store(true, Ordering::SeqCst);
        for one in busy {
            one.await.unwrap();
        }
        server = start_again(&place, port).await;
        ready(&client, &base).await;
        for payer in &payers {
            payer.repeat_unanswered().await;
        }
    }
    let (made, ended) = (counts(&payers, &MAKING), counts(&payers, &ENDING));
    assert!(made.iter().all(|count| *count >= kills) && ended.iter().all(|count| *count > 0), "{made:?} {ended:?}");
    until_all_is_at_rest(&place, &payers).await;
    let files = files(&place.folder.join("payouts"));
    for payer in &payers {
        payer.check(&decided, &files).await;
    }
    kill(server);
    place.audit();
    let agreed = decided.0.lock().unwrap().len();
    println!("{database:?}, {kills} kills: {made:?} of {MAKING:?} and {ended:?} of {ENDING:?} acknowledged,");
    println!("  {agreed} decided by two, {} files: nothing lost, nothing twice, audit ok", files.len());
}

async fn stories(database: Database) {
    let kills = std::env::var("PLUMBLINE_TEST_MONEY_KILLS").map_or(KILLS, |kills| kills.parse().expect("a number"));
    for begun in (0..kills).step_by(A_STORY) {
        story(database, A_STORY.min(kills - begun)).await;
    }
}

mod money_comes_in_and_goes_out_once_whatever_is_killed {
    use super::{Database, stories};

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn on_sqlite() {
        stories(Database::Sqlite).await;
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn on_postgres() {
        stories(Database::Postgres).await;
    }
}
