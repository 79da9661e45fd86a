//! Passwords that change while they are used: the old one opens nothing lasting, and customers are not locked out.

use std::net::IpAddr;
use std::time::Duration;

use argon2::password_hash::CustomizedPasswordHasher;
use argon2::{Argon2, Params};
use futures_util::future::{join, join_all};
use plumbline::db::{Handle, Session};
use plumbline::identity::Asker;
use plumbline::secret::Secret;
use plumbline::{execute, fetch_one, statements};
use plumbline_core::ids::AccountId;
use serde_json::{Value, json};

use crate::on_both_databases;
use crate::support::{Answer, Customer, Database, PAY_PASSWORD, TestServer};

on_both_databases! {
    a_login_with_the_old_password_does_not_outlive_a_change,
    of_two_changes_at_once_one_is_made,
    of_two_changes_of_the_pay_password_at_once_one_is_made,
    changes_of_the_login_password_do_not_lock_the_pay_password,
    who_is_logged_out_while_a_password_is_checked_does_nothing_more,
    a_password_is_hashed_anew_as_hashes_are_made_today,
}

const NEW_PASSWORD: &str = "battery staple";

/// Keeps the slots in which strangers' passwords are hashed busy for about a second.
async fn busy_slots(server: &TestServer) {
    let slots = std::thread::available_parallelism().map_or(1, usize::from).div_ceil(2);
    let checks = (0..40 * slots).map(async |n| {
        let stranger = Asker::Stranger(IpAddr::from([10, 0, (n / 250) as u8, (n % 250) as u8]));
        let turn = server.app.accounts.passwords.turn(stranger).await.unwrap();
        turn.verify(Secret::new("a guess"), None).await.ok();
    });
    join_all(checks).await;
}

/// Waits until tries are counted for a subject like this.
async fn counted(server: &TestServer, subject: &'static str) {
    for _ in 0..500 {
        let mut reader = server.app.db.read().await.unwrap();
        let sql = "SELECT COUNT(*) FROM throttles WHERE made > 0 AND subject LIKE $1";
        let (count,): (i64,) = match reader.handle() {
            Handle::Sqlite(on) => sqlx::query_as(sql).bind(subject).fetch_one(on).await.unwrap(),
            Handle::Postgres(on) => sqlx::query_as(sql).bind(subject).fetch_one(on).await.unwrap(),
        };
        if count > 0 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("nothing is counted under {subject}");
}

/// Asks again while a busy machine finds no slot in time, as a client does.
async fn patiently(mut ask: impl AsyncFnMut() -> Answer) -> Answer {
    loop {
        let answer = ask().await;
        if answer.status != 503 {
            return answer;
        }
    }
}

async fn log_in(server: &TestServer, customer: &Customer<'_>, from: &str) -> Answer {
    let body = json!({ "username": customer.email, "password": customer.password });
    patiently(async || server.send("POST /loginByUsername", &body, None, &[("X-Forwarded-For", from)]).await).await
}

/// A login in progress when the password was changed opens nothing lasting.
async fn left_outside(server: &TestServer, login: Answer) {
    if login.status == 200 {
        let token = login.ok()["token"].as_str().unwrap();
        server.send("POST /api/user/info", &json!({}), Some(token), &[]).await.refused(401, "session_required");
    } else {
        login.refused(422, "login_failed");
    }
}

async fn a_login_with_the_old_password_does_not_outlive_a_change(server: TestServer) {
    let ann = server.register().await;
    // The login has read the account and waits for a slot when the password is changed.
    let change = async {
        counted(&server, "login:%").await;
        let body = json!({ "oldPassword": ann.password, "password": NEW_PASSWORD });
        patiently(async || ann.call("POST /updatePassword", body.clone()).await).await.ok();
    };
    let late = async {
        tokio::time::sleep(Duration::from_millis(50)).await;
        join(log_in(&server, &ann, "127.0.0.1"), change).await.0
    };
    let login = join(busy_slots(&server), late).await.1;
    left_outside(&server, login).await;
    ann.call("POST /api/user/info", json!({})).await.ok();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_login_with_the_old_password_does_not_outlive_a_reset() {
    for database in [Database::Sqlite, Database::Postgres] {
        let flags = ["--trusted-proxy", "127.0.0.1"];
        let server = TestServer::start_with(database, plumbline::clock::Clock::System, &flags).await;
        let ann = server.register().await;
        server.call("POST /getEmailCode", json!({ "email": ann.email, "scene": "resetPassword" })).await.ok();
        let reset = async {
            let body = json!({ "email": ann.email, "code": server.code_for(&ann.email), "password": NEW_PASSWORD });
            let from = [("X-Forwarded-For", "203.0.113.5")];
            patiently(async || server.send("POST /resetPassword", &body, None, &from).await).await.ok().clone()
        };
        // The reset is before the login in the queue for a slot; both have read the account.
        let login = async {
            tokio::time::sleep(Duration::from_millis(200)).await;
            log_in(&server, &ann, "127.0.0.1").await
        };
        let late = async {
            tokio::time::sleep(Duration::from_millis(50)).await;
            join(reset, login).await.1
        };
        let login = join(busy_slots(&server), late).await.1;
        left_outside(&server, login).await;
    }
}

async fn of_two_changes_at_once_one_is_made(server: TestServer) {
    let ann = server.register().await;
    let change = async |new: &'static str| {
        let body = json!({ "oldPassword": ann.password, "password": new });
        (ann.call("POST /updatePassword", body).await, new)
    };
    let (one, other) = join(change(NEW_PASSWORD), change("purple monkey")).await;
    let (made, refused) = if one.0.status == 200 { (one, other) } else { (other, one) };
    made.0.ok();
    refused.0.refused(422, "password_wrong");
    ann.call("POST /api/user/info", json!({})).await.ok();
    let ann = Customer { password: made.1.to_owned(), ..ann.clone() };
    log_in(&server, &ann, "127.0.0.1").await.ok();
}

async fn of_two_changes_of_the_pay_password_at_once_one_is_made(server: TestServer) {
    let ann = server.register().await;
    ann.set_pay_password("246801").await;
    let change = async |new: &'static str| {
        ann.call("POST /updatePayPassword", json!({ "oldPayPassword": "246801", "payPassword": new })).await
    };
    let (one, other) = join(change("736205"), change("905172")).await;
    let (made, refused) = if one.status == 200 { (one, other) } else { (other, one) };
    made.ok();
    refused.refused(422, "pay_password_wrong");
    assert_eq!(refused.json["data"]["field"], "oldPayPassword");
}

async fn changes_of_the_login_password_do_not_lock_the_pay_password(server: TestServer) {
    let ann = server.funded(100).await;
    let passwords =
        ["correct horse", "battery staple", "purple monkey", "seven candles", "green dishwasher", "old tractor"];
    for pair in passwords.windows(2) {
        ann.call("POST /updatePassword", json!({ "oldPassword": pair[0], "password": pair[1] })).await.ok();
    }
    // The comparisons are used up, which does not prevent a new login password.
    let body = json!({ "oldPassword": passwords[5], "password": PAY_PASSWORD });
    ann.call("POST /updatePassword", body).await.ok();
    let back = json!({ "from": "STOCK", "to": "BALANCE", "amount": "10" });
    ann.call("POST /wallet/transfer", back).await.ok();
    let there = json!({ "from": "BALANCE", "to": "STOCK", "amount": "10", "payPassword": PAY_PASSWORD });
    ann.call("POST /wallet/transfer", there).await.ok();
}

/// A thief's session ends while the thief's calls wait for their turn.
async fn who_is_logged_out_while_a_password_is_checked_does_nothing_more(server: TestServer) {
    let ann = server.funded(100).await;
    let login = log_in(&server, &ann, "127.0.0.1").await;
    let thief = Customer { token: login.ok()["token"].as_str().unwrap().to_owned(), ..ann.clone() };
    ann.call("POST /wallet/transfer", json!({ "from": "STOCK", "to": "BALANCE", "amount": "50" })).await.ok();
    let account = account_of(&server, &ann).await;
    let turn = server.app.accounts.passwords.turn(Asker::Customer(account)).await.unwrap();
    let calls: [(&str, Value); 3] = [
        (
            "POST /wallet/transfer",
            json!({ "from": "BALANCE", "to": "STOCK", "amount": "10", "payPassword": PAY_PASSWORD }),
        ),
        ("POST /updatePayPassword", json!({ "oldPayPassword": PAY_PASSWORD, "payPassword": "736205" })),
        ("POST /updatePassword", json!({ "oldPassword": ann.password, "password": NEW_PASSWORD })),
    ];
    let mut waiting = Box::pin(join_all(calls.map(async |(call, body)| thief.call(call, body).await)));
    assert!(tokio::time::timeout(Duration::from_millis(300), &mut waiting).await.is_err(), "the turn is taken");
    thief.call("POST /logout", json!({})).await.ok();
    drop(turn);
    for answer in waiting.await {
        answer.refused(401, "session_required");
    }
    let funding = ann.call("POST /wallet/getWalletBalance", json!({ "walletType": "BALANCE" })).await;
    assert_eq!(funding.ok()["balance"], "50.00");
    log_in(&server, &ann, "127.0.0.1").await.ok();
}

async fn account_of(server: &TestServer, customer: &Customer<'_>) -> AccountId {
    server.app.sessions.authenticate(&customer.token).await.unwrap().unwrap().account_id
}

statements! {
    STORE_HASH: "UPDATE accounts SET password_hash = $2 WHERE email = $1";
    HASH: "SELECT password_hash FROM accounts WHERE email = $1";
}

async fn a_password_is_hashed_anew_as_hashes_are_made_today(server: TestServer) {
    let ann = server.register().await;
    let hash = async || fetch_one!(&mut server.app.db.read().await.unwrap(), (String,), HASH, &ann.email).unwrap().0;
    let today = hash().await;
    let cheap = Params::new(8, 1, 1, None).unwrap();
    let old = Argon2::default().hash_password_customized(ann.password.as_bytes(), b"some salt", None, None, cheap);
    let old = old.unwrap().to_string();
    let mut tx = server.app.db.begin().await.unwrap();
    execute!(&mut tx, STORE_HASH, &ann.email, &old).unwrap();
    tx.commit().await.unwrap();
    let wrong = json!({ "username": ann.email, "password": "wrong horse" });
    server.call("POST /loginByUsername", wrong).await.refused(422, "login_failed");
    assert_eq!(hash().await, old, "of a wrong password nothing is made");
    log_in(&server, &ann, "127.0.0.1").await.ok();
    let renewed = hash().await;
    let parameters = |hash: &str| hash.split('$').take(4).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(parameters(&renewed), parameters(&today));
    log_in(&server, &ann, "127.0.0.1").await.ok();
    assert_eq!(hash().await, renewed, "once");
}
