use std::sync::Arc;

use axum::extract::State;
use plumbline_core::ids::PositionId;
use plumbline_core::ledger::Wallet;
use plumbline_core::orders::{Legs, Protect, StopLoss};
use plumbline_core::positions::{Position, PositionRef};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{ProtectReply, queries};
use crate::db::Db;
use crate::http::{ApiError, Body, Envelope, IdempotencyKey, Reply, object, wire};
use crate::identity::CurrentSession;
use crate::orders::{Pricing, StopLossRequest, TakeProfitRequest, group_of, leg_price, legs, queries as orders};
use crate::writer::{Recorded, Submission, Writer};

/// The limit of a take-profit as text, or in an object as an order has it.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(untagged)]
pub enum TakeProfit {
    Price(wire::Quantity),
    #[serde(deserialize_with = "object")]
    Leg(TakeProfitRequest),
}

/// The stop of a stop-loss as text, or in an object as an order has it.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(untagged)]
pub enum StopLossChoice {
    Price(wire::Quantity),
    #[serde(deserialize_with = "object")]
    Leg(StopLossRequest),
}

/// The protection of a position. A field that is not given is cleared.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProtectRequest {
    /// The position's id.
    pub id: wire::Id,
    /// The stop-loss: the price at which the position is closed at a loss.
    pub stop_loss: Option<StopLossChoice>,
    /// The take-profit: the price at which the position is closed at a profit.
    pub take_profit: Option<TakeProfit>,
}

impl ProtectRequest {
    /// # Errors
    /// `price_invalid`.
    fn legs(&self) -> Result<Legs, ApiError> {
        let given = |text: &str| !text.is_empty();
        let take_profit = match &self.take_profit {
            Some(TakeProfit::Leg(leg)) => legs(Some(leg), None)?.take_profit,
            Some(TakeProfit::Price(text)) if given(text) => Some(leg_price(text, "takeProfit")?),
            _ => None,
        };
        let stop_loss = match &self.stop_loss {
            Some(StopLossChoice::Leg(leg)) => legs(None, Some(leg))?.stop_loss,
            Some(StopLossChoice::Price(text)) if given(text) => {
                Some(StopLoss { stop: leg_price(text, "stopLoss")?, limit: None })
            }
            _ => None,
        };
        Ok(Legs { take_profit, stop_loss })
    }
}

/// Sets or clears the stop-loss and the take-profit of an open position: two orders that close what no other order closes.
/// A fill of one makes the other smaller by as much.
#[utoipa::path(post, path = "/position/protect", tag = "positions", request_body = ProtectRequest,
    params(("Idempotency-Key" = wire::IdempotencyKey, Header, description = "A UUID, once for each intended change")),
    responses((status = 200, body = Envelope<ProtectReply>),
        (status = 404, description = "position_unknown"),
        (status = 409, description = "stop_loss_reached, take_profit_reached, no_quote, stale_quote, insufficient_position, too_many_open_orders, instrument_not_tradable"),
        (status = 422, description = "price_invalid, tick_size, stop_tick_size, price_band")))]
pub async fn protect(
    State(db): State<Db>,
    State(pricing): State<Arc<Pricing>>,
    State(writer): State<Writer>,
    session: CurrentSession,
    key: IdempotencyKey,
    Body(request): Body<ProtectRequest>,
) -> Result<Reply<Recorded>, ApiError> {
    let account = session.account_id;
    let submission = Submission::new(account, key, &request);
    let action = async {
        let legs = request.legs()?;
        let unknown = || ApiError::not_found("position_unknown").on_field("id");
        let id: PositionId = request.id.parse().map_err(|_| unknown())?;
        let mut reader = db.read().await?;
        let position = queries::find(&mut reader, account, id).await?.ok_or_else(unknown)?;
        let replaces = orders::legs_of(&mut reader, position.key).await?;
        drop(reader);
        let instrument = pricing.market.catalog.get(position.key.instrument).ok_or_else(unknown)?;
        // To clear a protection is possible at any time.
        let terms = if legs.is_empty() { pricing.marking(instrument) } else { pricing.trading(instrument) }?;
        let at = at(&position, terms.rules.wallet);
        Ok(Protect { at, group: group_of(&legs, None, &pricing.ids), legs, quantity: None, replaces, terms })
    };
    writer.submit::<_, ProtectReply>(submission, action).await
}

/// The name of a position in a command on it.
pub(super) fn at(position: &Position, wallet: Wallet) -> PositionRef {
    PositionRef { key: position.key, wallet: position.margin.map_or(wallet, |margin| margin.wallet) }
}
