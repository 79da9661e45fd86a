//! Invalid requests are refused, and an action runs for its caller when all of the request has arrived.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::on_both_databases;
use crate::support::{Customer, Database, TestServer, uuid};

on_both_databases! {
    a_session_that_ends_before_the_body_has_come_does_nothing_more,
    deposits_under_review_are_bounded,
}

/// The bytes that the server answers on a connection of its own, until it closes it.
async fn raw(server: &TestServer, parts: &[&str]) -> String {
    let mut stream = TcpStream::connect(server.base.trim_start_matches("http://")).await.unwrap();
    for part in parts {
        stream.write_all(part.as_bytes()).await.unwrap();
    }
    let mut answer = Vec::new();
    let read = tokio::time::timeout(Duration::from_secs(10), stream.read_to_end(&mut answer)).await;
    read.expect("the server hangs up").unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

/// The status and the error word of an answer.
fn refusal(answer: &str) -> (&str, String) {
    let status = answer.split(' ').nth(1).unwrap_or_default();
    let body = answer.split_once("\r\n\r\n").map(|(_, body)| body).unwrap_or_default();
    let envelope: Value = serde_json::from_str(body).unwrap_or_else(|_| panic!("no envelope in {answer}"));
    assert_eq!(envelope["code"].to_string(), status);
    (status, envelope["data"]["error"].as_str().unwrap_or_default().to_owned())
}

#[tokio::test]
async fn what_http_forbids_or_nobody_understands_is_refused_in_the_envelope() {
    let server = TestServer::start(Database::Sqlite).await;
    let chunks = "2\r\n{}\r\n0\r\n\r\n";
    let table = [
        ("GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n", "", "400", "host_invalid"),
        ("GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "", "400", "host_invalid"),
        (
            "POST /logout HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n",
            chunks,
            "501",
            "transfer_encoding_unsupported",
        ),
        (
            "POST /logout HTTP/1.1\r\nHost: a\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\n",
            "{}",
            "415",
            "content_encoding_unsupported",
        ),
    ];
    for (head, body, status, word) in table {
        let answer = raw(&server, &[head, body]).await;
        assert_eq!(refusal(&answer), (status, word.to_owned()), "{head}");
    }
    let sound = "POST /logout HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n";
    assert_eq!(refusal(&raw(&server, &[sound, chunks]).await).0, "401", "it is looked at");
}

/// `raw` reads for ten seconds at most: half of the wait for a body of an allowed size.
#[tokio::test]
async fn a_body_that_says_it_is_too_large_is_not_waited_for() {
    let server = TestServer::start(Database::Sqlite).await;
    for length in ["65537", "99999999999"] {
        let head = format!("POST /getEmailCode HTTP/1.1\r\nHost: a\r\nContent-Length: {length}\r\n\r\n");
        let answer = raw(&server, &[&head, "{"]).await;
        assert_eq!(refusal(&answer), ("413", "body_too_large".to_owned()), "{length}");
    }
}

#[tokio::test]
async fn paths_that_are_no_text_are_refused_wherever_they_lead() {
    let server = TestServer::start(Database::Sqlite).await;
    for path in ["/docs/%ff", "/%ff", "/assets/%ff", "/docs/%00"] {
        server.call(&format!("GET {path}"), Value::Null).await.refused(404, "url_unknown");
    }
}

#[tokio::test]
async fn what_the_document_forbids_is_refused() {
    let server = TestServer::start(Database::Sqlite).await;
    let ann = server.funded(100).await;
    server.call("POST /loginByUsername", json!([ann.email, ann.password])).await.refused(422, "body_invalid");
    ann.call("POST /api/user/sessions/end", json!([null, true])).await.refused(422, "body_invalid");
    let sessions = ann.call("POST /api/user/sessions", json!({})).await;
    let session = sessions.ok()[0]["id"].as_str().unwrap().to_owned();
    for id in [format!("+{session}"), format!("0{session}"), format!(" {session}")] {
        ann.call("POST /api/user/sessions/end", json!({ "id": id })).await.refused(404, "session_unknown");
    }
    for amount in ["5.", ".5", "+5", "5e0", "5.000", "000000000000005"] {
        let deposit = json!({ "channel": "fiat", "currency": "USD", "amount": amount });
        ann.call("POST /recharge/create", deposit).await.refused(422, "amount_invalid");
        let transfer = json!({ "from": "STOCK", "to": "BALANCE", "amount": amount });
        ann.call("POST /wallet/transfer", transfer).await.refused(422, "amount_invalid");
    }
    for moment in ["+5", "-5"] {
        let bill = json!({ "timeZone": "UTC", "startTimestamp": moment });
        ann.call("POST /wallet/getWalletBill", bill).await.refused(422, "timestamp_invalid");
    }
}

#[tokio::test]
async fn a_header_that_must_stand_alone_is_refused_twice() {
    let server = TestServer::start(Database::Sqlite).await;
    let ann = server.funded(100).await;
    let transfer = json!({ "from": "STOCK", "to": "BALANCE", "amount": "5" });
    let (one, other) = (uuid(), uuid());
    for (first, second) in [(&one, &other), (&one, &one)] {
        let keys = [("Idempotency-Key", first.as_str()), ("Idempotency-Key", second.as_str())];
        let answer = server.send("POST /wallet/transfer", &transfer, Some(&ann.token), &keys).await;
        answer.refused(422, "idempotency_key_required");
    }
    ann.call_with_key("POST /wallet/transfer", transfer.clone(), &one).await.ok();
    let second = [("Authorization", "Bearer another")];
    for call in ["POST /wallet/transfers", "GET /m_ft/hot_stock"] {
        server.send(call, &json!({}), Some(&ann.token), &second).await.refused(401, "session_required");
    }
}

/// The customer logs out a thief whose request has begun.
async fn a_session_that_ends_before_the_body_has_come_does_nothing_more(server: TestServer) {
    let ann = server.funded(1_000).await;
    let login = json!({ "username": ann.email, "password": ann.password });
    let token = server.call("POST /loginByUsername", login).await.ok()["token"].as_str().unwrap().to_owned();
    let thief = Customer { token, ..ann.clone() };
    let body = json!({ "stockCode": "AAPL", "direction": 0, "orderType": 0, "quantity": "1" }).to_string();
    let head = format!(
        "POST /stock/create HTTP/1.1\r\nHost: here\r\nConnection: close\r\nContent-Type: application/json\r\n\
         Authorization: Bearer {}\r\nIdempotency-Key: {}\r\nContent-Length: {}\r\n\r\n",
        thief.token,
        uuid(),
        body.len()
    );
    let mut stream = TcpStream::connect(server.base.trim_start_matches("http://")).await.unwrap();
    stream.write_all(head.as_bytes()).await.unwrap();
    stream.write_all(&body.as_bytes()[..1]).await.unwrap();
    tokio::time::sleep(Duration::from_millis(200)).await;
    ann.call("POST /api/user/sessions/end", json!({ "all": true, "password": ann.password })).await.ok();
    stream.write_all(&body.as_bytes()[1..]).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert_eq!(refusal(&answer), ("401", "session_required".to_owned()));
    let holdings = ann.call("POST /position/me", json!({})).await;
    assert_eq!(holdings.ok()["list"], json!([]));
}

async fn deposits_under_review_are_bounded(server: TestServer) {
    let (ann, bo) = (server.register().await, server.register().await);
    let deposit = json!({ "channel": "fiat", "currency": "USD", "amount": "5" });
    // More than the reviewer of paper mode completes meanwhile.
    let many = (0..100).map(|_| ann.call("POST /recharge/create", deposit.clone()));
    let answers = futures_util::future::join_all(many).await;
    let announced = answers.iter().filter(|answer| answer.status == 200).count();
    assert!((20..100).contains(&announced), "{announced}");
    for refused in answers.iter().filter(|answer| answer.status != 200) {
        refused.refused(409, "too_many_pending_deposits");
    }
    bo.call("POST /recharge/create", deposit.clone()).await.ok();
    for _ in 0..200 {
        let again = ann.call("POST /recharge/create", deposit.clone()).await;
        if again.status == 200 {
            return;
        }
        again.refused(409, "too_many_pending_deposits");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("a review makes room for another deposit");
}
