use std::sync::Arc;

use axum::extract::State;
use plumbline_core::ids::{OrderId, Priority};
use plumbline_core::orders::{Amend, OrderSize, TimeInForce};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::order_request::{distance, expire_date, present, read_price, time_in_force};
use super::{OrderReply, Pricing, queries};
use crate::db::Db;
use crate::http::{ApiError, Body, Envelope, IdempotencyKey, Reply, wire};
use crate::identity::CurrentSession;
use crate::writer::{Recorded, Submission, Writer};

/// The changes of an open order. An absent field stays as it is.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AmendRequest {
    pub id: wire::Id,
    /// The new limit, in the instrument's currency; unchanged when absent.
    pub price: Option<wire::Decimal>,
    /// The new stop price of an order that waits for one, in the instrument's currency.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop_price: Option<wire::Decimal>,
    /// The new distance of a trailing stop that waits, in the instrument's currency: its stop then stands at it behind the
    /// best price since the order was placed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trail_amount: Option<wire::Quantity>,
    /// The new distance in percent of the best price; instead of `trailAmount`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trail_percent: Option<wire::TrailPercent>,
    /// The new total quantity, including the filled part; unchanged when absent.
    pub quantity: Option<wire::Decimal>,
    /// The new time in force: `day`, `gtc` or `gtd`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_in_force: Option<wire::TimeInForce>,
    /// The trading day at whose end the order expires; required for `gtd`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expire_date: Option<wire::Date>,
    /// The value that the order was placed with; another one is refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extended_hours: Option<bool>,
}

/// Changes an open order with a limit or a stop. Only a smaller quantity at the same price keeps the order's place in
/// time; with another price or a larger quantity it goes behind all orders at its price, and is filled from the quote
/// at once if it reaches it.
#[utoipa::path(post, path = "/orders/amend", tag = "orders", request_body = AmendRequest,
    params(("Idempotency-Key" = wire::IdempotencyKey, Header, description = "A UUID, once for each intended change")),
    responses((status = 200, body = Envelope<OrderReply>),
        (status = 404, description = "order_unknown"),
        (status = 409, description = "order_not_open, not_a_limit_order, order_triggered, not_a_stop_order, stop_price_side, legs_side, order_unchanged, quantity_filled, fees_changed, no_quote, charge_unknown, insufficient_funds, insufficient_position, margin_called, margin_exhausted, instrument_not_tradable"),
        (status = 422, description = "nothing_to_change, trail_invalid, time_in_force_invalid, extended_hours_invalid, expire_date_invalid, stop_tick_size, quantity_invalid, lot_size, price_invalid, tick_size, price_band, order_value_too_small, out_of_range")))]
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
        let quantity = present(&request.quantity).map(str::parse).transpose();
        let quantity = quantity.map_err(|_| ApiError::invalid("quantity_invalid", "quantity"))?;
        let date = expire_date(present(&request.expire_date))?;
        let time_in_force = time_in_force(present(&request.time_in_force))?;
        if date.is_some() && time_in_force.is_some_and(|time| time != TimeInForce::GoodTillDate) {
            return Err(ApiError::invalid("expire_date_invalid", "expireDate"));
        }
        if request.extended_hours.is_some_and(|extended| extended != order.extended) {
            return Err(ApiError::invalid("extended_hours_invalid", "extendedHours"));
        }
        let (terms, fee_version) = pricing.terms_of(&order)?;
        let instrument = pricing.market.catalog.get(order.at.instrument);
        if let (Some(instrument), Some(quantity)) = (instrument, quantity) {
            pricing.check_lots(instrument, OrderSize::Exact(quantity))?;
        }
        let ends_at = instrument.zip(date).map(|(instrument, date)| pricing.end_of(instrument, date)).transpose()?;
        Ok(Amend {
            order: order.at,
            side: order.side,
            price: read_price(present(&request.price), "price")?,
            stop: read_price(present(&request.stop_price), "stopPrice")?,
            trails: order.trail.is_some(),
            trail: distance(present(&request.trail_amount), present(&request.trail_percent))?,
            quantity,
            time_in_force,
            ends_at,
            fee_version,
            terms,
            priority: Priority(pricing.ids.next()),
        })
    };
    writer.submit::<_, OrderReply>(submission, action).await
}
