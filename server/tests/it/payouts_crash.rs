//! The server is killed again and again while withdrawals are requested, approved and sent in files: each is in one
//! file once, acknowledged work is there, and the books are sound.
//!
//! `./scripts/prove payouts` runs the long form.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use plumbline::random;
use reqwest::Client;
use serde_json::{Value, json};

use crate::crash::{Customer, Place, ready, sign_up};
use crate::payouts::SETTINGS;
use crate::support::{PAY_PASSWORD, uuid};

/// The number of kills, unless `PLUMBLINE_TEST_PAYOUT_KILLS` sets another.
const KILLS: usize = 4;
/// Withdrawals that each run has to acknowledge before it is killed.
const EACH_RUN: usize = 3;

fn serve(folder: &Path, port: u16) -> Child {
    Command::new(env!("CARGO_BIN_EXE_plumbline"))
        .args([
            "serve",
            "--autopilot-seconds",
            "0",
            "--withdrawals-need-kyc",
            "false",
            "--new-address-lock-hours",
            "0",
            "--cooling-off-hours",
            "0",
        ])
        .args(["--payouts", SETTINGS])
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
        .args(["--listen", &format!("127.0.0.1:{port}"), "--data-dir"])
        .arg(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the server starts")
}

/// Both reviewers decide; subjects that wait for neither do not matter.
pub async fn both(place: &Place, line: &[&str]) {
    for name in ["Cy", "Di"] {
        let command = place.command(&[&["payouts"], line, &["--reviewer", name]].concat());
        tokio::process::Command::from(command).output().await.expect("the command starts");
    }
}

/// Requests: acknowledged ids, and those without an answer.
type Asked = Arc<Mutex<(Vec<String>, Vec<(Value, String)>)>>;

async fn press(customer: Customer, asked: Asked, stop: Arc<AtomicBool>) {
    while !stop.load(Ordering::SeqCst) {
        let body = json!({ "method": "card", "accountId": customer.card, "amount": "10", "currency": "USD",
            "payPassword": PAY_PASSWORD });
        let key = uuid();
        match customer.call("/withdrawal/withdrawal-apply", &body, &key).await {
            None => asked.lock().unwrap().1.push((body, key)),
            Some(answer) if answer["code"] == 200 => {
                asked.lock().unwrap().0.push(answer["data"]["id"].as_str().unwrap().to_owned());
            }
            // There are as many open ones as allowed.
            Some(_) => tokio::time::sleep(Duration::from_millis(50)).await,
        }
    }
}

/// All withdrawals, by their number.
pub async fn withdrawals(customer: &Customer) -> BTreeMap<String, Value> {
    let mut all = BTreeMap::new();
    for page in 1.. {
        let listed = customer.data("/withdrawal/listPage", json!({ "pageNum": page, "pageSize": 100 })).await;
        let rows = listed["list"].as_array().unwrap().clone();
        if rows.is_empty() {
            break;
        }
        all.extend(rows.into_iter().map(|row| (row["id"].as_str().unwrap().to_owned(), row)));
    }
    all
}

/// Sends approved withdrawals, and reports alternately that sent ones arrived or came back.
async fn people(customer: Customer, place: Place, stop: Arc<AtomicBool>) {
    while !stop.load(Ordering::SeqCst) {
        both(&place, &["export"]).await;
        let listed = customer.call("/withdrawal/listPage", &json!({ "status": 5 }), &uuid()).await.unwrap_or_default();
        let rows = listed["data"]["list"].as_array().cloned().unwrap_or_default();
        let ids: Vec<&str> = rows.iter().filter_map(|row| row["id"].as_str()).collect();
        let (here, back) = ids.split_at(ids.len() / 2);
        for (action, ids) in [("settled", here), ("returned", back)] {
            if !ids.is_empty() {
                both(&place, &[&[action], ids].concat()).await;
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_paid_out_twice_or_lost_by_kills() {
    let folder = tempfile::tempdir().unwrap();
    let place = Place { folder: folder.path().to_owned(), database: None };
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    plumbline::tls::install();
    let (client, base) = (Client::builder().no_proxy().build().unwrap(), format!("http://127.0.0.1:{port}"));
    let mut server = serve(folder.path(), port);
    ready(&client, &base).await;
    let customer = sign_up(&client, &base, folder.path()).await;
    let kills = std::env::var("PLUMBLINE_TEST_PAYOUT_KILLS").map_or(KILLS, |kills| kills.parse().expect("a number"));
    let asked = Asked::default();
    for _ in 0..kills {
        let (stop, before) = (Arc::new(AtomicBool::new(false)), asked.lock().unwrap().0.len());
        let pressing = tokio::spawn(press(customer.clone(), asked.clone(), stop.clone()));
        let deciding = tokio::spawn(people(customer.clone(), place.clone(), stop.clone()));
        while asked.lock().unwrap().0.len() < before + EACH_RUN {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        // Two commands take about this long, so that kills fall before, into and after their effects.
        tokio::time::sleep(Duration::from_millis(random::number() % 3_000)).await;
        server.kill().unwrap();
        server.wait().unwrap();
        stop.store(true, Ordering::SeqCst);
        pressing.await.unwrap();
        deciding.await.unwrap();
        server = serve(folder.path(), port);
        ready(&client, &base).await;
        let unanswered = std::mem::take(&mut asked.lock().unwrap().1);
        for (body, key) in unanswered {
            let answer = customer.call("/withdrawal/withdrawal-apply", &body, &key).await.expect("the server answers");
            if answer["code"] == 200 {
                asked.lock().unwrap().0.push(answer["data"]["id"].as_str().unwrap().to_owned());
            }
        }
    }
    until_all_is_sent(&customer, &place).await;
    let all = withdrawals(&customer).await;
    let acknowledged = asked.lock().unwrap().0.clone();
    assert!(acknowledged.len() >= kills * EACH_RUN && acknowledged.iter().all(|id| all.contains_key(id)));
    // The leftovers of a killed file are swept once it, or a later one, is recorded.
    let has_half = || files(&folder.path().join("payouts")).keys().any(|name| name.ends_with(".unfinished"));
    for _ in 0..200 {
        if !has_half() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let files = files(&folder.path().join("payouts"));
    assert!(files.keys().all(|name| name.starts_with("PAPER-USD-")), "nothing is left half: {:?}", files.keys());
    for (id, row) in &all {
        let times: usize =
            files.values().map(|file| file.matches(&format!("<EndToEndId>{id}</EndToEndId>")).count()).sum();
        assert_eq!((times, row["sentBy"].as_str()), (1, Some("file")), "{row}");
    }
    server.kill().unwrap();
    server.wait().unwrap();
    place.audit();
}

pub fn files(folder: &Path) -> BTreeMap<String, String> {
    let entries = std::fs::read_dir(folder).unwrap().map(Result::unwrap);
    let entries = entries.filter(|entry| entry.file_name() != ".plumbline-payouts");
    entries.map(|e| (e.file_name().into_string().unwrap(), std::fs::read_to_string(e.path()).unwrap())).collect()
}

/// Waits until no withdrawal waits for the autopilot or for people, and every file is in its folder.
async fn until_all_is_sent(customer: &Customer, place: &Place) {
    for _ in 0..60 {
        both(place, &["export"]).await;
        tokio::time::sleep(Duration::from_millis(700)).await;
        let is_sent = |row: &Value| row["sentTimestamp"].is_string();
        if withdrawals(customer).await.values().all(is_sent) {
            // A file sealed with the last one is written in the same round.
            tokio::time::sleep(Duration::from_millis(1_500)).await;
            return copy_what_is_not_known(place).await;
        }
    }
    panic!("something is not sent");
}

/// A file that was about to get its name at the kill is left to people: here no files are carried away, so that one not
/// in the folder was never written.
pub async fn copy_what_is_not_known(place: &Place) {
    // For a minute another server could still be writing it.
    let run = async |line: &[&str]| {
        for _ in 0..130 {
            let command = place.command(&[&["payouts"], line].concat());
            let output = tokio::process::Command::from(command).output().await.unwrap();
            if output.status.success() {
                return String::from_utf8(output.stdout).unwrap();
            }
            let told = String::from_utf8_lossy(&output.stderr);
            assert!(told.contains("somebody is writing it just now"), "{line:?}: {output:?}");
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
        panic!("{line:?}: still in somebody's hands");
    };
    let to = place.folder.join("payouts");
    for line in run(&["list"]).await.lines().filter(|line| line.contains("NOT KNOWN TO BE WRITTEN")) {
        let file = line.split_whitespace().nth(1).unwrap();
        run(&["copy", file, "--to", to.to_str().unwrap()]).await;
    }
}
