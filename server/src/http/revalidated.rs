//! Replies that are not sent again if the caller has them.

use axum::http::header::{CACHE_CONTROL, ETAG, VARY};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::{ApiError, is_known, written};

/// A successful reply for all callers, or the answer that it has not changed. Clients keep it and ask each time.
pub fn revalidated<T: Serialize>(asked: &HeaderMap, data: &T) -> Result<Response, ApiError> {
    let data = serde_json::to_vec(data).map_err(ApiError::internal)?;
    // Weak, because the reply may be compressed by a proxy.
    let tag = format!("W/\"{}\"", hex::encode(&Sha256::digest(&data)[..16]));
    let known = is_known(asked, &tag);
    let mut response = if known { StatusCode::NOT_MODIFIED.into_response() } else { written(&data) };
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(VARY, HeaderValue::from_static("accept-language"));
    headers.insert(ETAG, HeaderValue::from_str(&tag).map_err(ApiError::internal)?);
    Ok(response)
}
