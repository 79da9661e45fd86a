//! `plumbline instrument` as operators run it, on the database of a serving server.

use std::process::{Command, Output};
use std::time::Duration;

use plumbline::{execute, statements};
use serde_json::{Value, json};

use crate::on_both_databases;
use crate::support::TestServer;

on_both_databases! {
    operators_halt_resume_retire_and_add_while_it_serves,
}

fn instrument(server: &TestServer, line: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plumbline"));
    command.arg("instrument").args(line);
    match &server.app.config.database {
        Some(uri) => command.args(["--database", uri]),
        None => command.arg("--data-dir").arg(server.data_dir()),
    };
    command.output().expect("the command starts")
}

/// The output of the command, which must succeed.
pub fn done(server: &TestServer, line: &[&str]) -> String {
    let output = instrument(server, line);
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn refused(server: &TestServer, line: &[&str]) -> String {
    let output = instrument(server, line);
    assert!(!output.status.success(), "{output:?}");
    String::from_utf8(output.stderr).unwrap()
}

/// The row of a code in the search, once `fits` holds for it.
async fn listed(server: &TestServer, code: &str, fits: impl Fn(&Value) -> bool) -> Value {
    for _ in 0..200 {
        let found = server.call(&format!("GET /quotes/getStock?keyword={code}"), json!({})).await;
        if fits(&found.ok()["list"][0]) {
            return found.ok()["list"][0].clone();
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{code} stayed as it was");
}

statements! {
    A_MINUTE_AGO: "UPDATE instrument_changes SET changed_at = changed_at - 60000";
}

/// As if all operators' changes had been made a minute earlier.
async fn a_minute_passes(server: &TestServer) {
    let mut tx = server.app.db.begin().await.unwrap();
    execute!(&mut tx, A_MINUTE_AGO).unwrap();
    tx.commit().await.unwrap();
}

async fn operators_halt_resume_retire_and_add_while_it_serves(server: TestServer) {
    let ann = server.funded(10_000).await;
    let order = json!({ "stockCode": "AAPL", "market": "UsStock", "direction": 0, "orderType": 0, "quantity": "1" });
    let why = ["--by", "ann", "--reason", "news are expected"];
    let line = |action: &'static str| [&[action, "UsStock", "AAPL"], &why[..]].concat();
    ann.call("POST /stock/create", order.clone()).await.ok();

    assert!(refused(&server, &["halt", "UsStock", "AAPL", "--by", "ann"]).contains("--reason"), "it says why");
    assert!(refused(&server, &["halt", "UsStock", "AAPL", "--by", " ", "--reason", "x"]).contains("--by"));
    assert_eq!(done(&server, &line("halt")), "UsStock AAPL is halted.\n");
    let halted = listed(&server, "AAPL", |row| row["state"] == "halted").await;
    assert_eq!(halted["tradable"], false);
    ann.call("POST /stock/create", order.clone()).await.refused(409, "instrument_halted");
    assert!(refused(&server, &line("halt")).contains("halted already"));
    let said = done(&server, &["list", "--changed"]);
    assert!(said.contains("AAPL") && said.contains("halted by ann") && said.contains("news are expected"), "{said}");

    done(&server, &line("resume"));
    listed(&server, "AAPL", |row| row["state"] == "trading").await;
    // Nothing is traded on earlier quotes; it is quoted again within seconds.
    let mut bought = ann.call("POST /stock/create", order.clone()).await;
    for _ in 0..200 {
        if bought.error() != "stale_quote" {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
        bought = ann.call("POST /stock/create", order.clone()).await;
    }
    bought.ok();
    done(&server, &line("halt"));
    a_minute_passes(&server).await;
    assert!(refused(&server, &line("retire")).contains("1 positions and 0 orders are open"), "somebody holds it");
    let hsbc = |action: &'static str| [action, "HK", "00005", "--by", "ann", "--reason", "delisted"];
    assert!(refused(&server, &hsbc("retire")).contains("halt it first"));
    done(&server, &hsbc("halt"));
    assert!(refused(&server, &hsbc("retire")).contains("a minute later"), "orders may be on their way");
    a_minute_passes(&server).await;
    done(&server, &hsbc("retire"));
    listed(&server, "00005", |row| row["stock_code"] != "00005").await;
    assert!(
        refused(&server, &["halt", "HK", "99999", "--by", "a", "--reason", "b"]).contains("there is no 99999 in HK")
    );

    let yen = ["USDJPY", "--by", "ann", "--reason", "not quoted any more"];
    done(&server, &[&["halt", "Forex"], &yen[..]].concat());
    a_minute_passes(&server).await;
    assert!(refused(&server, &[&["retire", "Forex"], &yen[..]].concat()).contains("is converted by it"));

    let names = ["--name-en", "Euro/Forint", "--name-zh-hans", "欧元/福林", "--name-zh-hant", "歐元/福林"];
    let pair = ["--base", "EUR", "--currency", "HUF", "--classify", "exotic", "--lot", "1000", "--price-decimals", "3"];
    let add = [&["add", "Forex", "EURHUF"], &names[..], &pair[..], &why[..]].concat();
    assert_eq!(done(&server, &add), "Forex EURHUF is listed.\n");
    let new = listed(&server, "EURHUF", |row| row["stock_code"] == "EURHUF").await;
    assert_eq!(
        (&new["price_nominal"], &new["currency"], &new["lotSize"]),
        (&Value::Null, &json!("HUF"), &json!("1000"))
    );
    assert!(refused(&server, &add).contains("known already"));
    assert!(
        refused(&server, &[&add[..], &["--price", "400"]].concat()).contains("--price"),
        "no operator sets a price"
    );
}
