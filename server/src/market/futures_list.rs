use std::sync::Arc;

use axum::extract::State;
use plumbline_core::market::Market as MarketName;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::Market;
use super::list::Asker;
use super::list_request::{ListRequest, Wanted};
use super::quoted::Quoted;
use super::shared::SharedReply;
use super::stock_row::StockRow;
use crate::http::{ApiError, Body, Envelope, PageRequest, Paged, Params, wire};

/// Contracts that are shown to a caller who watches none.
const CHOICE: usize = 12;
const CLASSES: [&str; 4] = ["index", "energy", "metal", "agricultural"];

/// Which futures, and in which order.
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
    /// The column to sort by.
    pub sort: Option<wire::SortColumn>,
    /// asc or desc; by default words ascending, figures descending.
    #[param(pattern = "^(asc|desc)?$")]
    pub order: Option<String>,
}

impl FuturesRequest {
    fn wanted(self) -> Result<Wanted, ApiError> {
        let class = match self.r#type {
            Some(class) if CLASSES.contains(&class.as_str()) => Some(class),
            None => None,
            Some(all) if all.is_empty() || all == "all" => None,
            Some(_) => return Err(ApiError::invalid("type_invalid", "type")),
        };
        let Self { ranking, sort, order, .. } = self;
        let request = ListRequest { r#type: ranking, classify: class, sort, order, ..ListRequest::default() };
        Wanted::of(MarketName::Future, request)
    }
}

/// The month of each future in which most contracts are open; the nearest month where they are not counted.
#[utoipa::path(get, path = "/m_ft/futures_list", tag = "market", security((), ("session" = [])),
    params(FuturesRequest, PageRequest),
    responses((status = 200, body = Envelope<Paged<StockRow>>),
        (status = 422, description = "type_invalid, sort_invalid, page_invalid")))]
pub async fn futures_list(
    asker: Asker,
    Params(request): Params<FuturesRequest>,
    Params(page): Params<PageRequest>,
) -> Result<SharedReply, ApiError> {
    asker.page(&request.wanted()?, page.checked()?)
}

/// A future, named by one of its contracts.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MonthsRequest {
    /// The contract's code, such as `ESZ26`.
    pub stock_code: wire::StockCode,
}

/// All months of a future that are listed, the nearest first.
#[utoipa::path(post, path = "/m_ft/futures", tag = "market", security((), ("session" = [])),
    request_body = MonthsRequest,
    responses((status = 200, body = Envelope<Vec<StockRow>>),
        (status = 404, description = "instrument_unknown")))]
pub async fn months(
    asker: Asker,
    State(market): State<Arc<Market>>,
    Body(request): Body<MonthsRequest>,
) -> Result<SharedReply, ApiError> {
    let one = market.find(Some(MarketName::Future.code()), &request.stock_code)?;
    let of_root =
        |quoted: &&Quoted| root(quoted).is_some() && root(quoted) == one.future.as_ref().map(|of| of.root.as_str());
    let mut months: Vec<&Quoted> = asker.snapshot.all.iter().filter(of_root).collect();
    months.sort_by_key(|quoted| quoted.instrument.future.as_ref().map(|future| future.ends_at));
    asker.choice(&months)
}

/// The futures that the caller watches, followed by the most traded ones.
#[utoipa::path(get, path = "/m_ft/futures_opt_list", tag = "market", security((), ("session" = [])),
    responses((status = 200, body = Envelope<Vec<StockRow>>)))]
pub async fn choice(asker: Asker) -> Result<SharedReply, ApiError> {
    let is_watched = |quoted: &&Quoted| asker.watched.contains(&quoted.instrument.id);
    let futures = asker.snapshot.all.iter().filter(|quoted| root(quoted).is_some());
    let mut chosen: Vec<&Quoted> = futures.filter(is_watched).collect();
    let popular = ListRequest { r#type: Some("actives".to_owned()), ..ListRequest::default() };
    let popular = asker.kept(&Wanted::of(MarketName::Future, popular)?);
    chosen.extend(popular.into_iter().filter(|quoted| !is_watched(quoted)).take(CHOICE));
    asker.choice(&chosen)
}

fn root(quoted: &Quoted) -> Option<&str> {
    quoted.instrument.future.as_ref().map(|future| future.root.as_str())
}
