use std::sync::Arc;

use axum::extract::State;
use plumbline_core::products::SetLeverage;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::MarginPositionReply;
use super::named::Named;
use crate::db::Db;
use crate::http::{ApiError, Body, Envelope, IdempotencyKey, Reply, wire};
use crate::identity::CurrentSession;
use crate::orders::{Pricing, leverage};
use crate::writer::{Recorded, Submission, Writer};

#[derive(Debug, Deserialize, Serialize, ToSchema)]
pub struct LeverageRequest {
    /// The position's id.
    pub id: wire::Id,
    /// The new leverage, from 1 to the highest that the pair allows.
    pub leverage: wire::Quantity,
}

/// Changes the leverage of an open position: a higher one frees a part of the money set aside, a lower one sets more
/// aside. Money that was added to its margin stays.
#[utoipa::path(post, path = "/position/leverage", tag = "positions", request_body = LeverageRequest,
    params(("Idempotency-Key" = wire::IdempotencyKey, Header, description = "A UUID, once for each intended change")),
    responses((status = 200, body = Envelope<MarginPositionReply>),
        (status = 404, description = "position_unknown"),
        (status = 409, description = "insufficient_funds, margin_too_low, no_quote, stale_quote, instrument_not_tradable"),
        (status = 422, description = "leverage_unavailable")))]
pub async fn set_leverage(
    State(db): State<Db>,
    State(pricing): State<Arc<Pricing>>,
    State(writer): State<Writer>,
    session: CurrentSession,
    key: IdempotencyKey,
    Body(request): Body<LeverageRequest>,
) -> Result<Reply<Recorded>, ApiError> {
    let account = session.account_id;
    let submission = Submission::new(account, key, &request);
    let action = async {
        let leverage = leverage(&request.leverage)?;
        let Named { at, terms, .. } = Named::tradable(&db, &pricing, account, &request.id).await?;
        Ok(SetLeverage { at, leverage, terms })
    };
    writer.submit::<_, MarginPositionReply>(submission, action).await
}
