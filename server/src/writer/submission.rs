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
    /// Names the content of the request, and nothing else: a repeat has the same one whatever has changed meanwhile.
    /// The SHA-256 of the call and its body, in hexadecimal.
    pub fingerprint: String,
}

impl Submission {
    /// `body` is what the customer asked for, without secrets: whoever reads the database must not be able to guess
    /// one from a fingerprint.
    pub fn new(account: AccountId, key: IdempotencyKey, body: &impl Serialize) -> Self {
        let body = serde_json::to_vec(body).expect("a body that was read from JSON can be written as JSON");
        let digest = Sha256::new().chain_update(&key.call).chain_update(b"\n").chain_update(body).finalize();
        Self { account, key, fingerprint: hex::encode(digest) }
    }
}
