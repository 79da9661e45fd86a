//! Operators resume a halted chain, and accept a held payment: two different people for each.

use std::process::{Command, Output};
use std::sync::OnceLock;
use std::time::Duration;

use plumbline::db::Statement;
use plumbline::execute;
use plumbline::ledger::audit;
use serde_json::{Value, json};

use crate::on_both_databases;
use crate::support::{Customer, TestServer};

on_both_databases! {
    a_halted_chain_is_told_of_and_followed_again_when_two_agree,
    a_payment_that_waits_is_credited_when_two_agree,
}

const ETHEREUM: &str = "Ethereum (ERC-20)";

fn chains(server: &TestServer, line: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plumbline"));
    command.arg("chains").args(line).arg("--data-dir").arg(server.data_dir());
    if let Some(uri) = &server.app.config.database {
        command.args(["--database", uri]);
    }
    command.output().expect("the command starts")
}

fn done(server: &TestServer, line: &[&str]) -> String {
    let output = chains(server, line);
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn refused(server: &TestServer, line: &[&str]) -> String {
    let output = chains(server, line);
    assert!(!output.status.success(), "{output:?}");
    String::from_utf8(output.stderr).unwrap()
}

async fn run(server: &TestServer, text: &'static str) {
    let statement = Statement { name: "", text, columns: "", one_row: OnceLock::new() };
    let mut tx = server.app.db.begin().await.unwrap();
    assert!(execute!(&mut tx, statement).unwrap() > 0);
    tx.commit().await.unwrap();
}

async fn until(mut holds: impl AsyncFnMut() -> bool) {
    for _ in 0..600 {
        if holds().await {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("it never came to that");
}

async fn has_address(customer: &Customer<'_>) -> bool {
    let asked = json!({ "currency": "USDT", "network": ETHEREUM });
    customer.call("POST /recharge/address", asked).await.status == 200
}

async fn a_halted_chain_is_told_of_and_followed_again_when_two_agree(server: TestServer) {
    let ann = server.register().await;
    until(async || has_address(&ann).await).await;
    run(&server, "UPDATE chain_states SET halted = 'a test', halted_at = 7 WHERE chain = 'Ethereum (ERC-20)'").await;
    assert!(!has_address(&ann).await);
    // The server can still serve customers.
    let ready = server.call("GET /readyz", Value::Null).await;
    assert_eq!((ready.status, &ready.json), (200, &json!("leads\nchain halted: Ethereum (ERC-20)")));
    let figure = |value| format!("chain_halted{{chain=\"{ETHEREUM}\"}} {value}");
    let counted = async |value| {
        let figures = server.call("GET /metrics", Value::Null).await.json;
        figures.as_str().unwrap().contains(&figure(value))
    };
    until(async || counted(1).await).await;

    let resume = |name| ["resume", ETHEREUM, "--reviewer", name];
    assert!(done(&server, &resume("Ann Lee")).contains("one more"));
    assert!(refused(&server, &resume(" ann  LEE ")).contains("has decided on"));
    // A different decision does not agree.
    assert!(done(&server, &["resume", ETHEREUM, "--afresh", "--reviewer", "Bo"]).contains("one more"));
    let list = done(&server, &["list"]);
    assert!(list.contains("HALTED: a test\n    Ann Lee: resume\n    Bo: resume_afresh\n"), "{list}");
    assert!(!has_address(&ann).await);
    assert!(done(&server, &resume("Cy")).contains("is followed again"));
    assert!(refused(&server, &resume("Di")).contains("not so"));
    until(async || has_address(&ann).await).await;
    assert_eq!(server.call("GET /readyz", Value::Null).await.json, json!("leads"));
    // Another halt needs new decisions.
    run(&server, "UPDATE chain_states SET halted = 'again', halted_at = 8 WHERE chain = 'Ethereum (ERC-20)'").await;
    assert!(done(&server, &resume("Ann Lee")).contains("one more"));
}

async fn a_payment_that_waits_is_credited_when_two_agree(server: TestServer) {
    let ann = server.register().await;
    until(async || has_address(&ann).await).await;
    let credited = async || {
        let funding = ann.call("POST /wallet/getWalletBalance", json!({ "walletType": "BALANCE" })).await;
        funding.ok()["availableBalance"].clone()
    };
    // Simulated chains grow while a payment is awaited.
    let sent = json!({ "currency": "USDT", "network": ETHEREUM, "amount": "1" });
    ann.call("POST /recharge/simulate", sent).await.ok();
    until(async || credited().await == "1.00").await;
    run(
        &server,
        "INSERT INTO chain_outputs (id, chain, transaction_id, contract, output, account_id, address, currency, amount,
            height, held, recorded, seen_at)
        SELECT 5, a.chain, 'abc', '', 0, a.account_id, a.address, 'USDT', 20000000000, 1, 'amount_too_large', 0, 1
        FROM chain_addresses a",
    )
    .await;
    assert!(done(&server, &["list"]).contains("held 5 (amount_too_large): 200 USDT for account"));
    assert!(done(&server, &["accept", "5", "--reviewer", "Ann Lee"]).contains("one more"));
    // If it pays otherwise now, it needs new decisions.
    run(&server, "UPDATE chain_outputs SET amount = 10000000000 WHERE id = 5").await;
    assert!(done(&server, &["accept", "5", "--reviewer", "Bo"]).contains("one more"));
    assert!(refused(&server, &["accept", "5", "--reviewer", "bo"]).contains("has decided on"));
    assert!(done(&server, &["accept", "5", "--reviewer", "Ann Lee"]).contains("will be credited"));
    assert!(refused(&server, &["accept", "5", "--reviewer", "Cy"]).contains("not so"));
    until(async || credited().await == "101.00").await;
    let checks = audit::run(&server.app.db).await.unwrap();
    assert!(checks.iter().all(|check| check.found == 0), "{checks:#?}");
}
