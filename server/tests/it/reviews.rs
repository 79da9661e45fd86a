//! `plumbline review` as two reviewers run it, on the database of a serving server without an autopilot.

use std::process::{Command, Output};
use std::time::Duration;

use plumbline::clock::Clock;
use plumbline::{fetch_all, statements};
use serde_json::{Value, json};

use crate::support::{Customer, Database, PAY_PASSWORD, TestServer};

statements! {
    READS: "SELECT reader FROM identity_reads";
    FILE_READS: "SELECT reviewer FROM file_reads WHERE reviewer <> '' ORDER BY id";
}

macro_rules! without_an_autopilot {
    ($($story:ident),* $(,)?) => {$(
        mod $story {
            use super::{Clock, Database, TestServer};

            async fn server(database: Database) -> TestServer {
                let flags = ["--autopilot-seconds", "off", "--withdrawals-need-kyc", "false"];
                TestServer::start_with(database, Clock::System, &flags).await
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

without_an_autopilot! {
    two_reviewers_verify_a_customer,
    reviewers_who_differ_need_a_third,
    money_moves_when_two_agree_and_not_after_it_was_called_off,
    a_picture_that_proves_several_deposits_is_told_of,
}

fn review(server: &TestServer, line: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plumbline"));
    command.arg("review").args(line).arg("--data-dir").arg(server.data_dir());
    if let Some(uri) = &server.app.config.database {
        command.args(["--database", uri]);
    }
    command.output().expect("the command starts")
}

fn done(server: &TestServer, line: &[&str]) -> String {
    let output = review(server, line);
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn refused(server: &TestServer, line: &[&str]) -> String {
    let output = review(server, line);
    assert!(!output.status.success(), "{output:?}");
    String::from_utf8(output.stderr).unwrap()
}

/// The number behind a kind in the list.
fn listed(server: &TestServer, kind: &str) -> String {
    let list = done(server, &["list"]);
    let line = list.lines().find(|line| line.starts_with(kind)).unwrap_or_else(|| panic!("no {kind} in {list}"));
    line.split_whitespace().nth(1).unwrap().to_owned()
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

async fn sent(customer: &Customer<'_>) {
    let card = customer.id_card("C01X00T47129", "Ann").await;
    assert_eq!(customer.call("POST /updateReal", card).await.ok()["kycStatus"], 1);
}

async fn two_reviewers_verify_a_customer(server: TestServer) {
    let ann = server.register().await;
    // Screens take the presence of a refused name as the sign that the autopilot reviews.
    let told = ann.call("POST /api/user/userSet/applyStatus", json!({})).await;
    assert_eq!(told.ok()["paperRefusedName"], Value::Null);
    sent(&ann).await;
    let id = listed(&server, "identity");
    assert!(!done(&server, &["list"]).contains("C01X00T47129"), "a list opens nothing");
    let folder = tempfile::tempdir().unwrap();
    let save = folder.path().join("case").display().to_string();
    let shown = done(&server, &["show", "identity", &id, "--reviewer", "Cy", "--save", &save]);
    assert!(shown.contains("C01X00T47129") && shown.contains("1990-02-28") && shown.contains("Ann Lee"), "{shown}");
    let images: Vec<_> = std::fs::read_dir(&save).unwrap().map(Result::unwrap).collect();
    assert_eq!(images.len(), 2);
    for image in images {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(image.metadata().unwrap().permissions().mode() & 0o777, 0o600);
        assert!(std::fs::read(image.path()).unwrap().starts_with(&[0xff, 0xd8]), "a JPEG");
    }
    let mut reader = server.app.db.read().await.unwrap();
    let reads = fetch_all!(&mut reader, (String,), READS).unwrap();
    let file_reads = fetch_all!(&mut reader, (String,), FILE_READS).unwrap();
    drop(reader);
    assert_eq!((reads.len(), reads[0].0.as_str(), file_reads.len()), (1, "Cy", 2));

    // A new key seals the old one's data again, and the server uses it.
    let mut rotate = Command::new(env!("CARGO_BIN_EXE_plumbline"));
    rotate.args(["files", "rotate", "--new-key", "--data-dir"]).arg(server.data_dir());
    if let Some(uri) = &server.app.config.database {
        rotate.args(["--database", uri]);
    }
    let rotated = rotate.output().expect("the command starts");
    assert!(String::from_utf8_lossy(&rotated.stdout).contains("of 1 identity checks"), "{rotated:?}");
    let shown = done(&server, &["show", "identity", &id, "--reviewer", "Cy"]);
    assert!(shown.contains("C01X00T47129"), "{shown}");

    let approve = |name| ["approve", "identity", id.as_str(), "--reviewer", name];
    assert!(done(&server, &approve("Cy")).contains("one more reviewer"));
    assert!(refused(&server, &approve(" cy ")).contains("does not wait"), "one name counts once");
    tokio::time::sleep(Duration::from_millis(700)).await;
    assert_eq!(ann.kyc().await["kycStatus"], 1, "one is not enough");
    assert!(done(&server, &approve("Di")).contains("agreed"));
    let reviewed = ann.reviewed().await;
    assert_eq!((&reviewed["kycStatus"], &reviewed["reviewedBy"]), (&json!(2), &json!("reviewers")));
    assert!(refused(&server, &approve("Ed")).contains("does not wait"));
    assert_eq!(done(&server, &["list"]), "");
}

async fn reviewers_who_differ_need_a_third(server: TestServer) {
    let ann = server.register().await;
    sent(&ann).await;
    let id = listed(&server, "identity");
    let refuse = |name, reasons: &[&'static str]| {
        let mut line = vec!["refuse", "identity", &id, "--reviewer", name];
        reasons.iter().for_each(|reason| line.extend(["--reason", reason]));
        review(&server, &line)
    };
    done(&server, &["approve", "identity", &id, "--reviewer", "Cy"]);
    assert!(!refuse("Di", &["ugly"]).status.success(), "no such reason");
    assert!(!refuse("Di", &[]).status.success());
    let differs = refuse("Di", &["underage", "document_unreadable"]);
    assert!(String::from_utf8(differs.stdout).unwrap().contains("differ"));
    assert!(done(&server, &["list"]).contains("CONFLICT"));
    tokio::time::sleep(Duration::from_millis(700)).await;
    assert_eq!(ann.kyc().await["kycStatus"], 1);
    assert!(refuse("Ed", &["document_unreadable", "underage"]).status.success());
    let reviewed = ann.reviewed().await;
    assert_eq!(reviewed["reasons"], json!(["document_unreadable", "underage"]));
}

async fn money_moves_when_two_agree_and_not_after_it_was_called_off(server: TestServer) {
    let ann = server.register().await;
    ann.set_pay_password(PAY_PASSWORD).await;
    let deposit = json!({ "channel": "fiat", "currency": "USD", "amount": "500" });
    let called_off = ann.call("POST /recharge/create", deposit.clone()).await.ok()["id"].clone();
    let by = |action, kind, id, name| [action, kind, id, "--reviewer", name];
    let gone = called_off.as_str().unwrap();
    done(&server, &by("approve", "deposit", gone, "Cy"));
    ann.call("POST /recharge/cancel", json!({ "id": called_off })).await.ok();
    assert!(refused(&server, &by("approve", "deposit", gone, "Di")).contains("called off"));

    ann.call("POST /recharge/create", deposit).await.ok();
    let id = listed(&server, "deposit");
    done(&server, &by("approve", "deposit", &id, "Cy"));
    done(&server, &by("approve", "deposit", &id, "Di"));
    let balance = async || {
        let wallet = ann.call("POST /wallet/getWalletBalance", json!({ "walletType": "BALANCE" })).await;
        wallet.ok()["availableBalance"].clone()
    };
    until(async || balance().await == "500.00").await;

    let wallet = json!({ "type": "wallet", "currency": "USDT", "chain": "tron",
        "address": "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", "payPassword": PAY_PASSWORD });
    let account = ann.call("POST /UserAccount/addCardNo", wallet).await.ok()["id"].clone();
    let body = json!({ "method": "wallet", "accountId": account, "currency": "USDT", "amount": "100",
        "payPassword": PAY_PASSWORD });
    ann.call("POST /withdrawal/withdrawal-apply", body).await.ok();
    let id = listed(&server, "withdrawal");
    for name in ["Cy", "Di"] {
        let line = ["refuse", "withdrawal", &id, "--reviewer", name, "--reason", "holder_differs"];
        done(&server, &line);
    }
    let row = async || -> Value { ann.call("POST /withdrawal/listPage", json!({})).await.ok()["list"][0].clone() };
    until(async || row().await["status"] == 2).await;
    assert_eq!((&row().await["reason"], balance().await), (&json!("holder_differs"), json!("500.00")));
}

/// Also one of another customer, who sent it again.
async fn a_picture_that_proves_several_deposits_is_told_of(server: TestServer) {
    let (ann, bo) = (server.register().await, server.register().await);
    let announced = async |customer: &Customer<'_>, proof: &str| {
        let deposit = json!({ "channel": "fiat", "currency": "USD", "amount": "500", "proofUrl": proof });
        customer.call("POST /recharge/create", deposit).await.ok()["id"].as_str().unwrap().to_owned()
    };
    let shown = |id: &str| done(&server, &["show", "deposit", id, "--reviewer", "Cy"]);
    let proof = crate::files::sent(&ann).await.1;
    let first = announced(&ann, &proof).await;
    assert!(!shown(&first).contains("ALSO SENT") && !done(&server, &["list"]).contains("WAS SENT FOR"));
    let (second, third) = (announced(&ann, &proof).await, announced(&bo, &crate::files::sent(&bo).await.1).await);
    let all = [&first, &second, &third];
    for id in all {
        let shown = shown(id);
        for other in all {
            assert_eq!(shown.contains(&format!("ALSO SENT FOR deposit {other} of account")), other != id, "{shown}");
        }
    }
    assert_eq!(done(&server, &["list"]).matches("ITS PICTURE WAS SENT FOR 2 MORE").count(), 3);
}
