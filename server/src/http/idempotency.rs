//! The `Idempotency-Key` header of calls that move money or change orders.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use super::ApiError;

/// A UUID that the client makes once for each intended action, in lower case.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct IdempotencyKey(pub String);

impl IdempotencyKey {
    /// `None` unless `text` has the form of a UUID.
    pub fn parse(text: &str) -> Option<Self> {
        let well_formed = text.len() == 36
            && text.bytes().enumerate().all(|(i, b)| match i {
                8 | 13 | 18 | 23 => b == b'-',
                _ => b.is_ascii_hexdigit(),
            });
        well_formed.then(|| Self(text.to_ascii_lowercase()))
    }
}

impl<S: Sync> FromRequestParts<S> for IdempotencyKey {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let header = parts.headers.get("idempotency-key").and_then(|value| value.to_str().ok());
        header.and_then(Self::parse).ok_or(ApiError::invalid("idempotency_key_required", "Idempotency-Key"))
    }
}
