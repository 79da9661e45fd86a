use std::sync::Arc;

use axum::extract::State;
use plumbline_core::ids::{OrderId, Priority};
use plumbline_core::orders::{Amend, OrderSize};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{OrderReply, Pricing, queries};
use crate::db::Db;
use crate::http::{ApiError, Body, Envelope, IdempotencyKey, Reply};
use crate::identity::CurrentSession;
use crate::writer::{Recorded, Submission, Writer};

/// What is to change of an open limit order: the price, the quantity, or both.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
pub struct AmendRequest {
    pub id: String,
    /// The new limit, in the instrument's currency; as it is when absent.
    pub price: Option<String>,
    /// The new total quantity, what is filled included; as it is when absent.
    pub quantity: Option<String>,
}

/// Changes an open limit order. Only a smaller quantity at the same price keeps the order's place in time; with another
/// price or a larger quantity it stands behind all at its price, and takes from the quote at once where it reaches it.
#[utoipa::path(post, path = "/orders/amend", tag = "orders", request_body = AmendRequest,
    params(("Idempotency-Key" = String, Header, description = "A UUID, once for each intended change")),
    responses((status = 200, body = Envelope<OrderReply>),
        (status = 404, description = "order_unknown"),
        (status = 409, description = "order_not_open, not_a_limit_order, order_unchanged, quantity_filled, fees_changed, no_quote, insufficient_funds, insufficient_position, instrument_not_tradable"),
        (status = 422, description = "nothing_to_change, quantity_invalid, lot_size, price_invalid, tick_size, price_band, order_value_too_small, out_of_range")))]
pub async fn amend(
    State(db): State<Db>,
    State(pricing): State<Arc<Pricing>>,
    State(writer): State<Writer>,
    session: CurrentSession,
    key: IdempotencyKey,
    Body(request): Body<AmendRequest>,
) -> Result<Reply<Recorded>, ApiError> {
    let unknown = || ApiError::not_found("order_unknown").on_field("id");
    let submission = Submission::new(session.account_id, key, &request);
    let action = async {
        let id: OrderId = request.id.parse().map_err(|_| unknown())?;
        let order = queries::find(&mut db.read().await?, session.account_id, id).await?.ok_or_else(unknown)?;
        let price = present(&request.price).map(str::parse).transpose();
        let quantity = present(&request.quantity).map(str::parse).transpose();
        let quantity = quantity.map_err(|_| ApiError::invalid("quantity_invalid", "quantity"))?;
        let (terms, fee_version) = pricing.terms_of(&order)?;
        if let (Some(instrument), Some(quantity)) = (pricing.market.catalog.get(order.at.instrument), quantity) {
            pricing.check_lots(instrument, OrderSize::Exact(quantity))?;
        }
        Ok(Amend {
            order: order.at,
            side: order.side,
            price: price.map_err(|_| ApiError::invalid("price_invalid", "price"))?,
            quantity,
            fee_version,
            terms,
            priority: Priority(pricing.ids.next()),
        })
    };
    writer.submit::<_, OrderReply>(submission, action).await
}

/// An empty text says nothing, as when an order is placed.
fn present(text: &Option<String>) -> Option<&str> {
    text.as_deref().filter(|text| !text.is_empty())
}
