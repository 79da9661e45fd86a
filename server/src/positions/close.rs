use std::sync::Arc;

use axum::extract::State;
use plumbline_core::ids::{AccountId, PositionId};
use plumbline_core::market::Instrument;
use plumbline_core::orders::{Legs, OrderKind, OrderRef, OrderSize, Place, Protect, Protected};
use plumbline_core::positions::Position;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::protect::at;
use super::queries;
use crate::db::Db;
use crate::http::{ApiError, Body, Envelope, IdempotencyKey, Reply, optional_object, wire};
use crate::identity::CurrentSession;
use crate::orders::{
    OrderDraft, OrderReply, Pricing, StopLossRequest, TakeProfitRequest, distance, group_of, leg_price, legs, present,
    queries as orders,
};
use crate::writer::{Recorded, Submission, Writer};

/// The part of a position to close: a quantity, or `half` or `full` of it. It is closed at the market, unless a limit, a
/// trailing stop, a take-profit or a stop-loss is given.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CloseRequest {
    /// The position's id.
    pub id: wire::Id,
    pub quantity: Option<wire::Quantity>,
    /// `half` or `full`, when there is no quantity.
    pub size: Option<wire::HalfOrFull>,
    /// The limit of a limit order, in the instrument's currency.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price: Option<wire::Decimal>,
    /// The distance of a trailing stop, in the instrument's currency.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trail_amount: Option<wire::Decimal>,
    /// The distance of a trailing stop in percent of the best price; instead of `trailAmount`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trail_percent: Option<wire::Decimal>,
    /// Closes the quantity at a profit. Needs a `quantity`.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "optional_object")]
    pub take_profit: Option<TakeProfitRequest>,
    /// Closes the quantity at a loss. Needs a `quantity`.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "optional_object")]
    pub stop_loss: Option<StopLossRequest>,
}

impl CloseRequest {
    fn size(&self) -> Result<OrderSize, ApiError> {
        let invalid = || ApiError::invalid("quantity_invalid", "quantity");
        match (present(&self.quantity), self.size.as_deref()) {
            (Some(quantity), _) => quantity.parse().map(OrderSize::Exact).map_err(|_| invalid()),
            (None, Some("half")) => Ok(OrderSize::HalfPosition),
            (None, Some("full")) => Ok(OrderSize::FullPosition),
            (None, _) => Err(invalid()),
        }
    }

    pub(super) fn has_legs(&self) -> bool {
        self.take_profit.is_some() || self.stop_loss.is_some()
    }

    /// An order that closes the part. Legs of the position make way for it at the market.
    pub(super) fn place(&self, pricing: &Pricing, found: ToClose<'_>) -> Result<Place, ApiError> {
        let ToClose { position, instrument, legs } = found;
        let limit = present(&self.price).map(|text| leg_price(text, "price")).transpose()?;
        let trail = distance(present(&self.trail_amount), present(&self.trail_percent))?;
        let kind = match (limit, trail) {
            (None, None) => OrderKind::Market,
            (Some(_), None) => OrderKind::Limit,
            (None, Some(_)) => OrderKind::TrailingStop,
            (Some(_), Some(_)) => return Err(ApiError::invalid("trail_invalid", "trailAmount")),
        };
        let market = OrderDraft::close(position.key.direction, self.size()?);
        let place = OrderDraft { kind, limit, trail, ..market }.place(pricing, position.key.account, instrument)?;
        // Another order closes what is free.
        let makes_way = if kind == OrderKind::Market { legs } else { Vec::new() };
        Ok(Place { makes_way, ..place })
    }

    /// A take-profit and a stop-loss that close the part.
    pub(super) fn protect(&self, pricing: &Pricing, found: &ToClose<'_>) -> Result<Protect, ApiError> {
        let ToClose { position, instrument, .. } = found;
        let invalid = || ApiError::invalid("quantity_invalid", "quantity");
        let quantity = present(&self.quantity).ok_or_else(invalid)?.parse().map_err(|_| invalid())?;
        if present(&self.price).or(present(&self.trail_amount)).or(present(&self.trail_percent)).is_some() {
            return Err(ApiError::invalid("wrong_product", "price"));
        }
        pricing.check_lots(instrument, OrderSize::Exact(quantity))?;
        let legs: Legs = legs(self.take_profit.as_ref(), self.stop_loss.as_ref())?;
        let terms = pricing.trading(instrument)?;
        let (at, group) = (at(position, terms.rules.wallet), group_of(&legs, None, &pricing.ids));
        Ok(Protect { at, group, legs, quantity: Some(quantity), replaces: Vec::new(), terms })
    }
}

/// The first of new legs.
#[derive(Debug, Serialize)]
#[serde(transparent)]
struct FirstLeg(Option<OrderReply>);

impl From<&Protected> for FirstLeg {
    fn from(protected: &Protected) -> Self {
        Self(protected.legs.first().map(OrderReply::from))
    }
}

/// A position that is to be closed.
pub(super) struct ToClose<'a> {
    position: Position,
    instrument: &'a Instrument,
    /// Its open legs.
    legs: Vec<OrderRef>,
}

impl<'a> ToClose<'a> {
    pub async fn find(db: &Db, pricing: &'a Pricing, account: AccountId, id: &str) -> Result<Self, ApiError> {
        let unknown = || ApiError::not_found("position_unknown").on_field("id");
        let id: PositionId = id.parse().map_err(|_| unknown())?;
        let mut reader = db.read().await?;
        let position = queries::find(&mut reader, account, id).await?.ok_or_else(unknown)?;
        let legs = orders::legs(&mut reader, account).await?.into_iter();
        let open = legs.filter(|leg| leg.status.is_open() && leg.at.position() == position.key);
        let instrument = pricing.market.catalog.get(position.key.instrument).ok_or_else(unknown)?;
        Ok(Self { position, instrument, legs: open.map(|leg| leg.at).collect() })
    }
}

/// Closes a position, or a part of it: a long position is sold, a short one is bought back. Where legs protect it, the market
/// closes what the quote displays, and legs close less by what was not free.
#[utoipa::path(post, path = "/position/flatPosition", tag = "positions", request_body = CloseRequest,
    params(("Idempotency-Key" = wire::IdempotencyKey, Header, description = "A UUID, once for each intended close")),
    responses((status = 200, body = Envelope<OrderReply>),
        (status = 404, description = "position_unknown"),
        (status = 409, description = "no_quote, charge_unknown, stale_quote, session_closed, insufficient_funds, insufficient_position, instrument_not_tradable, stop_price_side, stop_loss_reached, take_profit_reached, too_many_open_orders"),
        (status = 422, description = "quantity_invalid, lot_size, order_value_too_small, price_invalid, tick_size, stop_tick_size, price_band, trail_invalid, wrong_product")))]
pub async fn close(
    State(db): State<Db>,
    State(pricing): State<Arc<Pricing>>,
    State(writer): State<Writer>,
    session: CurrentSession,
    key: IdempotencyKey,
    Body(request): Body<CloseRequest>,
) -> Result<Reply<Recorded>, ApiError> {
    let submission = Submission::new(session.account_id, key, &request);
    let found = ToClose::find(&db, &pricing, session.account_id, &request.id);
    if request.has_legs() {
        let action = async { request.protect(&pricing, &found.await?) };
        return writer.submit::<_, FirstLeg>(submission, action).await;
    }
    let action = async { request.place(&pricing, found.await?) };
    writer.submit::<_, OrderReply>(submission, action).await
}
