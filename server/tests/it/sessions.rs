//! The life of sessions, the ways to end them, and operators' actions with `plumbline sessions`.

use std::process::{Command, Output};

use plumbline::clock::Clock;
use plumbline_core::time::UnixMillis;
use serde_json::json;

use crate::on_both_databases;
use crate::support::{Customer, Database, Socket, TestServer};

on_both_databases! {
    operators_list_and_end_sessions_while_it_serves,
}

async fn log_in(customer: &Customer<'_>) -> String {
    let login = json!({ "username": customer.email, "password": customer.password });
    customer.server.call("POST /loginByUsername", login).await.ok()["token"].as_str().unwrap().to_owned()
}

async fn is_in(customer: &Customer<'_>, token: &str) -> bool {
    let answer = customer.server.send("POST /api/user/info", &json!({}), Some(token), &[]).await;
    if answer.status != 200 {
        answer.refused(401, "session_required");
    }
    answer.status == 200
}

#[tokio::test]
async fn a_session_ends_however_much_it_is_used() {
    let clock = Clock::manual(UnixMillis(1_800_000_000_000));
    let server = TestServer::start_with(Database::Sqlite, clock.clone(), &["--session-days", "7"]).await;
    let ann = server.register().await;
    let listed = ann.call("POST /api/user/sessions", json!({})).await;
    let ends = (1_800_000_000_000 + 7 * UnixMillis::DAY).to_string();
    assert_eq!(listed.ok()[0]["endTimestamp"], ends.as_str());
    for _ in 0..6 {
        clock.advance(UnixMillis::DAY);
        ann.call("POST /api/user/info", json!({})).await.ok();
        server.app.sessions.last_seen.flush(&server.app.db).await.unwrap();
    }
    clock.advance(UnixMillis::DAY - 1);
    let mut socket = Socket::open_for(&ann, json!({ "op": "subscribe", "topics": ["wallets"] })).await;
    clock.advance(1);
    ann.call("POST /api/user/info", json!({})).await.refused(401, "session_required");
    assert_eq!(socket.next().await, json!({ "op": "error", "error": "session_required" }));
    assert!(is_in(&ann, &log_in(&ann).await).await, "and a login begins another one");
}

fn sessions(server: &TestServer, line: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plumbline"));
    command.arg("sessions").args(line);
    match &server.app.config.database {
        Some(uri) => command.args(["--database", uri]),
        None => command.arg("--data-dir").arg(server.data_dir()),
    };
    command.output().expect("the command starts")
}

fn done(server: &TestServer, line: &[&str]) -> String {
    let output = sessions(server, line);
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn refused(server: &TestServer, line: &[&str]) -> String {
    let output = sessions(server, line);
    assert!(!output.status.success(), "{output:?}");
    String::from_utf8(output.stderr).unwrap()
}

async fn operators_list_and_end_sessions_while_it_serves(server: TestServer) {
    let (ann, bo) = (server.register().await, server.register().await);
    let second = log_in(&ann).await;
    let why = ["--by", "cy", "--reason", "a stolen telephone"];
    let list = || done(&server, &["list", &ann.user_id]);
    assert_eq!(list().lines().count(), 2, "{}", list());
    assert!(list().contains("from 127.0.0.1"), "{}", list());
    assert_eq!(list(), done(&server, &["list", &ann.email.to_uppercase()]));
    assert!(refused(&server, &["list", "nobody@plumbline.example"]).contains("there is no account"));
    assert!(refused(&server, &["end", &ann.user_id, "--by", "cy"]).contains("--reason"), "it says why");

    let of_bo = bo.call("POST /api/user/sessions", json!({})).await.ok()[0]["id"].as_str().unwrap().to_owned();
    let others = [&["end", &ann.user_id, "--session", &of_bo], &why[..]].concat();
    assert!(refused(&server, &others).contains("no such session"), "only the customer's own");
    let newest = list().split(' ').next().unwrap().to_owned();
    let mut socket = Socket::open_for(&ann, json!({ "op": "subscribe", "topics": ["wallets"] })).await;
    let one = done(&server, &[&["end", &ann.user_id, "--session", &newest], &why[..]].concat());
    assert_eq!(one, format!("1 session of {} is ended.\n", ann.user_id));
    assert_eq!([is_in(&ann, &ann.token).await, is_in(&ann, &second).await].iter().filter(|lives| **lives).count(), 1);
    log_in(&ann).await;
    let all = done(&server, &[&["end", &ann.email], &why[..]].concat());
    assert_eq!(all, format!("2 sessions of {} are ended.\n", ann.email));
    assert!(!is_in(&ann, &ann.token).await && !is_in(&ann, &second).await);
    assert_eq!(socket.next().await, json!({ "op": "error", "error": "session_required" }));
    let told: Vec<String> = list().lines().map(str::to_owned).collect();
    assert!(told[0].starts_with("2 ended by cy at ") && told[0].ends_with(": a stolen telephone"), "{told:?}");
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(is_in(&bo, &bo.token).await);
}
