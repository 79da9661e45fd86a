use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;

use crate::db::{Db, DbError};
use crate::funds::chains;
use crate::http::ApiError;
use crate::leader::Leadership;
use crate::push::Hub;
use crate::supervision::Supervisor;
use crate::writer::{RunError, Writer};
use crate::{fetch_one, statements};

/// A part that takes longer to answer counts as failed.
const ANSWER_MAX: Duration = Duration::from_secs(2);

/// The parts that readiness checks.
#[derive(Debug)]
pub struct Vitals {
    pub db: Db,
    pub writer: Writer,
    pub hub: Arc<Hub>,
    pub leadership: Leadership,
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

/// Tells whether the process can serve customers: the server is not stopping, the database answers, every part runs, and
/// the writer of the leading server stores its batches. The first line is `leads` once the server takes commands, and else
/// `standby`, also while a term begins or ends, which a line of its own says. A standby is ready also
/// while nobody leads, and says so on a line of its own, as it does when its clock keeps it from leading. A server whose
/// bus is not connected is ready, and says so too. Otherwise the answer is 503 `not_ready`, and `detail.parts` names the
/// parts that are not well. A halted chain stops deposits on it and nothing else, and an account with unreadable data
/// stops no other account: each is named on a line of its own.
#[utoipa::path(get, path = "/readyz", tag = "operations", security(()), responses((status = 200, body = String),
        (status = 503, description = "not_ready")))]
pub async fn readyz(State(vitals): State<Arc<Vitals>>) -> Result<String, ApiError> {
    let unwell = vitals.unwell().await;
    if unwell.is_empty() {
        let chains = chains::states(&mut vitals.db.read().await?).await?;
        let halted = chains.iter().filter(|chain| chain.halted.is_some());
        let role = if vitals.leads() { "leads" } else { "standby" };
        let halted = halted.map(|chain| format!("\nchain halted: {}", chain.chain));
        let aside = vitals.db.aside().named().into_iter().map(|row| format!("\nput aside: {row}"));
        return Ok(role.to_owned() + &vitals.lacks() + &halted.chain(aside).collect::<String>());
    }
    let detail = serde_json::json!({ "parts": unwell });
    Err(ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "not_ready").with_detail(detail))
}

impl Vitals {
    /// The parts that have failed.
    async fn unwell(&self) -> Vec<&'static str> {
        let mut unwell = self.supervisor.unwell();
        let mut add = |part, well: bool| {
            if !well && !unwell.contains(&part) {
                unwell.push(part);
            }
        };
        add("stopping", !self.supervisor.stopping().is_cancelled());
        let (writer, database) = tokio::join!(
            tokio::time::timeout(ANSWER_MAX, self.writes()),
            tokio::time::timeout(ANSWER_MAX, probe(&self.db))
        );
        add("writer", matches!(writer, Ok(true)));
        add("database", matches!(database, Ok(Ok(()))));
        unwell
    }

    /// True while this server leads and takes commands.
    fn leads(&self) -> bool {
        self.leadership.leads() && self.writer.is_open()
    }

    /// The obstacles to leading, handing over or standing by, each on a line of its own.
    fn lacks(&self) -> String {
        let mut lacks = String::new();
        if !self.leadership.leads() && self.leadership.leader().is_none() {
            lacks += "\nnobody leads";
        }
        if self.leadership.leads() && !self.leads() {
            lacks += "\nthe term of this server begins or ends: it takes no commands";
        }
        if self.leadership.clock_is_off() {
            let ahead = self.leadership.clock_ahead();
            lacks += &format!("\nclock {ahead} ms ahead of the database's: this server does not lead");
        }
        if !self.hub.is_connected() {
            let leads = self.leadership.leads();
            let lack =
                if leads { "standbys are told no prices" } else { "the prices that this server shows are stale" };
            lacks += &format!("\nbus not connected: {lack}");
        }
        lacks
    }

    /// True if the writer stores its batches, or this server does not write.
    async fn writes(&self) -> bool {
        match self.writer.ping().await {
            Ok(()) | Err(RunError::NotLeading) => true,
            Err(_) => !self.leadership.leads(),
        }
    }
}

async fn probe(db: &Db) -> Result<(), DbError> {
    fetch_one!(&mut db.read().await?, (i64,), PROBE).map(drop)
}
