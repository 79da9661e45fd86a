//! The one error type at the API's edge. Capabilities have error enums of their own that convert to it.

use std::error::Error;

use axum::http::{HeaderValue, StatusCode, header::RETRY_AFTER};
use axum::response::{IntoResponse, Response};
use plumbline_core::decision::{Refusal, RefusalKind};

use crate::db::DbError;

/// A record that the request needs is stored in a form that this version cannot read: an operator must look.
pub const RECORD_UNREADABLE: &str = "record_unreadable";

/// A refusal or failure on its way to the client: a status, a stable word, and details for the log.
#[derive(Debug)]
pub struct ApiError {
    pub status: StatusCode,
    /// The stable word that clients branch on.
    pub word: &'static str,
    /// The request field at fault.
    pub field: Option<&'static str>,
    /// Figures that help the client, such as the least amount.
    pub detail: Option<serde_json::Value>,
    /// Seconds after which the client should try again.
    pub retry_after_seconds: Option<u64>,
    /// The cause of an internal failure, for the log only.
    pub source: Option<Box<dyn Error + Send + Sync>>,
}

impl ApiError {
    pub const fn new(status: StatusCode, word: &'static str) -> Self {
        Self { status, word, field: None, detail: None, retry_after_seconds: None, source: None }
    }

    /// 422: the input is not valid.
    pub const fn invalid(word: &'static str, field: &'static str) -> Self {
        let mut error = Self::new(StatusCode::UNPROCESSABLE_ENTITY, word);
        error.field = Some(field);
        error
    }

    /// 409: the present state refuses it.
    pub const fn conflict(word: &'static str) -> Self {
        Self::new(StatusCode::CONFLICT, word)
    }

    pub const fn not_found(word: &'static str) -> Self {
        Self::new(StatusCode::NOT_FOUND, word)
    }

    /// 401: no session, or an ended one.
    pub const fn session_required() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "session_required")
    }

    /// 503 with `Retry-After`: no server leads, or the leader was lost meanwhile. A repeat under the same idempotency
    /// key acts once.
    pub const fn no_leader() -> Self {
        let mut error = Self::new(StatusCode::SERVICE_UNAVAILABLE, "no_leader");
        error.retry_after_seconds = Some(1);
        error
    }

    /// 503 with `Retry-After`: the database cannot be reached from here.
    pub const fn unavailable() -> Self {
        let mut error = Self::new(StatusCode::SERVICE_UNAVAILABLE, "unavailable");
        error.retry_after_seconds = Some(1);
        error
    }

    /// 429 with `Retry-After`.
    pub const fn rate_limited(retry_after_seconds: u64) -> Self {
        let mut error = Self::new(StatusCode::TOO_MANY_REQUESTS, "rate_limited");
        error.retry_after_seconds = Some(retry_after_seconds);
        error
    }

    /// 500: a failure of the server. The cause is logged once, at the boundary, and not shown.
    pub fn internal(source: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        let mut error = Self::new(StatusCode::INTERNAL_SERVER_ERROR, "internal");
        error.source = Some(source.into());
        error
    }

    pub fn with_detail(mut self, detail: serde_json::Value) -> Self {
        self.detail = Some(detail);
        self
    }

    pub const fn on_field(mut self, field: &'static str) -> Self {
        self.field = Some(field);
        self
    }
}

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> Self {
        let status = match refusal.kind() {
            RefusalKind::Invalid => StatusCode::UNPROCESSABLE_ENTITY,
            RefusalKind::NotFound => StatusCode::NOT_FOUND,
            RefusalKind::Conflict => StatusCode::CONFLICT,
            RefusalKind::Fault => return Self::internal(refusal),
        };
        Self { field: refusal.field(), ..Self::new(status, refusal.word()) }
    }
}

impl From<DbError> for ApiError {
    fn from(error: DbError) -> Self {
        if error.is_unreachable() {
            return Self { source: Some(error.into()), ..Self::unavailable() };
        }
        let word = if error.is_unreadable() { RECORD_UNREADABLE } else { "internal" };
        Self { word, ..Self::internal(error) }
    }
}

impl IntoResponse for ApiError {
    /// The body is written by [`super::render_errors`], which has the caller's language.
    fn into_response(self) -> Response {
        let mut response = self.status.into_response();
        if let Some(seconds) = self.retry_after_seconds {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(seconds));
        }
        response.extensions_mut().insert(std::sync::Arc::new(self));
        response
    }
}
