use std::sync::Arc;

use axum::extract::State;
use plumbline_core::decimal::{Leverage, Quantity};
use plumbline_core::decision::Refusal;
use plumbline_core::ids::PositionId;
use plumbline_core::market::Instrument;
use plumbline_core::orders::{OrderKind, OrderRef, OrderSize, Place, TimeInForce};
use plumbline_core::positions::Position;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use utoipa::ToSchema;

use super::queries;
use crate::db::Db;
use crate::http::{ApiError, Body, Envelope, IdempotencyKey, Reply, wire};
use crate::identity::CurrentSession;
use crate::orders::{OrderDraft, OrderReply, Pricing, queries as orders};
use crate::writer::{Recorded, Submission, Writer};

/// A position in a contract, and the later month of its future into which it is rolled.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RollRequest {
    /// The position's id.
    pub id: wire::Id,
    pub stock_code: wire::StockCode,
}

/// What rolling a position has done.
#[derive(Debug, Serialize, ToSchema)]
pub struct RollReply {
    /// The order that closed the position, as far as the market displayed it.
    #[schema(value_type = OrderReply)]
    pub closed: Arc<RawValue>,
    /// The order that opened as many contracts of the later month; null where nothing was closed, or where it was refused.
    #[schema(value_type = Option<OrderReply>)]
    pub opened: Option<Arc<RawValue>>,
    /// The refusal of the opening order, such as `insufficient_funds`.
    pub error: Option<wire::RefusalWord>,
}

/// The part of a recorded order that the opening order needs.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Closed {
    filled_quantity: String,
}

/// Closes a position at the market and opens as much of a later month of its future, in two orders of which nothing rests.
/// Legs of the position make way. A repeat under the same key does nothing twice, and finishes what was cut off.
#[utoipa::path(post, path = "/position/roll", tag = "positions", request_body = RollRequest,
    params(("Idempotency-Key" = wire::IdempotencyKey, Header, description = "A UUID, once for each intended roll")),
    responses((status = 200, body = Envelope<RollReply>),
        (status = 404, description = "position_unknown, instrument_unknown"),
        (status = 409, description = "no_quote, charge_unknown, stale_quote, session_closed, insufficient_position, contract_ending, margin_called, margin_exhausted, instrument_not_tradable"),
        (status = 422, description = "roll_invalid, order_value_too_small")))]
pub async fn roll(
    State(db): State<Db>,
    State(pricing): State<Arc<Pricing>>,
    State(writer): State<Writer>,
    session: CurrentSession,
    key: IdempotencyKey,
    Body(request): Body<RollRequest>,
) -> Result<Reply<RollReply>, ApiError> {
    let account = session.account_id;
    let unknown = || ApiError::not_found("position_unknown").on_field("id");
    let id: PositionId = request.id.parse().map_err(|_| unknown())?;
    let mut reader = db.read().await?;
    let position = queries::find(&mut reader, account, id).await?.ok_or_else(unknown)?;
    let legs = orders::legs(&mut reader, account).await?.into_iter();
    let legs: Vec<OrderRef> =
        legs.filter(|leg| leg.status.is_open() && leg.at.position() == position.key).map(|leg| leg.at).collect();
    drop(reader);
    let from = pricing.market.catalog.get(position.key.instrument).ok_or_else(unknown)?;
    let to = pricing.market.find_in(from.market, &request.stock_code);
    let to = to.ok_or_else(|| ApiError::not_found("instrument_unknown").on_field("stockCode"))?;
    let close = async {
        check_months(&pricing, from, to)?;
        // Nothing is closed of which the second half would be refused for sure.
        let held = queries::of_instrument(&mut db.read().await?, account, to.id).await?;
        if held.iter().any(|held| held.key.direction == position.key.direction && held.called_at().is_some()) {
            return Err(Refusal::MarginCalled.into());
        }
        close(&pricing, &position, from, legs)
    };
    let closing = Submission::new(account, key.clone(), &request);
    let opening = Submission::new(account, key.second(), &request);
    let Reply(closed) = writer.submit::<_, OrderReply>(closing, close).await?;
    let filled = filled(&closed)?;
    let open = async { open(&pricing, &position, to, filled) };
    let (opened, error) = if filled.is_zero() {
        (None, None)
    } else {
        match writer.submit::<_, OrderReply>(opening, open).await {
            Ok(Reply(opened)) => (Some(opened.data), None),
            Err(refused) if refused.status.is_client_error() => (None, Some(refused.word.into())),
            Err(error) => return Err(error),
        }
    };
    Ok(Reply(RollReply { closed: closed.data, opened, error }))
}

/// Both are months of one future, and the second one ends later and is open to new positions.
///
/// # Errors
/// `roll_invalid`, `contract_ending`, and why the later month cannot be traded now.
fn check_months(pricing: &Pricing, from: &Instrument, to: &Instrument) -> Result<(), ApiError> {
    let invalid = || ApiError::invalid("roll_invalid", "stockCode");
    let (this, that) = (from.future.as_ref().ok_or_else(invalid)?, to.future.as_ref().ok_or_else(invalid)?);
    if this.root != that.root || that.ends_at <= this.ends_at {
        return Err(invalid());
    }
    if pricing.clock.now() >= that.opens_until {
        return Err(ApiError::conflict("contract_ending").on_field("stockCode"));
    }
    pricing.terms(to)?.check_open(pricing.clock.now())?;
    Ok(())
}

fn close(
    pricing: &Pricing,
    position: &Position,
    from: &Instrument,
    makes_way: Vec<OrderRef>,
) -> Result<Place, ApiError> {
    let draft = OrderDraft::close(position.key.direction, OrderSize::FullPosition);
    let draft = OrderDraft { time_in_force: TimeInForce::ImmediateOrCancel, ..draft };
    Ok(Place { makes_way, ..draft.place(pricing, position.key.account, from)? })
}

fn open(pricing: &Pricing, position: &Position, to: &Instrument, quantity: Quantity) -> Result<Place, ApiError> {
    let direction = position.key.direction;
    let draft = OrderDraft::close(direction, OrderSize::Exact(quantity));
    let draft = OrderDraft {
        side: direction.opening(),
        kind: OrderKind::Market,
        leverage: Leverage::ONE,
        time_in_force: TimeInForce::ImmediateOrCancel,
        ..draft
    };
    draft.place(pricing, position.key.account, to)
}

/// The quantity that a recorded order has closed.
fn filled(closed: &Recorded) -> Result<Quantity, ApiError> {
    let unread = |error: &dyn std::fmt::Display| ApiError::internal(format!("the reply of an order: {error}"));
    let order: Closed = serde_json::from_str(closed.data.get()).map_err(|error| unread(&error))?;
    order.filled_quantity.parse().map_err(|error| unread(&error))
}
