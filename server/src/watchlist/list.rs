use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use utoipa::ToSchema;

use super::{Watchlists, store};
use crate::http::{ApiError, Envelope, Language, wire, written};
use crate::identity::CurrentSession;
use crate::market::Quoted;
use crate::market::stock_row::{Rows, StockRow};

/// A watched instrument, with the raw keys that the wire also knows.
#[derive(Debug, Serialize, ToSchema)]
pub struct WatchedRow {
    /// The entry's id, for deleting and reordering.
    #[serde(rename = "watchId")]
    pub watch_id: wire::Id,
    #[serde(flatten)]
    pub row: StockRow,
    /// The name.
    pub f14: String,
    /// The code.
    pub f12: wire::StockCode,
    /// The change.
    pub f4: Option<wire::Decimal>,
    /// The change in percent.
    pub f3: Option<wire::Decimal>,
    /// The price.
    pub f2: Option<wire::Decimal>,
    /// The volume.
    pub f5: Option<wire::Decimal>,
}

/// The caller's watchlist in the caller's order.
#[utoipa::path(get, path = "/userSelfSecurity/selectSelfSelectionStocksData", tag = "watchlist",
    responses((status = 200, body = Envelope<Vec<WatchedRow>>)))]
pub async fn list(
    State(lists): State<Arc<Watchlists>>,
    session: CurrentSession,
    language: Language,
) -> Result<Response, ApiError> {
    let entries = store::all(&mut lists.db.read().await?, session.account_id).await?;
    let snapshot = lists.market.snapshot(lists.clock.now());
    let rows = Rows::new(&lists.market, language, snapshot.taken_at);
    let write = |quoted: &Quoted| to_raw_value(&watched(rows.row(quoted))).map_err(ApiError::internal);
    let mut list = Vec::with_capacity(entries.len() * ROW_BYTES);
    for (id, instrument) in entries {
        match (snapshot.get(instrument), lists.market.catalog.get(instrument)) {
            (Some(quoted), _) => push(&mut list, id, quoted.watched_row(language, || write(quoted))?)?,
            // It is in no list any more, and is watched nevertheless.
            (None, Some(instrument)) => push(&mut list, id, &write(&Quoted::of(instrument, &lists.market.board))?)?,
            (None, None) => {}
        }
    }
    if list.is_empty() {
        list.push(b'[');
    }
    list.push(b']');
    Ok(written(&list))
}

/// The usual most bytes of a row.
const ROW_BYTES: usize = 1_536;
/// The beginning of a row that is shared by all who watch the instrument.
const OPENING: &str = r#"{"watchId":""#;

/// Adds a row that is written already, with the id of its entry.
fn push(list: &mut Vec<u8>, id: i64, row: &RawValue) -> Result<(), ApiError> {
    let rest = row.get().strip_prefix(OPENING).ok_or_else(|| ApiError::internal("a row begins with its entry"))?;
    list.push(if list.is_empty() { b'[' } else { b',' });
    for part in [OPENING, &id.to_string(), rest] {
        list.extend_from_slice(part.as_bytes());
    }
    Ok(())
}

/// The row as shared by all who watch the instrument: the entry's id is added for each.
fn watched(row: StockRow) -> WatchedRow {
    WatchedRow {
        watch_id: String::new().into(),
        f14: row.name.clone(),
        f12: row.stock_code.clone(),
        f4: row.change.clone(),
        f3: row.change_ratio.clone(),
        f2: row.price_nominal.clone(),
        f5: row.volume.clone(),
        row: StockRow { watched: true, ..row },
    }
}
