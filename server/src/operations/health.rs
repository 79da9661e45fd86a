use axum::extract::State;
use axum::http::StatusCode;

use crate::app::App;
use crate::http::ApiError;

/// The process answers.
#[utoipa::path(get, path = "/healthz", tag = "operations", security(()), responses((status = 200, body = String)))]
pub async fn healthz() -> &'static str {
    "ok"
}

/// The process can serve customers: the database answers, and the server is not stopping.
#[utoipa::path(get, path = "/readyz", tag = "operations", security(()), responses((status = 200, body = String)))]
pub async fn readyz(State(app): State<App>) -> Result<&'static str, ApiError> {
    if app.stopping.is_cancelled() {
        return Err(ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "overloaded"));
    }
    app.db.read().await?;
    Ok("ready")
}
