//! `plumbline audit` as operators run it, on the books of a serving server.

use std::process::{Command, Output};

use serde_json::json;

use crate::on_both_databases;
use crate::support::TestServer;

on_both_databases! {
    the_audit_passes_and_then_names_what_was_broken,
}

fn audit(server: &TestServer) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plumbline"));
    command.arg("audit");
    match &server.app.config.database {
        Some(uri) => command.args(["--database", uri]),
        None => command.arg("--data-dir").arg(server.data_dir()),
    };
    command.output().expect("the audit starts")
}

async fn the_audit_passes_and_then_names_what_was_broken(server: TestServer) {
    let ann = server.register().await;
    let body = json!({ "channel": "fiat", "currency": "USD", "amount": "25" });
    ann.call("POST /recharge/create", body).await.ok();

    let passed = audit(&server);
    let printed = String::from_utf8_lossy(&passed.stdout);
    assert!(passed.status.success() && printed.ends_with("audit: ok\n"), "{passed:?}");
    assert!(printed.contains("(1 checked)"), "the deposit was counted: {printed}");

    execute(&server, "INSERT INTO journals (id, kind, cause_id, created_at) VALUES (17, 'deposit', 4, 0)").await;
    let failed = audit(&server);
    assert_eq!(failed.status.code(), Some(1));
    let printed = String::from_utf8_lossy(&failed.stdout);
    assert!(printed.contains("journal 17: "), "{printed}");
    assert!(!printed.contains("audit: ok"));
    assert!(String::from_utf8_lossy(&failed.stderr).contains("audit: 1 problem"));
}

async fn execute(server: &TestServer, sql: &'static str) {
    let mut tx = server.app.db.begin().await.unwrap();
    match plumbline::db::Session::handle(&mut tx) {
        plumbline::db::Handle::Sqlite(c) => sqlx::query(sql).execute(c).await.map(|r| r.rows_affected()),
        plumbline::db::Handle::Postgres(c) => sqlx::query(sql).execute(c).await.map(|r| r.rows_affected()),
    }
    .unwrap();
    tx.commit().await.unwrap();
}

#[test]
fn a_database_that_is_not_there_is_not_made() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_plumbline"));
    let output = command.arg("audit").arg("--data-dir").arg(folder.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("there is no database at"), "{output:?}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}
