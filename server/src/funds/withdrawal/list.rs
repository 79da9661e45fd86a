use axum::extract::State;
use plumbline_core::funds::WithdrawalStatus;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{WithdrawalReply, store};
use crate::http::{ApiError, Body, Envelope, Histories, PageRequest, Paged, Reply, wire};
use crate::identity::CurrentSession;

#[derive(Debug, Deserialize, ToSchema)]
pub struct WithdrawalsRequest {
    /// Only withdrawals in this state; all when absent.
    pub status: Option<wire::WithdrawalStatus>,
    #[serde(flatten)]
    pub page: PageRequest,
}

/// The customer's withdrawals, newest first.
#[utoipa::path(post, path = "/withdrawal/listPage", tag = "funds", request_body = WithdrawalsRequest,
    responses((status = 200, body = Envelope<Paged<WithdrawalReply>>),
        (status = 422, description = "status_unknown, page_invalid")))]
pub async fn list(
    State(histories): State<Histories>,
    session: CurrentSession,
    Body(request): Body<WithdrawalsRequest>,
) -> Result<Reply<Paged<WithdrawalReply>>, ApiError> {
    let read = |code: wire::WithdrawalStatus| {
        WithdrawalStatus::from_code(code.0).ok_or(ApiError::invalid("status_unknown", "status"))
    };
    let (status, page) = (request.status.map(read).transpose()?, request.page.checked()?);
    let (found, total) =
        store::page(&mut histories.read(session.account_id).await?, session.account_id, status, page).await?;
    Ok(Reply(page.of(found.iter().map(WithdrawalReply::from).collect(), total)))
}
