//! Accounts of which nobody knows whether what was decided is stored.

use std::time::Duration;

use plumbline_core::ids::AccountId;

use super::venue::venue;
use crate::db::{Db, DbError, SUM, UnreadRow};
use crate::testing::databases;
use crate::writer::RunError;
use crate::{execute, statements};

statements! {
    HOLD: "UPDATE account_streams SET last_seq = last_seq WHERE account_id = 7";
}

/// A batch that failed is followed by another of the same round, before which its account is read anew.
#[tokio::test]
async fn what_was_read_anew_between_two_batches_is_in_doubt_again_when_the_disk_loses_it() {
    for (uri, folder) in databases("doubt").await {
        let (venue, [ann, bob]) = (venue(&uri, folder).await, [7, 8].map(AccountId));
        venue.fund(ann, 1_000_000).await;
        venue.fund(bob, 1_000_000).await;
        let Db::Postgres { disk, .. } = &venue.db else { continue };
        let why = DbError::Corrupt { column: "books", value: "1".to_owned() };
        venue.db.aside().put(&UnreadRow::of_account(SUM, bob, why));
        venue.leadership.give_back().await;
        let mut held = venue.db.begin().await.unwrap();
        execute!(&mut held, HOLD).unwrap();
        let buy = |account| venue.writer.run(venue.buy(account, 1));
        let mut buying = std::pin::pin!(async { tokio::join!(buy(ann), buy(bob)) });
        let waits = tokio::time::timeout(Duration::from_millis(300), &mut buying).await;
        assert!(waits.is_err(), "what is stored of the first is looked at before the second: {waits:?}");
        assert!(disk.lose().is_some());
        held.commit().await.unwrap();
        let heard = buying.await;
        assert!(matches!(heard, (Err(RunError::NotLeading), Err(RunError::NotLeading))), "{heard:?}");
        let recovered = || venue.heard.recovered.lock().unwrap().iter().filter(|account| **account == ann).count();
        for _ in 0..500 {
            if recovered() > 1 {
                break;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        assert_eq!(recovered(), 2);
    }
}
