use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;

use crate::app::App;
use crate::db::{Db, DbError};
use crate::http::ApiError;
use crate::{fetch_one, statements};

/// A part that has not answered by then is not well.
const ANSWER_MAX: Duration = Duration::from_secs(2);

statements! {
    PROBE: "SELECT CAST(1 AS BIGINT)";
}

/// The process answers.
#[utoipa::path(get, path = "/healthz", tag = "operations", security(()), responses((status = 200, body = String)))]
pub async fn healthz() -> &'static str {
    "ok"
}

/// The process can serve customers: the server is not stopping, the writer stores its batches, the database
/// answers, the bus is connected, and every part runs. Otherwise 503 `not_ready`, and `detail.parts` names those
/// that are not well.
#[utoipa::path(get, path = "/readyz", tag = "operations", security(()), responses((status = 200, body = String),
        (status = 503, description = "not_ready")))]
pub async fn readyz(State(app): State<App>) -> Result<&'static str, ApiError> {
    let unwell = unwell(&app).await;
    if unwell.is_empty() {
        return Ok("ready");
    }
    let detail = serde_json::json!({ "parts": unwell });
    Err(ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "not_ready").with_detail(detail))
}

async fn unwell(app: &App) -> Vec<&'static str> {
    let mut unwell = app.supervisor.unwell();
    let mut add = |part, well: bool| {
        if !well && !unwell.contains(&part) {
            unwell.push(part);
        }
    };
    add("stopping", !app.stopping.is_cancelled());
    add("bus", app.hub.is_connected());
    let (writer, database) = tokio::join!(
        tokio::time::timeout(ANSWER_MAX, app.writer.ping()),
        tokio::time::timeout(ANSWER_MAX, probe(&app.db))
    );
    add("writer", matches!(writer, Ok(Ok(()))));
    add("database", matches!(database, Ok(Ok(()))));
    unwell
}

async fn probe(db: &Db) -> Result<(), DbError> {
    fetch_one!(&mut db.read().await?, (i64,), PROBE).map(drop)
}
