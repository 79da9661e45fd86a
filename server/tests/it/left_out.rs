//! Unreadable rows do not hold up others, and are reported to operators.

use std::process::{Command, Output};
use std::time::Duration;

use plumbline::clock::Clock;
use plumbline::db::Db;
use plumbline::reviews::{Decision, Opinion, SubjectKind, store};
use plumbline::{execute, fetch_one, statements};
use plumbline_core::market::Market;
use serde_json::json;

use crate::files::account;
use crate::on_both_databases;
use crate::support::{Customer, Database, TestServer};

on_both_databases! {
    the_autopilot_completes_the_other_deposits,
}

statements! {
    SPOIL_DEPOSIT: "UPDATE deposits SET channel = 'ugly' WHERE id = $1";
    SPOIL_CHECK: "UPDATE identity_checks SET reasons = 'ugly' WHERE account_id = $1";
    SET_SIDE: "UPDATE orders SET side = $2 WHERE id = $1";
    CHECK: "SELECT id FROM identity_checks WHERE account_id = $1";
    ADD_FILE: "INSERT INTO payout_batches (id, format, currency, is_paper, payer, payouts, total, digest, created_at)
        VALUES ($1, $2, 'EUR', 1, NULL, 1, 100, 'x', 0)";
}

/// Announces a deposit; gives its number.
async fn announced(customer: &Customer<'_>) -> i64 {
    let deposit = json!({ "channel": "fiat", "currency": "USD", "amount": "5" });
    customer.call("POST /recharge/create", deposit).await.ok()["id"].as_str().unwrap().parse().unwrap()
}

async fn spoil(server: &TestServer, deposit: i64) {
    let mut tx = server.app.db.begin().await.unwrap();
    assert_eq!(execute!(&mut tx, SPOIL_DEPOSIT, deposit).unwrap(), 1);
    tx.commit().await.unwrap();
}

fn listed(server: &TestServer, what: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plumbline"));
    command.args([what, "list", "--data-dir"]).arg(server.data_dir());
    if let Some(uri) = &server.app.config.database {
        command.args(["--database", uri]);
    }
    command.output().expect("the command starts")
}

async fn the_autopilot_completes_the_other_deposits(server: TestServer) {
    let (ann, bo) = (server.register().await, server.register().await);
    spoil(&server, announced(&bo).await).await;
    announced(&ann).await;
    for _ in 0..600 {
        if ann.call("POST /recharge/listPage", json!({})).await.ok()["list"][0]["status"] == 1 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the deposit was not credited within half a minute");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lists_of_operators_have_the_others_and_name_it() {
    for database in [Database::Sqlite, Database::Postgres] {
        let server = TestServer::start_with(database, Clock::System, &["--autopilot-seconds", "off"]).await;
        let ann = server.register().await;
        let [other, spoiled] = [announced(&ann).await, announced(&ann).await].map(|id| id.to_string());
        spoil(&server, spoiled.parse().unwrap()).await;
        let list = listed(&server, "review");
        let [said, errors] = [&list.stdout, &list.stderr].map(|text| String::from_utf8_lossy(text));
        assert!(list.status.success() && said.contains(&other) && !said.contains(&spoiled), "{list:?}");
        assert!(errors.contains(&spoiled) && !errors.contains(&other), "{list:?}");

        let mut tx = server.app.db.begin().await.unwrap();
        execute!(&mut tx, ADD_FILE, 71_i64, "sheet.2").unwrap();
        execute!(&mut tx, ADD_FILE, 72_i64, "ugly").unwrap();
        tx.commit().await.unwrap();
        let list = listed(&server, "payouts");
        let said = String::from_utf8_lossy(&list.stdout);
        assert!(!list.status.success(), "{list:?}");
        assert!(said.contains("file 72 CANNOT BE READ") && said.contains("PAPER-EUR-71.csv"), "{list:?}");
    }
}

/// An unreadable order rests in no book; the server starts, names its account, and takes the account back once the row
/// is repaired.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_account_is_put_aside_until_its_rows_can_be_read() {
    for database in [Database::Sqlite, Database::Postgres] {
        let mut server = TestServer::start_still(database).await;
        let (ann, token) = {
            let ann = server.funded(100_000).await;
            server.quote(Market::UsStock, "AAPL", "300.00", "300.10");
            let order = json!({ "stockCode": "AAPL", "market": "UsStock", "direction": 0, "orderType": 1, "price": "290.00",
                "quantity": "1", "timeInForce": "gtc" });
            let id = ann.call("POST /stock/create", order).await.ok()["id"].as_str().unwrap().parse::<i64>().unwrap();
            (id, ann.token.clone())
        };
        let set_side = async |db: &Db, side: i64| {
            let mut tx = db.begin().await.unwrap();
            assert_eq!(execute!(&mut tx, SET_SIDE, ann, side).unwrap(), 1);
            tx.commit().await.unwrap();
        };
        server.restarted(async |db| set_side(db, 9).await).await;
        let ready = server.call("GET /readyz", json!({})).await;
        let named = format!("put aside: order {ann} of account");
        assert!(ready.status == 200 && ready.json.as_str().unwrap().contains(&named), "{}", ready.json);
        let doctor = Command::new(env!("CARGO_BIN_EXE_plumbline"))
            .args(["doctor", "--listen", "127.0.0.1:0", "--data-dir"])
            .arg(server.data_dir())
            .args(server.app.config.database.iter().flat_map(|uri| ["--database", uri]))
            .output()
            .expect("the command starts");
        assert!(String::from_utf8_lossy(&doctor.stdout).contains(&format!("order {ann} of account")), "{doctor:?}");
        let detail =
            async || server.send("POST /orders/detail", &json!({ "id": ann.to_string() }), Some(&token), &[]).await;
        detail().await.refused(500, "record_unreadable");
        set_side(&server.app.db, 0).await;
        for round in 0.. {
            server.quote(Market::UsStock, "AAPL", "289.00", "289.10");
            if detail().await.ok()["status"] == 1 {
                break;
            }
            assert!(round < 600, "the account is not taken back within half a minute");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        assert_eq!(server.call("GET /readyz", json!({})).await.json, json!("leads"));
        server.audited().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_reviewers_agree_on_is_carried_out_for_the_others() {
    for database in [Database::Sqlite, Database::Postgres] {
        let server = TestServer::start_with(database, Clock::System, &["--autopilot-seconds", "off"]).await;
        let (ann, bo) = (server.register().await, server.register().await);
        for (customer, number) in [(&ann, "A123456(3)"), (&bo, "C123456(9)")] {
            let mut card = customer.id_card(number, "Bo").await;
            card["country"] = json!("HK");
            assert_eq!(customer.call("POST /updateReal", card).await.ok()["kycStatus"], 1);
        }
        let unread = announced(&ann).await;
        let agree = async |kind, id| {
            for reviewer in ["Cy", "Di"] {
                let opinion = Opinion { reviewer: reviewer.to_owned(), decision: Decision::Approve };
                let now = server.app.clock.now();
                assert!(store::decide(&server.app.db, kind, id, &opinion, now).await.unwrap());
            }
        };
        spoil(&server, unread).await;
        agree(SubjectKind::Deposit, unread).await;
        let spoiled = account(&server, &ann).await.0;
        let mut tx = server.app.db.begin().await.unwrap();
        assert_eq!(execute!(&mut tx, SPOIL_CHECK, spoiled).unwrap(), 1);
        tx.commit().await.unwrap();
        for of in [spoiled, account(&server, &bo).await.0] {
            let (id,) = fetch_one!(&mut server.app.db.read().await.unwrap(), (i64,), CHECK, of).unwrap();
            agree(SubjectKind::Identity, id).await;
        }
        assert_eq!(bo.reviewed().await["kycStatus"], 2);
        // Though both are tried twice a second, the server can be used.
        server.app.writer.ping().await.expect("batches are stored");
    }
}
