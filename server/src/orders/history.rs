use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::State;
use plumbline_core::orders::{Order, OrderStatus, Side};
use plumbline_core::time::UnixMillis;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::history_queries::{self, Ended};
use super::list_working::NamedOrder;
use crate::http::{ApiError, Body, Envelope, Histories, Language, PageRequest, Paged, Reply, moment, wire};
use crate::identity::CurrentSession;
use crate::market::{Market, market_of};

/// The end of an order. An order that was filled in part and then cancelled or expired is `cancelled` or `expired`.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum HowEnded {
    Filled,
    Cancelled,
    Expired,
}

impl HowEnded {
    const fn status(self) -> OrderStatus {
        match self {
            Self::Filled => OrderStatus::Filled,
            Self::Cancelled => OrderStatus::Cancelled,
            Self::Expired => OrderStatus::Expired,
        }
    }
}

/// The orders to list; an absent field does not filter.
#[derive(Debug, Deserialize, ToSchema, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct HistoryFilter {
    /// The asset source, 0 for US stocks.
    pub source: Option<wire::Source>,
    /// Only the orders of this instrument.
    pub stock_code: Option<wire::StockCode>,
    /// Only this market; that of `stockCode` is `UsStock` when absent.
    pub market: Option<wire::Market>,
    /// 0 buy, 1 sell.
    pub side: Option<wire::Direction>,
    pub status: Option<HowEnded>,
    /// Orders that were placed from this moment on, in Unix milliseconds.
    pub from: Option<wire::Timestamp>,
    /// Orders that were placed before this moment, in Unix milliseconds.
    pub to: Option<wire::Timestamp>,
}

impl HistoryFilter {
    /// The filter in our own terms.
    ///
    /// # Errors
    /// 404 or 422 with the field that cannot be read.
    pub fn read(&self, market: &Market) -> Result<Ended, ApiError> {
        let find = |code: &wire::StockCode| market.find(self.market.as_deref(), code).map(|instrument| instrument.id);
        let side = |code: wire::Direction| Side::from_code(code.0).ok_or(ApiError::invalid("side_invalid", "side"));
        let from = moment(self.from.as_deref(), "from")?.unwrap_or(UnixMillis(0));
        let until = moment(self.to.as_deref(), "to")?.unwrap_or(UnixMillis(i64::MAX));
        if until < from {
            return Err(ApiError::invalid("period_invalid", "to"));
        }
        Ok(Ended {
            market: market_of(self.source.map(i64::from), self.market.as_deref())?,
            instrument: self.stock_code.as_ref().filter(|code| !code.is_empty()).map(find).transpose()?,
            side: self.side.map(side).transpose()?,
            status: self.status.map(HowEnded::status),
            from,
            until,
        })
    }
}

#[derive(Debug, Deserialize, ToSchema)]
pub struct HistoryRequest {
    #[serde(flatten)]
    pub filter: HistoryFilter,
    #[serde(flatten)]
    pub page: PageRequest,
}

/// The caller's orders that have ended, the newest first.
#[utoipa::path(post, path = "/orders/history", tag = "orders", request_body = HistoryRequest,
    responses((status = 200, body = Envelope<Paged<NamedOrder>>),
        (status = 404, description = "instrument_unknown"),
        (status = 422, description = "market_unknown, side_invalid, timestamp_invalid, period_invalid, page_invalid")))]
pub async fn history(
    State(market): State<Arc<Market>>,
    State(histories): State<Histories>,
    session: CurrentSession,
    language: Language,
    Body(request): Body<HistoryRequest>,
) -> Result<Reply<Paged<NamedOrder>>, ApiError> {
    let (page, wanted) = (request.page.checked()?, request.filter.read(&market)?);
    let mut reader = histories.read(session.account_id).await?;
    let (orders, total) = history_queries::page(&mut reader, session.account_id, &wanted, page).await?;
    // None of them waits for its stop any more.
    let stands = HashMap::new();
    let named = |order: &Order| NamedOrder::of(order, &market, language, &stands);
    Ok(Reply(page.of(orders.iter().map(named).collect(), total)))
}
