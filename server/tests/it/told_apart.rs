//! Documents that need a new tag: until each has it, it is not decided on.

use std::process::Command;
use std::time::Duration;

use plumbline::clock::Clock;
use plumbline::kyc::retag::{left, retag};
use plumbline::ledger::audit;
use plumbline::reviews::{Decision, Opinion, SubjectKind, store};
use plumbline::{execute, fetch_one, statements};
use serde_json::{Value, json};

use crate::files::account;
use crate::on_both_databases;
use crate::support::{Customer, Database, TestServer};

on_both_databases! {
    a_document_that_cannot_be_opened_yet_verifies_no_second_account,
}

statements! {
    /// As an update does.
    LEAVE: "INSERT INTO documents_to_retag (account_id) VALUES ($1)";
    DONE: "DELETE FROM documents_to_retag WHERE account_id = $1";
    OLD_TAG: "UPDATE identity_checks SET tag = $2 WHERE account_id = $1";
    OLD_CLAIM: "UPDATE document_claims SET tag = $2 WHERE account_id = $1";
    /// As without its key.
    SHUT: "UPDATE identity_checks SET sealed = '!' || sealed WHERE account_id = $1";
    OPEN: "UPDATE identity_checks SET sealed = substr(sealed, 2) WHERE account_id = $1";
    SPOIL: "UPDATE identity_checks SET reasons = $2 WHERE account_id = $1";
    CHECK: "SELECT id, version FROM identity_checks WHERE account_id = $1";
    /// Di makes the decision that was made before.
    SECOND: "INSERT INTO reviews (subject, subject_id, account_id, decision, reviewer, reviewer_key, decided_at)
        SELECT subject, subject_id, account_id, decision, 'Di', 'di', decided_at FROM reviews
        WHERE subject = 'identity' AND subject_id = $1";
}

/// The number and the version of a customer's check.
async fn check(server: &TestServer, account: i64) -> (i64, i64) {
    fetch_one!(&mut server.app.db.read().await.unwrap(), (i64, i64), CHECK, account).unwrap()
}

async fn submit(customer: &Customer<'_>, number: &str) {
    let mut card = customer.id_card(number, "Bo").await;
    card["country"] = json!("HK");
    assert_eq!(customer.call("POST /updateReal", card).await.ok()["kycStatus"], 1);
}

async fn a_document_that_cannot_be_opened_yet_verifies_no_second_account(server: TestServer) {
    let (ann, bo, cy) = (server.register().await, server.register().await, server.register().await);
    let [a, b, c] = [account(&server, &ann).await, account(&server, &bo).await, account(&server, &cy).await];
    for (customer, number) in [(&ann, "A123456(3)"), (&cy, "C123456(9)")] {
        submit(customer, number).await;
        assert_eq!(customer.reviewed().await["kycStatus"], 2, "{number}");
    }
    let (db, old) = (&server.app.db, "ab".repeat(32));
    let mut tx = db.begin().await.unwrap();
    for account in [a, b, c] {
        execute!(&mut tx, LEAVE, account.0).unwrap();
    }
    tx.commit().await.unwrap();
    submit(&bo, "A123456(3)").await;
    let mut tx = db.begin().await.unwrap();
    for account in [a, b] {
        execute!(&mut tx, OLD_TAG, account.0, &old).unwrap();
    }
    execute!(&mut tx, OLD_CLAIM, a.0, &old).unwrap();
    execute!(&mut tx, SHUT, b.0).unwrap();
    execute!(&mut tx, SPOIL, c.0, "ugly").unwrap();
    tx.commit().await.unwrap();

    let (_, version) = check(&server, a.0).await;
    retag(&server.app.desk).await.unwrap();
    let still = left(&mut db.read().await.unwrap()).await.unwrap();
    assert_eq!(still, [b, c].into(), "what cannot be opened or read keeps nobody else back");
    assert_eq!(check(&server, a.0).await.1, version + 1, "no decision that read it before can be stored");

    // It can be opened again. The customer who sent it later is verified, and Bo waits.
    let mut tx = db.begin().await.unwrap();
    execute!(&mut tx, OPEN, b.0).unwrap();
    execute!(&mut tx, SPOIL, c.0, "").unwrap();
    tx.commit().await.unwrap();
    let dan = server.register().await;
    submit(&dan, "G123456(A)").await;
    assert_eq!(dan.reviewed().await["kycStatus"], 2);
    assert_eq!(bo.kyc().await["kycStatus"], 1);

    retag(&server.app.desk).await.unwrap();
    assert!(left(&mut db.read().await.unwrap()).await.unwrap().is_empty());
    let reviewed = bo.reviewed().await;
    assert_eq!((&reviewed["kycStatus"], &reviewed["reasons"]), (&json!(3), &json!(["document_in_use"])));
    let checks = audit::run(db).await.unwrap();
    assert!(checks.iter().all(|check| check.found == 0), "{checks:#?}");
}

fn review(server: &TestServer, line: &[&str]) -> (bool, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plumbline"));
    command.arg("review").args(line).arg("--data-dir").arg(server.data_dir());
    if let Some(uri) = &server.app.config.database {
        command.args(["--database", uri]);
    }
    let output = command.output().expect("the command starts");
    (output.status.success(), [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap()).concat())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn people_decide_once_it_is_told_apart_and_not_before() {
    for database in [Database::Sqlite, Database::Postgres] {
        let server = TestServer::start_with(database, Clock::System, &["--autopilot-seconds", "off"]).await;
        let ann = server.register().await;
        submit(&ann, "A123456(3)").await;
        let (db, ann_is) = (&server.app.db, account(&server, &ann).await.0);
        let (id, _) = check(&server, ann_is).await;
        let leave = async |is_left: bool| {
            let mut tx = db.begin().await.unwrap();
            if is_left { execute!(&mut tx, LEAVE, ann_is) } else { execute!(&mut tx, DONE, ann_is) }.unwrap();
            tx.commit().await.unwrap();
        };
        leave(true).await;
        assert!(review(&server, &["list"]).1.contains("NOT TO BE APPROVED YET"));
        let (is_taken, said) = review(&server, &["approve", "identity", &id.to_string(), "--reviewer", "Cy"]);
        assert!(!is_taken && said.contains("not to be approved yet"), "{said}");

        // A decision from before an update that leaves the document is not carried out until then.
        leave(false).await;
        let opinion = Opinion { reviewer: "Cy".to_owned(), decision: Decision::Approve };
        assert!(store::decide(db, SubjectKind::Identity, id, &opinion, server.app.clock.now()).await.unwrap());
        leave(true).await;
        let mut tx = db.begin().await.unwrap();
        execute!(&mut tx, SECOND, id).unwrap();
        tx.commit().await.unwrap();
        tokio::time::sleep(Duration::from_millis(1_200)).await;
        assert_eq!(ann.kyc().await["kycStatus"], 1);
        leave(false).await;
        let reviewed: Value = ann.reviewed().await;
        assert_eq!((&reviewed["kycStatus"], &reviewed["reviewedBy"]), (&json!(2), &json!("reviewers")));

        // A refusal claims no document, and need not wait.
        let bo = server.register().await;
        submit(&bo, "C123456(9)").await;
        let bo_is = account(&server, &bo).await.0;
        let mut tx = db.begin().await.unwrap();
        execute!(&mut tx, LEAVE, bo_is).unwrap();
        tx.commit().await.unwrap();
        let id = check(&server, bo_is).await.0.to_string();
        for reviewer in ["Cy", "Di"] {
            let line = ["refuse", "identity", &id, "--reason", "document_unreadable", "--reviewer", reviewer];
            let (is_taken, said) = review(&server, &line);
            assert!(is_taken, "{said}");
        }
        let reviewed = bo.reviewed().await;
        assert_eq!((&reviewed["kycStatus"], &reviewed["reasons"]), (&json!(3), &json!(["document_unreadable"])));
    }
}
