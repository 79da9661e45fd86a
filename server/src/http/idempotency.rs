//! The `Idempotency-Key` header of calls that move money or change orders.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use uuid::Uuid;
use uuid::fmt::Hyphenated;

use super::ApiError;

/// A UUID that the client makes once for each intended action, in lower case.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct IdempotencyKey(pub String);

impl IdempotencyKey {
    /// `None` unless `text` has the form of a UUID.
    pub fn parse(text: &str) -> Option<Self> {
        // The library reads other forms too, such as braces; the hyphenated one alone has this length.
        let uuid = Uuid::try_parse(text).ok().filter(|_| text.len() == Hyphenated::LENGTH)?;
        Some(Self(uuid.hyphenated().to_string()))
    }
}

impl<S: Sync> FromRequestParts<S> for IdempotencyKey {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let header = parts.headers.get("idempotency-key").and_then(|value| value.to_str().ok());
        header.and_then(Self::parse).ok_or(ApiError::invalid("idempotency_key_required", "Idempotency-Key"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_a_uuid_in_lower_case() {
        let key = "0190a6c2-7b1e-7cc3-98c4-dc0c0c07398f";
        assert_eq!(IdempotencyKey::parse(&key.to_uppercase()), Some(IdempotencyKey(key.to_owned())));
        let simple = key.replace('-', "");
        let braced = format!("{{{key}}}");
        let urn = format!("urn:uuid:{key}");
        for other in ["", "key", &simple, &braced, &urn, &key[1..], &key.replace('9', "g")] {
            assert_eq!(IdempotencyKey::parse(other), None, "{other}");
        }
    }
}
