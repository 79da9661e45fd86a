use std::sync::Arc;

use axum::extract::State;
use plumbline_core::market::Market as MarketName;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::auctions::AuctionInfo;
use super::shared::{Shared, SharedReply};
use super::snapshot::{List, PageKey, Quoted};
use super::stock_row::{Rows, StockRow};
use super::watched::Watched;
use super::{Market, named};
use crate::clock::Clock;
use crate::http::{ApiError, Body, Envelope, Language, Page, Paged};

/// The asset source of a stock in its auction.
const AUCTION_STOCK: i64 = 8;

/// A page of the stocks that have an opening auction.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PreMarketRequest {
    /// UsStock or HK; UsStock when absent or empty.
    pub market: Option<String>,
    #[serde(flatten)]
    pub page: Page,
}

/// A stock with its opening auction.
#[derive(Debug, Serialize, ToSchema)]
pub struct AuctionRow {
    #[serde(flatten)]
    pub row: StockRow,
    #[serde(flatten)]
    pub auction: AuctionInfo,
}

/// The stocks of a market that open with an auction, the best-known first. Its orders are those of the simulated market.
#[utoipa::path(post, path = "/m_ft/preMarketList", tag = "market", security((), ("session" = [])),
    request_body = PreMarketRequest,
    responses((status = 200, body = Envelope<Paged<AuctionRow>>),
        (status = 422, description = "market_unknown")))]
pub async fn pre_market_list(
    State(market): State<Arc<Market>>,
    State(clock): State<Clock>,
    Watched(watched): Watched,
    language: Language,
    Body(request): Body<PreMarketRequest>,
) -> Result<SharedReply, ApiError> {
    let of = named(request.market.as_deref())?.unwrap_or(MarketName::UsStock);
    let snapshot = market.snapshot(clock.now());
    let key = PageKey {
        market: of,
        page_num: request.page.number(),
        page_size: request.page.size(),
        ..PageKey::whole(List::Auctions, language)
    };
    let page = snapshot.page(key, || {
        let is_of = |quoted: &&Quoted| {
            quoted.instrument.market == of
                && quoted.tick.is_some()
                && market.auction_stocks.contains(&quoted.instrument)
        };
        let stocks: Vec<&Quoted> = snapshot.all.iter().filter(is_of).collect();
        let Paged { list: shown, page } = request.page.cut(&stocks);
        let rows = Rows::new(&market, language, snapshot.taken_at);
        let row = |quoted: &&Quoted| {
            let auction = AuctionInfo::of(&market, &quoted.instrument, snapshot.taken_at)?;
            Some(AuctionRow { row: StockRow { source: AUCTION_STOCK, ..rows.row(quoted) }, auction })
        };
        let told: Vec<(&Quoted, AuctionRow)> =
            shown.iter().filter_map(|quoted| Some((*quoted, row(quoted)?))).collect();
        let (shown, list): (Vec<&Quoted>, Vec<AuctionRow>) = told.into_iter().unzip();
        Shared::write(Paged { list, page }, shown.iter().map(|quoted| quoted.instrument.id))
    })?;
    Ok(page.for_watcher(&watched))
}
