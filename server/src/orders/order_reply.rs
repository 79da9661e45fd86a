use crate::http::wire;
use plumbline_core::decimal::{Price, format_units};
use plumbline_core::orders::{Distance, Order};
use serde::Serialize;
use utoipa::ToSchema;

use super::legs::LegReply;

/// Money in its currency, as a decimal text.
#[derive(Debug, Serialize, ToSchema)]
pub struct Held {
    pub amount: wire::Decimal,
    pub currency: wire::Currency,
}

/// An order, as answered by the calls that place, amend, close and cancel.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderReply {
    pub id: wire::Id,
    pub order_type: wire::OrderType,
    /// 0 working, 1 filled, 2 ended without being filled, 3 partially filled.
    pub status: wire::OrderStatus,
    /// The reason why the order ended without being filled: `cancelled_by_customer`, `expired`, `ioc`, `fok`,
    /// `insufficient_funds`, `split`; of an order with a group also `stop_loss`, `take_profit`, `position_closed`,
    /// `replaced`; or why the house placed it: `liquidated`.
    pub reason: Option<wire::CloseReason>,
    pub quantity: wire::Decimal,
    pub filled_quantity: wire::Decimal,
    /// The limit; null for an order without a limit.
    pub price: Option<wire::Decimal>,
    /// The price that the order waits for or waited for; null for an order without a stop. That of a trailing stop that
    /// waits is where it stood when the order was placed or amended.
    pub stop_price: Option<wire::Decimal>,
    /// The distance of a trailing stop, in the instrument's currency.
    pub trail_amount: Option<wire::Decimal>,
    /// The distance of a trailing stop, in percent of the best price.
    pub trail_percent: Option<wire::Decimal>,
    /// Where a trailing stop stands, or stood when the market reached it; null for another order. In an event of the
    /// stream it is where the stop stood when the order was placed, amended or triggered.
    pub trail_price: Option<wire::Decimal>,
    /// True once the market has reached the order's stop.
    pub triggered: bool,
    pub triggered_timestamp: Option<wire::Timestamp>,
    /// The caller's own name of the order.
    pub client_order_id: Option<wire::ClientOrderId>,
    /// The orders that protect a position together: of an entry, and of its legs; null for an order without a group.
    pub group_id: Option<wire::Id>,
    /// The legs of the group. They have their ids before they are open, which they are once the entry is filled.
    pub legs: Vec<LegReply>,
    pub avg_price: Option<wire::Decimal>,
    pub fee: wire::Decimal,
    /// The money set aside for the resting part of an opening order.
    pub held: Option<Held>,
    pub version: i64,
}

impl OrderReply {
    /// The reply of an order whose trailing stop stands at `price` now, where it has one that waits.
    pub fn standing(self, price: Option<Price>) -> Self {
        Self { trail_price: price.map(|price| price.display(2).into()).or(self.trail_price), ..self }
    }
}

impl From<&Order> for OrderReply {
    fn from(order: &Order) -> Self {
        let triggered_at = order.stop.and_then(|stop| stop.triggered_at);
        let held = Held { amount: order.hold.into(), currency: order.hold.currency.into() };
        Self {
            id: order.at.id.into(),
            order_type: order.kind.into(),
            status: order.status.into(),
            reason: order.reason.map(Into::into),
            quantity: order.quantity.into(),
            filled_quantity: order.filled.into(),
            price: order.limit_price().map(|price| price.display(2).into()),
            stop_price: order.stop.map(|stop| stop.price.display(2).into()),
            trail_amount: order.trail.and_then(|trail| match trail.distance {
                Distance::Amount(amount) => Some(amount.display(2).into()),
                Distance::Percent(_) => None,
            }),
            trail_percent: order.trail.and_then(|trail| match trail.distance {
                Distance::Percent(percent) => Some(format_units(percent, 2, 2).into()),
                Distance::Amount(_) => None,
            }),
            trail_price: order.trail.and(order.stop).map(|stop| stop.price.display(2).into()),
            triggered: triggered_at.is_some(),
            triggered_timestamp: triggered_at.map(Into::into),
            client_order_id: order.client_order_id.map(|name| name.as_str().into()),
            group_id: order.at.group.map(|group| group.id.into()),
            legs: LegReply::of(&order.at),
            avg_price: order.average_price().map(|price| price.display(2).into()),
            fee: order.fees.into(),
            held: (order.hold.minor != 0).then_some(held),
            version: order.version,
        }
    }
}
