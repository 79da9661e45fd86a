use std::sync::Arc;

use axum::extract::State;
use plumbline_core::orders::{cost, cost_of_legs};

use super::close::{CloseRequest, ToClose};
use crate::db::Db;
use crate::http::{ApiError, Body, Envelope, Language, Reply};
use crate::identity::CurrentSession;
use crate::orders::{CostReply, Pricing, preview};
use crate::writer::Records;

/// Shows what closing a position, or a part of it, would bring, worked out by the code that would carry it out: at the market,
/// at a limit or at a stop; of a take-profit and a stop-loss at the take-profit. Nothing is placed.
#[utoipa::path(post, path = "/position/closePreview", tag = "positions", request_body = CloseRequest,
    responses((status = 200, body = Envelope<CostReply>),
        (status = 404, description = "position_unknown"),
        (status = 409, description = "no_quote, stale_quote, session_closed, insufficient_position, instrument_not_tradable, stop_price_side, stop_loss_reached, take_profit_reached, too_many_open_orders"),
        (status = 422, description = "quantity_invalid, lot_size, order_value_too_small, price_invalid, tick_size, stop_tick_size, price_band, trail_invalid, wrong_product, out_of_range")))]
pub async fn close_preview(
    State(db): State<Db>,
    State(pricing): State<Arc<Pricing>>,
    State(records): State<Records>,
    session: CurrentSession,
    language: Language,
    Body(request): Body<CloseRequest>,
) -> Result<Reply<CostReply>, ApiError> {
    let found = ToClose::find(&db, &pricing, session.account_id, &request.id).await?;
    let known = (&*pricing, &db, records);
    let (terms, card) = if request.has_legs() {
        let protect = request.protect(&pricing, &found)?;
        let card = preview::decided(known, &protect, cost_of_legs).await?;
        (protect.terms, card)
    } else {
        let place = request.place(&pricing, found)?;
        let card = preview::decided(known, &place, cost).await?;
        (place.terms, card)
    };
    Ok(Reply(CostReply::of(&terms, card, None, |rule| pricing.fees.rule_in(language, rule))))
}
