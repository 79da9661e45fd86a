use std::pin::pin;

use futures_util::poll;

use super::*;
use crate::testing::{databases, leadership};

/// The renewal was still waited for when its term was ended.
#[tokio::test]
async fn a_renewal_that_fails_late_keeps_no_server_from_standing_again() {
    let (uri, _folder) = databases("leader").await.remove(0);
    let db = Db::open(&uri).await.unwrap();
    let leadership = leadership(&db, &Clock::System).await;
    let seat = leadership.0.seat.lock().await;
    let mut round = pin!(leadership.round());
    assert!(poll!(&mut round).is_pending());
    leadership.lose(None);
    leadership.stand_again(Over::Lost);
    db.close().await;
    drop(seat);
    round.await;
    assert!(leadership.held().stands_from.is_some());
}
