//! A customer signs up, logs in, and looks after passwords and sessions.

use serde_json::json;

use crate::on_both_databases;
use crate::support::TestServer;

on_both_databases! {
    a_newcomer_signs_up_with_the_code_in_the_outbox,
}

async fn a_newcomer_signs_up_with_the_code_in_the_outbox(server: TestServer) {
    let ann = server.register_as("ann@plumbline.example", "correct horse", None).await;
    let me = ann.call("POST /api/user/info", json!({})).await;
    assert_eq!(me.ok()["email"], "ann@plumbline.example");
    assert_eq!(me.ok()["userLoginId"], ann.user_id.as_str());
    assert_eq!(me.ok()["payPasswordSet"], false);
}
