//! One server for one test, on a port of its own with a data folder of its own.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::{Args, FromArgMatches};
use plumbline::app::App;
use plumbline::clock::Clock;
use plumbline::config::Config;
use plumbline::db::Db;
use plumbline::{random, router};
use reqwest::header::HeaderValue;
use reqwest::multipart::{Form, Part};
use reqwest::{Client, Method, RequestBuilder, Response};
use serde_json::Value;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use super::{Database, PostgresDatabase, documented, templates};

/// Time for which a connection without a request is kept: less than the server keeps a new one, so that no request is
/// sent on a connection that the server is closing, even after a stall of the machine.
const IDLE_MAX: Duration = Duration::from_secs(5);

/// The answer to a call: the HTTP status and the envelope.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: reqwest::header::HeaderMap,
    pub json: Value,
}

impl Answer {
    /// The `data` of a success.
    #[track_caller]
    pub fn ok(&self) -> &Value {
        assert_eq!(self.status, 200, "{}", self.json);
        assert_eq!(self.json["code"], 200, "{}", self.json);
        &self.json["data"]
    }

    /// The error word of a refusal.
    pub fn error(&self) -> &str {
        self.json["data"]["error"].as_str().unwrap_or("(no error)")
    }

    /// Checks that the call was refused with this status and word.
    #[track_caller]
    pub fn refused(&self, status: u16, word: &str) {
        assert_eq!((self.status, self.error()), (status, word), "{}", self.json);
        assert_eq!(self.json["code"], status, "{}", self.json);
    }
}

#[derive(Debug)]
pub struct TestServer {
    pub app: App,
    pub base: String,
    client: Client,
    folder: Arc<TempDir>,
    running: JoinHandle<()>,
    database: Option<Arc<PostgresDatabase>>,
}

impl TestServer {
    /// A server with the system's clock and default flags.
    pub async fn start(database: Database) -> Self {
        Self::start_with(database, Clock::System, &[]).await
    }

    /// A server with this clock and further command-line flags.
    pub async fn start_with(database: Database, clock: Clock, flags: &[&str]) -> Self {
        let folder = Arc::new(tempfile::tempdir().unwrap());
        let postgres = match database {
            Database::Sqlite => None,
            Database::Postgres => Some(Arc::new(PostgresDatabase::create().await)),
        };
        if postgres.is_none() {
            templates::migrated_sqlite(&folder.path().join("plumbline.db")).await;
        }
        let uri = postgres.as_ref().map(|database| database.uri());
        Self::on(folder, postgres, uri, clock, flags).await
    }

    /// Another server on the PostgreSQL database and the data folder of this one.
    pub async fn beside(&self, clock: Clock, flags: &[&str]) -> Self {
        self.beside_as(&self.database_uri(), clock, flags).await
    }

    /// Another server on the PostgreSQL database and the data folder of this one, which reaches the database by `uri`.
    pub async fn beside_as(&self, uri: &str, clock: Clock, flags: &[&str]) -> Self {
        Self::on(self.folder.clone(), self.database.clone(), Some(uri.to_owned()), clock, flags).await
    }

    pub fn database_uri(&self) -> String {
        self.app.config.database_uri()
    }

    async fn on(
        folder: Arc<TempDir>,
        database: Option<Arc<PostgresDatabase>>,
        uri: Option<String>,
        clock: Clock,
        flags: &[&str],
    ) -> Self {
        let (app, base, running) = begun(config(&folder, uri, flags), clock).await;
        let client = Client::builder().no_proxy().pool_idle_timeout(IDLE_MAX).build().unwrap();
        Self { app, base, client, folder, running, database }
    }

    pub fn data_dir(&self) -> PathBuf {
        self.folder.path().to_owned()
    }

    /// Sends a call without a session: `server.call("POST /getEmailCode", json!({…}))`. A GET sends no body.
    pub async fn call(&self, call: &str, body: Value) -> Answer {
        self.send(call, &body, None, &[]).await
    }

    /// Sends a call with a token and further headers. A POST carries an idempotency key of its own, as the UI's does,
    /// unless `headers` has one. A refusal that the API document does not name fails the test.
    pub async fn send(&self, call: &str, body: &Value, token: Option<&str>, headers: &[(&str, &str)]) -> Answer {
        let (method, path) = call.split_once(' ').expect("a call is METHOD /path");
        let method: Method = method.parse().unwrap();
        let mut request = self.client.request(method.clone(), format!("{}{path}", self.base));
        if method != Method::GET {
            request = request.json(body);
            if !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("idempotency-key")) {
                request = request.header("Idempotency-Key", uuid());
            }
        }
        if let Some(token) = token {
            request = request.bearer_auth(token);
        }
        for (name, value) in headers {
            request = request.header(*name, HeaderValue::from_bytes(value.as_bytes()).unwrap());
        }
        answered(&method, path, request).await
    }

    /// Sends a file as a form does, with this name and type.
    pub async fn upload(&self, bytes: Vec<u8>, name: &str, kind: &str, token: Option<&str>) -> Answer {
        let part = Part::bytes(bytes).file_name(name.to_owned()).mime_str(kind).unwrap();
        self.send_form(Form::new().part("file", part), token).await
    }

    /// Sends a form to the upload call.
    pub async fn send_form(&self, form: Form, token: Option<&str>) -> Answer {
        let mut request = self.client.post(format!("{}/file/upload", self.base)).multipart(form);
        if let Some(token) = token {
            request = request.bearer_auth(token);
        }
        answered(&Method::POST, "/file/upload", request).await
    }

    /// The whole answer to a GET, of any kind.
    pub async fn fetch(&self, path: &str, token: Option<&str>) -> Response {
        let mut request = self.client.get(format!("{}{path}", self.base));
        if let Some(token) = token {
            request = request.bearer_auth(token);
        }
        request.send().await.expect("the server answers")
    }

    /// The newest message to `email`, from the outbox.
    pub fn mail_to(&self, email: &str) -> Option<String> {
        let files = std::fs::read_dir(self.folder.path().join("outbox")).ok()?.filter_map(Result::ok);
        let to_email = files.filter(|file| file.file_name().to_string_lossy().starts_with(&format!("{email}-")));
        let newest = to_email.max_by_key(|file| file.metadata().and_then(|meta| meta.modified()).ok())?;
        std::fs::read_to_string(newest.path()).ok()
    }

    /// The code in the newest message to `email`.
    pub fn code_for(&self, email: &str) -> String {
        code_in(&self.mail_to(email).expect("a message to the customer is in the outbox"))
    }

    /// Stops the server, and restarts it on its database, with this configuration.
    pub async fn restarted_with(&mut self, config: Config) {
        self.stopped().await;
        let clock = self.app.clock.clone();
        (self.app, self.base, self.running) = begun(config, clock).await;
    }

    /// Stops the server, and restarts it on the same data with the same clock; `meanwhile` can change the database.
    pub async fn restarted(&mut self, meanwhile: impl AsyncFnOnce(&Db)) {
        self.stopped().await;
        self.app.supervisor.stored().await;
        self.app.db.close().await;
        let (config, clock) = (self.app.config.clone(), self.app.clock.clone());
        let db = Db::connect_existing(&config.database_uri()).await.unwrap();
        meanwhile(&db).await;
        db.close().await;
        (self.app, self.base, self.running) = begun(config, clock).await;
    }

    /// Stops the server as an operator would, and waits until it has answered everything.
    pub async fn stop(mut self) {
        self.stopped().await;
    }

    async fn stopped(&mut self) {
        self.app.stopping.cancel();
        (&mut self.running).await.expect("the server stops cleanly");
        self.app.resign().await;
    }
}

async fn begun(mut config: Config, clock: Clock) -> (App, String, JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let base = format!("http://{address}");
    config.advertise = Some(address);
    let app = App::start(config, clock).await.expect("the server starts");
    let serving = app.clone();
    let running = tokio::spawn(async move { router::serve(listener, serving).await });
    (app, base, running)
}

/// The answer to a request. A refusal that the API document does not name fails the test.
async fn answered(method: &Method, path: &str, request: RequestBuilder) -> Answer {
    let response = request.send().await.expect("the server answers");
    let (status, headers) = (response.status().as_u16(), response.headers().clone());
    let text = response.text().await.unwrap();
    let answer = Answer { status, headers, json: serde_json::from_str(&text).unwrap_or(Value::String(text)) };
    if status >= 400 {
        documented::hold(method.as_str(), path, status, answer.error());
    }
    answer
}

impl Drop for TestServer {
    fn drop(&mut self) {
        self.app.stopping.cancel();
        self.running.abort();
    }
}

/// The code that a message shows on a line of its own.
pub fn code_in(mail: &str) -> String {
    let lines = mail.lines().map(str::trim);
    let mut codes = lines.filter(|line| line.len() == 6 && line.bytes().all(|b| b.is_ascii_digit()));
    codes.next().expect("the message shows a code").to_owned()
}

fn config(folder: &TempDir, database: Option<String>, flags: &[&str]) -> Config {
    let mut line = vec!["plumbline".to_owned(), "--data-dir".to_owned(), folder.path().display().to_string()];
    line.extend(database.into_iter().flat_map(|uri| ["--database".to_owned(), uri]));
    // Limits are lifted, so that a story may do in a second as much as a customer in an hour.
    for limit in ["--requests-per-minute", "--actions-per-minute", "--quotes-per-minute", "--attempts-per-minute"] {
        if !flags.contains(&limit) {
            line.extend([limit.to_owned(), "0".to_owned()]);
        }
    }
    // Locks are off, unless the story is about them.
    for lock in ["--new-address-lock-hours", "--cooling-off-hours"] {
        if !flags.contains(&lock) {
            line.extend([lock.to_owned(), "0".to_owned()]);
        }
    }
    line.extend(flags.iter().map(|flag| (*flag).to_owned()));
    let matches = Config::augment_args(clap::Command::new("plumbline")).get_matches_from(line);
    Config::from_arg_matches(&matches).expect("the flags make a configuration")
}

/// A random UUID (version 4).
pub fn uuid() -> String {
    let hex = format!("{:016x}{:016x}", random::number(), random::number());
    format!("{}-{}-4{}-8{}-{}", &hex[..8], &hex[8..12], &hex[13..16], &hex[17..20], &hex[20..])
}
