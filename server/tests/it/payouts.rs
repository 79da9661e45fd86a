//! Money that leaves the house, decided by two people with `plumbline payouts` on the database of a serving server; and
//! the published durations.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output};
use std::time::Duration;

use plumbline::clock::Clock;
use plumbline::ledger::audit;
use plumbline::reviews::{Decision, Opinion, SubjectKind, store};
use serde_json::{Value, json};

use crate::support::{Customer, Database, PAY_PASSWORD, TestServer};

pub const SETTINGS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/payouts.toml");
const TRON: &str = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";
const IBAN: &str = "DE89370400440532013000";

macro_rules! stories {
    ($($story:ident: $flags:expr),* $(,)?) => {$(
        mod $story {
            use super::{Clock, Database, SETTINGS, TestServer};

            async fn server(database: Database) -> TestServer {
                let _ = SETTINGS;
                TestServer::start_with(database, Clock::System, &$flags).await
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn on_sqlite() {
                super::$story(server(Database::Sqlite).await).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn on_postgres() {
                super::$story(server(Database::Postgres).await).await;
            }
        }
    )*};
}

stories! {
    two_people_send_what_is_approved_and_say_what_came_of_it:
        ["--autopilot-seconds", "off", "--withdrawals-need-kyc", "false", "--payouts", SETTINGS],
    the_autopilot_reviews_and_leaves_what_goes_into_files_to_people:
        ["--autopilot-seconds", "0", "--withdrawals-need-kyc", "false", "--payouts", SETTINGS],
    what_somebody_has_sent_by_hand_goes_into_no_file:
        ["--autopilot-seconds", "off", "--withdrawals-need-kyc", "false", "--payouts", SETTINGS],
    one_reference_shows_one_payment:
        ["--autopilot-seconds", "off", "--withdrawals-need-kyc", "false", "--payouts", SETTINGS],
    times_are_published_once_they_say_something:
        ["--autopilot-seconds", "0", "--withdrawals-need-kyc", "false"],
}

fn run(server: &TestServer, line: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plumbline"));
    command.args(line).arg("--data-dir").arg(server.data_dir());
    if let Some(uri) = &server.app.config.database {
        command.args(["--database", uri]);
    }
    command.output().expect("the command starts")
}

fn done(server: &TestServer, line: &[&str]) -> String {
    let output = run(server, line);
    assert!(output.status.success(), "{line:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn refused(server: &TestServer, line: &[&str]) -> String {
    let output = run(server, line);
    assert!(!output.status.success(), "{line:?}: {output:?}");
    String::from_utf8(output.stderr).unwrap()
}

/// Both people make this decision.
fn both(server: &TestServer, line: &[&str]) {
    for name in ["Cy", "Di"] {
        done(server, &[line, &["--reviewer", name]].concat());
    }
}

async fn until(mut holds: impl AsyncFnMut() -> bool) {
    for _ in 0..600 {
        if holds().await {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("it did not happen within half a minute");
}

async fn balance(customer: &Customer<'_>) -> String {
    let wallet = customer.call("POST /wallet/getWalletBalance", json!({ "walletType": "BALANCE" })).await;
    wallet.ok()["availableBalance"].as_str().unwrap().to_owned()
}

async fn row(customer: &Customer<'_>, id: &str) -> Value {
    customer.call("POST /withdrawal/detail", json!({ "id": id })).await.ok().clone()
}

async fn is(customer: &Customer<'_>, id: &str, status: i64) {
    until(async || row(customer, id).await["status"] == status).await;
}

/// Requests a withdrawal of so many dollars to a saved account.
async fn ask(customer: &Customer<'_>, method: &str, account: &Value, currency: &str, amount: &str) -> String {
    let body = json!({ "method": method, "accountId": account, "currency": currency, "amount": amount,
        "payPassword": PAY_PASSWORD });
    let asked = customer.call("POST /withdrawal/withdrawal-apply", body).await;
    asked.ok()["id"].as_str().unwrap().to_owned()
}

/// A saved bank account and a saved wallet.
async fn accounts(customer: &Customer<'_>) -> (Value, Value) {
    let bank = json!({ "type": "card", "bankName": "Bank", "accountName": "Ann Lee", "accountNumber": IBAN,
        "payPassword": PAY_PASSWORD });
    let wallet = json!({ "type": "wallet", "currency": "USDT", "chain": "tron", "address": TRON,
        "payPassword": PAY_PASSWORD });
    let bank = customer.call("POST /UserAccount/addCardNo", bank).await.ok()["id"].clone();
    let wallet = customer.call("POST /UserAccount/addCardNo", wallet).await.ok()["id"].clone();
    (bank, wallet)
}

async fn deposit(customer: &Customer<'_>) -> String {
    customer.set_pay_password(PAY_PASSWORD).await;
    let deposit = json!({ "channel": "fiat", "currency": "USD", "amount": "1000" });
    customer.call("POST /recharge/create", deposit).await.ok()["id"].as_str().unwrap().to_owned()
}

fn files(folder: &Path) -> BTreeMap<String, String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().map(Result::unwrap);
    let entries = entries.filter(|entry| entry.file_name() != ".plumbline-payouts");
    entries.map(|e| (e.file_name().into_string().unwrap(), std::fs::read_to_string(e.path()).unwrap())).collect()
}

async fn sound(server: &TestServer) {
    let checks = audit::run(&server.app.db).await.unwrap();
    assert!(checks.iter().all(|check| check.found == 0), "{checks:#?}");
}

async fn two_people_send_what_is_approved_and_say_what_came_of_it(server: TestServer) {
    let times = server.call("GET /withdrawal/times", Value::Null).await.ok().clone();
    assert_eq!((&times["isPaper"], &times["hasAutopilot"]), (&json!(true), &json!(false)));
    let ann = server.register().await;
    let announced = deposit(&ann).await;
    both(&server, &["review", "approve", "deposit", &announced]);
    until(async || balance(&ann).await == "1000.00").await;
    let listed = ann.call("POST /recharge/listPage", json!({})).await;
    assert_eq!(listed.ok()["list"][0]["reviewedBy"], "reviewers");
    let (bank, wallet) = accounts(&ann).await;
    let to_bank = ask(&ann, "card", &bank, "USD", "100").await;
    let to_wallet = ask(&ann, "wallet", &wallet, "USDT", "50").await;
    let by_hand = ask(&ann, "wallet", &wallet, "USDT", "60").await;
    let no_good = ask(&ann, "card", &bank, "USD", "70").await;
    let all = [to_bank.as_str(), &to_wallet, &by_hand, &no_good];
    for id in all {
        assert!(refused(&server, &["payouts", "export", id, "--reviewer", "Cy"]).contains("does not wait"));
        both(&server, &["review", "approve", "withdrawal", id]);
        is(&ann, id, 4).await;
    }
    assert_eq!(row(&ann, &to_bank).await["reviewedBy"], "reviewers");
    let list = done(&server, &["payouts", "list"]);
    assert!(all.iter().all(|id| list.contains(id)) && !list.contains(IBAN) && !list.contains(TRON), "{list}");
    assert!(done(&server, &["payouts", "show", &to_wallet]).contains(TRON));

    // A payout that cannot be made is given back.
    assert!(
        refused(&server, &["payouts", "refuse", &no_good, "--reason", "ugly", "--reviewer", "Cy"]).contains("ugly")
    );
    both(&server, &["payouts", "refuse", &no_good, "--reason", "destination_unreachable"]);
    is(&ann, &no_good, 2).await;

    // One decision is not enough, and one name does not count twice.
    assert!(done(&server, &["payouts", "export", "--reviewer", "Cy"]).contains("one more reviewer"));
    assert!(refused(&server, &["payouts", "export", "--reviewer", " cy "]).contains("does not wait"));
    tokio::time::sleep(Duration::from_millis(700)).await;
    assert_eq!(row(&ann, &to_bank).await["status"], 4);
    // A reviewer for a file and one for a payment by hand disagree, and nothing is sent twice.
    let sent = |name| ["payouts", "sent", &by_hand, "--reference", "0xab:1", "--reviewer", name];
    assert!(done(&server, &sent("Di")).contains("differ"));
    done(&server, &["payouts", "export", &to_bank, &to_wallet, "--reviewer", "Di"]);
    for id in [&to_bank, &to_wallet] {
        is(&ann, id, 5).await;
    }
    assert_eq!(row(&ann, &by_hand).await["status"], 4);
    assert!(done(&server, &["payouts", "list"]).contains("CONFLICT"));
    done(&server, &sent("Ed"));
    is(&ann, &by_hand, 5).await;
    assert!(refused(&server, &sent("Flo")).contains("does not wait"));
    let of = async |id| {
        let row = row(&ann, id).await;
        (row["sentBy"].clone(), row["reference"].clone())
    };
    assert_eq!(of(&to_bank).await, (json!("file"), Value::Null));
    assert_eq!(of(&by_hand).await, (json!("by_hand"), json!("0xab:1")));

    // A file for each currency, with a payer that no bank knows because the money is paper.
    let folder = server.data_dir().join("payouts");
    until(async || files(&folder).len() == 2).await;
    let written = files(&folder);
    let (xml, csv) =
        (written.iter().find(|(name, _)| name.ends_with(".xml")), written.iter().find(|(n, _)| n.ends_with(".csv")));
    let ((name, xml), (_, csv)) = (xml.unwrap(), csv.unwrap());
    assert!(name.starts_with("PAPER-USD-") && !xml.contains("NWBK"), "{xml}");
    assert!(xml.contains(&format!("<EndToEndId>{to_bank}</EndToEndId>")) && xml.contains(IBAN), "{xml}");
    assert!(xml.contains("<InstdAmt Ccy=\"USD\">100.00</InstdAmt>") && xml.contains("<CtrlSum>100.00</CtrlSum>"));
    assert!(csv.contains(&format!(",paper,'{to_wallet},USDT,49.00,tron,{TRON},")), "{csv}");
    assert!(!csv.contains(&by_hand) && !xml.contains(&no_good));
    let batch = name.trim_start_matches("PAPER-USD-").trim_end_matches(".xml");
    let copies = tempfile::tempdir().unwrap();
    done(&server, &["payouts", "copy", batch, "--to", copies.path().to_str().unwrap()]);
    assert_eq!(files(copies.path()).get(name), Some(xml));

    // Some arrive, and one comes back with everything, the fee included.
    both(&server, &["payouts", "settled", &to_bank, &by_hand]);
    assert!(
        refused(&server, &["payouts", "returned", &to_wallet, "--reason", "not_told", "--reviewer", "Cy"])
            .contains("not_told")
    );
    both(&server, &["payouts", "returned", &to_wallet, "--reason", "account_closed"]);
    is(&ann, &to_bank, 1).await;
    is(&ann, &by_hand, 1).await;
    is(&ann, &to_wallet, 2).await;
    let returned = row(&ann, &to_wallet).await;
    assert!(returned["reason"] == "account_closed" && returned["sentTimestamp"].is_string(), "{returned}");
    assert_eq!(balance(&ann).await, "840.00");
    // Days after its arrival, the bank sends one back: again two people say so, perhaps the same two.
    let back = |name| ["payouts", "returned", &to_bank, "--arrived", "--reason", "not_taken", "--reviewer", name];
    let not_said = refused(&server, &["payouts", "returned", &to_bank, &to_wallet, "--reviewer", "Cy"]);
    assert!(not_said.contains(&format!("{to_bank} had arrived before: say so with --arrived")), "{not_said}");
    assert!(done(&server, &back("Cy")).contains("one more reviewer"));
    assert!(done(&server, &["payouts", "list"]).contains("Cy: returned (not_taken)"));
    assert!(refused(&server, &back("Cy")).contains("does not wait"));
    tokio::time::sleep(Duration::from_millis(700)).await;
    assert_eq!(row(&ann, &to_bank).await["status"], 1);
    done(&server, &back("Di"));
    is(&ann, &to_bank, 2).await;
    assert_eq!(row(&ann, &to_bank).await["reason"], "not_taken");
    assert_eq!(balance(&ann).await, "940.00");
    let inbox = ann.call("GET /userMessage/getMessage", Value::Null).await;
    let told = inbox.ok()["list"].as_array().unwrap().iter().filter(|row| row["kind"] == "withdrawal_returned");
    assert_eq!(told.count(), 2);
    let bo = server.register().await;
    bo.call("POST /withdrawal/detail", json!({ "id": to_bank })).await.refused(404, "withdrawal_unknown");
    bo.call("POST /withdrawal/detail", json!({ "id": "x" })).await.refused(404, "withdrawal_unknown");
    sound(&server).await;
}

async fn what_somebody_has_sent_by_hand_goes_into_no_file(server: TestServer) {
    let ann = server.register().await;
    let announced = deposit(&ann).await;
    both(&server, &["review", "approve", "deposit", &announced]);
    until(async || balance(&ann).await == "1000.00").await;
    let (_, wallet) = accounts(&ann).await;
    let mut ids = Vec::new();
    for amount in ["50", "60"] {
        let id = ask(&ann, "wallet", &wallet, "USDT", amount).await;
        both(&server, &["review", "approve", "withdrawal", &id]);
        is(&ann, &id, 4).await;
        ids.push(id);
    }
    let sent = |name| ["payouts", "sent", &ids[0], "--reference", "0xab", "--reviewer", name];
    done(&server, &sent("Cy"));
    for name in ["Di", "Ed"] {
        let told = done(&server, &["payouts", "export", "--reviewer", name]);
        assert!(told.contains(&format!("{}: left out; Cy: sent 0xab", ids[0])), "{told}");
        let told = refused(&server, &["payouts", "export", &ids[0], "--reviewer", name]);
        assert!(told.contains("sent by hand"), "{told}");
    }
    is(&ann, &ids[1], 5).await;
    assert_eq!(row(&ann, &ids[0]).await["status"], 4);
    done(&server, &sent("Di"));
    is(&ann, &ids[0], 5).await;
    assert_eq!(row(&ann, &ids[0]).await["sentBy"], "by_hand");
    sound(&server).await;
}

/// Also before the server has carried out the first, and with any case of the digits.
async fn one_reference_shows_one_payment(server: TestServer) {
    let ann = server.register().await;
    let announced = deposit(&ann).await;
    both(&server, &["review", "approve", "deposit", &announced]);
    until(async || balance(&ann).await == "1000.00").await;
    let (_, wallet) = accounts(&ann).await;
    let mut ids = Vec::new();
    for amount in ["50", "60"] {
        let id = ask(&ann, "wallet", &wallet, "USDT", amount).await;
        both(&server, &["review", "approve", "withdrawal", &id]);
        is(&ann, &id, 4).await;
        ids.push(id);
    }
    let sent = async |name: &str, reference: &str, id: &str| {
        let decision = Decision::sent(reference).unwrap();
        let opinion = Opinion { reviewer: name.to_owned(), decision };
        let now = server.app.clock.now();
        store::decide(&server.app.db, SubjectKind::Payout, id.parse().unwrap(), &opinion, now).await.unwrap()
    };
    assert!(sent("Cy", "0xab", &ids[0]).await && sent("Cy", "0xAB", &ids[1]).await, "nothing is agreed on yet");
    let (one, other) = tokio::join!(sent("Di", "0xab", &ids[0]), sent("Di", "0xAB", &ids[1]));
    assert!(one != other, "{one} {other}");
    let (paid, left) = if one { (&ids[0], &ids[1]) } else { (&ids[1], &ids[0]) };
    is(&ann, paid, 5).await;
    tokio::time::sleep(Duration::from_millis(1_200)).await;
    assert_eq!(row(&ann, left).await["status"], 4);
    assert!(!sent("Ed", "0xAb", left).await);
    for name in ["Ed", "Flo"] {
        assert!(sent(name, "0xcd", left).await);
    }
    is(&ann, left, 5).await;
    sound(&server).await;
}

async fn the_autopilot_reviews_and_leaves_what_goes_into_files_to_people(server: TestServer) {
    let ann = server.register().await;
    deposit(&ann).await;
    until(async || balance(&ann).await == "1000.00").await;
    let (bank, _) = accounts(&ann).await;
    let id = ask(&ann, "card", &bank, "USD", "100").await;
    is(&ann, &id, 4).await;
    tokio::time::sleep(Duration::from_millis(1_200)).await;
    let approved = row(&ann, &id).await;
    assert_eq!((&approved["status"], &approved["reviewedBy"]), (&json!(4), &json!("autopilot")));
    assert!(files(&server.data_dir().join("payouts")).is_empty());
    both(&server, &["payouts", "export"]);
    is(&ann, &id, 5).await;
    tokio::time::sleep(Duration::from_millis(1_200)).await;
    assert_eq!(row(&ann, &id).await["status"], 5, "nobody says that it has arrived but people");
    assert_eq!(files(&server.data_dir().join("payouts")).len(), 1);
}

async fn times_are_published_once_they_say_something(server: TestServer) {
    let ann = server.register().await;
    deposit(&ann).await;
    until(async || balance(&ann).await == "1000.00").await;
    let (bank, wallet) = accounts(&ann).await;
    ask(&ann, "wallet", &wallet, "USDT", "10").await;
    for _ in 0..5 {
        ask(&ann, "card", &bank, "USD", "10").await;
    }
    let settled =
        async || ann.call("POST /withdrawal/listPage", json!({ "status": 1 })).await.ok()["page"]["total"] == 6;
    until(settled).await;
    let times = server.call("GET /withdrawal/times", Value::Null).await.ok().clone();
    assert_eq!((&times["days"], &times["isPaper"]), (&json!(30), &json!(true)));
    assert_eq!(times["hasAutopilot"], true);
    for (place, method, count) in [(0, "card", 5), (1, "wallet", 1)] {
        let of = &times["methods"][place];
        let steps: Vec<&str> = of["steps"].as_array().unwrap().iter().map(|s| s["step"].as_str().unwrap()).collect();
        assert_eq!((of["method"].as_str(), steps), (Some(method), vec!["review", "sending", "arrival", "total"]));
        for step in of["steps"].as_array().unwrap() {
            assert_eq!(step["count"], if count < 5 { Value::Null } else { json!(count) }, "{times}");
            let told = [&step["medianSeconds"], &step["slowestSeconds"]].map(Value::as_i64);
            let plausible = told.iter().all(|seconds| seconds.is_some_and(|seconds| (0..60).contains(&seconds)));
            assert!(if count < 5 { told == [None, None] } else { plausible && told[0] <= told[1] }, "{step}");
        }
    }
    sound(&server).await;
}
