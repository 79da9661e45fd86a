use std::sync::Arc;

use axum::extract::State;
use plumbline_core::decision::{Action, Facts, Needs, Stamp};
use plumbline_core::market::Market;
use plumbline_core::orders::{Order, cost};

use super::{CostReply, OrderRequest, Pricing, queries};
use crate::db::{Db, DbError};
use crate::http::{ApiError, Body, Envelope, Language, Reply};
use crate::identity::CurrentSession;
use crate::writer::Records;

/// Shows the cost of an order, worked out by the code that would carry it out. Nothing is placed.
#[utoipa::path(post, path = "/stock/preview", tag = "orders", request_body = OrderRequest,
    responses((status = 200, body = Envelope<CostReply>),
        (status = 404, description = "instrument_unknown"),
        (status = 409, description = "no_quote, stale_quote, session_closed, insufficient_position, instrument_not_tradable, too_many_open_orders, stop_price_side, legs_side, client_order_id_used"),
        (status = 422, description = "market_unknown, quantity_invalid, lot_size, price_invalid, price_required, tick_size, price_band, leverage_unavailable, order_value_too_small, out_of_range, wrong_product, amount_invalid, stop_price_required, stop_tick_size, trail_invalid, time_in_force_invalid, extended_hours_invalid, expire_date_invalid, client_order_id_invalid")))]
pub async fn preview(
    State(pricing): State<Arc<Pricing>>,
    State(db): State<Db>,
    State(records): State<Records>,
    session: CurrentSession,
    language: Language,
    Body(request): Body<OrderRequest>,
) -> Result<Reply<CostReply>, ApiError> {
    card((&pricing, &db, records), (session, language), &request, Market::UsStock).await
}

/// The card of an order for shares of a market.
pub(super) async fn card(
    (pricing, db, records): (&Pricing, &Db, Records),
    (session, language): (CurrentSession, Language),
    request: &OrderRequest,
    market: Market,
) -> Result<Reply<CostReply>, ApiError> {
    let instrument = request.instrument(&pricing.market, market)?;
    let place = request.draft()?.place(pricing, session.account_id, instrument)?;
    let facts = facts(db, records, &place).await?;
    let mut ids = || pricing.ids.next();
    let card = cost(&place, &facts, &mut Stamp::new(pricing.clock.now(), &mut ids))?;
    Ok(Reply(CostReply::of(&place, card, None, |rule| pricing.fees.rule_in(language, rule))))
}

/// What an action is decided on, as it is now.
pub async fn facts(db: &Db, records: Records, action: &impl Action) -> Result<Facts, DbError> {
    let mut needs = Needs::default();
    action.needs(&mut needs);
    let mut reader = db.read().await?;
    let mut facts = records.load(&mut reader, &needs).await?;
    for account in action.accounts() {
        facts.load_open::<Order>(account, queries::open_orders(&mut reader, account).await?);
    }
    Ok(facts)
}
