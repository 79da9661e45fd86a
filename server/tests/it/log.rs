//! The contents of the log, and the secrets it must never contain.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use reqwest::Client;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;

use crate::support::{code_in, uuid};

/// Killed at the end of the test, in any case.
pub struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A server in its own process, which logs into the folder; and its address.
pub fn serve(folder: &Path, log: &str) -> (Server, String) {
    let mut server = Command::new(env!("CARGO_BIN_EXE_plumbline"))
        .args([
            "serve",
            "--log",
            log,
            "--withdrawals-need-kyc",
            "false",
            "--new-address-lock-hours",
            "0",
            "--cooling-off-hours",
            "0",
        ])
        .args(["--listen", "127.0.0.1:0", "--data-dir"])
        .arg(folder)
        .stdout(Stdio::piped())
        .stderr(File::create(folder.join("log")).unwrap())
        .spawn()
        .expect("the server starts");
    let mut line = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().rsplit('/').next().unwrap().to_owned();
    (Server(server), address)
}

#[tokio::test]
async fn the_most_talkative_log_keeps_secrets() {
    let folder = tempfile::tempdir().unwrap();
    let (server, address) = serve(folder.path(), "trace");
    plumbline::tls::install();
    let client = Client::builder().no_proxy().build().unwrap();
    let post = async |path: &str, body: Value, token: &str| {
        let request = client.post(format!("http://{address}{path}")).bearer_auth(token).json(&body);
        request.header("X-Forwarded-For", "203.0.113.7").send().await.unwrap().json::<Value>().await.unwrap()
    };
    post("/getEmailCode", json!({ "email": "ann@plumbline.example", "scene": "register" }), "none").await;
    let mut mails = std::fs::read_dir(folder.path().join("outbox")).unwrap();
    let code = code_in(&std::fs::read_to_string(mails.next().unwrap().unwrap().path()).unwrap());
    let (password, pay_password) = ("correct horse of ann", "731964208");
    let body = json!({ "email": "ann@plumbline.example", "code": code, "password": password });
    let registered = post("/register/email", body, "none").await;
    let token = registered["data"]["token"].as_str().expect("a token").to_owned();
    assert_eq!(post("/api/user/info", json!({}), &token).await["code"], 200);
    // A number in the place of a text, which the framework quotes in its refusal.
    let unreadable = json!({ "payPassword": pay_password.parse::<u64>().unwrap(), "password": password });
    assert_eq!(post("/settingPayPassword", unreadable, &token).await["code"], 422);
    post("/settingPayPassword", json!({ "payPassword": pay_password, "password": password }), &token).await;
    let (iban, card, wallet) = ("DE89370400440532013000", "4111111111111111", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t");
    let account = json!({ "type": "card", "bankName": "Bank", "accountName": "Ann", "payPassword": pay_password });
    let account = |field: &str, number: Value| {
        let mut account = account.clone();
        account[field] = number;
        account
    };
    assert_eq!(post("/UserAccount/addCardNo", account("accountNumber", json!(iban)), &token).await["code"], 200);
    let unreadable = account("cardNumber", json!(card.parse::<u64>().unwrap()));
    assert_eq!(post("/UserAccount/addCardNo", unreadable, &token).await["code"], 422);
    assert_eq!(post("/UserAccount/addCardNo", account("cardNumber", json!(card)), &token).await["code"], 200);
    let unpayable = json!({ "type": "wallet", "currency": "USDT", "chain": "bitcoin", "address": wallet,
        "payPassword": pay_password });
    assert_eq!(post("/UserAccount/addCardNo", unpayable, &token).await["code"], 422);
    // A document's data, as texts and as numbers, which the framework quotes in its refusal.
    let (document, name) = ("7291046835", "Wolfhart-Ansgar");
    let typed = json!({ "documentType": 1, "country": "DE", "firstName": name, "lastName": "Lee", "frontUrl": "/file/1",
        "birthDate": "1990-02-28", "documentNumber": document });
    let mut unreadable = typed.clone();
    unreadable["documentNumber"] = json!(document.parse::<u64>().unwrap());
    for body in [typed, unreadable] {
        let request = client.post(format!("http://{address}/updateReal")).bearer_auth(&token).json(&body);
        let answer = request.header("Idempotency-Key", uuid()).send().await.unwrap().json::<Value>().await.unwrap();
        assert!(answer["code"] == 404 || answer["code"] == 422, "{answer}");
    }
    // A withdrawal to a saved account stores a copy of it.
    let deposit = json!({ "channel": "fiat", "currency": "USD", "amount": "500" });
    let keyed = async |path: &str, body: Value| {
        let request = client.post(format!("http://{address}{path}")).bearer_auth(&token).json(&body);
        request.header("Idempotency-Key", uuid()).send().await.unwrap().json::<Value>().await.unwrap()
    };
    assert_eq!(keyed("/recharge/create", deposit).await["code"], 200);
    let saved = post("/UserAccount/SelectCardNo", json!({}), &token).await;
    let withdrawal = json!({ "method": "card", "accountId": saved["data"][0]["id"], "currency": "USD", "amount": "10",
        "payPassword": pay_password });
    let mut asked = Value::Null;
    for _ in 0..200 {
        asked = keyed("/withdrawal/withdrawal-apply", withdrawal.clone()).await;
        if asked["code"] == 200 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(asked["code"], 200, "{asked}");
    let called_off = keyed("/withdrawal/cancel", json!({ "id": asked["data"]["id"] })).await;
    assert_eq!((&called_off["code"], &called_off["data"]["destination"]), (&json!(200), &json!("****1111")));
    let (mut socket, _) = connect_async(format!("ws://{address}/push")).await.unwrap();
    socket.send(Message::text(json!({ "op": "auth", "token": token }).to_string())).await.unwrap();
    assert_eq!(socket.next().await.unwrap().unwrap(), Message::text(r#"[{"op":"authenticated"}]"#));
    drop(server);

    let log = std::fs::read_to_string(folder.path().join("log")).unwrap();
    assert!(log.contains("DEBUG") && log.contains("/api/user/info"), "everything is logged");
    assert!(!log.contains('\x1b'), "colours are for terminals");
    for secret in [
        &token,
        &hex::encode(&token),
        password,
        &hex::encode(password),
        pay_password,
        iban,
        card,
        wallet,
        document,
        name,
    ] {
        let line = log.lines().find(|line| line.contains(secret));
        assert_eq!(line, None, "{secret} is in the log");
    }
    let warnings = log.lines().filter(|line| line.contains("a proxy that --trusted-proxy does not name")).count();
    assert_eq!(warnings, 1, "the operator is told once that the proxy is not known");
}

/// Operators are alerted to errors.
#[tokio::test]
async fn a_request_that_nobody_understands_is_no_error_of_the_server() {
    let folder = tempfile::tempdir().unwrap();
    let (server, address) = serve(folder.path(), "debug");
    let mut stream = TcpStream::connect(&address).await.unwrap();
    let request = "POST /getEmailCode HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n";
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    tokio::time::timeout(Duration::from_secs(20), stream.read_to_string(&mut answer)).await.expect("an end").unwrap();
    assert!(answer.starts_with("HTTP/1.1 501"), "{answer}");
    drop(server);
    let log = std::fs::read_to_string(folder.path().join("log")).unwrap();
    assert!(log.contains("/getEmailCode"), "the request is logged: {log}");
    assert!(!log.contains("ERROR"), "{log}");
}
