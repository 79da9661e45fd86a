//! Asks an address for its server before the customer joins it: is it one, is it safe, and does this app understand it?

use std::{cmp::Ordering, time::Duration};

use reqwest::{Client, Response};
use serde::{Deserialize, Serialize};
use tauri::State;

use crate::{error::ShellError, server_address::ServerAddress};

/// The call that says what a server is, to anybody.
const FACTS_CALL: &str = "/appVersion/getPublishAppVersion";
/// A server that is there answers much sooner, and the customer waits.
const PROBE_TIMEOUT: Duration = Duration::from_secs(20);
/// Many times the answer's length: whatever is longer comes from something else.
const ANSWER_BYTES_MAX: usize = 64 * 1024;

/// A server that the customer may join.
#[derive(Debug, PartialEq, Serialize)]
pub struct FoundServer {
    address: String,
    /// True if its certificate was checked and everything to it is encrypted.
    secure: bool,
    mode: Mode,
    version: String,
}

/// Paper money or real money.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Mode {
    Paper,
    Live,
}

#[derive(Deserialize)]
struct Answer {
    data: Facts,
}

#[derive(Deserialize)]
struct Facts {
    version: String,
    mode: Mode,
}

/// Looks for a server at an address. Nothing is sent but the question.
///
/// # Errors
/// One for each reason why the customer cannot join it.
#[tauri::command]
pub async fn probe_server(http: State<'_, Client>, address: String) -> Result<FoundServer, ShellError> {
    probe(&http, &address.parse()?, env!("CARGO_PKG_VERSION")).await
}

async fn probe(http: &Client, server: &ServerAddress, app: &str) -> Result<FoundServer, ShellError> {
    let response = http.get(server.url(FACTS_CALL)?).timeout(PROBE_TIMEOUT).send().await?;
    let status = response.status();
    if status.is_redirection() {
        return Err(ShellError::ServerMoved);
    }
    if status.is_server_error() {
        return Err(ShellError::ServerNotReady(status.as_u16()));
    }
    let facts = facts(response).await?;
    match compare(&facts.version, app) {
        Some(Ordering::Equal) => Ok(FoundServer {
            address: server.to_string(),
            secure: server.is_secure(),
            mode: facts.mode,
            version: facts.version,
        }),
        Some(Ordering::Less) => Err(ShellError::ServerTooOld(facts.version)),
        Some(Ordering::Greater) => Err(ShellError::ServerTooNew(facts.version)),
        None => Err(ShellError::NotPlumbline),
    }
}

async fn facts(mut response: Response) -> Result<Facts, ShellError> {
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await? {
        if bytes.len() + chunk.len() > ANSWER_BYTES_MAX {
            return Err(ShellError::NotPlumbline);
        }
        bytes.extend_from_slice(&chunk);
    }
    serde_json::from_slice::<Answer>(&bytes).map(|answer| answer.data).map_err(|_| ShellError::NotPlumbline)
}

/// Compares what two versions promise: the first number, or the second while the first is 0 (Semantic Versioning).
fn compare(server: &str, app: &str) -> Option<Ordering> {
    Some(promise(server)?.cmp(&promise(app)?))
}

fn promise(version: &str) -> Option<(u32, u32)> {
    let mut numbers = version.split('.').map(|number| number.parse().ok());
    let (major, minor) = (numbers.next()??, numbers.next()??);
    Some(if major == 0 { (0, minor) } else { (major, 0) })
}

#[cfg(test)]
mod tests {
    use tokio::{
        io::{AsyncReadExt, AsyncWriteExt},
        net::TcpListener,
    };

    use super::*;

    /// Probes a server that gives one answer.
    async fn probed(status: &str, body: String) -> Result<FoundServer, ShellError> {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = format!("http://{}", listener.local_addr().expect("its address"));
        let head = format!("HTTP/1.1 {status}\r\nlocation: https://elsewhere.example/\r\nconnection: close\r\n\r\n");
        tokio::spawn(async move {
            let (mut socket, _) = listener.accept().await.expect("a call");
            let mut asked = [0; 1024];
            let _ = socket.read(&mut asked).await;
            let _ = socket.write_all(format!("{head}{body}").as_bytes()).await;
        });
        let http = crate::http_client::build().expect("a client");
        probe(&http, &address.parse().expect("an address"), "0.4.2").await
    }

    fn answer(version: &str, mode: &str) -> String {
        format!(r#"{{"code":200,"msg":"","data":{{"version":"{version}","mode":"{mode}","feed":"sim"}}}}"#)
    }

    #[tokio::test]
    async fn a_plumbline_server_is_found_with_its_mode() {
        let found = probed("200 OK", answer("0.4.9", "live")).await.expect("a server");
        assert!(found.address.starts_with("http://127.0.0.1:"));
        assert_eq!((found.secure, found.mode, found.version.as_str()), (false, Mode::Live, "0.4.9"));
    }

    #[tokio::test]
    async fn everything_else_is_refused_by_its_reason() {
        for (status, body, expected) in [
            ("200 OK", answer("0.3.9", "paper"), "server_too_old"),
            ("200 OK", answer("0.5.0", "paper"), "server_too_new"),
            ("200 OK", answer("1.0.0", "paper"), "server_too_new"),
            ("200 OK", answer("new", "paper"), "not_plumbline"),
            ("200 OK", answer("0.4.2", "toy"), "not_plumbline"),
            ("200 OK", "<!doctype html>".to_owned(), "not_plumbline"),
            ("200 OK", format!("{}{}", answer("0.4.2", "paper"), " ".repeat(ANSWER_BYTES_MAX)), "not_plumbline"),
            ("404 Not Found", "{}".to_owned(), "not_plumbline"),
            ("301 Moved Permanently", String::new(), "server_moved"),
            ("503 Service Unavailable", String::new(), "server_not_ready"),
        ] {
            let refused = probed(status, body).await.expect_err(expected);
            assert_eq!(refused.word(), expected, "{status}");
        }
    }

    #[test]
    fn versions_promise_by_their_first_number_that_is_not_0() {
        for (server, app, expected) in [
            ("1.2.3", "1.9.0", Some(Ordering::Equal)),
            ("1.2.3", "2.0.0", Some(Ordering::Less)),
            ("0.2.0", "0.1.9", Some(Ordering::Greater)),
            ("0.1.0", "0.1.7-beta.1", Some(Ordering::Equal)),
            ("", "0.1.0", None),
            ("1", "0.1.0", None),
        ] {
            assert_eq!(compare(server, app), expected, "{server} {app}");
        }
    }
}
