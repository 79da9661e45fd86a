use plumbline_core::market::Market as MarketName;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::auctions::AuctionInfo;
use super::list::{Asker, ids};
use super::list_request::{ListRequest, Wanted};
use super::named;
use super::quoted::Quoted;
use super::shared::{Shared, SharedReply};
use super::snapshot::Form;
use super::stock_row::StockRow;
use crate::http::{ApiError, Body, Envelope, PageRequest, Paged, wire};

/// The asset source of a stock in its auction.
const AUCTION_STOCK: i64 = 8;

/// A page of the stocks that have an opening auction.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PreMarketRequest {
    /// The market: UsStock or HK; UsStock when absent or empty.
    pub market: Option<wire::Market>,
    #[serde(flatten)]
    pub page: PageRequest,
}

/// A stock with its opening auction.
#[derive(Debug, Serialize, ToSchema)]
pub struct AuctionRow {
    #[serde(flatten)]
    pub row: StockRow,
    #[serde(flatten)]
    pub auction: AuctionInfo,
}

/// The stocks of a market that open with an auction, the best-known first. The auctions' orders are those of the
/// simulated market.
#[utoipa::path(post, path = "/m_ft/preMarketList", tag = "market", security((), ("session" = [])),
    request_body = PreMarketRequest,
    responses((status = 200, body = Envelope<Paged<AuctionRow>>),
        (status = 422, description = "market_unknown, page_invalid")))]
pub async fn pre_market_list(asker: Asker, Body(request): Body<PreMarketRequest>) -> Result<SharedReply, ApiError> {
    let page = request.page.checked()?;
    let of = named(request.market.as_deref())?.unwrap_or(MarketName::UsStock);
    let wanted = Wanted::of(of, ListRequest::default())?;
    let is_auctioned =
        |quoted: &Quoted| quoted.tick.is_some() && asker.market.auction_stocks.contains(&quoted.instrument);
    asker.narrowed(&wanted, page, Form::Auctions, is_auctioned, |rows, shown, page| {
        let row = |quoted: &&Quoted| {
            let auction = AuctionInfo::of(&asker.market, &quoted.instrument, asker.snapshot.taken_at)?;
            Some(AuctionRow { row: StockRow { source: AUCTION_STOCK.into(), ..rows.row(quoted) }, auction })
        };
        let told: Vec<(&Quoted, AuctionRow)> =
            shown.iter().filter_map(|quoted| Some((*quoted, row(quoted)?))).collect();
        let (shown, list): (Vec<&Quoted>, Vec<AuctionRow>) = told.into_iter().unzip();
        Shared::write(Paged { list, page }, ids(&shown))
    })
}
