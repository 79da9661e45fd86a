//! Forwarded requests arrive unchanged, and only a standby's signature makes a request a forwarded one.

use plumbline::clock::Clock;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::support::{Database, Nats, TestServer, uuid};

async fn two() -> (Nats, TestServer, TestServer) {
    let nats = Nats::start().await;
    let bus = format!("nats://{}/test", nats.address);
    let flags = ["--bus", bus.as_str(), "--autopilot-seconds", "0"];
    let leader = TestServer::start_with(Database::Postgres, Clock::System, &flags).await;
    let standby = leader.beside(Clock::System, &flags).await;
    (nats, leader, standby)
}

/// Asks with a header of a forwarded request, and gives the status and the word of the answer.
async fn asked(server: &TestServer, client: &reqwest::Client, header: &str) -> (u16, String) {
    let body = json!({ "email": "ann@plumbline.example", "scene": "register" });
    let request = client.post(format!("{}/getEmailCode", server.base)).json(&body);
    let answer = request.header("X-Plumbline-Forwarded", header).send().await.unwrap();
    let status = answer.status().as_u16();
    let said: Value = answer.json().await.unwrap();
    (status, said["data"]["error"].as_str().unwrap_or_default().to_owned())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_request_that_says_it_is_forwarded_and_is_not_signed_is_refused() {
    let leader = TestServer::start(Database::Sqlite).await;
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let now = leader.app.clock.now().0;
    let old = now - 3_600_000;
    for header in [
        String::new(),
        "nonsense".to_owned(),
        format!("203.0.113.7;certain;{now};{}", "0".repeat(64)),
        format!("203.0.113.7;certain;{old};{}", "0".repeat(64)),
    ] {
        assert_eq!(asked(&leader, &client, &header).await, (421, "forwarding_unsigned".to_owned()), "{header}");
    }
    assert_eq!(leader.mail_to("ann@plumbline.example"), None);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn requests_that_say_they_are_forwarded_and_are_not_signed_count_towards_their_own_address() {
    let flags = ["--requests-per-minute", "20"];
    let leader = TestServer::start_with(Database::Sqlite, Clock::System, &flags).await;
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    for host in 0..60 {
        // The address that the header names is nobody's. A standby whose signature is not known never hears of a limit,
        // which its clients would take for theirs.
        let header = format!("203.0.113.{host};certain;{};{}", leader.app.clock.now().0, "0".repeat(64));
        assert_eq!(asked(&leader, &client, &header).await, (421, "forwarding_unsigned".to_owned()), "{header}");
    }
    leader.call("GET /dict/data", json!({})).await.refused(429, "rate_limited");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn customers_of_a_standby_whose_key_is_not_the_leaders_are_told_that_nobody_leads() {
    let nats = Nats::start().await;
    let bus = format!("nats://{}/test", nats.address);
    let flags = ["--bus", bus.as_str(), "--autopilot-seconds", "0"];
    let leader = TestServer::start_with(Database::Postgres, Clock::System, &flags).await;
    let other = "2".repeat(64);
    let flags = [&flags[..], &["--secret-key", other.as_str()]].concat();
    let standby = leader.beside(Clock::System, &flags).await;
    let ann = leader.register().await;
    let body = json!({ "name": "Group" });
    let refused = standby.send("POST /watchlist/groups/create", &body, Some(&ann.token), &[]).await;
    refused.refused(503, "no_leader");
    assert_eq!(refused.headers["retry-after"], "1");
    ann.call("POST /watchlist/groups/create", body).await.ok();
}

/// The head of an upload by a customer, and what was answered to a body of so many pieces.
async fn uploaded(server: &TestServer, token: &str, pieces: usize) -> String {
    let address = server.base.trim_start_matches("http://").to_owned();
    let stream = TcpStream::connect(&address).await.unwrap();
    let (mut reads, mut writes) = stream.into_split();
    let head = format!(
        "POST /file/upload HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {token}\r\nIdempotency-Key: {}\r\n\
         Content-Type: multipart/form-data; boundary=here\r\nTransfer-Encoding: chunked\r\n\r\n",
        uuid()
    );
    let writing = tokio::spawn(async move {
        let begins = "--here\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.jpg\"\r\n\
            Content-Type: image/jpeg\r\n\r\n";
        let mut first = head.into_bytes();
        first.extend_from_slice(format!("{:x}\r\n{begins}\r\n", begins.len()).as_bytes());
        let mut piece = format!("{:x}\r\n", 64 << 10).into_bytes();
        piece.extend(std::iter::repeat_n(b'x', 64 << 10));
        piece.extend_from_slice(b"\r\n");
        // The answer may come first, and the connection end.
        if writes.write_all(&first).await.is_ok() {
            for _ in 0..pieces {
                if writes.write_all(&piece).await.is_err() {
                    break;
                }
            }
        }
        writes
    });
    let mut heard = Vec::new();
    let mut part = [0; 4_096];
    while let Ok(count @ 1..) = reads.read(&mut part).await {
        heard.extend_from_slice(&part[..count]);
    }
    drop(writing.await);
    String::from_utf8_lossy(&heard).into_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_that_is_too_large_is_refused_for_that_through_a_standby_too() {
    let (_nats, leader, standby) = two().await;
    let ann = leader.register().await;
    for _ in 0..20 {
        let heard = uploaded(&standby, &ann.token, 400).await;
        assert!(heard.starts_with("HTTP/1.1 413") && heard.contains("file_too_large"), "{heard}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn as_many_header_fields_are_taken_through_a_standby_as_by_a_leader() {
    let (_nats, leader, standby) = two().await;
    let ann = leader.register().await;
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    // Besides these the client sends six: accept, authorization, host, the key, and the type and length of the body.
    for (fields, status) in [(50, 200), (90, 200), (91, 431), (93, 431), (94, 431), (95, 431), (120, 431)] {
        for server in [&leader, &standby] {
            let request = client.post(format!("{}/watchlist/groups/create", server.base)).bearer_auth(&ann.token);
            let request = request.json(&json!({ "name": format!("G{}", &uuid()[..8]) }));
            let request = (0..fields).fold(request, |request, field| request.header(format!("X-{field}"), "x"));
            let answer = request.header("Idempotency-Key", uuid()).send().await.unwrap();
            assert_eq!(answer.status().as_u16(), status, "{fields} at {}", server.base);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_head_that_a_leader_takes_is_taken_through_a_standby() {
    let (_nats, leader, standby) = two().await;
    let ann = leader.register().await;
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    for (bytes, status) in [(15_000, 200), (15_700, 200), (15_950, 200), (16_400, 431), (20_000, 431)] {
        for server in [&leader, &standby] {
            let request = client.post(format!("{}/watchlist/groups/create", server.base)).bearer_auth(&ann.token);
            let request =
                request.json(&json!({ "name": format!("G{}", &uuid()[..8]) })).header("X-Long", "x".repeat(bytes));
            let answer = request.header("Idempotency-Key", uuid()).send().await.unwrap();
            assert_eq!(answer.status().as_u16(), status, "{bytes} at {}", server.base);
        }
    }
}
