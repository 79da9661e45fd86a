//! An order that cannot be read holds a position that the house has to close: it keeps nobody from closing it, and ends
//! once it can be read again.

use std::time::Duration;

use plumbline::db::Statement;
use plumbline::{execute, statements};
use serde_json::{Value, json};

use crate::forex::{order, positions, until};
use crate::support::TestServer;
use crate::while_time_stands_still;

while_time_stands_still! {
    an_order_that_cannot_be_read_keeps_no_position_open,
}

statements! {
    SPOIL: "UPDATE orders SET side = 9 WHERE id = $1";
    MEND: "UPDATE orders SET side = 1 WHERE id = $1";
}

async fn change(server: &TestServer, statement: &'static Statement, order: &str) {
    let mut tx = server.app.db.begin().await.unwrap();
    assert_eq!(execute!(&mut tx, statement, order.parse::<i64>().unwrap()).unwrap(), 1);
    tx.commit().await.unwrap();
}

/// The order is for the rest of a close. What is opened before it can be read is not its to close, and is free again once
/// it has ended.
async fn an_order_that_cannot_be_read_keeps_no_position_open(server: TestServer) {
    let (customer, other) = (server.funded_in("FOREX", 5_000).await, server.funded_in("FOREX", 400_000).await);
    server.quote_pair("EURUSD", "1.08500", "1.08500");
    customer.call("POST /crude/create", order(0, "100000", "30")).await.ok();
    other.call("POST /crude/create", order(1, "9950000", "30")).await.ok();
    let id = positions(&customer).await[0]["id"].clone();
    let close = json!({ "id": id, "size": "full" });
    let rests = customer.call("POST /position/flatPosition", close).await.ok()["id"].as_str().unwrap().to_owned();
    assert_eq!(positions(&customer).await[0]["positionNum"], "50000");
    change(&server, SPOIL, &rests).await;
    server.quote_pair("EURUSD", "1.02000", "1.02002");
    until(&customer, "all is closed", <[Value]>::is_empty).await;
    change(&server, MEND, &rests).await;
    let mut rounds = 0;
    loop {
        let detail = customer.call("POST /orders/detail", json!({ "id": rests })).await;
        if detail.status == 200 && detail.ok()["status"] == 2 {
            assert_eq!(detail.ok()["reason"], "liquidated");
            break;
        }
        rounds += 1;
        assert!(rounds < 1_200, "the order has not ended within a minute: {}", detail.json);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let inbox = customer.call("GET /userMessage/getMessage?pageSize=100", Value::Null).await;
    let rows = inbox.ok()["list"].as_array().unwrap().clone();
    let told = rows.iter().filter(|row| row["kind"] == "order_cancelled" && row["subjectId"] == rests.as_str());
    assert_eq!(told.count(), 1, "{rows:?}");
    server.audited().await;
}
