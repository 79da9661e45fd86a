//! Corporate actions over which the shares of an account could not be read.

use plumbline::db::Statement;
use plumbline::{execute, fetch_one, fetch_optional, statements};
use plumbline_core::decimal::ONE;
use plumbline_core::market::{CorporateAction, Market};
use plumbline_core::time::UnixMillis;

use crate::corporate_actions::{announce, dividend, go_to, order, split, until};
use crate::files::account;
use crate::support::TestServer;
use crate::while_time_stands_still;

while_time_stands_still! {
    a_dividend_after_a_split_is_of_the_shares_after_it,
}

statements! {
    SPOIL: "UPDATE positions SET held = -1 WHERE account_id = $1";
    MEND: "UPDATE positions SET held = 0 WHERE account_id = $1";
    SHARES: "SELECT quantity FROM positions WHERE account_id = $1";
    ENTITLED: "SELECT quantity FROM dividends WHERE account_id = $1";
}

async fn change(server: &TestServer, statement: &'static Statement, account: i64) {
    let mut tx = server.app.db.begin().await.unwrap();
    assert_eq!(execute!(&mut tx, statement, account).unwrap(), 1);
    tx.commit().await.unwrap();
}

/// The dividend was announced first, and is of a later day than the split.
async fn a_dividend_after_a_split_is_of_the_shares_after_it(server: TestServer) {
    let [ann, bob] = [server.funded(100_000).await, server.funded(100_000).await];
    let later = announce(&server, "2026-11-25", "2026-12-08", dividend("0.25")).await;
    let first = announce(&server, "2026-11-24", "2026-11-24", split(2, 1)).await;
    assert!(later.id < first.id);
    server.quote(Market::UsStock, "AAPL", "300.00", "300.00");
    for customer in [&ann, &bob] {
        customer.call("POST /stock/create", order(0, "10", None)).await.ok();
    }
    let [anns, bobs] = [account(&server, &ann).await.0, account(&server, &bob).await.0];
    change(&server, SPOIL, anns).await;
    for action in [&first, &later] {
        go_to(&server, action.ex_at.plus(11 * UnixMillis::SECOND)).await;
        let is_applied = |known: &CorporateAction| known.id == action.id && known.applied_at.is_some();
        let actions = &server.app.market.corporate_actions;
        until("it is not applied", async || actions.of(action.instrument).iter().any(|known| is_applied(known))).await;
    }
    let entitled = async |account| {
        let mut reader = server.app.db.read().await.unwrap();
        fetch_optional!(&mut reader, (i64,), ENTITLED, account).unwrap().map(|(quantity,)| quantity / ONE)
    };
    let shares =
        async |account| fetch_one!(&mut server.app.db.read().await.unwrap(), (i64,), SHARES, account).unwrap().0 / ONE;
    assert_eq!((shares(bobs).await, entitled(bobs).await), (20, Some(20)));
    assert_eq!((shares(anns).await, entitled(anns).await), (10, None));
    change(&server, MEND, anns).await;
    // Rows are looked at again each ten seconds.
    for _ in 0..3 {
        if entitled(anns).await.is_none() {
            tokio::time::sleep(std::time::Duration::from_secs(10)).await;
        }
    }
    until("she is not entitled", async || entitled(anns).await.is_some()).await;
    assert_eq!((shares(anns).await, entitled(anns).await), (20, Some(20)));
    server.audited().await;
}
