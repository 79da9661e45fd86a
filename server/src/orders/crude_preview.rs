use std::sync::Arc;

use axum::extract::State;
use plumbline_core::decision::Stamp;
use plumbline_core::orders::{MarginCost, cost};

use super::forex::{self, FOREX};
use super::preview::facts;
use super::{CostReply, ForexOrderRequest, Pricing};
use crate::db::Db;
use crate::http::{ApiError, Body, Envelope, Language, Reply};
use crate::identity::CurrentSession;
use crate::writer::Records;

/// Shows the terms of a position in a pair of currencies: its margin, the value of a pip, the spread in money, the cost
/// or gain of a night, and the price at which it would be closed. Nothing is placed.
#[utoipa::path(post, path = "/crude/preview", tag = "orders", request_body = ForexOrderRequest,
    responses((status = 200, body = Envelope<CostReply>),
        (status = 404, description = "instrument_unknown"),
        (status = 409, description = "no_quote, stale_quote, session_closed, leverage_differs, instrument_not_tradable, too_many_open_orders, stop_price_side, legs_side, client_order_id_used"),
        (status = 422, description = "quantity_invalid, lot_size, price_invalid, price_required, tick_size, price_band, leverage_unavailable, order_value_too_small, out_of_range, wrong_product, stop_price_required, stop_tick_size, trail_invalid, time_in_force_invalid, extended_hours_invalid, expire_date_invalid, client_order_id_invalid")))]
pub async fn crude_preview(
    State(pricing): State<Arc<Pricing>>,
    State(db): State<Db>,
    State(records): State<Records>,
    session: CurrentSession,
    language: Language,
    Body(request): Body<ForexOrderRequest>,
) -> Result<Reply<CostReply>, ApiError> {
    let instrument = pricing.market.find(Some(FOREX), &request.stock_code)?;
    let place = request.draft()?.place(&pricing, session.account_id, instrument)?;
    let (facts, now) = (facts(&db, records, &place).await?, pricing.clock.now());
    let mut ids = || pricing.ids.next();
    let card = cost(&place, &facts, &mut Stamp::new(now, &mut ids))?;
    let day = pricing.market.session(instrument, now).day;
    let rates = forex::financing(&pricing.market, instrument, &day);
    let margin = MarginCost::of(&place, &card, forex::pip(instrument), rates)?;
    Ok(Reply(CostReply::of(&place, card, Some(margin), |rule| pricing.fees.rule_in(language, rule))))
}
