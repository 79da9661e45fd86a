use plumbline_core::orders::Order;
use serde::Serialize;
use utoipa::ToSchema;

/// Money in its currency, as a decimal text.
#[derive(Debug, Serialize, ToSchema)]
pub struct Held {
    pub amount: String,
    pub currency: String,
}

/// An order as the calls that place, amend, close and cancel answer it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderReply {
    pub id: String,
    /// 0 working, 1 filled, 2 ended without being filled, 3 partially filled.
    pub status: i64,
    /// Why it ended without being filled: `cancelled_by_customer`, `expired`, `insufficient_funds`; or why it was us who
    /// placed it: `liquidated`, `stop_loss`, `take_profit`.
    pub reason: Option<String>,
    pub quantity: String,
    pub filled_quantity: String,
    /// The limit; null for a market order.
    pub price: Option<String>,
    pub avg_price: Option<String>,
    pub fee: String,
    /// What is set aside for the part that rests of an order that opens.
    pub held: Option<Held>,
    pub version: i64,
}

impl From<&Order> for OrderReply {
    fn from(order: &Order) -> Self {
        let held = Held { amount: order.hold.amount(), currency: order.hold.currency.code().to_owned() };
        Self {
            id: order.at.id.to_string(),
            status: order.status.wire(),
            reason: order.reason.map(|reason| reason.code().to_owned()),
            quantity: order.quantity.to_string(),
            filled_quantity: order.filled.to_string(),
            price: order.limit_price().map(|price| price.display(2)),
            avg_price: order.average_price().map(|price| price.display(2)),
            fee: order.fees.amount(),
            held: (order.hold.minor != 0).then_some(held),
            version: order.version,
        }
    }
}
