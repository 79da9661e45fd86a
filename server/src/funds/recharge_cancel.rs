use axum::extract::State;
use plumbline_core::funds::CancelDeposit;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::DepositReply;
use crate::http::{ApiError, Body, Envelope, IdempotencyKey, Reply, wire};
use crate::identity::CurrentSession;
use crate::writer::{Recorded, Submission, Writer};

#[derive(Debug, Deserialize, Serialize, ToSchema)]
pub struct RechargeCancelRequest {
    pub id: wire::Id,
}

/// Cancels a deposit that has not been reviewed. It is then never credited.
#[utoipa::path(post, path = "/recharge/cancel", tag = "funds", request_body = RechargeCancelRequest,
    params(("Idempotency-Key" = wire::IdempotencyKey, Header, description = "A UUID, once for each intended cancellation")),
    responses((status = 200, body = Envelope<DepositReply>),
        (status = 404, description = "deposit_unknown"),
        (status = 409, description = "deposit_reviewed, deposit_cancelled")))]
pub async fn recharge_cancel(
    State(writer): State<Writer>,
    session: CurrentSession,
    key: IdempotencyKey,
    Body(request): Body<RechargeCancelRequest>,
) -> Result<Reply<Recorded>, ApiError> {
    let account = session.account_id;
    let submission = Submission::new(account, key, &request);
    let action = async {
        let deposit = request.id.parse().map_err(|_| ApiError::not_found("deposit_unknown").on_field("id"))?;
        Ok(CancelDeposit { deposit, account })
    };
    writer.submit::<_, DepositReply>(submission, action).await
}
