//! Guessers and strangers are refused, and do not hold up customers.

use plumbline::clock::Clock;
use plumbline::db::{Handle, Session};
use plumbline::identity::Asker;
use plumbline_core::time::UnixMillis;
use serde_json::{Value, json};

use crate::support::{Answer, Customer, Database, TestServer};

const DATABASES: [Database; 2] = [Database::Sqlite, Database::Postgres];
/// Customers register from here.
const HOME: &str = "127.0.0.1";
const NEW_PASSWORD: &str = "battery staple";

/// A server that trusts a proxy on this host for the origin of requests.
async fn server(database: Database, clock: Clock) -> TestServer {
    TestServer::start_with(database, clock, &["--trusted-proxy", HOME]).await
}

fn stopped_clock() -> Clock {
    Clock::manual(Clock::System.now())
}

async fn from(server: &TestServer, address: &str, call: &str, body: Value) -> Answer {
    server.send(call, &body, None, &[("X-Forwarded-For", address)]).await
}

async fn ask(server: &TestServer, address: &str, email: &str) -> Answer {
    from(server, address, "POST /getEmailCode", json!({ "email": email, "scene": "resetPassword" })).await
}

async fn reset(server: &TestServer, address: &str, email: &str, code: &str) -> Answer {
    let body = json!({ "email": email, "code": code, "password": NEW_PASSWORD });
    from(server, address, "POST /resetPassword", body).await
}

async fn log_in(server: &TestServer, address: &str, email: &str, password: &str) -> Answer {
    from(server, address, "POST /loginByUsername", json!({ "username": email, "password": password })).await
}

/// A code that is not `code`.
fn wrong(code: &str) -> &'static str {
    if code == "000000" { "000001" } else { "000000" }
}

#[tokio::test]
async fn a_strangers_wrong_codes_do_not_keep_a_customer_from_a_new_password() {
    for database in DATABASES {
        let server = server(database, stopped_clock()).await;
        let ann = server.register().await;
        ask(&server, "203.0.113.5", &ann.email).await.ok();
        let code = server.code_for(&ann.email);
        for _ in 0..5 {
            reset(&server, "203.0.113.5", &ann.email, wrong(&code)).await.refused(422, "code_invalid");
        }
        let sixth = reset(&server, "203.0.113.5", &ann.email, &code).await;
        sixth.refused(422, "too_many_tries");
        assert_eq!(sixth.headers["retry-after"], "600");
        ask(&server, "203.0.113.5", &ann.email).await.refused(429, "rate_limited");
        // From an unknown network: the request is accepted, and the newest message has the code.
        ask(&server, "198.51.100.7", &ann.email).await.ok();
        assert_eq!(server.code_for(&ann.email), code);
        reset(&server, "198.51.100.7", &ann.email, &code).await.ok();
        log_in(&server, "198.51.100.7", &ann.email, NEW_PASSWORD).await.ok();
        reset(&server, "198.51.100.7", &ann.email, &code).await.refused(422, "code_invalid");
    }
}

#[tokio::test]
async fn a_stranger_who_asks_for_codes_does_not_make_the_customers_worthless() {
    for database in DATABASES {
        let clock = stopped_clock();
        let server = server(database, clock.clone()).await;
        let ann = server.register().await;
        ask(&server, "203.0.113.5", &ann.email).await.ok();
        clock.advance(9 * UnixMillis::MINUTE);
        let told = ask(&server, HOME, &ann.email).await;
        assert_eq!(told.ok()["expiresIn"], 600);
        let code = server.code_for(&ann.email);
        for _ in 0..3 {
            clock.advance(3 * UnixMillis::MINUTE);
            ask(&server, "203.0.113.5", &ann.email).await;
            ask(&server, "203.0.113.77", &ann.email).await;
        }
        reset(&server, HOME, &ann.email, &code).await.ok();
    }
}

#[tokio::test]
async fn guesses_at_a_code_from_all_strange_networks_together_are_few() {
    for database in DATABASES {
        let server = server(database, stopped_clock()).await;
        let ann = server.register().await;
        ask(&server, "203.0.113.5", &ann.email).await.ok();
        let code = server.code_for(&ann.email);
        let mut judged = 0;
        for network in 0..40 {
            let guess = reset(&server, &format!("203.0.113.{network}"), &ann.email, wrong(&code)).await;
            judged += usize::from(guess.error() == "code_invalid");
        }
        assert_eq!(judged, 25 + 1, "the network that asked is counted by itself");
        reset(&server, "198.51.100.7", &ann.email, &code).await.refused(429, "rate_limited");
        reset(&server, HOME, &ann.email, &code).await.ok();
    }
}

#[tokio::test]
async fn guesses_from_strange_networks_hold_up_nobody_who_asked_for_the_code() {
    for database in DATABASES {
        let clock = stopped_clock();
        let server = server(database, clock.clone()).await;
        let email = "bo@plumbline.example";
        let asked = json!({ "email": email, "scene": "register" });
        from(&server, "198.51.100.7", "POST /getEmailCode", asked.clone()).await.ok();
        let code = server.code_for(email);
        // One of the guessers asks too, which sends the same code again.
        clock.advance(UnixMillis::MINUTE);
        from(&server, "203.0.113.1", "POST /getEmailCode", asked.clone()).await.ok();
        let body = |code: &str| json!({ "email": email, "code": code, "password": NEW_PASSWORD });
        for network in 0..40 {
            from(&server, &format!("203.0.113.{network}"), "POST /register/email", body(wrong(&code))).await;
        }
        from(&server, "198.51.100.8", "POST /register/email", body(&code)).await.refused(429, "rate_limited");
        from(&server, "198.51.100.7", "POST /register/email", body(&code)).await.ok();
    }
}

#[tokio::test]
async fn guesses_at_a_password_count_by_site_and_by_account() {
    for database in DATABASES {
        let clock = stopped_clock();
        let server = server(database, clock.clone()).await;
        let ann = server.register().await;
        let mut judged = 0;
        for line in 0..30 {
            let guess = log_in(&server, &format!("2001:db8:1:{line:x}::1"), &ann.email, "wrong horse").await;
            judged += usize::from(guess.error() == "login_failed");
        }
        assert_eq!(judged, 3, "one site is one guesser");
        // As if a hundred networks had guessed already.
        execute(&server, "UPDATE throttles SET made = 99 WHERE subject LIKE 'login:%' AND subject NOT LIKE '%:2001%'")
            .await;
        log_in(&server, "203.0.113.5", &ann.email, "wrong horse").await.refused(422, "login_failed");
        log_in(&server, "203.0.113.6", &ann.email, &ann.password).await.refused(429, "rate_limited");
        log_in(&server, HOME, &ann.email, &ann.password).await.ok();
        clock.advance(UnixMillis::SECOND);
        log_in(&server, "203.0.113.6", &ann.email, &ann.password).await.ok();
    }
}

#[tokio::test]
async fn a_wrong_code_is_refused_before_a_password_is_hashed() {
    let server = TestServer::start(Database::Sqlite).await;
    let ann = server.register().await;
    let email = "bo@plumbline.example";
    server.call("POST /getEmailCode", json!({ "email": email, "scene": "register" })).await.ok();
    // While this turn is held, every hash of this network waits.
    let _turn = server.app.accounts.passwords.turn(Asker::Stranger(HOME.parse().unwrap())).await.unwrap();
    let guess = wrong(&server.code_for(email));
    let body = json!({ "email": email, "code": guess, "password": NEW_PASSWORD });
    server.call("POST /register/email", body).await.refused(422, "code_invalid");
    server.call("POST /getEmailCode", json!({ "email": ann.email, "scene": "resetPassword" })).await.ok();
    let guess = wrong(&server.code_for(&ann.email));
    reset(&server, HOME, &ann.email, guess).await.refused(422, "code_invalid");
}

#[tokio::test]
async fn what_guessers_try_first_is_no_password_and_one_password_does_not_do_for_both() {
    for database in DATABASES {
        let clock = stopped_clock();
        let server = TestServer::start_with(database, clock.clone(), &[]).await;
        let email = "bo@plumbline.example";
        server.call("POST /getEmailCode", json!({ "email": email, "scene": "register" })).await.ok();
        let code = server.code_for(email);
        for (password, word) in [("123456", "password_common"), ("      ", "password_blank")] {
            let body = json!({ "email": email, "code": code, "password": password });
            server.call("POST /register/email", body).await.refused(422, word);
        }
        let bo = register(&server, email, &code).await;
        let set = |pay: &str| json!({ "payPassword": pay, "password": bo.password });
        for (pay, word) in
            [("123456", "password_common"), ("      ", "password_blank"), ("correct horse", "passwords_equal")]
        {
            let refused = bo.call("POST /settingPayPassword", set(pay)).await;
            refused.refused(422, word);
            assert_eq!(refused.json["data"]["field"], "payPassword");
        }
        bo.set_pay_password("736205").await;
        let change = |pay: &str| json!({ "oldPayPassword": "736205", "payPassword": pay });
        bo.call("POST /updatePayPassword", change("correct horse")).await.refused(422, "passwords_equal");
        // Each comparison with the login password counted as a try at it.
        clock.advance(UnixMillis::MINUTE);
        let change = |password: &str| json!({ "oldPassword": "correct horse", "password": password });
        bo.call("POST /updatePassword", change("qwerty")).await.refused(422, "password_common");
        bo.call("POST /updatePassword", change("736205")).await.refused(422, "passwords_equal");
        bo.call("POST /updatePassword", change(NEW_PASSWORD)).await.ok();
        bo.call("POST /getEmailCode", json!({ "email": email, "scene": "resetPassword" })).await.ok();
        let body = json!({ "email": email, "code": server.code_for(email), "password": "736205" });
        server.call("POST /resetPassword", body).await.refused(422, "passwords_equal");
    }
}

/// A stolen session cannot set a pay password, and guesses at the login password are as slow as elsewhere.
#[tokio::test]
async fn a_stolen_session_sets_no_pay_password() {
    let server = TestServer::start_with(Database::Sqlite, stopped_clock(), &[]).await;
    let ann = server.register().await;
    let set = |password: &str| json!({ "payPassword": "736205", "password": password });
    ann.call("POST /settingPayPassword", json!({ "payPassword": "736205" })).await.refused(422, "body_invalid");
    for guess in ["wrong horse", "", "736205"] {
        let refused = ann.call("POST /settingPayPassword", set(guess)).await;
        refused.refused(422, "password_wrong");
        assert_eq!(refused.json["data"]["field"], "password");
    }
    ann.call("POST /settingPayPassword", set(&ann.password)).await.refused(429, "rate_limited");
}

#[tokio::test]
async fn control_characters_are_refused_at_the_edge() {
    for database in DATABASES {
        let server = TestServer::start(database).await;
        let ann = server.register().await;
        let nul = "a\u{0}b";
        let bodies = [
            ("POST /loginByUsername", json!({ "username": nul, "password": nul })),
            ("POST /getEmailCode", json!({ "email": "a\u{0}@b.example", "scene": "register" })),
            (
                "POST /register/email",
                json!({ "email": "a@b.example", "code": "1", "password": NEW_PASSWORD, "inviteCode": nul }),
            ),
            ("POST /resetPassword", json!({ "email": "a@b.example", "code": nul, "password": NEW_PASSWORD })),
            ("POST /recharge/create", json!({ "channel": "fiat", "currency": nul, "amount": "1", "proofUrl": nul })),
            ("POST /userSelfSecurity/save", json!({ "stockCode": nul, "market": nul })),
            ("POST /wallet/getWalletBill", json!({ "walletType": nul, "timeZone": nul })),
            ("POST /position/getByStock", json!({ "stockCode": nul })),
        ];
        for (call, body) in bodies {
            ann.call(call, body).await.refused(422, "body_invalid");
        }
        for call in ["GET /quotes/getStock?keyword=%00", "GET /m_ft/stock_detail_ft?stockCode=A%00&market=UsStock"] {
            server.call(call, Value::Null).await.refused(422, "query_invalid");
        }
        let path = ann.call("POST /userSelfSecurity/deleteByStockCode/A%00", json!({})).await;
        assert_eq!(path.status, 404, "{}", path.json);
    }
}

#[tokio::test]
async fn an_address_that_cannot_be_mailed_is_refused() {
    let server = TestServer::start(Database::Sqlite).await;
    for email in ["a..b@c.example", ".a@c.example", "a.@c.example", "a@-c.example", "a@c..example", "a@c_d.example"] {
        ask(&server, HOME, email).await.refused(422, "email_invalid");
    }
}

#[tokio::test]
async fn the_sessions_of_an_account_have_a_limit_and_the_oldest_end() {
    for database in DATABASES {
        let server = TestServer::start(database).await;
        let ann = server.register().await;
        for _ in 0..20 {
            log_in(&server, HOME, &ann.email, &ann.password).await.ok();
        }
        ann.call("POST /api/user/info", json!({})).await.refused(401, "session_required");
        let newest = log_in(&server, HOME, &ann.email, &ann.password).await.ok()["token"].as_str().unwrap().to_owned();
        let newest = Customer { token: newest, ..ann.clone() };
        let list = newest.call("POST /api/user/sessions", json!({})).await;
        assert_eq!(list.ok().as_array().unwrap().len(), 20);
    }
}

async fn register<'a>(server: &'a TestServer, email: &str, code: &str) -> Customer<'a> {
    let body = json!({ "email": email, "code": code, "password": "correct horse" });
    let answer = server.call("POST /register/email", body).await;
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    Customer {
        server,
        email: email.to_owned(),
        password: "correct horse".to_owned(),
        token: text(&answer.ok()["token"]),
        user_id: text(&answer.ok()["user"]["userLoginId"]),
        invite_code: text(&answer.ok()["user"]["inviteCode"]),
    }
}

async fn execute(server: &TestServer, sql: &'static str) {
    let mut tx = server.app.db.begin().await.unwrap();
    match tx.handle() {
        Handle::Sqlite(connection) => drop(sqlx::query(sql).execute(connection).await.unwrap()),
        Handle::Postgres(connection) => drop(sqlx::query(sql).execute(connection).await.unwrap()),
    }
    tx.commit().await.unwrap();
}
