//! Pictures that customers send: who may read them, what is kept of them and for how long.

use std::time::Duration;

use plumbline::clock::Clock;
use plumbline::files::links::Reader;
use plumbline::files::{FileId, rotate};
use plumbline_core::time::UnixMillis;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use crate::on_both_databases;
use crate::support::{Customer, Database, TestServer, pictures};

on_both_databases! {
    a_picture_is_drawn_anew_and_read_by_its_owner_alone,
    a_proof_of_payment_is_a_file_of_ones_own,
    every_reading_is_on_record,
}

const DAY: i64 = UnixMillis::DAY;

async fn sent(customer: &Customer<'_>) -> (FileId, String) {
    let answer = customer.upload(pictures::jpeg(40, 30)).await;
    let text = |name: &str| answer.ok()[name].as_str().unwrap().to_owned();
    (text("id").parse().unwrap(), text("url"))
}

async fn a_picture_is_drawn_anew_and_read_by_its_owner_alone(server: TestServer) {
    let (ann, bo) = (server.register().await, server.register().await);
    let original = pictures::jpeg(40, 30);
    let answer = ann.upload(original.clone()).await;
    let url = answer.ok()["url"].as_str().unwrap().to_owned();
    let read = server.fetch(&url, Some(&ann.token)).await;
    assert_eq!(read.status(), 200);
    let header = |name: &str| read.headers()[name].to_str().unwrap().to_owned();
    assert_eq!(header("content-type"), "image/jpeg");
    assert_eq!(
        header("content-disposition"),
        format!("inline; filename=\"{}.jpg\"", answer.ok()["id"].as_str().unwrap())
    );
    assert_eq!(header("x-content-type-options"), "nosniff");
    assert_eq!(header("content-security-policy"), "default-src 'none'; sandbox");
    assert_eq!(header("cache-control"), "private, no-store");
    let served = read.bytes().await.unwrap();
    let image = image::load_from_memory_with_format(&served, image::ImageFormat::Jpeg).unwrap();
    assert_eq!((image.width(), image.height()), (40, 30));
    assert_ne!(served, original);

    let error = async |path: &str, token: Option<&str>| {
        let answer = server.send(&format!("GET {path}"), &Value::Null, token, &[]).await;
        (answer.status, answer.error().to_owned())
    };
    let unknown = (404, "file_unknown".to_owned());
    assert_eq!(error(&url, None).await, (401, "session_required".to_owned()));
    assert_eq!(error(&url, Some(&bo.token)).await, unknown, "a link is its reader's alone");
    assert_eq!(error(&format!("{url}0"), Some(&ann.token)).await, unknown);
    let (path, query) = url.split_once('?').unwrap();
    assert_eq!(error(path, Some(&ann.token)).await, (422, "query_invalid".to_owned()));
    let (expires, signature) = query.split_once('&').unwrap();
    let later: i64 = expires.trim_start_matches("expires=").parse::<i64>().unwrap() + 1;
    assert_eq!(error(&format!("{path}?expires={later}&{signature}"), Some(&ann.token)).await, unknown);
    assert_eq!(error(&format!("/file/1?{query}"), Some(&ann.token)).await, unknown);
    assert_eq!(error(&format!("{path}x?{query}"), Some(&ann.token)).await, unknown);
    // Bo's own link leads to bo's own file.
    let (theirs, _) = sent(&bo).await;
    let forged = server.app.files.link(theirs, Reader::Owner(account(&server, &ann).await));
    assert_eq!(error(&forged, Some(&ann.token)).await, unknown, "a good signature makes nobody an owner");
}

async fn account(server: &TestServer, customer: &Customer<'_>) -> plumbline_core::ids::AccountId {
    let session = server.app.sessions.authenticate(&customer.token).await.unwrap();
    session.expect("the customer is logged in").account_id
}

async fn a_proof_of_payment_is_a_file_of_ones_own(server: TestServer) {
    let (ann, bo) = (server.register().await, server.register().await);
    let (file, url) = sent(&ann).await;
    let deposit = |proof: &str| json!({ "channel": "fiat", "currency": "USD", "amount": "5", "proofUrl": proof });
    bo.call("POST /recharge/create", deposit(&url)).await.refused(422, "proof_url_invalid");
    for wrong in ["https://example.org/a.png", "/file/1", "javascript:alert(1)", "/file/", "//evil.example/file/1"] {
        ann.call("POST /recharge/create", deposit(wrong)).await.refused(422, "proof_url_invalid");
    }
    ann.call("POST /recharge/create", deposit("")).await.ok();
    ann.call("POST /recharge/create", deposit(&url)).await.ok();
    ann.call("POST /recharge/create", deposit(&file.path())).await.ok();
}

async fn every_reading_is_on_record(server: TestServer) {
    let ann = server.register().await;
    let (file, url) = sent(&ann).await;
    let reads = async || {
        let found = plumbline::files::rows::reads(&server.app.db, file).await.unwrap();
        found.into_iter().map(|row| (row.account_id, row.reviewer, row.reason)).collect::<Vec<_>>()
    };
    assert!(reads().await.is_empty());
    assert_eq!(server.fetch(&url, Some(&ann.token)).await.status(), 200);
    let reviewer = Reader::Reviewer { name: "Bo & Co", reason: "deposit 7: sender?" };
    let link = server.app.files.link(file, reviewer);
    let read = server.fetch(&link, None).await;
    assert_eq!((read.status().as_u16(), read.headers()["content-type"].as_bytes()), (200, &b"image/jpeg"[..]));
    server.call(&format!("GET {}", link.replace("Bo", "Cy")), Value::Null).await.refused(404, "file_unknown");
    let owner = account(&server, &ann).await;
    assert_eq!(
        reads().await,
        [
            (Some(owner.0), String::new(), "own".to_owned()),
            (None, "Bo & Co".to_owned(), "deposit 7: sender?".to_owned())
        ]
    );
}

#[tokio::test]
async fn links_expire_and_owners_get_new_ones() {
    let clock = Clock::manual(Clock::System.now());
    let server = TestServer::start_with(Database::Sqlite, clock.clone(), &[]).await;
    let ann = server.register().await;
    let (file, url) = sent(&ann).await;
    clock.advance(10 * UnixMillis::MINUTE);
    let link = format!("GET {url}");
    ann.call(&link, Value::Null).await.refused(410, "file_link_expired");
    let renewed = ann.call("POST /file/link", json!({ "id": file.to_string() })).await;
    let renewed = renewed.ok()["url"].as_str().unwrap().to_owned();
    assert_eq!(server.fetch(&renewed, Some(&ann.token)).await.status(), 200);
    for wrong in ["", "x", "0", "-1", "99999999999999999999"] {
        ann.call("POST /file/link", json!({ "id": wrong })).await.refused(404, "file_unknown");
    }
}
