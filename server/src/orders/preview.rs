use std::sync::Arc;

use axum::extract::State;
use plumbline_core::decision::{Action, Facts, Needs, Stamp};
use plumbline_core::orders::{Cost, Order, Place, cost};
use serde::Serialize;
use utoipa::ToSchema;

use super::{OrderRequest, Pricing, queries};
use crate::db::{Db, DbError};
use crate::http::{ApiError, Body, Envelope, Language, Reply};
use crate::identity::CurrentSession;
use crate::writer::Records;

/// One fee of the card.
#[derive(Debug, Serialize, ToSchema)]
pub struct FeeReply {
    /// A stable name, such as `sec`.
    pub name: String,
    pub amount: String,
    /// The rate as its source states it, in the language of the request.
    pub rule: String,
}

/// The cost card.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CostReply {
    pub quantity: String,
    /// The price that the card is worked out with.
    pub price: String,
    pub notional: String,
    pub fees: Vec<FeeReply>,
    pub fee_total: String,
    /// Paid by a buyer, fees included; received by a seller, less fees.
    pub total: String,
    pub currency: String,
    /// What would be set aside for the part that rests.
    pub held_amount: String,
    pub buying_power: String,
    pub buying_power_after: String,
    /// The fee table's version: the day from which it is in force.
    pub rule_version: String,
    pub bid: Option<String>,
    pub ask: Option<String>,
    pub tick_seq: Option<String>,
    /// The refusal that placing the order would meet now, such as `insufficient_funds`.
    pub error: Option<String>,
}

/// Shows what an order would cost, worked out by the code that would carry it out. Nothing is placed.
#[utoipa::path(post, path = "/stock/preview", tag = "orders", request_body = OrderRequest,
    responses((status = 200, body = Envelope<CostReply>),
        (status = 404, description = "instrument_unknown"),
        (status = 409, description = "no_quote, stale_quote, session_closed, insufficient_position, instrument_not_tradable, too_many_open_orders"),
        (status = 422, description = "market_unknown, quantity_invalid, lot_size, price_invalid, price_required, tick_size, price_band, leverage_unavailable, order_value_too_small, out_of_range")))]
pub async fn preview(
    State(pricing): State<Arc<Pricing>>,
    State(db): State<Db>,
    State(records): State<Records>,
    session: CurrentSession,
    language: Language,
    Body(request): Body<OrderRequest>,
) -> Result<Reply<CostReply>, ApiError> {
    let instrument = pricing.market.find(request.market.as_deref(), &request.stock_code)?;
    let place = pricing.command(session.account_id, instrument, request.wish()?)?;
    let facts = facts(&db, records, &place).await?;
    let mut ids = || pricing.ids.next();
    let card = cost(&place, &facts, &mut Stamp::new(pricing.clock.now(), &mut ids))?;
    Ok(Reply(reply(&place, card, |rule| pricing.fees.rule_in(language, rule))))
}

/// What an order is decided on, as it is now.
async fn facts(db: &Db, records: Records, place: &Place) -> Result<Facts, DbError> {
    let mut needs = Needs::default();
    place.needs(&mut needs);
    let mut reader = db.read().await?;
    let mut facts = records.load(&mut reader, &needs).await?;
    for account in place.accounts() {
        facts.load_open::<Order>(account, queries::open_orders(&mut reader, account).await?);
    }
    Ok(facts)
}

fn reply(place: &Place, card: Cost, translate: impl Fn(&str) -> String) -> CostReply {
    let fee = |line: &plumbline_core::products::FeeLine| FeeReply {
        name: line.name.clone(),
        amount: line.amount.amount(),
        rule: translate(&line.rule),
    };
    let tick = place.terms.tick.as_ref();
    CostReply {
        quantity: card.quantity.to_string(),
        price: card.price.display(2),
        notional: card.value.amount(),
        fees: card.fees.iter().map(fee).collect(),
        fee_total: card.fee_total.amount(),
        total: card.total.amount(),
        currency: card.value.currency.code().to_owned(),
        held_amount: card.held.amount(),
        buying_power: card.available.amount(),
        buying_power_after: card.available_after.amount(),
        rule_version: place.terms.contract.fees.version.clone(),
        bid: tick.map(|tick| tick.bid().display(2)),
        ask: tick.map(|tick| tick.ask().display(2)),
        tick_seq: tick.map(|tick| tick.seq.to_string()),
        error: card.refusal.map(|refusal| refusal.word().to_owned()),
    }
}
