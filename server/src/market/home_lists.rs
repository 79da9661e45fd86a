use std::sync::Arc;

use axum::extract::State;
use plumbline_core::market::Market as MarketName;
use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use super::shared::{Shared, SharedReply};
use super::snapshot::{List, PageKey, Quoted};
use super::stock_row::{Rows, StockRow};
use super::watched::Watched;
use super::{Market, Ranking};
use crate::clock::Clock;
use crate::http::{ApiError, Envelope, Language};

const ROWS: usize = 6;

/// The short lists of the home page.
#[derive(Debug, Serialize, ToSchema)]
pub struct HomeLists<'a> {
    #[schema(value_type = Vec<StockRow>)]
    pub gainers: Vec<&'a RawValue>,
    #[schema(value_type = Vec<StockRow>)]
    pub losers: Vec<&'a RawValue>,
    #[schema(value_type = Vec<StockRow>)]
    pub actives: Vec<&'a RawValue>,
}

/// Six gainers, losers and most actives.
#[utoipa::path(get, path = "/m_ft/home_custom_list", tag = "market", security((), ("session" = [])),
    responses((status = 200, body = Envelope<HomeLists<'static>>)))]
pub async fn home_lists(
    State(market): State<Arc<Market>>,
    State(clock): State<Clock>,
    Watched(watched): Watched,
    language: Language,
) -> Result<SharedReply, ApiError> {
    let snapshot = market.snapshot(clock.now());
    let page = snapshot.page(PageKey::whole(List::Home, language), || {
        let rows = Rows::new(&market, language, snapshot.taken_at);
        let of_us = |quoted: &Quoted| quoted.instrument.market == MarketName::UsStock;
        let list = |ranking| snapshot.ranked(ranking, of_us).into_iter().take(ROWS).collect::<Vec<&Quoted>>();
        let shown @ [gainers, losers, actives] = &[Ranking::Gainers, Ranking::Losers, Ranking::Actives].map(list);
        let lists = HomeLists { gainers: rows.all(gainers)?, losers: rows.all(losers)?, actives: rows.all(actives)? };
        Shared::write(lists, shown.iter().flatten().map(|quoted| quoted.instrument.id))
    })?;
    Ok(page.for_watcher(&watched))
}
