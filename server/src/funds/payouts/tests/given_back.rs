//! Withdrawals given back, unreadable rows, and the order of reviewers' decisions.

use super::*;
use crate::reviews::{self, Decision, Opinion, SubjectKind};

statements! {
    SPOIL: "UPDATE withdrawals SET destination = '{}' WHERE id = $1";
    SPOIL_BATCH: "UPDATE payout_batches SET format = 'ugly' WHERE currency = $1";
    SPOIL_DECISION: "UPDATE reviews SET decision = 'ugly' WHERE subject_id = $1 AND reviewer = $2";
}

async fn put(db: &Db, withdrawals: &[Withdrawal]) {
    let mut batch = db.batch().await.unwrap();
    Withdrawal::store(&mut batch, &withdrawals.iter().collect::<Vec<_>>()).await.unwrap();
    batch.commit().await.unwrap();
}

async fn spoil(db: &Db, id: i64) {
    let mut tx = db.begin().await.unwrap();
    execute!(&mut tx, SPOIL, id).unwrap();
    tx.commit().await.unwrap();
}

async fn said(db: &Db, kind: SubjectKind, id: i64, reviewer: &str, decision: Decision) -> bool {
    let opinion = Opinion { reviewer: reviewer.to_owned(), decision };
    reviews::store::decide(db, kind, id, &opinion, NOW).await.unwrap()
}

#[tokio::test]
async fn what_was_given_back_is_not_paid() {
    for (uri, folder) in databases("given_back").await {
        let db = Db::open(&uri).await.unwrap();
        let server = started(&db, folder.path(), 0);
        let returned = |of: Withdrawal| Withdrawal { status: WithdrawalStatus::Rejected, version: 4, ..of };
        send(&db, &[returned(sent(1, "EUR", iban("Ann"))), sent(2, "EUR", iban("Bo"))]).await;
        server.hand_over().await.unwrap();
        assert_eq!([1, 2].map(|id| carried(&files(folder.path()), id)), [0, 1]);
        // Sealed, and then given back, as was possible in earlier versions.
        send(&db, &[sent(3, "EUR", iban("Ann")), sent(4, "USD", iban("Bo"))]).await;
        server.seal().await.unwrap();
        put(&db, &[returned(sent(3, "EUR", iban("Ann")))]).await;
        let error = server.hand_over().await.unwrap_err();
        assert!(matches!(error, PayoutError::Over { withdrawal: WithdrawalId(3), .. }), "{error}");
        assert_eq!([3, 4].map(|id| carried(&files(folder.path()), id)), [0, 1]);
    }
}

#[tokio::test]
async fn nothing_arrives_or_comes_back_before_its_file_is_written() {
    for (uri, folder) in databases("arrivals").await {
        let db = Db::open(&uri).await.unwrap();
        let server = started(&db, folder.path(), 0);
        let back = || Decision::refuse(SubjectKind::Arrival, &["returned".to_owned()]).unwrap();
        let by_hand =
            Withdrawal { sending: Some(Sending::ByHand { reference: "0xab:1".into() }), ..sent(2, "USDT", wallet()) };
        send(&db, &[sent(1, "EUR", iban("Ann")), by_hand]).await;
        assert!(!said(&db, SubjectKind::Arrival, 1, "Cy", back()).await);
        server.seal().await.unwrap();
        assert!(!said(&db, SubjectKind::Arrival, 1, "Cy", back()).await);
        assert!(!said(&db, SubjectKind::Arrival, 1, "Cy", Decision::Approve).await);
        server.write().await.unwrap();
        assert!(said(&db, SubjectKind::Arrival, 1, "Cy", back()).await);
        assert!(said(&db, SubjectKind::Arrival, 2, "Cy", Decision::Approve).await);

        // One transaction proves one payment.
        let approved = Withdrawal {
            status: WithdrawalStatus::Approved,
            sending: None,
            sent_at: None,
            ..sent(5, "USDT", wallet())
        };
        put(&db, &[approved]).await;
        assert!(!said(&db, SubjectKind::Payout, 5, "Cy", Decision::sent("0xab:1").unwrap()).await);
        assert!(said(&db, SubjectKind::Payout, 5, "Cy", Decision::sent("0xab:2").unwrap()).await);
        assert!(!said(&db, SubjectKind::Payout, 5, "Di", Decision::Approve).await, "it was sent");
    }
}

#[tokio::test]
async fn what_cannot_be_read_keeps_nobody_waiting() {
    for (uri, folder) in databases("unreadable").await {
        let db = Db::open(&uri).await.unwrap();
        send(&db, &[sent(1, "EUR", iban("Ann")), sent(2, "EUR", iban("Bo")), sent(3, "USDT", wallet())]).await;
        spoil(&db, 2).await;
        let server = started(&db, folder.path(), 0);
        server.hand_over().await.unwrap();
        assert_eq!([1, 2, 3].map(|id| carried(&files(folder.path()), id)), [1, 0, 1]);
        // An unreadable sealed withdrawal holds up its file, and no other.
        send(&db, &[sent(4, "EUR", iban("Ann")), sent(5, "USDT", wallet())]).await;
        server.seal().await.unwrap();
        spoil(&db, 4).await;
        server.hand_over().await.unwrap_err();
        assert_eq!([4, 5].map(|id| carried(&files(folder.path()), id)), [0, 1]);

        for (id, reviewer) in [(1, "Cy"), (1, "Di"), (3, "Cy")] {
            assert!(said(&db, SubjectKind::Arrival, id, reviewer, Decision::Approve).await);
        }
        let mut tx = db.begin().await.unwrap();
        execute!(&mut tx, SPOIL_DECISION, 1, "Cy").unwrap();
        tx.commit().await.unwrap();
        let read = reviews::store::of_waiting(&mut db.read().await.unwrap()).await.unwrap();
        assert_eq!(read.keys().map(|subject| subject.id).collect::<Vec<_>>(), [3]);
    }
}

#[tokio::test]
async fn a_file_that_cannot_be_read_keeps_no_other_back_and_is_named() {
    for (uri, folder) in databases("unreadable_file").await {
        let db = Db::open(&uri).await.unwrap();
        send(&db, &[sent(1, "EUR", iban("Ann")), sent(2, "USD", iban("Bo")), sent(3, "USDT", wallet())]).await;
        let server = started(&db, folder.path(), 0);
        server.seal().await.unwrap();
        let ids: BTreeMap<_, _> = unwritten(&db).await.into_iter().map(|of| (of.batch.currency, of.batch.id)).collect();
        let mut tx = db.begin().await.unwrap();
        execute!(&mut tx, SPOIL_BATCH, "EUR").unwrap();
        execute!(&mut tx, SPOIL_BATCH, "USD").unwrap();
        tx.commit().await.unwrap();

        let error = server.hand_over().await.unwrap_err().to_string();
        for spoiled in ["EUR", "USD"] {
            assert!(error.contains(&format!("file {} CANNOT BE READ", ids[spoiled])), "{error}");
        }
        assert_eq!(server.hand_over().await.unwrap_err().to_string(), error, "nothing new is to be told");
        assert_eq!([1, 2, 3].map(|id| carried(&files(folder.path()), id)), [0, 0, 1]);
        let listed = store::latest(&mut db.read().await.unwrap(), 9).await.unwrap();
        let unreadable: Vec<i64> = listed.iter().filter_map(|of| of.as_ref().err()).map(|of| of.batch).collect();
        assert_eq!((listed.len(), unreadable), (3, vec![ids["USD"], ids["EUR"]]));
    }
}
