//! Request bodies and query strings, with the API's coded refusals instead of the framework's texts.

use std::fmt;
use std::marker::PhantomData;

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeOwned, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::ApiError;

/// A JSON body: an object, whose fields are named.
#[derive(Debug)]
pub struct Body<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let (parts, body) = request.into_parts();
        let bytes = Bytes::from_request(Request::from_parts(parts.clone(), body), state).await;
        let bytes = bytes.map_err(|rejection| not_whole(&rejection))?;
        if json_holds_control(&bytes) {
            return Err(control("body_invalid"));
        }
        // The library would read a list as the fields in their order, which the API does not promise.
        if !bytes.trim_ascii_start().starts_with(b"{") {
            return Err(unreadable("the body is no JSON object"));
        }
        let read = Json::<T>::from_request(Request::from_parts(parts, bytes.into()), state).await;
        read.map(|Json(body)| Self(body)).map_err(|rejection| unreadable(&rejection.body_text()))
    }
}

/// The refusal of a body whose bytes did not all arrive.
pub(super) fn not_whole(rejection: &BytesRejection) -> ApiError {
    match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => too_large(),
        _ => unreadable(&rejection.body_text()),
    }
}

pub(super) const fn too_large() -> ApiError {
    ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "body_too_large")
}

fn unreadable(reason: &str) -> ApiError {
    ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "body_invalid").with_detail(serde_json::json!({ "reason": reason }))
}

/// Reads a part of a body that is an object: like [`Body`] it has fields with names, and is no list of their values.
///
/// # Errors
/// Another kind of value, or one of its fields cannot be read.
pub fn object<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<T, D::Error> {
    struct Named<T>(PhantomData<T>);

    impl<'de, T: Deserialize<'de>> Visitor<'de> for Named<T> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<T, A::Error> {
            T::deserialize(MapAccessDeserializer::new(fields))
        }
    }

    deserializer.deserialize_map(Named(PhantomData))
}

/// Reads a part of a body that is an object or null.
///
/// # Errors
/// Those of [`object`].
pub fn optional_object<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    struct Part<T>(T);

    impl<'de, T: Deserialize<'de>> Deserialize<'de> for Part<T> {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            object(deserializer).map(Self)
        }
    }

    Option::<Part<T>>::deserialize(deserializer).map(|part| part.map(|Part(part)| part))
}

/// The query string.
#[derive(Debug)]
pub struct Params<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Params<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        if query_holds_control(parts.uri.query().unwrap_or_default()) {
            return Err(control("query_invalid"));
        }
        let query: Result<Query<T>, QueryRejection> = Query::from_request_parts(parts, state).await;
        query.map(|Query(params)| Params(params)).map_err(|rejection| {
            ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "query_invalid")
                .with_detail(serde_json::json!({ "reason": rejection.body_text() }))
        })
    }
}

/// The refusal of a control character. No text of the API has several lines, and PostgreSQL cannot store a NUL: a
/// control character in a text is a mistake or an attack.
fn control(word: &'static str) -> ApiError {
    ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, word)
        .with_detail(serde_json::json!({ "reason": "a text holds a control character" }))
}

const fn is_control(code: u32) -> bool {
    code < 0x20 || code == 0x7f
}

/// True if a text in this JSON contains a control character of ASCII. JSON allows them as escapes only, except DEL.
fn json_holds_control(json: &[u8]) -> bool {
    let mut rest = json.iter();
    while let Some(byte) = rest.next() {
        let found = match byte {
            0x7f => true,
            b'\\' => match rest.next() {
                Some(b'b' | b'f' | b'n' | b'r' | b't') => true,
                Some(b'u') => rest.as_slice().get(..4).and_then(hexadecimal).is_some_and(is_control),
                _ => false,
            },
            _ => false,
        };
        if found {
            return true;
        }
    }
    false
}

/// True if this query string contains a percent-encoded control character of ASCII; unencoded ones do not arrive.
fn query_holds_control(query: &str) -> bool {
    let escapes = query.as_bytes().windows(3).filter(|window| window[0] == b'%');
    escapes.filter_map(|escape| hexadecimal(&escape[1..])).any(is_control)
}

fn hexadecimal(digits: &[u8]) -> Option<u32> {
    u32::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::header::CONTENT_TYPE;

    #[derive(Debug, serde::Deserialize, PartialEq)]
    struct Named {
        first: String,
        second: Option<i64>,
    }

    #[tokio::test]
    async fn a_body_names_its_fields() {
        let read = async |json: &'static str| {
            let request = Request::builder().header(CONTENT_TYPE, "application/json").body(json.into()).unwrap();
            Body::<Named>::from_request(request, &()).await.map(|Body(read)| read).map_err(|error| error.word)
        };
        assert_eq!(read(r#" {"first": "a", "second": 1}"#).await, Ok(Named { first: "a".to_owned(), second: Some(1) }));
        for other in [r#"["a", 1]"#, r#" \r\n ["a", null]"#, r#""a""#, "null", "7", "", r#"[["a", 1]]"#] {
            assert_eq!(read(other).await, Err("body_invalid"), "{other}");
        }
    }

    #[test]
    fn control_characters_are_found_however_they_are_written() {
        let table = [
            (r#"{"a": "b"}"#, false),
            ("{\n  \"a\": 1\n}", false),
            (r#"{"a": "\u0000"}"#, true),
            (r#"{"a\u0000": 1}"#, true),
            (r#"{"a": "\u001F"}"#, true),
            (r#"{"a": "\u007f"}"#, true),
            ("{\"a\": \"\u{7f}\"}", true),
            (r#"{"a": "x\ny"}"#, true),
            (r#"{"a": "\\u0000"}"#, false),
            (r#"{"a": "\\\u0000"}"#, true),
            (r#"{"a": "\u4e2d\" \/ \\"}"#, false),
            (r#"{"a": "\u00"#, false),
            ("\\", false),
        ];
        for (json, expected) in table {
            assert_eq!(json_holds_control(json.as_bytes()), expected, "{json}");
        }
        let table = [
            ("keyword=A%20B", false),
            ("keyword=%00", true),
            ("a=%1f", true),
            ("%7F=1", true),
            ("a=%", false),
            ("a=%e4", false),
        ];
        for (query, expected) in table {
            assert_eq!(query_holds_control(query), expected, "{query}");
        }
    }
}
