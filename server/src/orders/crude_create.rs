use std::sync::Arc;

use axum::extract::State;

use super::forex::FOREX;
use super::{ForexOrderRequest, OrderReply, Pricing};
use crate::http::{ApiError, Body, Envelope, IdempotencyKey, Reply, wire};
use crate::identity::CurrentSession;
use crate::writer::{Recorded, Submission, Writer};

/// Opens a position in a pair of currencies, long or short, or adds to it. A part of its value is set aside in the
/// wallet, according to the chosen leverage, which is at most the pair's.
#[utoipa::path(post, path = "/crude/create", tag = "orders", request_body = ForexOrderRequest,
    params(("Idempotency-Key" = wire::IdempotencyKey, Header, description = "A UUID, once for each intended order")),
    responses((status = 200, body = Envelope<OrderReply>),
        (status = 404, description = "instrument_unknown"),
        (status = 409, description = "no_quote, stale_quote, session_closed, insufficient_funds, leverage_differs, instrument_not_tradable, too_many_open_orders, stop_price_side, legs_side, client_order_id_used"),
        (status = 422, description = "quantity_invalid, lot_size, price_invalid, price_required, tick_size, price_band, leverage_unavailable, order_value_too_small, wrong_product, stop_price_required, stop_tick_size, trail_invalid, time_in_force_invalid, extended_hours_invalid, expire_date_invalid, client_order_id_invalid")))]
pub async fn crude_create(
    State(pricing): State<Arc<Pricing>>,
    State(writer): State<Writer>,
    session: CurrentSession,
    key: IdempotencyKey,
    Body(request): Body<ForexOrderRequest>,
) -> Result<Reply<Recorded>, ApiError> {
    let account = session.account_id;
    let submission = Submission::new(account, key, &request);
    let action = async {
        let instrument = pricing.market.find(Some(FOREX), &request.stock_code)?;
        request.draft()?.place(&pricing, account, instrument)
    };
    writer.submit::<_, OrderReply>(submission, action).await
}
