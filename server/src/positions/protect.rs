use std::sync::Arc;

use axum::extract::State;
use plumbline_core::decimal::Price;
use plumbline_core::positions::Protection;
use plumbline_core::products::Protect;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::MarginPositionReply;
use super::named::Named;
use crate::db::Db;
use crate::http::{ApiError, Body, Envelope, IdempotencyKey, Reply};
use crate::identity::CurrentSession;
use crate::orders::Pricing;
use crate::writer::{Recorded, Submission, Writer};

/// The protection of a position. A field that is not given is cleared.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProtectRequest {
    /// The position's id.
    pub id: String,
    /// The stop-loss: the mark at which the position is closed at a loss.
    pub stop_loss: Option<String>,
    /// The take-profit: the mark at which the position is closed at a profit.
    pub take_profit: Option<String>,
}

/// Sets or clears the stop-loss and the take-profit of an open position. When its mark reaches one, it is closed at the
/// market, and the other ends with it.
#[utoipa::path(post, path = "/position/protect", tag = "positions", request_body = ProtectRequest,
    params(("Idempotency-Key" = String, Header, description = "A UUID, once for each intended change")),
    responses((status = 200, body = Envelope<MarginPositionReply>),
        (status = 404, description = "position_unknown"),
        (status = 409, description = "stop_loss_reached, take_profit_reached, no_quote, stale_quote, instrument_not_tradable"),
        (status = 422, description = "price_invalid, tick_size")))]
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
        let stop_loss = price(request.stop_loss.as_deref(), "stopLoss")?;
        let take_profit = price(request.take_profit.as_deref(), "takeProfit")?;
        let protection = Protection { stop_loss, take_profit };
        let Named { at, terms, .. } = if protection.is_empty() {
            Named::find(&db, &pricing, account, &request.id).await?
        } else {
            Named::tradable(&db, &pricing, account, &request.id).await?
        };
        Ok(Protect { at, protection, terms })
    };
    writer.submit::<_, MarginPositionReply>(submission, action).await
}

fn price(text: Option<&str>, field: &'static str) -> Result<Option<Price>, ApiError> {
    let read = |text: &str| text.parse().map_err(|_| ApiError::invalid("price_invalid", field));
    text.filter(|text| !text.is_empty()).map(read).transpose()
}
