//! A customer within the limits, who signs up, and then orders, logs in and checks the server's health.

use std::path::Path;
use std::time::{Duration, Instant};

use reqwest::{Client, RequestBuilder, Response};
use serde_json::{Value, json};

use crate::Failure;
use crate::orders::request::next_key;

const PASSWORD: &str = "plumb lines hang 19";
const PAY_PASSWORD: &str = "plumb-7319";
/// Longer than a customer waits for anything.
const GIVES_UP_AFTER: Duration = Duration::from_secs(30);
/// Six orders a second are below the limit on a session's actions.
const ORDER_EVERY: Duration = Duration::from_millis(160);
const LOOK_EVERY: Duration = Duration::from_millis(160);
/// Below the limit of thirty attempts a minute.
const LOG_IN_EVERY: Duration = Duration::from_millis(2_500);

/// The durations of the calls of one phase, in microseconds.
#[derive(Default)]
pub struct Felt {
    pub orders: Vec<u32>,
    pub logins: Vec<u32>,
    pub healthz: Vec<u32>,
    /// Calls that were refused, failed, or timed out.
    pub refused: usize,
}

#[derive(Clone)]
pub struct Customer {
    client: Client,
    base: String,
    address: String,
    email: String,
    token: String,
}

impl Customer {
    /// Signs up with the code in the server's outbox, and brings money to the stock account.
    pub async fn sign_up(port: u16, folder: &Path, name: &str, address: &str) -> Result<Self, Failure> {
        // Each call opens a connection, as the first call of a customer does.
        plumbline::tls::install();
        let client = Client::builder().no_proxy().pool_max_idle_per_host(0).timeout(GIVES_UP_AFTER).build()?;
        let email = format!("{name}@plumbline.example");
        let base = format!("http://127.0.0.1:{port}");
        let mut customer = Self { client, base, address: address.to_owned(), email, token: String::new() };
        customer.data("/getEmailCode", json!({ "email": customer.email, "scene": "register" })).await?;
        let code = code_for(folder, &customer.email)?;
        let body = json!({ "email": customer.email, "code": code, "password": PASSWORD });
        let registered = customer.data("/register/email", body).await?;
        registered["token"].as_str().ok_or("no token")?.clone_into(&mut customer.token);
        customer.data("/settingPayPassword", json!({ "payPassword": PAY_PASSWORD, "password": PASSWORD })).await?;
        let deposit = json!({ "channel": "fiat", "currency": "USD", "amount": "1000000" });
        customer.data("/recharge/create", deposit).await?;
        for _ in 0..100 {
            if customer.transfer("900000").await?.status() == 200 {
                return Ok(customer);
            }
            tokio::time::sleep(Duration::from_millis(300)).await;
        }
        Err("the deposit was not credited".into())
    }

    /// This customer at another address.
    pub fn at(&self, address: &str) -> Self {
        Self { address: address.to_owned(), ..self.clone() }
    }

    pub async fn transfer(&self, amount: &str) -> Result<Response, Failure> {
        let body = json!({ "from": "BALANCE", "to": "STOCK", "amount": amount, "payPassword": PAY_PASSWORD });
        Ok(self.post("/wallet/transfer", &body).send().await?)
    }

    /// This customer in a new session: an account keeps its newest ones.
    pub async fn log_in(&self) -> Result<Self, Failure> {
        let body = json!({ "username": self.email, "password": PASSWORD });
        let opened = self.data("/loginByUsername", body).await?;
        Ok(Self { token: opened["token"].as_str().ok_or("no token")?.to_owned(), ..self.clone() })
    }

    /// Loads a page, in a compressed form.
    pub async fn look(&self, path: &str, encoding: &str) -> Result<(), Failure> {
        let request = self.client.get(format!("{}{path}", self.base)).header("Accept-Encoding", encoding);
        request.header("X-Forwarded-For", &self.address).send().await?.bytes().await?;
        Ok(())
    }

    /// Orders, logs in and checks the server's health for this long.
    pub async fn feel(&self, time: Duration) -> Result<Felt, Failure> {
        let end = Instant::now() + time;
        let buy = json!({ "stockCode": "AAPL", "direction": 0, "orderType": 0, "quantity": "1" });
        let login = json!({ "username": self.email, "password": PASSWORD });
        let healthz = || self.client.get(format!("{}/healthz", self.base)).header("X-Forwarded-For", &self.address);
        let (orders, logins, healthz) = tokio::join!(
            repeat(end, ORDER_EVERY, || self.post("/stock/create", &buy)),
            repeat(end, LOG_IN_EVERY, || self.post("/loginByUsername", &login)),
            repeat(end, LOOK_EVERY, healthz),
        );
        let refused = orders.1 + logins.1 + healthz.1;
        Ok(Felt { orders: orders.0, logins: logins.0, healthz: healthz.0, refused })
    }

    fn post(&self, path: &str, body: &Value) -> RequestBuilder {
        let request = self.client.post(format!("{}{path}", self.base)).json(body);
        let request = request.header("X-Forwarded-For", &self.address);
        let request = request.header("Idempotency-Key", next_key());
        if self.token.is_empty() { request } else { request.bearer_auth(&self.token) }
    }

    async fn data(&self, path: &str, body: Value) -> Result<Value, Failure> {
        let answer: Value = self.post(path, &body).send().await?.json().await?;
        match answer["code"].as_u64() {
            Some(200) => Ok(answer["data"].clone()),
            _ => Err(format!("{path}: {answer}").into()),
        }
    }
}

/// Sends a request each `every` until `end`; returns the duration of each, and the number without a good answer.
async fn repeat(end: Instant, every: Duration, request: impl Fn() -> RequestBuilder) -> (Vec<u32>, usize) {
    let (mut times, mut refused) = (Vec::new(), 0);
    while Instant::now() < end {
        let began = Instant::now();
        let answered = request().send().await.is_ok_and(|answer| answer.status() == 200);
        refused += usize::from(!answered);
        times.push(u32::try_from(began.elapsed().as_micros()).unwrap_or(u32::MAX));
        tokio::time::sleep(every.saturating_sub(began.elapsed())).await;
    }
    (times, refused)
}

fn code_for(folder: &Path, email: &str) -> Result<String, Failure> {
    let files = std::fs::read_dir(folder.join("outbox"))?.filter_map(Result::ok);
    let mut mails = files.filter(|file| file.file_name().to_string_lossy().starts_with(email));
    let text = std::fs::read_to_string(mails.next().ok_or("no mail arrived")?.path())?;
    let code = text.lines().map(str::trim).find(|line| line.len() == 6 && line.bytes().all(|b| b.is_ascii_digit()));
    Ok(code.ok_or("the mail shows no code")?.to_owned())
}
