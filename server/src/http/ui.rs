//! The UI, which is part of the binary (a debug build reads `ui/dist` each time, so that it can be built anew).

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, HeaderValue, Method, Request, StatusCode};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

use super::ApiError;

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../ui/dist"]
struct Ui;

/// The bundler puts a hash of the content into the names below this folder, so they never change.
const HASHED: &str = "assets/";
const INDEX: &str = "index.html";
const NOT_BUILT: &str = "The API is running, but this server was built without its UI. ./scripts/run builds both.\n";

/// Answers what no call answers: a file of the UI, or 404.
pub async fn file(request: Request<Body>) -> Response {
    let path = request.uri().path().trim_start_matches('/');
    let path = if path.is_empty() { INDEX } else { path };
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return ApiError::not_found("url_unknown").into_response();
    }
    match Ui::get(path) {
        Some(found) => answer(path, found, request.headers()),
        None if path == INDEX => (StatusCode::NOT_IMPLEMENTED, NOT_BUILT).into_response(),
        None => ApiError::not_found("url_unknown").into_response(),
    }
}

fn answer(path: &str, found: EmbeddedFile, asked: &HeaderMap) -> Response {
    let tag = format!("\"{}\"", hex::encode(&found.metadata.sha256_hash()[..16]));
    let cache = if path.starts_with(HASHED) { "public, max-age=31536000, immutable" } else { "no-cache" };
    let headers = [(ETAG, header(&tag)), (CACHE_CONTROL, HeaderValue::from_static(cache))];
    if asked.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    let kind = mime_guess::from_path(path).first_or_octet_stream();
    (headers, [(CONTENT_TYPE, header(kind.as_ref()))], found.data).into_response()
}

fn header(text: &str) -> HeaderValue {
    HeaderValue::from_str(text).unwrap_or(HeaderValue::from_static(""))
}
