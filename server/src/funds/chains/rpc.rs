//! JSON-RPC to a node. What it answers is bounded in time and size, and no redirection is followed.

use std::sync::Once;
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::watcher::WatchError;
use crate::secret::Secret;

const ANSWER_MAX: Duration = Duration::from_secs(15);
/// A block of Bitcoin with all that is in it is some ten megabytes.
const BYTES_MAX: usize = 64 * 1024 * 1024;
const ID: u32 = 1;

#[derive(Debug)]
pub struct Rpc {
    client: reqwest::Client,
    url: Secret,
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
    // Absent and null are the same: no result.
    #[serde(default = "Option::default")]
    result: Option<R>,
    error: Option<Failure>,
}

#[derive(Debug, Deserialize)]
pub struct Failure {
    pub code: i64,
    message: String,
}

/// What came of a call that the node has understood.
pub type Said<R> = Result<Option<R>, Failure>;

impl Rpc {
    pub fn new(url: &Secret) -> Result<Self, reqwest::Error> {
        static PROVIDER: Once = Once::new();
        PROVIDER.call_once(|| {
            // An error says that there is one already, which will do.
            let _ = rustls::crypto::ring::default_provider().install_default();
        });
        let client = reqwest::Client::builder()
            .timeout(ANSWER_MAX)
            .redirect(reqwest::redirect::Policy::none())
            .no_proxy()
            .build()?;
        Ok(Self { client, url: url.clone() })
    }

    /// Calls a method. The outer error is that of a node that cannot be talked to.
    pub async fn ask<R: DeserializeOwned>(&self, method: &str, params: impl Serialize) -> Result<Said<R>, WatchError> {
        // The address may have a password in it.
        let silent = |error: reqwest::Error| WatchError::Silent(format!("{method}: {}", error.without_url()));
        let call = Call { jsonrpc: "2.0", id: ID, method, params };
        let mut response = self.client.post(self.url.expose()).json(&call).send().await.map_err(silent)?;
        let status = response.status();
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(silent)? {
            if body.len() + chunk.len() > BYTES_MAX {
                return Err(WatchError::implausible(format!("{method}: an answer of more than {BYTES_MAX} bytes")));
            }
            body.extend_from_slice(&chunk);
        }
        // bitcoind answers refusals with status 500 and an error in the body.
        let answer: Answer<R> = serde_json::from_slice(&body)
            .map_err(|error| WatchError::implausible(format!("{method}: status {status}, {error}")))?;
        if answer.id.is_some_and(|id| id != ID) {
            return Err(WatchError::implausible(format!("{method}: the answer to something else")));
        }
        Ok(answer.error.map_or(Ok(answer.result), Err))
    }

    /// The same where no refusal is expected.
    pub async fn call<R: DeserializeOwned>(
        &self,
        method: &str,
        params: impl Serialize,
    ) -> Result<Option<R>, WatchError> {
        let said = self.ask(method, params).await?;
        said.map_err(|Failure { code, message }| WatchError::Silent(format!("{method}: error {code}, {message}")))
    }
}
