use plumbline_core::decimal::{Price, format_units};
use plumbline_core::orders::{Distance, Order};
use serde::Serialize;
use utoipa::ToSchema;

/// Money in its currency, as a decimal text.
#[derive(Debug, Serialize, ToSchema)]
pub struct Held {
    pub amount: String,
    pub currency: String,
}

/// An order, as answered by the calls that place, amend, close and cancel.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderReply {
    pub id: String,
    /// 0 working, 1 filled, 2 ended without being filled, 3 partially filled.
    pub status: i64,
    /// The reason why the order ended without being filled: `cancelled_by_customer`, `expired`, `ioc`, `fok`,
    /// `insufficient_funds`; or why the house placed it: `liquidated`, `stop_loss`, `take_profit`.
    pub reason: Option<String>,
    pub quantity: String,
    pub filled_quantity: String,
    /// The limit; null for an order without a limit.
    pub price: Option<String>,
    /// The price that the order waits for or waited for; null for an order without a stop. That of a trailing stop that
    /// waits is where it stood when the order was placed or amended.
    pub stop_price: Option<String>,
    /// The distance of a trailing stop, in the instrument's currency.
    pub trail_amount: Option<String>,
    /// The distance of a trailing stop, in percent of the best price.
    pub trail_percent: Option<String>,
    /// Where a trailing stop stands, or stood when the market reached it; null for another order. In an event of the
    /// stream it is where the stop stood when the order was placed, amended or triggered.
    pub trail_price: Option<String>,
    /// True once the market has reached the order's stop.
    pub triggered: bool,
    pub triggered_timestamp: Option<String>,
    /// The caller's own name of the order.
    pub client_order_id: Option<String>,
    pub avg_price: Option<String>,
    pub fee: String,
    /// The money set aside for the resting part of an opening order.
    pub held: Option<Held>,
    pub version: i64,
}

impl OrderReply {
    /// The reply of an order whose trailing stop stands at `price` now, where it has one that waits.
    pub fn standing(self, price: Option<Price>) -> Self {
        Self { trail_price: price.map(|price| price.display(2)).or(self.trail_price), ..self }
    }
}

impl From<&Order> for OrderReply {
    fn from(order: &Order) -> Self {
        let triggered_at = order.stop.and_then(|stop| stop.triggered_at);
        let held = Held { amount: order.hold.amount(), currency: order.hold.currency.code().to_owned() };
        Self {
            id: order.at.id.to_string(),
            status: order.status.wire(),
            reason: order.reason.map(|reason| reason.code().to_owned()),
            quantity: order.quantity.to_string(),
            filled_quantity: order.filled.to_string(),
            price: order.limit_price().map(|price| price.display(2)),
            stop_price: order.stop.map(|stop| stop.price.display(2)),
            trail_amount: order.trail.and_then(|trail| match trail.distance {
                Distance::Amount(amount) => Some(amount.display(2)),
                Distance::Percent(_) => None,
            }),
            trail_percent: order.trail.and_then(|trail| match trail.distance {
                Distance::Percent(percent) => Some(format_units(percent, 2, 2)),
                Distance::Amount(_) => None,
            }),
            trail_price: order.trail.and(order.stop).map(|stop| stop.price.display(2)),
            triggered: triggered_at.is_some(),
            triggered_timestamp: triggered_at.map(|at| at.to_string()),
            client_order_id: order.client_order_id.map(|name| name.as_str().to_owned()),
            avg_price: order.average_price().map(|price| price.display(2)),
            fee: order.fees.amount(),
            held: (order.hold.minor != 0).then_some(held),
            version: order.version,
        }
    }
}
