use axum::extract::State;
use plumbline_core::ids::TransferId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::queries;
use crate::db::Db;
use crate::http::{ApiError, Body, Envelope, Reply, wire};
use crate::identity::CurrentSession;

#[derive(Debug, Deserialize, ToSchema)]
pub struct TransferCancelRequest {
    pub id: wire::Id,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct TransferCancelReply {
    /// 2 cancelled.
    pub status: wire::TransferStatus,
}

/// Cancels a transfer that has not completed. Every transfer completes in the moment that it is accepted, so a
/// transfer of the customer's is refused with `transfer_completed`, and any other is unknown.
#[utoipa::path(post, path = "/wallet/cancelTransfer", tag = "funds", request_body = TransferCancelRequest,
    responses((status = 200, body = Envelope<TransferCancelReply>),
        (status = 404, description = "transfer_unknown"),
        (status = 409, description = "transfer_completed")))]
pub async fn transfer_cancel(
    State(db): State<Db>,
    session: CurrentSession,
    Body(request): Body<TransferCancelRequest>,
) -> Result<Reply<TransferCancelReply>, ApiError> {
    let id = request.id.parse::<TransferId>().ok();
    let found = match id {
        Some(id) => queries::transfer(&mut db.read().await?, session.account_id, id).await?,
        None => None,
    };
    Err(match found {
        Some(_) => ApiError::conflict("transfer_completed"),
        None => ApiError::not_found("transfer_unknown").on_field("id"),
    })
}
