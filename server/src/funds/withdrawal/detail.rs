use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{WithdrawalReply, store};
use crate::db::Db;
use crate::http::{ApiError, Body, Envelope, Reply, wire};
use crate::identity::CurrentSession;

#[derive(Debug, Deserialize, ToSchema)]
pub struct WithdrawalDetailRequest {
    pub id: wire::Id,
}

/// One withdrawal of the customer's.
#[utoipa::path(post, path = "/withdrawal/detail", tag = "funds", request_body = WithdrawalDetailRequest,
    responses((status = 200, body = Envelope<WithdrawalReply>),
        (status = 404, description = "withdrawal_unknown")))]
pub async fn detail(
    State(db): State<Db>,
    session: CurrentSession,
    Body(request): Body<WithdrawalDetailRequest>,
) -> Result<Reply<WithdrawalReply>, ApiError> {
    let unknown = || ApiError::not_found("withdrawal_unknown").on_field("id");
    let id = request.id.parse().map_err(|_| unknown())?;
    let found = store::one(&mut db.read().await?, session.account_id, id).await?;
    found.map(|withdrawal| Reply(WithdrawalReply::from(&withdrawal))).ok_or_else(unknown)
}
