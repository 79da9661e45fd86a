use std::collections::HashSet;
use std::sync::Arc;

use axum::extract::State;
use plumbline_core::ids::InstrumentId;
use plumbline_core::market::Market as MarketName;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::list_request::Wanted;
use super::shared::{Shared, SharedReply};
use super::snapshot::{List, Months, Quoted, Snapshot};
use super::stock_list::list;
use super::stock_row::{Rows, StockRow};
use super::watched::Watched;
use super::{Market, Ranking};
use crate::clock::Clock;
use crate::http::{ApiError, Body, Envelope, Language, Page, Paged, Params};

/// Contracts that are shown to one who watches none.
const CHOICE: usize = 12;
const CLASSES: [&str; 4] = ["index", "energy", "metal", "agricultural"];

/// A page of futures.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct FuturesRequest {
    /// index, energy, metal or agricultural; all when absent, empty or all.
    #[param(pattern = "^(all|index|energy|metal|agricultural)?$")]
    pub r#type: Option<String>,
    /// gainers, losers or actives; the catalog's order when absent or empty.
    #[param(pattern = "^(gainers|losers|actives)?$")]
    pub ranking: Option<String>,
    /// From 1.
    pub page_num: Option<i64>,
    /// 1 to 100; 20 when absent.
    pub page_size: Option<i64>,
}

impl FuturesRequest {
    fn class(&self) -> Result<String, ApiError> {
        match self.r#type.as_deref() {
            None | Some("" | "all") => Ok(String::new()),
            Some(class) if CLASSES.contains(&class) => Ok(class.to_owned()),
            Some(_) => Err(ApiError::invalid("type_invalid", "type")),
        }
    }

    fn list(&self) -> Result<List, ApiError> {
        match self.ranking.as_deref() {
            None | Some("") => Ok(List::All),
            Some(code) => {
                Ranking::from_code(code).map(List::Ranked).ok_or(ApiError::invalid("type_invalid", "ranking"))
            }
        }
    }
}

/// The nearest month of each future.
#[utoipa::path(get, path = "/m_ft/futures_list", tag = "market", security((), ("session" = [])),
    params(FuturesRequest),
    responses((status = 200, body = Envelope<Paged<StockRow>>),
        (status = 422, description = "type_invalid")))]
pub async fn futures_list(
    State(market): State<Arc<Market>>,
    State(clock): State<Clock>,
    Watched(watched): Watched,
    language: Language,
    Params(request): Params<FuturesRequest>,
) -> Result<SharedReply, ApiError> {
    let page = Page { page_num: request.page_num, page_size: request.page_size };
    let wanted = Wanted::futures(request.class()?, Months::Nearest, page);
    list(&market, &market.snapshot(clock.now()), &watched, language, &wanted, request.list()?)
}

/// Names a future by one of its contracts.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MonthsRequest {
    /// Such as `ESZ26`.
    pub stock_code: String,
}

/// All months of a future that are listed, the nearest first.
#[utoipa::path(post, path = "/m_ft/futures", tag = "market", security((), ("session" = [])),
    request_body = MonthsRequest,
    responses((status = 200, body = Envelope<Vec<StockRow>>),
        (status = 404, description = "instrument_unknown")))]
pub async fn months(
    State(market): State<Arc<Market>>,
    State(clock): State<Clock>,
    Watched(watched): Watched,
    language: Language,
    Body(request): Body<MonthsRequest>,
) -> Result<SharedReply, ApiError> {
    let one = market.find(Some(MarketName::Future.code()), &request.stock_code)?;
    let snapshot = market.snapshot(clock.now());
    let of_root =
        |quoted: &&Quoted| root(quoted).is_some() && root(quoted) == one.future.as_ref().map(|of| of.root.as_str());
    let mut months: Vec<&Quoted> = snapshot.all.iter().filter(of_root).collect();
    months.sort_by_key(|quoted| quoted.instrument.future.as_ref().map(|future| future.ends_at));
    rows(&market, &snapshot, language, &months, &watched)
}

/// The futures that the caller watches, and behind them those that are traded most.
#[utoipa::path(get, path = "/m_ft/futures_opt_list", tag = "market", security((), ("session" = [])),
    responses((status = 200, body = Envelope<Vec<StockRow>>)))]
pub async fn choice(
    State(market): State<Arc<Market>>,
    State(clock): State<Clock>,
    Watched(watched): Watched,
    language: Language,
) -> Result<SharedReply, ApiError> {
    let snapshot = market.snapshot(clock.now());
    let is_watched = |quoted: &Quoted| watched.contains(&quoted.instrument.id);
    let mut chosen: Vec<&Quoted> =
        snapshot.all.iter().filter(|quoted| root(quoted).is_some() && is_watched(quoted)).collect();
    let popular = |quoted: &Quoted| snapshot.is_nearest(quoted) && !is_watched(quoted);
    chosen.extend(snapshot.ranked(Ranking::Actives, popular).into_iter().take(CHOICE));
    rows(&market, &snapshot, language, &chosen, &watched)
}

fn root(quoted: &Quoted) -> Option<&str> {
    quoted.instrument.future.as_ref().map(|future| future.root.as_str())
}

fn rows(
    market: &Market,
    snapshot: &Snapshot,
    language: Language,
    shown: &[&Quoted],
    watched: &HashSet<InstrumentId>,
) -> Result<SharedReply, ApiError> {
    let rows = Rows::new(market, language, snapshot.taken_at).all(shown)?;
    Ok(Shared::write(rows, shown.iter().map(|quoted| quoted.instrument.id))?.for_watcher(watched))
}
