use std::sync::Arc;

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::{Watchlists, store};
use crate::http::{ApiError, Envelope, Language, Reply};
use crate::identity::CurrentSession;
use crate::market::Quoted;
use crate::market::stock_row::{Rows, StockRow};

/// A watched instrument, with the raw keys that the wire also knows.
#[derive(Debug, Serialize, ToSchema)]
pub struct WatchedRow {
    /// The entry's id, for deleting and reordering.
    #[serde(rename = "watchId")]
    pub watch_id: String,
    #[serde(flatten)]
    pub row: StockRow,
    /// The name.
    pub f14: String,
    /// The code.
    pub f12: String,
    /// The change.
    pub f4: Option<String>,
    /// The change in percent.
    pub f3: Option<String>,
    /// The price.
    pub f2: Option<String>,
    /// The volume.
    pub f5: Option<String>,
}

/// The caller's watchlist in the caller's order.
#[utoipa::path(get, path = "/userSelfSecurity/selectSelfSelectionStocksData", tag = "watchlist",
    responses((status = 200, body = Envelope<Vec<WatchedRow>>)))]
pub async fn list(
    State(lists): State<Arc<Watchlists>>,
    session: CurrentSession,
    language: Language,
) -> Result<Reply<Vec<WatchedRow>>, ApiError> {
    let entries = store::all(&mut lists.db.read().await?, session.account_id).await?;
    let rows = Rows::new(&lists.market, language, lists.clock.now());
    let watched = entries.iter().filter_map(|(id, instrument)| {
        let instrument = lists.market.catalog.get(*instrument)?;
        let row = rows.row(&Quoted::of(instrument, &lists.market.board));
        Some(watched(*id, StockRow { watched: true, ..row }))
    });
    Ok(Reply(watched.collect()))
}

fn watched(id: i64, row: StockRow) -> WatchedRow {
    WatchedRow {
        watch_id: id.to_string(),
        f14: row.name.clone(),
        f12: row.stock_code.clone(),
        f4: row.change.clone(),
        f3: row.change_ratio.clone(),
        f2: row.price_nominal.clone(),
        f5: row.volume.clone(),
        row,
    }
}
