//! A customer's request on its way to the writer.

use plumbline_core::ids::AccountId;
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::http::IdempotencyKey;

/// An idempotent request: whose it is, its key, and what tells a repeat from another request under the same key.
#[derive(Clone, Debug)]
pub struct Submission {
    pub account: AccountId,
    pub key: IdempotencyKey,
    pub fingerprint: String,
}

/// Names the content of a request, and nothing else: a repeat has the same one whatever has changed meanwhile.
#[derive(Debug)]
pub struct Fingerprint;

impl Fingerprint {
    /// The SHA-256 of the call and its body, in hexadecimal.
    pub fn of(call: &'static str, body: &impl Serialize) -> String {
        let body = serde_json::to_vec(body).expect("a body that was read from JSON can be written as JSON");
        let digest = Sha256::new().chain_update(call).chain_update(b"\n").chain_update(body).finalize();
        hex::encode(digest)
    }
}
