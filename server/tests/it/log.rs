//! What the log says, and what it must never say.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use futures_util::{SinkExt, StreamExt};
use reqwest::Client;
use serde_json::{Value, json};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;

use crate::support::code_in;

/// Killed when the test ends, however it ends.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A server of its own process, that logs everything into the folder; and its address.
fn serve(folder: &Path) -> (Server, String) {
    let mut server = Command::new(env!("CARGO_BIN_EXE_plumbline"))
        .args(["serve", "--log", "trace", "--listen", "127.0.0.1:0", "--data-dir"])
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
    let (server, address) = serve(folder.path());
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
    // A number where a text belongs, which the framework quotes in what it refuses.
    let unreadable = json!({ "payPassword": pay_password.parse::<u64>().unwrap() });
    assert_eq!(post("/settingPayPassword", unreadable, &token).await["code"], 422);
    let (mut socket, _) = connect_async(format!("ws://{address}/push")).await.unwrap();
    socket.send(Message::text(json!({ "op": "auth", "token": token }).to_string())).await.unwrap();
    assert_eq!(socket.next().await.unwrap().unwrap(), Message::text(r#"[{"op":"authenticated"}]"#));
    drop(server);

    let log = std::fs::read_to_string(folder.path().join("log")).unwrap();
    assert!(log.contains("DEBUG") && log.contains("/api/user/info"), "everything is logged");
    assert!(!log.contains('\x1b'), "colours are for terminals");
    for secret in [&token, &hex::encode(&token), password, &hex::encode(password), pay_password] {
        let line = log.lines().find(|line| line.contains(secret));
        assert_eq!(line, None, "{secret} is in the log");
    }
    let warnings = log.lines().filter(|line| line.contains("a proxy that --trusted-proxy does not name")).count();
    assert_eq!(warnings, 1, "the operator is told once that the proxy is not known");
}
