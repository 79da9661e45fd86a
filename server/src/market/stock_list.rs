use std::collections::HashSet;
use std::sync::Arc;

use axum::extract::State;
use plumbline_core::ids::InstrumentId;

use super::list_request::{ListRequest, RankedRequest, Wanted};
use super::shared::{Shared, SharedReply};
use super::snapshot::{List, Quoted, Snapshot};
use super::stock_row::{Rows, StockRow};
use super::watched::Watched;
use super::{Market, Ranking};
use crate::clock::Clock;
use crate::http::{ApiError, Envelope, Language, Paged, Params};

/// Gainers, losers or most actives, of one exchange or of all.
#[utoipa::path(get, path = "/m_ft/stock_list", tag = "market", security((), ("session" = [])), params(RankedRequest),
    responses((status = 200, body = Envelope<Paged<StockRow>>),
        (status = 422, description = "type_invalid")))]
pub async fn stock_list(
    State(market): State<Arc<Market>>,
    State(clock): State<Clock>,
    Watched(watched): Watched,
    language: Language,
    Params(request): Params<RankedRequest>,
) -> Result<SharedReply, ApiError> {
    let ranking = request.ranking()?;
    list(&market, &market.snapshot(clock.now()), &watched, language, &request.into(), List::Ranked(ranking))
}

/// The stocks with the greatest traded value of the day.
#[utoipa::path(get, path = "/m_ft/hot_stock", tag = "market", security((), ("session" = [])), params(ListRequest),
    responses((status = 200, body = Envelope<Paged<StockRow>>)))]
pub async fn hot_stocks(
    State(market): State<Arc<Market>>,
    State(clock): State<Clock>,
    Watched(watched): Watched,
    language: Language,
    Params(request): Params<ListRequest>,
) -> Result<SharedReply, ApiError> {
    list(&market, &market.snapshot(clock.now()), &watched, language, &request.into(), List::Ranked(Ranking::Actives))
}

/// All US stocks, in the catalog's order.
#[utoipa::path(get, path = "/m_ft/all_stock_list", tag = "market", security((), ("session" = [])), params(ListRequest),
    responses((status = 200, body = Envelope<Paged<StockRow>>)))]
pub async fn all_stocks(
    State(market): State<Arc<Market>>,
    State(clock): State<Clock>,
    Watched(watched): Watched,
    language: Language,
    Params(request): Params<ListRequest>,
) -> Result<SharedReply, ApiError> {
    list(&market, &market.snapshot(clock.now()), &watched, language, &request.into(), List::All)
}

/// A page of a list, which is written once for all callers.
pub(super) fn list(
    market: &Market,
    snapshot: &Snapshot,
    watched: &HashSet<InstrumentId>,
    language: Language,
    wanted: &Wanted,
    list: List,
) -> Result<SharedReply, ApiError> {
    let page = snapshot.page(wanted.key(list, language), || {
        let Paged { list: shown, page } = wanted.page.cut(&kept(snapshot, wanted, list));
        let list = Rows::new(market, language, snapshot.taken_at).all(&shown)?;
        Shared::write(Paged { list, page }, shown.iter().map(|quoted| quoted.instrument.id))
    })?;
    Ok(page.for_watcher(watched))
}

/// What a list shows of a snapshot, on all of its pages.
pub(super) fn kept<'s>(snapshot: &'s Snapshot, wanted: &Wanted, list: List) -> Vec<&'s Quoted> {
    let keep = |quoted: &Quoted| wanted.keeps(quoted, snapshot);
    match list {
        List::Ranked(ranking) => snapshot.ranked(ranking, keep),
        _ => snapshot.all.iter().filter(|quoted| keep(quoted)).collect(),
    }
}
