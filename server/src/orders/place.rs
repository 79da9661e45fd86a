use std::sync::Arc;

use axum::extract::State;
use plumbline_core::market::Market;

use super::{OrderReply, OrderRequest, Pricing};
use crate::http::{ApiError, Body, Envelope, IdempotencyKey, Reply, wire};
use crate::identity::CurrentSession;
use crate::writer::{Recorded, Submission, Writer};

/// Places an order for a stock. An accepted order is durable, and its money or shares are held.
#[utoipa::path(post, path = "/stock/create", tag = "orders", request_body = OrderRequest,
    params(("Idempotency-Key" = wire::IdempotencyKey, Header, description = "A UUID, once for each intended order")),
    responses((status = 200, body = Envelope<OrderReply>),
        (status = 404, description = "instrument_unknown"),
        (status = 409, description = "no_quote, stale_quote, session_closed, insufficient_funds, insufficient_position, instrument_not_tradable, too_many_open_orders, stop_price_side, legs_side, client_order_id_used"),
        (status = 422, description = "market_unknown, quantity_invalid, lot_size, price_invalid, price_required, tick_size, price_band, leverage_unavailable, order_value_too_small, wrong_product, amount_invalid, stop_price_required, stop_tick_size, trail_invalid, time_in_force_invalid, extended_hours_invalid, expire_date_invalid, client_order_id_invalid")))]
pub async fn place(
    State(pricing): State<Arc<Pricing>>,
    State(writer): State<Writer>,
    session: CurrentSession,
    key: IdempotencyKey,
    Body(request): Body<OrderRequest>,
) -> Result<Reply<Recorded>, ApiError> {
    submit((&pricing, &writer), Submission::new(session.account_id, key, &request), &request, Market::UsStock).await
}

/// Places an order for shares of a market.
pub(super) async fn submit(
    (pricing, writer): (&Pricing, &Writer),
    submission: Submission,
    request: &OrderRequest,
    market: Market,
) -> Result<Reply<Recorded>, ApiError> {
    let account = submission.account;
    let action = async {
        let instrument = request.instrument(&pricing.market, market)?;
        request.draft()?.place(pricing, account, instrument)
    };
    writer.submit::<_, OrderReply>(submission, action).await
}
