//! The `Idempotency-Key` header of calls that move money or change orders.

use axum::extract::{FromRequestParts, MatchedPath};
use axum::http::request::Parts;
use sha2::{Digest, Sha256};
use uuid::Uuid;
use uuid::fmt::Hyphenated;

use super::ApiError;

/// A UUID that the client makes once for each intended action, and the call that it is sent to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct IdempotencyKey {
    /// In lower case.
    pub key: String,
    /// The call as the router lists it, such as `POST /stock/create`, which is unique.
    pub call: String,
}

impl IdempotencyKey {
    /// `None` unless `text` has the form of a UUID.
    pub fn parse(call: &str, text: &str) -> Option<Self> {
        // The library reads other forms too, such as braces; only the hyphenated one has this length.
        let uuid = Uuid::try_parse(text).ok().filter(|_| text.len() == Hyphenated::LENGTH)?;
        Some(Self { key: uuid.hyphenated().to_string(), call: call.to_owned() })
    }

    /// The key of the second command of a call that consists of two: another UUID, which follows from the first.
    pub fn second(&self) -> Self {
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&Sha256::new().chain_update(b"second\n").chain_update(&self.key).finalize()[..16]);
        Self { key: uuid::Builder::from_custom_bytes(bytes).into_uuid().hyphenated().to_string(), ..self.clone() }
    }
}

impl<S: Sync> FromRequestParts<S> for IdempotencyKey {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let path = parts.extensions.get::<MatchedPath>().ok_or_else(|| ApiError::internal("a call without a route"))?;
        let call = format!("{} {}", parts.method, path.as_str());
        let mut headers = parts.headers.get_all("idempotency-key").iter();
        // Of two keys it is unclear which one a repeat will carry.
        let one = headers.next().filter(|_| headers.next().is_none());
        one.and_then(|value| value.to_str().ok())
            .and_then(|text| Self::parse(&call, text))
            .ok_or(ApiError::invalid("idempotency_key_required", "Idempotency-Key"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_a_uuid_in_lower_case() {
        let key = "0190a6c2-7b1e-7cc3-98c4-dc0c0c07398f";
        let parse = |text: &str| IdempotencyKey::parse("POST /a", text);
        let parsed = IdempotencyKey { key: key.to_owned(), call: "POST /a".to_owned() };
        assert_eq!(parse(&key.to_uppercase()), Some(parsed));
        let simple = key.replace('-', "");
        let braced = format!("{{{key}}}");
        let urn = format!("urn:uuid:{key}");
        for other in ["", "key", &simple, &braced, &urn, &key[1..], &key.replace('9', "g")] {
            assert_eq!(parse(other), None, "{other}");
        }
    }
}
