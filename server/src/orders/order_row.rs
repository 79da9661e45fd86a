use crate::http::wire;
use plumbline_core::orders::Order;
use serde::Serialize;
use utoipa::ToSchema;

use super::OrderReply;
use crate::writer::Listings;

/// An order in lists and on the push socket.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderRow {
    #[serde(flatten)]
    pub order: OrderReply,
    #[serde(rename = "stock_code")]
    pub stock_code: wire::StockCode,
    pub market: wire::Market,
    /// The asset source: 0 for US stocks.
    pub source: wire::Source,
    /// 0 buy, 1 sell.
    pub direction: wire::Direction,
    /// The position that the order adds to or closes: 0 long, 1 short.
    pub position_direction: wire::PositionSide,
    /// The leverage of the order; `1` without borrowing.
    pub leverage: wire::Decimal,
    /// The currency of `fee` and of the money held, which is the wallet's.
    pub currency: wire::Currency,
    /// The currency of prices and of the value.
    pub price_currency: wire::Currency,
    /// `day`, `gtc`, `gtd`, `ioc` or `fok`.
    pub time_in_force: wire::TimeInForce,
    /// True if it is also filled before and after regular hours.
    pub extended_hours: bool,
    pub create_time_timestamp: wire::Timestamp,
    pub modify_time_timestamp: wire::Timestamp,
    pub expire_timestamp: Option<wire::Timestamp>,
}

impl OrderRow {
    pub fn of(order: &Order, listings: &dyn Listings) -> Self {
        let (stock_code, market, source) = listings.describe(order.at.instrument).unwrap_or_default();
        Self {
            order: OrderReply::from(order),
            stock_code: stock_code.into(),
            market: market.into(),
            source: source.into(),
            direction: order.side.into(),
            position_direction: order.at.direction.into(),
            leverage: order.leverage.into(),
            currency: order.fees.currency.into(),
            price_currency: order.filled_value.currency.into(),
            time_in_force: order.time_in_force.into(),
            extended_hours: order.extended,
            create_time_timestamp: order.created_at.into(),
            modify_time_timestamp: order.updated_at.into(),
            expire_timestamp: order.expires_at.map(Into::into),
        }
    }
}
