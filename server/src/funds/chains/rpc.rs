//! JSON-RPC to a node. Its answers are limited in time and size, and redirections are not followed.

use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE};
use axum::http::{HeaderValue, Request, Uri};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use percent_encoding::percent_decode_str;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use thiserror::Error;
use url::Url;

use super::watcher::WatchError;
use crate::secret::Secret;

const ANSWER_MAX: Duration = Duration::from_secs(15);
/// A block of Bitcoin with all its transactions is some ten megabytes.
const BYTES_MAX: usize = 64 * 1024 * 1024;
const ID: u32 = 1;

#[derive(Debug, Error)]
#[error("the node of a chain cannot be asked: {0}")]
pub struct NodeError(String);

#[derive(Debug)]
pub struct Rpc {
    client: Client<HttpsConnector<HttpConnector>, Body>,
    url: Uri,
    /// The user and the password of the address, as a header value.
    authorization: Option<HeaderValue>,
}

#[derive(Serialize)]
struct Call<'a, P> {
    jsonrpc: &'static str,
    id: u32,
    method: &'a str,
    params: P,
}

#[derive(Deserialize)]
struct Answer<R> {
    id: Option<u32>,
    // Absent and null both mean no result.
    #[serde(default = "Option::default")]
    result: Option<R>,
    error: Option<Failure>,
}

#[derive(Debug, Deserialize)]
pub struct Failure {
    pub code: i64,
    message: String,
}

/// The outcome of a call that the node has understood.
pub type Said<R> = Result<Option<R>, Failure>;

impl Rpc {
    pub fn new(url: &Secret) -> Result<Self, NodeError> {
        // Without the address, which may contain a password.
        let failed = |error: &dyn std::fmt::Display| NodeError(error.to_string());
        let mut url: Url = url.expose().parse().map_err(|error| failed(&error))?;
        let authorization = authorization(&url).map_err(|error| failed(&error))?;
        let cleared = url.set_username("").and_then(|()| url.set_password(None));
        cleared.map_err(|()| failed(&"its address takes no user"))?;
        let connector = HttpsConnectorBuilder::new()
            .with_provider_and_webpki_roots(rustls::crypto::ring::default_provider())
            .map_err(|error| failed(&error))?
            .https_or_http()
            .enable_http1()
            .build();
        let client = Client::builder(TokioExecutor::new()).build(connector);
        Ok(Self { client, url: url.as_str().parse().map_err(|error| failed(&error))?, authorization })
    }

    /// Calls a method. The outer error means that the node cannot be reached or understood.
    pub async fn ask<R: DeserializeOwned>(&self, method: &str, params: impl Serialize) -> Result<Said<R>, WatchError> {
        let silent = |error: &dyn std::fmt::Display| WatchError::Silent(format!("{method}: {error}"));
        let call = serde_json::to_vec(&Call { jsonrpc: "2.0", id: ID, method, params }).map_err(|e| silent(&e))?;
        let mut request = Request::post(&self.url).header(CONTENT_TYPE, "application/json");
        if let Some(authorization) = &self.authorization {
            request = request.header(AUTHORIZATION, authorization);
        }
        let request = request.body(Body::from(call)).map_err(|error| silent(&error))?;
        let answered = async {
            let answer = self.client.request(request).await.map_err(|error| silent(&error))?;
            let status = answer.status();
            // Fails too if the answer is larger.
            let body = to_bytes(Body::new(answer.into_body()), BYTES_MAX).await.map_err(|error| silent(&error))?;
            Ok::<_, WatchError>((status, body))
        };
        let late = |_| WatchError::Silent(format!("{method}: nothing within {} s", ANSWER_MAX.as_secs()));
        let (status, body) = tokio::time::timeout(ANSWER_MAX, answered).await.map_err(late)??;
        // bitcoind answers refusals with status 500 and an error in the body.
        let answer: Answer<R> = serde_json::from_slice(&body)
            .map_err(|error| WatchError::implausible(format!("{method}: status {status}, {error}")))?;
        if answer.id.is_some_and(|id| id != ID) {
            return Err(WatchError::implausible(format!("{method}: the answer to something else")));
        }
        Ok(answer.error.map_or(Ok(answer.result), Err))
    }

    /// Calls a method where no refusal is expected.
    pub async fn call<R: DeserializeOwned>(
        &self,
        method: &str,
        params: impl Serialize,
    ) -> Result<Option<R>, WatchError> {
        let said = self.ask(method, params).await?;
        said.map_err(|Failure { code, message }| WatchError::Silent(format!("{method}: error {code}, {message}")))
    }
}

/// Basic authentication by the user and the password in an address.
fn authorization(url: &Url) -> Result<Option<HeaderValue>, axum::http::header::InvalidHeaderValue> {
    let Some(password) = url.password() else { return Ok(None) };
    let plain = |text| percent_decode_str(text).decode_utf8_lossy().into_owned();
    let pair = STANDARD.encode(format!("{}:{}", plain(url.username()), plain(password)));
    let mut value = HeaderValue::try_from(format!("Basic {pair}"))?;
    value.set_sensitive(true);
    Ok(Some(value))
}
