//! A customer's request on its way to the writer.

use plumbline_core::command::Command;
use plumbline_core::ids::AccountId;
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::http::IdempotencyKey;

/// An idempotent request: the command, and what tells a repeat from another request under the same key.
#[derive(Debug)]
pub struct Submission {
    pub account: AccountId,
    pub key: IdempotencyKey,
    pub fingerprint: String,
    pub command: Command,
}

/// Names the content of a request.
#[derive(Debug)]
pub struct Fingerprint;

impl Fingerprint {
    /// The SHA-256 of the call and its body, in hexadecimal.
    pub fn of(call: &'static str, body: &impl Serialize) -> String {
        let body = serde_json::to_vec(body).unwrap_or_default();
        let digest = Sha256::new().chain_update(call).chain_update(b"\n").chain_update(body).finalize();
        hex::encode(digest)
    }
}
