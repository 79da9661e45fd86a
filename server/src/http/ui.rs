//! The UI, which is part of the binary (a debug build reads `ui/dist` each time, so that it can be built anew).

use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

use super::ApiError;
use super::asset::{Asset, Keep, asset};

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
        Some(found) => {
            // The content is part of the key, because a new build changes it under a debug build.
            let key = format!("ui/{path} {}", hex::encode(found.metadata.sha256_hash()));
            let keep = if path.starts_with(HASHED) { Keep::Forever } else { Keep::Revalidated };
            let kind = mime_guess::from_path(path).first_or_octet_stream();
            match asset(key, || Some(Asset::new(kind.as_ref(), keep, found.data))) {
                Some(file) => file.answer(request.headers()).await,
                None => ApiError::not_found("url_unknown").into_response(),
            }
        }
        None if path == INDEX => (StatusCode::NOT_IMPLEMENTED, NOT_BUILT).into_response(),
        None => ApiError::not_found("url_unknown").into_response(),
    }
}
