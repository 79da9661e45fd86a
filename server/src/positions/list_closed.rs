use std::sync::Arc;

use axum::extract::State;
use plumbline_core::decimal::{Price, Quantity, change_basis_points, format_percent};
use plumbline_core::money::Money;
use plumbline_core::positions::Direction;
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::{ApiError, Body, Envelope, Histories, Language, Paged, Reply, wire};
use crate::identity::CurrentSession;
use crate::market::{Market, market_of_source};
use crate::orders::list_working::ListRequest;
use crate::orders::queries::{self, FillRecord};
use crate::orders::{FillRow, money, multiplier, value};

/// A close of a position with its profit.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClosedRow {
    /// The fill's id, for its receipt.
    pub id: wire::Id,
    pub order_id: wire::Id,
    #[serde(rename = "stock_code")]
    pub stock_code: wire::StockCode,
    pub name: String,
    pub market: wire::Market,
    pub source: wire::Source,
    /// The side of the order that closed it: 0 buy, 1 sell.
    pub direction: wire::Direction,
    /// The position that was closed: 0 long, 1 short.
    pub position_direction: wire::PositionSide,
    pub position_num: wire::Decimal,
    /// The average price at which the closed quantity was entered, fees included where it was owned.
    pub avg_price: wire::Decimal,
    /// The price at which the position was closed.
    pub price: wire::Decimal,
    /// The profit after fees.
    pub sell_profit: wire::Decimal,
    /// The profit in percent of the cost; on margin, the price's move in the position's favour, in percent.
    pub zdf: wire::Decimal,
    pub fee: wire::Decimal,
    /// The currency of profit and fee, which is the wallet's.
    pub currency: wire::Currency,
    /// The currency of prices.
    pub price_currency: wire::Currency,
    pub create_time_timestamp: wire::Timestamp,
}

/// The closes of the caller's positions, newest first, each with its profit.
#[utoipa::path(post, path = "/position/flatList", tag = "positions", request_body = ListRequest,
    responses((status = 200, body = Envelope<Paged<ClosedRow>>),
        (status = 422, description = "market_unknown, page_invalid")))]
pub async fn list_closed(
    State(histories): State<Histories>,
    State(market): State<Arc<Market>>,
    session: CurrentSession,
    language: Language,
    Body(request): Body<ListRequest>,
) -> Result<Reply<Paged<ClosedRow>>, ApiError> {
    let (page, of_market) = (request.page.checked()?, market_of_source(request.source.map(i64::from))?);
    let (fills, total) =
        queries::closed(&mut histories.read(session.account_id).await?, session.account_id, of_market, page).await?;
    let rows = fills.iter().map(|fill| row(fill, FillRow::of(fill, &market, language)));
    Ok(Reply(page.of(rows.collect(), total)))
}

fn row(record: &FillRecord, fill: FillRow) -> ClosedRow {
    let profit = record.profit.unwrap_or(0);
    let cost = Money::new(record.cost.unwrap_or(0), value(record).currency);
    let quantity = Quantity::from_units(record.quantity);
    ClosedRow {
        avg_price: multiplier(record).average_price(cost, quantity).display(2).into(),
        price: Price::from_units(record.price).display(2).into(),
        sell_profit: money(record)(profit).into(),
        zdf: change(record, cost, profit).map(format_percent).unwrap_or_default().into(),
        id: fill.id,
        order_id: fill.order_id,
        stock_code: fill.stock_code,
        name: fill.name,
        market: fill.market,
        source: fill.source,
        direction: fill.direction,
        position_direction: fill.position_direction,
        position_num: fill.quantity,
        fee: fill.fee,
        currency: fill.currency,
        price_currency: fill.price_currency,
        create_time_timestamp: fill.create_time_timestamp,
    }
}

/// In hundredths of a percent. What is owned was paid for in full, in one currency; on margin a cost is what the position
/// was worth when it was entered.
fn change(record: &FillRecord, cost: Money, profit: i64) -> Option<i64> {
    if record.margin_wallet.is_none() {
        return change_basis_points(cost.minor.saturating_add(profit), cost.minor);
    }
    let risen = change_basis_points(record.value, cost.minor)?;
    Some(if record.direction == Direction::Long.code() { risen } else { -risen })
}
