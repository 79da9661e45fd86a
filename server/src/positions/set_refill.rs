use std::sync::Arc;

use axum::extract::State;
use plumbline_core::products::SetRefill;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::MarginPositionReply;
use super::named::Named;
use crate::db::Db;
use crate::http::{ApiError, Body, Envelope, IdempotencyKey, Reply, wire};
use crate::identity::CurrentSession;
use crate::orders::Pricing;
use crate::writer::{Recorded, Submission, Writer};

#[derive(Debug, Deserialize, Serialize, ToSchema)]
pub struct RefillRequest {
    /// The position's id.
    pub id: wire::Id,
    /// True where what is free in the wallet may be added to its margin.
    pub enabled: bool,
}

/// Switches on or off that what is free in the wallet is added to the margin of a future which has lost half of it, before it
/// is closed for that. On for each new position.
#[utoipa::path(post, path = "/position/marginRefill", tag = "positions", request_body = RefillRequest,
    params(("Idempotency-Key" = wire::IdempotencyKey, Header, description = "A UUID, once for each intended change")),
    responses((status = 200, body = Envelope<MarginPositionReply>),
        (status = 404, description = "position_unknown"),
        (status = 409, description = "instrument_not_tradable"),
        (status = 422, description = "wrong_product")))]
pub async fn set_refill(
    State(db): State<Db>,
    State(pricing): State<Arc<Pricing>>,
    State(writer): State<Writer>,
    session: CurrentSession,
    key: IdempotencyKey,
    Body(request): Body<RefillRequest>,
) -> Result<Reply<Recorded>, ApiError> {
    let account = session.account_id;
    let submission = Submission::new(account, key, &request);
    let action = async {
        let Named { at, .. } = Named::find(&db, &pricing, account, &request.id).await?;
        Ok(SetRefill { at, refills: request.enabled })
    };
    writer.submit::<_, MarginPositionReply>(submission, action).await
}
