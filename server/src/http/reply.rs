//! The envelope `{"code", "msg", "data"}` around every reply.

use std::sync::Arc;

use axum::Json;
use axum::extract::Request;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use serde::Serialize;
use utoipa::ToSchema;

use super::{ApiError, Language, message, wire};

tokio::task_local! {
    /// The caller's language, while the request is handled.
    static LANGUAGE: Language;
}

/// The envelope of every reply. `code` equals the HTTP status; 200 is success.
#[derive(Debug, Serialize, ToSchema)]
pub struct Envelope<T> {
    pub code: u16,
    pub msg: String,
    pub data: T,
}

/// The `data` of a refusal.
#[derive(Debug, Serialize, ToSchema)]
pub struct ErrorData {
    /// The stable word that clients branch on.
    pub error: wire::RefusalWord,
    /// The request field at fault.
    pub field: Option<wire::FieldName>,
    /// Figures that help the client.
    pub detail: Option<serde_json::Value>,
}

/// The `data` of a call that has nothing to tell.
#[derive(Debug, Serialize, ToSchema)]
pub struct Nothing {}

/// A successful reply.
#[derive(Debug)]
pub struct Reply<T>(pub T);

impl<T: Serialize> IntoResponse for Reply<T> {
    fn into_response(self) -> Response {
        let language = LANGUAGE.try_with(|language| *language).unwrap_or_default();
        Json(Envelope { code: 200, msg: message(language, "success").to_owned(), data: self.0 }).into_response()
    }
}

/// A successful reply whose data is JSON already.
pub fn written(data: &[u8]) -> Response {
    let language = LANGUAGE.try_with(|language| *language).unwrap_or_default();
    ([(CONTENT_TYPE, HeaderValue::from_static("application/json"))], enveloped(data, language)).into_response()
}

/// The bytes of a successful reply in a language.
pub fn enveloped(data: &[u8], language: Language) -> Bytes {
    let text = serde_json::Value::from(message(language, "success")).to_string();
    [br#"{"code":200,"msg":"#, text.as_bytes(), br#","data":"#, data, b"}"].concat().into()
}

/// Sets the caller's language for replies, turns every error into the envelope, and logs the server's own failures
/// once.
pub async fn render_errors(language: Language, request: Request, next: Next) -> Response {
    let path = request.uri().path().to_owned();
    let response = LANGUAGE.scope(language, next.run(request)).await;
    if let Some(error) = response.extensions().get::<Arc<ApiError>>().cloned() {
        log(&path, &error);
        return with_body(response, &error, language);
    }
    match bare_failure(&response) {
        Some(word) => with_body(response, &ApiError::new(StatusCode::OK, word), language),
        None => response,
    }
}

/// The word for failures that the framework itself answers without the API's body.
fn bare_failure(response: &Response) -> Option<&'static str> {
    if response.headers().get("content-type").is_some_and(|t| t.as_bytes().starts_with(b"application/json")) {
        return None;
    }
    match response.status() {
        StatusCode::NOT_FOUND => Some("url_unknown"),
        StatusCode::METHOD_NOT_ALLOWED => Some("method_not_allowed"),
        StatusCode::PAYLOAD_TOO_LARGE => Some("body_too_large"),
        StatusCode::REQUEST_TIMEOUT | StatusCode::GATEWAY_TIMEOUT => Some("timeout"),
        StatusCode::SERVICE_UNAVAILABLE => Some("overloaded"),
        StatusCode::INTERNAL_SERVER_ERROR => Some("internal"),
        _ => None,
    }
}

fn with_body(response: Response, error: &ApiError, language: Language) -> Response {
    let (mut parts, _) = response.into_parts();
    let envelope = Envelope {
        code: parts.status.as_u16(),
        msg: message(language, error.word).to_owned(),
        data: ErrorData { error: error.word.into(), field: error.field.map(Into::into), detail: error.detail.clone() },
    };
    let (json, body) = Json(envelope).into_response().into_parts();
    parts.headers.remove("content-length");
    parts.headers.extend(json.headers);
    Response::from_parts(parts, body)
}

fn log(path: &str, error: &ApiError) {
    match &error.source {
        Some(source) => tracing::error!(path, word = error.word, error = %source, "request failed"),
        None => tracing::debug!(path, word = error.word, "request refused"),
    }
}
