//! The number of statements that a read sends to the database.

use std::path::Path;

use reqwest::Client;
use serde_json::{Value, json};

use crate::log::serve;
use crate::support::code_in;

/// Repeats of a read: the server runs statements of its own in between, so that the fewest count.
const REPEATS: usize = 8;

fn logged(folder: &Path) -> usize {
    let log = std::fs::read_to_string(folder.join("log")).unwrap();
    log.lines().filter(|line| line.contains("sqlx::query")).count()
}

#[tokio::test]
async fn a_long_watchlist_takes_no_more_statements_than_a_short_one() {
    let folder = tempfile::tempdir().unwrap();
    let (server, address) = serve(folder.path(), "sqlx=debug");
    plumbline::tls::install();
    let client = Client::builder().no_proxy().build().unwrap();
    let post = async |path: &str, body: Value, token: &str| {
        let request = client.post(format!("http://{address}{path}")).bearer_auth(token).json(&body);
        request.send().await.unwrap().json::<Value>().await.unwrap()
    };
    let get = async |path: &str, token: &str| {
        let request = client.get(format!("http://{address}{path}")).bearer_auth(token);
        request.send().await.unwrap().json::<Value>().await.unwrap()
    };
    post("/getEmailCode", json!({ "email": "ann@plumbline.example", "scene": "register" }), "none").await;
    let mut mails = std::fs::read_dir(folder.path().join("outbox")).unwrap();
    let code = code_in(&std::fs::read_to_string(mails.next().unwrap().unwrap().path()).unwrap());
    let body = json!({ "email": "ann@plumbline.example", "code": code, "password": "correct horse of ann" });
    let token = post("/register/email", body, "none").await["data"]["token"].as_str().expect("a token").to_owned();

    let listed = get("/m_ft/stock_list?pageSize=40", &token).await;
    let codes: Vec<Value> =
        listed["data"]["list"].as_array().unwrap().iter().map(|row| row["stock_code"].clone()).collect();
    assert_eq!(codes.len(), 40);
    let mut taken = Vec::new();
    for watched in [&codes[..1], &codes[1..]] {
        for code in watched {
            let saved = post("/userSelfSecurity/save", json!({ "secuCode": code, "market": "UsStock" }), &token).await;
            assert_eq!(saved["code"], 200, "{saved}");
        }
        let mut fewest = usize::MAX;
        for _ in 0..REPEATS {
            let before = logged(folder.path());
            let rows = get("/userSelfSecurity/selectSelfSelectionStocksData", &token).await;
            fewest = fewest.min(logged(folder.path()) - before);
            assert!(rows["data"].as_array().is_some_and(|rows| rows.len() >= watched.len()), "{rows}");
        }
        taken.push(fewest);
    }
    drop(server);
    assert!(taken[0] > 0, "the log has the statements");
    assert_eq!(taken[0], taken[1], "of one entry, and of forty");
}
