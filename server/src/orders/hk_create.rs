use std::sync::Arc;

use axum::extract::State;
use plumbline_core::market::Market;

use super::place::submit;
use super::{OrderReply, OrderRequest, Pricing};
use crate::http::{ApiError, Body, Envelope, IdempotencyKey, Reply, wire};
use crate::identity::CurrentSession;
use crate::writer::{Recorded, Submission, Writer};

/// Places an order for a Hong Kong share. Quantities are shares, in whole board lots; only all that is left of a
/// position may be sold in any quantity. The proceeds can be traded with at once, and transferred once they have
/// settled.
#[utoipa::path(post, path = "/hk/create", tag = "orders", request_body = OrderRequest,
    params(("Idempotency-Key" = wire::IdempotencyKey, Header, description = "A UUID, once for each intended order")),
    responses((status = 200, body = Envelope<OrderReply>),
        (status = 404, description = "instrument_unknown"),
        (status = 409, description = "no_quote, stale_quote, session_closed, insufficient_funds, insufficient_position, instrument_not_tradable, too_many_open_orders, stop_price_side, legs_side, client_order_id_used"),
        (status = 422, description = "market_unknown, quantity_invalid, lot_size, price_invalid, price_required, tick_size, price_band, leverage_unavailable, order_value_too_small, wrong_product, amount_invalid, stop_price_required, stop_tick_size, trail_invalid, time_in_force_invalid, extended_hours_invalid, expire_date_invalid, client_order_id_invalid")))]
pub async fn hk_create(
    State(pricing): State<Arc<Pricing>>,
    State(writer): State<Writer>,
    session: CurrentSession,
    key: IdempotencyKey,
    Body(request): Body<OrderRequest>,
) -> Result<Reply<Recorded>, ApiError> {
    let submission = Submission::new(session.account_id, key, &request);
    submit((&pricing, &writer), submission, &request, Market::HongKong).await
}
