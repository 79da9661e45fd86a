//! A customer signs up, logs in, and looks after passwords and sessions.

use plumbline::clock::Clock;
use plumbline_core::time::UnixMillis;
use serde_json::{Value, json};

use crate::on_both_databases;
use crate::support::{Customer, Database, TestServer};

on_both_databases! {
    a_newcomer_signs_up_with_the_code_in_the_outbox,
    only_the_right_code_opens_an_account,
    the_answer_does_not_tell_who_has_an_account,
    inviters_are_recorded,
    customers_log_in_by_user_id_or_address_and_log_out,
    guessing_passwords_waits_and_others_are_not_held_up,
    a_reset_password_ends_every_session,
    a_changed_password_ends_the_other_sessions,
    customers_see_and_end_their_own_sessions_only,
    ending_other_sessions_wants_the_password,
    five_wrong_pay_passwords_lock_it,
    a_forgotten_pay_password_is_replaced_by_mail,
    right_logins_at_once_do_not_lock_each_other_out,
}

async fn a_newcomer_signs_up_with_the_code_in_the_outbox(server: TestServer) {
    let ann = server.register_as("ann@plumbline.example", "correct horse", None).await;
    let me = ann.call("POST /api/user/info", json!({})).await;
    assert_eq!(me.ok()["email"], "ann@plumbline.example");
    assert_eq!(me.ok()["userLoginId"], ann.user_id.as_str());
    assert_eq!(me.ok()["payPasswordSet"], false);
    assert_eq!((ann.user_id.len(), ann.invite_code.len()), (8, 8));
}

async fn only_the_right_code_opens_an_account(server: TestServer) {
    let email = "bo@plumbline.example";
    let register = |code: String, password: &str| {
        let body = json!({ "email": email, "code": code, "password": password });
        let server = &server;
        async move { server.call("POST /register/email", body).await }
    };
    register("123456".to_owned(), "correct horse").await.refused(422, "code_invalid");
    let sent = server.call("POST /getEmailCode", json!({ "email": email, "scene": "register" })).await;
    assert_eq!(*sent.ok(), json!({ "expiresIn": 600, "resendIn": 60 }));
    let again =
        server.call("POST /getEmailCode", json!({ "email": " BO@plumbline.example ", "scene": "register" })).await;
    again.refused(429, "rate_limited");
    let wait: u64 = again.headers["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((50..=60).contains(&wait), "{wait}");

    let code = server.code_for(email);
    register(code.clone(), "short").await.refused(422, "password_length");
    let wrong = if code == "000000" { "000001" } else { "000000" };
    for _ in 0..5 {
        register(wrong.to_owned(), "correct horse").await.refused(422, "code_invalid");
    }
    register(code, "correct horse").await.refused(422, "too_many_tries");
    let reset = json!({ "email": "not an address", "scene": "register" });
    server.call("POST /getEmailCode", reset).await.refused(422, "email_invalid");
}

#[tokio::test]
async fn a_code_expires_after_ten_minutes() {
    let clock = Clock::manual(UnixMillis(1_800_000_000_000));
    let server = TestServer::start_with(Database::Sqlite, clock.clone(), &[]).await;
    let email = "late@plumbline.example";
    server.call("POST /getEmailCode", json!({ "email": email, "scene": "register" })).await.ok();
    clock.advance(10 * UnixMillis::MINUTE);
    let body = json!({ "email": email, "code": server.code_for(email), "password": "correct horse" });
    server.call("POST /register/email", body).await.refused(422, "code_expired");
    let late = server.register_as(email, "correct horse", None).await;
    clock.advance(30 * UnixMillis::DAY);
    late.call("POST /api/user/info", json!({})).await.refused(401, "session_required");
}

async fn the_answer_does_not_tell_who_has_an_account(server: TestServer) {
    let ann = server.register().await;
    let reset = |email: &str| json!({ "email": email, "scene": "resetPassword" });
    let known = server.call("POST /getEmailCode", reset(&ann.email)).await;
    let unknown = server.call("POST /getEmailCode", reset("nobody@plumbline.example")).await;
    assert_eq!(known.json, unknown.json);
    let mail = server.mail_to("nobody@plumbline.example").unwrap();
    assert!(mail.contains("it has no account"), "{mail}");
    assert!(server.mail_to(&ann.email).unwrap().contains(&server.code_for(&ann.email)));

    let failed = |username: &str| json!({ "username": username, "password": "wrong horse" });
    let known = server.call("POST /loginByUsername", failed(&ann.email)).await;
    let unknown = server.call("POST /loginByUsername", failed("nobody@plumbline.example")).await;
    known.refused(422, "login_failed");
    assert_eq!(known.json, unknown.json);

    // After proving the address, a customer may learn that it is taken.
    let email = server.register_as("twice@plumbline.example", "correct horse", None).await.email;
    let body = json!({ "email": email, "code": "000000", "password": "correct horse" });
    server.call("POST /register/email", body).await.refused(422, "code_invalid");
    server.call("POST /getEmailCode", json!({ "email": email, "scene": "register" })).await.ok();
    let body = json!({ "email": email, "code": server.code_for(&email), "password": "correct horse" });
    server.call("POST /register/email", body).await.refused(409, "email_taken");
}

async fn inviters_are_recorded(server: TestServer) {
    let ann = server.register().await;
    let bo = server.register_as("bo@plumbline.example", "correct horse", Some(&ann.invite_code.to_lowercase())).await;
    let invited_by = sql_text(&server, "SELECT a.user_id FROM accounts a JOIN accounts b ON b.invited_by = a.id").await;
    assert_eq!(invited_by, [ann.user_id.as_str()]);
    assert_ne!(bo.invite_code, ann.invite_code);

    let email = "cy@plumbline.example";
    server.call("POST /getEmailCode", json!({ "email": email, "scene": "register" })).await.ok();
    let mut body = json!({ "email": email, "code": server.code_for(email), "password": "correct horse", "inviteCode": "NOBODYS9" });
    server.call("POST /register/email", body.clone()).await.refused(422, "invite_code_unknown");
    body["inviteCode"] = json!("");
    server.call("POST /register/email", body).await.ok();
}

async fn customers_log_in_by_user_id_or_address_and_log_out(server: TestServer) {
    let ann = server.register().await;
    for username in [ann.user_id.clone(), ann.email.to_uppercase()] {
        let answer = log_in(&server, &username, &ann.password).await;
        let token = answer.ok()["token"].as_str().unwrap().to_owned();
        assert_ne!(token, ann.token);
        let again = Customer { token, ..ann.clone() };
        again.call("POST /logout", json!({})).await.ok();
        again.call("POST /api/user/info", json!({})).await.refused(401, "session_required");
    }
    ann.call("POST /api/user/info", json!({})).await.ok();
    let stored = sql_text(&server, "SELECT token_hash FROM sessions").await;
    assert!(stored.len() == 1 && stored[0].len() == 64 && stored[0] != ann.token, "only a hash is stored");
}

async fn guessing_passwords_waits_and_others_are_not_held_up(server: TestServer) {
    let ann = server.register().await;
    for _ in 0..3 {
        log_in(&server, &ann.email, "wrong horse").await.refused(422, "login_failed");
    }
    let blocked = log_in(&server, &ann.email, &ann.password).await;
    blocked.refused(429, "rate_limited");
    assert_eq!(blocked.headers["retry-after"], "1");
    let bo = server.register().await;
    log_in(&server, &bo.email, &bo.password).await.ok();
}

#[tokio::test]
async fn the_waits_of_a_guesser_leave_other_addresses_alone() {
    let server = TestServer::start_with(Database::Sqlite, Clock::System, &["--trusted-proxy", "127.0.0.1"]).await;
    let ann = server.register().await;
    let from = |address: &'static str, password: &'static str| {
        let body = json!({ "username": ann.email, "password": password });
        let server = &server;
        async move { server.send("POST /loginByUsername", &body, None, &[("X-Forwarded-For", address)]).await }
    };
    for _ in 0..3 {
        from("203.0.113.5", "wrong horse").await.refused(422, "login_failed");
    }
    from("203.0.113.5", "correct horse").await.refused(429, "rate_limited");
    from("198.51.100.7", "correct horse").await.ok();
}

async fn a_reset_password_ends_every_session(server: TestServer) {
    let ann = server.register().await;
    server.call("POST /getEmailCode", json!({ "email": ann.email, "scene": "resetPassword" })).await.ok();
    let code = server.code_for(&ann.email);
    let body = json!({ "email": ann.email, "code": code, "password": "new horse" });
    server.call("POST /resetPassword", body.clone()).await.ok();
    ann.call("POST /api/user/info", json!({})).await.refused(401, "session_required");
    log_in(&server, &ann.email, &ann.password).await.refused(422, "login_failed");
    log_in(&server, &ann.email, "new horse").await.ok();
    server.call("POST /resetPassword", body).await.refused(422, "code_invalid");
}

async fn a_changed_password_ends_the_other_sessions(server: TestServer) {
    let ann = server.register().await;
    let other = second_session(&ann).await;
    let change = |old: &str, new: &str| json!({ "oldPassword": old, "password": new });
    ann.call("POST /updatePassword", change("wrong horse", "new horse")).await.refused(422, "password_wrong");
    ann.call("POST /updatePassword", change(&ann.password, "short")).await.refused(422, "password_length");
    ann.call("POST /updatePassword", change(&ann.password, "new horse")).await.ok();
    ann.call("POST /api/user/info", json!({})).await.ok();
    other.call("POST /api/user/info", json!({})).await.refused(401, "session_required");
    log_in(&server, &ann.email, "new horse").await.ok();
}

async fn customers_see_and_end_their_own_sessions_only(server: TestServer) {
    let ann = server.register().await;
    let other = second_session(&ann).await;
    let list = ann.call("POST /api/user/sessions", json!({})).await;
    let sessions = list.ok().as_array().unwrap().clone();
    assert_eq!(sessions.len(), 2);
    assert_eq!(sessions.iter().filter(|session| session["current"] == true).count(), 1);
    assert!(sessions.iter().all(|session| session["address"] == "127.0.0.1"), "{sessions:?}");

    let others = sessions.iter().find(|session| session["current"] == false).unwrap()["id"].clone();
    let bo = server.register().await;
    bo.call("POST /api/user/sessions/end", json!({ "id": others })).await.refused(404, "session_unknown");
    other.call("POST /api/user/info", json!({})).await.ok();
    ann.call("POST /api/user/sessions/end", json!({ "id": others, "password": ann.password })).await.ok();
    other.call("POST /api/user/info", json!({})).await.refused(401, "session_required");

    let third = second_session(&ann).await;
    ann.call("POST /api/user/sessions/end", json!({ "all": true, "password": ann.password })).await.ok();
    third.call("POST /api/user/info", json!({})).await.refused(401, "session_required");
    ann.call("POST /api/user/info", json!({})).await.ok();
    bo.call("POST /api/user/info", json!({})).await.ok();
}

async fn ending_other_sessions_wants_the_password(server: TestServer) {
    const END: &str = "POST /api/user/sessions/end";
    let ann = server.register().await;
    let other = second_session(&ann).await;
    let listed = ann.call("POST /api/user/sessions", json!({})).await;
    let of_other = |session: &&Value| session["current"] == false;
    let id = listed.ok().as_array().unwrap().iter().find(of_other).unwrap()["id"].clone();
    for which in [json!({ "all": true }), json!({ "id": id })] {
        for password in [Value::Null, json!(""), json!("wrong horse")] {
            let mut body = which.clone();
            body["password"] = password;
            ann.call(END, body).await.refused(422, "password_wrong");
        }
    }
    other.call("POST /api/user/info", json!({})).await.ok();

    // A thief with the other session uses up its own tries, and not those for ending it.
    let bo = server.register().await;
    let owner = second_session(&bo).await;
    let mut statuses = Vec::new();
    while statuses.last() != Some(&429) {
        assert!(statuses.len() < 20, "a session's tries have no end: {statuses:?}");
        statuses.push(bo.call(END, json!({ "all": true, "password": "wrong horse" })).await.status);
    }
    owner.call(END, json!({ "all": true, "password": bo.password })).await.ok();
    bo.call("POST /api/user/info", json!({})).await.refused(401, "session_required");
}

async fn five_wrong_pay_passwords_lock_it(server: TestServer) {
    let ann = server.register().await;
    let change = |old: &str| json!({ "oldPayPassword": old, "payPassword": "135791" });
    ann.call("POST /updatePayPassword", change("246801")).await.refused(409, "pay_password_not_set");
    let set = |pay: &str| json!({ "payPassword": pay, "password": ann.password });
    ann.call("POST /settingPayPassword", set("12345")).await.refused(422, "pay_password_length");
    ann.set_pay_password("246801").await;
    let again = ann.call("POST /settingPayPassword", set("246802")).await;
    again.refused(409, "pay_password_already_set");

    for left in [4, 3, 2, 1] {
        let wrong = ann.call("POST /updatePayPassword", change("000000")).await;
        wrong.refused(422, "pay_password_wrong");
        assert_eq!(wrong.json["data"]["detail"]["triesLeft"], left);
        assert_eq!(wrong.json["data"]["field"], "oldPayPassword");
    }
    ann.call("POST /updatePayPassword", change("000000")).await.refused(429, "pay_password_locked");
    let locked = ann.call("POST /updatePayPassword", change("246801")).await;
    locked.refused(429, "pay_password_locked");
    let wait = locked.json["data"]["detail"]["retryAfterSeconds"].as_i64().unwrap();
    assert!((890..=900).contains(&wait), "{wait}");
}

async fn a_forgotten_pay_password_is_replaced_by_mail(server: TestServer) {
    let ann = server.register().await;
    ann.set_pay_password("246801").await;
    server.call("POST /getEmailCode", json!({ "email": ann.email, "scene": "security" })).await.ok();
    let set = |code: &str| json!({ "payPassword": "135791", "password": "correct horse", "code": code });
    let stolen = json!({ "payPassword": "135791", "password": "wrong horse", "code": server.code_for(&ann.email) });
    ann.call("POST /settingPayPassword", stolen).await.refused(422, "password_wrong");
    let code = server.code_for(&ann.email);
    let bo = server.register().await;
    bo.call("POST /settingPayPassword", set(&code)).await.refused(422, "code_invalid");
    ann.call("POST /settingPayPassword", set(&code)).await.ok();
    let change = json!({ "oldPayPassword": "135791", "payPassword": "975310" });
    ann.call("POST /updatePayPassword", change).await.ok();
}

async fn right_logins_at_once_do_not_lock_each_other_out(server: TestServer) {
    let ann = server.register().await;
    let logins = futures_util::future::join_all((0..12).map(|_| log_in(&server, &ann.email, &ann.password))).await;
    let statuses: Vec<u16> = logins.iter().map(|answer| answer.status).collect();
    assert_eq!(statuses, [200; 12]);
}

async fn log_in(server: &TestServer, username: &str, password: &str) -> crate::support::Answer {
    server.call("POST /loginByUsername", json!({ "username": username, "password": password })).await
}

async fn second_session<'a>(customer: &Customer<'a>) -> Customer<'a> {
    let answer = log_in(customer.server, &customer.email, &customer.password).await;
    let token = answer.ok()["token"].as_str().unwrap().to_owned();
    Customer { token, ..customer.clone() }
}

/// The first column of a query, as texts.
async fn sql_text(server: &TestServer, sql: &'static str) -> Vec<String> {
    use plumbline::db::{Handle, Session};
    let mut reader = server.app.db.read().await.unwrap();
    let rows: Vec<(String,)> = match reader.handle() {
        Handle::Sqlite(connection) => sqlx::query_as(sql).fetch_all(connection).await.unwrap(),
        Handle::Postgres(connection) => sqlx::query_as(sql).fetch_all(connection).await.unwrap(),
    };
    rows.into_iter().map(|(text,)| text).collect()
}

/// Success replies are in the caller's language, like refusals.
#[tokio::test]
async fn replies_and_refusals_are_translated() {
    let server = TestServer::start(Database::Sqlite).await;
    for (language, refusal, success) in
        [("en", "Login expired.", "Success"), ("zh-Hans", "登录已过期", "成功"), ("zh-Hant", "登入已過期", "成功")]
    {
        let language = [("Accept-Language", language)];
        let answer = server.send("POST /api/user/info", &Value::Null, None, &language).await;
        answer.refused(401, "session_required");
        assert!(answer.json["msg"].as_str().unwrap().starts_with(refusal), "{}", answer.json);
        let answer = server.send("GET /m_ft/topList?type=gainers", &Value::Null, None, &language).await;
        assert_eq!(answer.json["msg"], success, "{}", answer.json);
    }
}
