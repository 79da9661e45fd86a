use std::sync::Arc;

use axum::extract::State;

use super::Market;
use super::list_request::{TopRequest, Wanted};
use super::shared::{Shared, SharedReply};
use super::snapshot::List;
use super::stock_row::{Rows, StockRow};
use super::watched::Watched;
use crate::clock::Clock;
use crate::http::{ApiError, Envelope, Language, Params};

/// The largest companies first: the catalog's own order.
#[utoipa::path(get, path = "/m_ft/topList", tag = "market", security((), ("session" = [])), params(TopRequest),
    responses((status = 200, body = Envelope<Vec<StockRow>>)))]
pub async fn top_list(
    State(market): State<Arc<Market>>,
    State(clock): State<Clock>,
    Watched(watched): Watched,
    language: Language,
    Params(request): Params<TopRequest>,
) -> Result<SharedReply, ApiError> {
    let (wanted, snapshot) = (Wanted::from(request), market.snapshot(clock.now()));
    let page = snapshot.page(wanted.key(List::Top, language), || {
        let kept: Vec<_> = snapshot.all.iter().filter(|quoted| wanted.keeps(quoted, &snapshot)).collect();
        let shown = wanted.page.cut(&kept).list;
        let rows = Rows::new(&market, language, snapshot.taken_at).all(&shown)?;
        Shared::write(rows, shown.iter().map(|quoted| quoted.instrument.id))
    })?;
    Ok(page.for_watcher(&watched))
}
