use std::sync::LazyLock;

use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use utoipa_swagger_ui::{Config, SwaggerUi};

use crate::router::document;

static DOCUMENT: LazyLock<String> =
    LazyLock::new(|| document().to_json().expect("the document is made of plain values"));

/// The description of every call (OpenAPI 3.1). `/docs` shows it.
#[utoipa::path(get, path = "/openapi.json", tag = "operations", security(()),
    responses((status = 200, body = serde_json::Value, content_type = "application/json")))]
pub async fn openapi() -> impl IntoResponse {
    ([(CONTENT_TYPE, "application/json")], DOCUMENT.as_str())
}

/// The pages below `/docs`, whose files are part of the binary.
pub fn viewer() -> SwaggerUi {
    SwaggerUi::new("/docs").config(Config::from("/openapi.json"))
}
