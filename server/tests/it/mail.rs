//! Messages go out over SMTP, and a mail server that refuses them costs a customer only time.

use plumbline::clock::Clock;
use plumbline::http::Language;
use plumbline::mail::{Content, Mail};
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::support::{Database, MailServer, TestServer, code_in};

const DATABASES: [Database; 2] = [Database::Sqlite, Database::Postgres];

async fn server_with(database: Database, mail: &str) -> TestServer {
    TestServer::start_with(database, Clock::System, &["--mail", mail]).await
}

fn code_for(email: &str, scene: &str) -> Value {
    json!({ "email": email, "scene": scene })
}

#[tokio::test]
async fn a_code_reaches_its_recipient_over_smtp_and_opens_an_account() {
    let mails = MailServer::start().await;
    let server = server_with(Database::Sqlite, &mails.url).await;
    for (email, language) in [("ann@plumbline.example", "en"), ("bo@plumbline.example", "zh-Hans")] {
        let asked = server
            .send("POST /getEmailCode", &code_for(email, "register"), None, &[("Accept-Language", language)])
            .await;
        asked.ok();
        let mail = mails.delivered().pop().expect("the message arrives before the reply");
        assert_eq!(mail.recipient, email);
        assert!(mail.text.is_ascii() && mail.text.contains(&format!("To: {email}\r\n")), "{}", mail.text);
        let body = json!({ "email": email, "code": code_in(&mail.text), "password": "correct horse" });
        server.call("POST /register/email", body).await.ok();
    }
    assert_eq!(mails.delivered().len(), 2);
    assert!(!server.app.config.outbox_dir().exists(), "nothing lies in a file as well");
}

/// It contains codes: other users of the machine must not read them, even before the next start.
#[cfg(unix)]
#[tokio::test]
async fn a_new_outbox_is_the_servers_alone() {
    use std::os::unix::fs::PermissionsExt;

    let server = TestServer::start(Database::Sqlite).await;
    server.call("POST /getEmailCode", code_for("ann@plumbline.example", "register")).await.ok();
    let outbox = server.app.config.outbox_dir();
    let mail = std::fs::read_dir(&outbox).unwrap().next().unwrap().unwrap().path();
    let mode = |path: &std::path::Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(&outbox), mode(&mail)), (0o700, 0o600));
}

/// Requests codes for a customer and for an unknown address; both answers are equal.
async fn both_are_told_that_no_mail_goes_out(server: &TestServer, email: &str) {
    let known = server.call("POST /getEmailCode", code_for(email, "resetPassword")).await;
    let unknown = server.call("POST /getEmailCode", code_for("nobody@plumbline.example", "resetPassword")).await;
    known.refused(503, "mail_unavailable");
    assert_eq!(known.json, unknown.json);
}

#[tokio::test]
async fn a_mail_server_that_refuses_tells_nobody_who_has_an_account() {
    for database in DATABASES {
        let mails = MailServer::start().await;
        let server = server_with(database, &mails.url).await;
        let email = "ann@plumbline.example";
        server.call("POST /getEmailCode", code_for(email, "register")).await.ok();
        let body = json!({ "email": email, "code": code_in(&mails.delivered()[0].text), "password": "correct horse" });
        server.call("POST /register/email", body).await.ok();

        mails.refuse(true);
        both_are_told_that_no_mail_goes_out(&server, email).await;
        assert_eq!(mails.delivered().len(), 1);

        mails.refuse(false);
        server.call("POST /getEmailCode", code_for(email, "resetPassword")).await.ok();
        let code = code_in(&mails.delivered()[1].text);
        let body = json!({ "email": email, "code": code, "password": "battery staple" });
        server.call("POST /resetPassword", body).await.ok();
    }
}

#[tokio::test]
async fn a_code_that_arrived_stays_good_when_the_next_one_cannot_be_sent() {
    for database in DATABASES {
        let mails = MailServer::start().await;
        let clock = Clock::manual(Clock::System.now());
        let server = TestServer::start_with(database, clock.clone(), &["--mail", &mails.url]).await;
        let email = "ann@plumbline.example";
        server.call("POST /getEmailCode", code_for(email, "register")).await.ok();
        clock.advance(61_000);
        mails.refuse(true);
        let again = server.call("POST /getEmailCode", code_for(email, "register")).await;
        again.refused(503, "mail_unavailable");
        let body = json!({ "email": email, "code": code_in(&mails.delivered()[0].text), "password": "correct horse" });
        server.call("POST /register/email", body).await.ok();
    }
}

#[tokio::test]
async fn a_mail_server_that_is_down_is_named_to_the_operator_alone() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    drop(listener);
    let server = server_with(Database::Sqlite, &format!("smtp://ann:hunter2@{address}")).await;
    for _ in 0..2 {
        both_are_told_that_no_mail_goes_out(&server, "ann@plumbline.example").await;
    }
    let content = Content::NoAccount;
    let mail = Mail { to: "ann@plumbline.example".to_owned(), language: Language::English, content };
    let logged = server.app.mailer.send(&mail).await.unwrap_err().to_string();
    assert!(logged.contains("refused") && !logged.contains("hunter2"), "{logged}");
}
