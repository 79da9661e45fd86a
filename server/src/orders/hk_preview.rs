use std::sync::Arc;

use axum::extract::State;
use plumbline_core::market::Market;

use super::preview::card;
use super::{CostReply, OrderRequest, Pricing};
use crate::db::Db;
use crate::http::{ApiError, Body, Envelope, Language, Reply};
use crate::identity::CurrentSession;
use crate::writer::Records;

/// Shows the cost of an order for a Hong Kong share, and when it would settle. Nothing is placed.
#[utoipa::path(post, path = "/hk/preview", tag = "orders", request_body = OrderRequest,
    responses((status = 200, body = Envelope<CostReply>),
        (status = 404, description = "instrument_unknown"),
        (status = 409, description = "no_quote, stale_quote, session_closed, insufficient_position, instrument_not_tradable, too_many_open_orders, stop_price_side, legs_side, client_order_id_used"),
        (status = 422, description = "market_unknown, quantity_invalid, lot_size, price_invalid, price_required, tick_size, price_band, leverage_unavailable, order_value_too_small, out_of_range, wrong_product, amount_invalid, stop_price_required, stop_tick_size, trail_invalid, time_in_force_invalid, extended_hours_invalid, expire_date_invalid, client_order_id_invalid")))]
pub async fn hk_preview(
    State(pricing): State<Arc<Pricing>>,
    State(db): State<Db>,
    State(records): State<Records>,
    session: CurrentSession,
    language: Language,
    Body(request): Body<OrderRequest>,
) -> Result<Reply<CostReply>, ApiError> {
    card((&pricing, &db, records), (session, language), &request, Market::HongKong).await
}
