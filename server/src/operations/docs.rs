//! The pages that show the description of every call.

use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use utoipa_swagger_ui::Config;

use crate::http::asset::{Asset, Keep, asset};
use crate::http::{ApiError, Segment};

/// The pages below `/docs`, whose files are part of the binary.
pub fn viewer() -> Router {
    Router::new()
        .route("/docs", get(|| async { Redirect::to("/docs/") }))
        .route("/docs/", get(|asked: HeaderMap| page("index.html".to_owned(), asked)))
        .route("/docs/{*file}", get(|Segment(file): Segment, asked: HeaderMap| page(file, asked)))
}

async fn page(file: String, asked: HeaderMap) -> Response {
    static CONFIG: LazyLock<Arc<Config<'static>>> = LazyLock::new(|| Arc::new(Config::from("/openapi.json")));
    let found = asset(format!("docs/{file}"), || {
        let found = utoipa_swagger_ui::serve(&file, Arc::clone(&CONFIG)).ok().flatten()?;
        Some(Asset::new(&found.content_type, Keep::Revalidated, found.bytes.into_owned().into()))
    });
    match found {
        Some(found) => found.answer(&asked).await,
        None => ApiError::not_found("url_unknown").into_response(),
    }
}
