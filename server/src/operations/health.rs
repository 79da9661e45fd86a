use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;

use crate::db::{Db, DbError};
use crate::funds::chains;
use crate::http::ApiError;
use crate::push::Hub;
use crate::supervision::Supervisor;
use crate::writer::Writer;
use crate::{fetch_one, statements};

/// A part that has not answered by then is not well.
const ANSWER_MAX: Duration = Duration::from_secs(2);

/// What readiness is asked of.
#[derive(Debug)]
pub struct Vitals {
    pub db: Db,
    pub writer: Writer,
    pub hub: Arc<Hub>,
    pub supervisor: Supervisor,
}

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
/// that are not well. A halted chain stops deposits on it and nothing else: it is named on a line of its own.
#[utoipa::path(get, path = "/readyz", tag = "operations", security(()), responses((status = 200, body = String),
        (status = 503, description = "not_ready")))]
pub async fn readyz(State(vitals): State<Arc<Vitals>>) -> Result<String, ApiError> {
    let unwell = vitals.unwell().await;
    if unwell.is_empty() {
        let chains = chains::states(&mut vitals.db.read().await?).await?;
        let halted = chains.iter().filter(|chain| chain.halted.is_some());
        return Ok(halted.fold("ready".to_owned(), |said, chain| format!("{said}\nchain halted: {}", chain.chain)));
    }
    let detail = serde_json::json!({ "parts": unwell });
    Err(ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "not_ready").with_detail(detail))
}

impl Vitals {
    /// The parts that are not well.
    async fn unwell(&self) -> Vec<&'static str> {
        let mut unwell = self.supervisor.unwell();
        let mut add = |part, well: bool| {
            if !well && !unwell.contains(&part) {
                unwell.push(part);
            }
        };
        add("stopping", !self.supervisor.stopping().is_cancelled());
        add("bus", self.hub.is_connected());
        let (writer, database) = tokio::join!(
            tokio::time::timeout(ANSWER_MAX, self.writer.ping()),
            tokio::time::timeout(ANSWER_MAX, probe(&self.db))
        );
        add("writer", matches!(writer, Ok(Ok(()))));
        add("database", matches!(database, Ok(Ok(()))));
        unwell
    }
}

async fn probe(db: &Db) -> Result<(), DbError> {
    fetch_one!(&mut db.read().await?, (i64,), PROBE).map(drop)
}
