use axum::extract::State;
use plumbline_core::funds::CancelWithdrawal;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::WithdrawalReply;
use crate::http::{ApiError, Body, Envelope, IdempotencyKey, Reply, wire};
use crate::identity::CurrentSession;
use crate::writer::{Recorded, Submission, Writer};

#[derive(Debug, Deserialize, Serialize, ToSchema)]
pub struct WithdrawalCancelRequest {
    pub id: wire::Id,
}

/// Cancels a withdrawal that has not been reviewed, and frees the money set aside for it.
#[utoipa::path(post, path = "/withdrawal/cancel", tag = "funds", request_body = WithdrawalCancelRequest,
    params(("Idempotency-Key" = wire::IdempotencyKey, Header, description = "A UUID, once for each intended cancellation")),
    responses((status = 200, body = Envelope<WithdrawalReply>),
        (status = 404, description = "withdrawal_unknown"),
        (status = 409, description = "withdrawal_reviewed, withdrawal_cancelled")))]
pub async fn cancel(
    State(writer): State<Writer>,
    session: CurrentSession,
    key: IdempotencyKey,
    Body(request): Body<WithdrawalCancelRequest>,
) -> Result<Reply<Recorded>, ApiError> {
    let account = session.account_id;
    let submission = Submission::new(account, key, &request);
    let action = async {
        let withdrawal = request.id.parse().map_err(|_| ApiError::not_found("withdrawal_unknown").on_field("id"))?;
        Ok(CancelWithdrawal { withdrawal, account })
    };
    writer.submit::<_, WithdrawalReply>(submission, action).await
}
