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
    pub stock_code: String,
    pub market: String,
    /// The asset source: 0 for US stocks.
    pub source: i64,
    /// 0 buy, 1 sell.
    pub direction: i64,
    /// The position that the order adds to or closes: 0 long, 1 short.
    pub position_direction: i64,
    /// The leverage of the order; `1` without borrowing.
    pub leverage: String,
    /// The currency of `fee` and of the money held, which is the wallet's.
    pub currency: String,
    /// The currency of prices and of the value.
    pub price_currency: String,
    /// 0 market, 1 limit, 2 stop, 3 stop limit, 4 trailing stop.
    pub order_type: i64,
    /// `day`, `gtc`, `gtd`, `ioc` or `fok`.
    pub time_in_force: String,
    pub create_time_timestamp: String,
    pub modify_time_timestamp: String,
    pub expire_timestamp: Option<String>,
}

impl OrderRow {
    pub fn of(order: &Order, listings: &dyn Listings) -> Self {
        let (stock_code, market, source) = listings.describe(order.at.instrument).unwrap_or_default();
        Self {
            order: OrderReply::from(order),
            stock_code,
            market: market.to_owned(),
            source,
            direction: order.side.code(),
            position_direction: order.at.direction.code(),
            leverage: order.leverage.to_string(),
            currency: order.fees.currency.code().to_owned(),
            price_currency: order.filled_value.currency.code().to_owned(),
            order_type: order.kind.code(),
            time_in_force: order.time_in_force.code().to_owned(),
            create_time_timestamp: order.created_at.to_string(),
            modify_time_timestamp: order.updated_at.to_string(),
            expire_timestamp: order.expires_at.map(|at| at.to_string()),
        }
    }
}
