//! A thief with a session, or at the customer's address, cannot keep the customer from ending sessions.

use plumbline::clock::Clock;
use plumbline::identity::Asker;
use serde_json::{Value, json};

use crate::support::{Customer, Database, TestServer};

const ACT: &str = "POST /api/user/info";
const LIST: &str = "POST /api/user/sessions";
const END: &str = "POST /api/user/sessions/end";
const CHANGE: &str = "POST /updatePassword";

async fn limited(flag: &str, per_minute: &str) -> TestServer {
    TestServer::start_with(Database::Sqlite, Clock::System, &[flag, per_minute]).await
}

async fn another_session<'a>(customer: &Customer<'a>) -> Customer<'a> {
    let login = json!({ "username": customer.email, "password": customer.password });
    let answer = customer.server.call("POST /loginByUsername", login).await;
    Customer { token: answer.ok()["token"].as_str().unwrap().to_owned(), ..customer.clone() }
}

/// Makes a call until it is refused as too frequent.
async fn use_up(customer: &Customer<'_>, call: &str, body: &Value) {
    for _ in 0..20 {
        let answer = customer.call(call, body.clone()).await;
        if answer.status == 429 {
            return answer.refused(429, "rate_limited");
        }
    }
    panic!("{call} is taken however often it is made");
}

fn all(customer: &Customer<'_>) -> Value {
    json!({ "all": true, "password": customer.password })
}

#[tokio::test]
async fn what_one_session_does_keeps_no_other_from_ending_it() {
    let server = limited("--actions-per-minute", "8").await;
    let thief = server.register().await;
    let owner = another_session(&thief).await;
    for call in [LIST, ACT] {
        use_up(&thief, call, &json!({})).await;
    }
    owner.call(ACT, json!({})).await.refused(429, "rate_limited");
    for path in ["/settingPayPassword", "/updatePayPassword"] {
        owner.call(&format!("POST {path}"), json!({})).await.refused(422, "body_invalid");
    }
    assert_eq!(owner.call(LIST, json!({})).await.ok().as_array().unwrap().len(), 2);
    owner.call(END, all(&owner)).await.ok();
    thief.call(LIST, json!({})).await.refused(401, "session_required");
    owner.call(CHANGE, json!({ "oldPassword": owner.password, "password": "new horse" })).await.ok();
}

#[tokio::test]
async fn what_ends_sessions_has_a_share_of_its_own_in_each() {
    let server = limited("--actions-per-minute", "4").await;
    let ann = server.register().await;
    let mut statuses = Vec::new();
    for _ in 0..6 {
        statuses.push(ann.call(LIST, json!({})).await.status);
    }
    assert_eq!(statuses, [200, 200, 200, 200, 429, 429]);
    ann.call(END, all(&ann)).await.refused(429, "rate_limited");
    ann.call(ACT, json!({})).await.ok();
    another_session(&ann).await.call(END, all(&ann)).await.ok();
}

#[tokio::test]
async fn a_session_whose_token_somebody_else_has_too_is_logged_out_of() {
    let server = limited("--actions-per-minute", "4").await;
    let ann = server.register().await;
    for call in [ACT, LIST] {
        use_up(&ann, call, &json!({})).await;
    }
    ann.call("POST /logout", json!({})).await.ok();
    ann.call("POST /logout", json!({})).await.refused(401, "session_required");
}

#[tokio::test]
async fn strangers_at_ones_address_keep_nobody_from_ending_sessions() {
    let server = limited("--attempts-per-minute", "5").await;
    let thief = server.register().await;
    let owner = another_session(&thief).await;
    use_up(&owner, "POST /loginByUsername", &json!({ "username": "nobody", "password": "correct horse" })).await;
    owner.call(END, all(&owner)).await.ok();
    thief.call(ACT, json!({})).await.refused(401, "session_required");
}

/// A session without tries left is refused before it joins the queue of its account, where the owner's requests wait.
#[tokio::test]
async fn a_try_that_a_session_has_not_takes_no_place_of_its_account() {
    for database in [Database::Sqlite, Database::Postgres] {
        let server = TestServer::start_with(database, Clock::manual(Clock::System.now()), &[]).await;
        let thief = server.register().await;
        let owner = another_session(&thief).await;
        use_up(&thief, END, &json!({ "all": true, "password": "wrong horse" })).await;
        let account = server.app.sessions.authenticate(&thief.token).await.unwrap().unwrap().account_id;
        let turn = server.app.accounts.passwords.turn(Asker::Customer(account)).await.unwrap();
        for (call, body) in [
            (END, all(&thief)),
            (CHANGE, json!({ "oldPassword": thief.password, "password": "new horse" })),
            ("POST /settingPayPassword", json!({ "payPassword": "246801", "password": thief.password })),
            ("POST /updatePayPassword", json!({ "oldPayPassword": "246801", "payPassword": "135791" })),
        ] {
            thief.call(call, body).await.refused(429, "rate_limited");
        }
        drop(turn);
        owner.call(END, all(&owner)).await.ok();
        thief.call(ACT, json!({})).await.refused(401, "session_required");
    }
}
