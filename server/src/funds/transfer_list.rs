use axum::extract::State;

use super::{TransferReply, queries};
use crate::http::{ApiError, Body, Envelope, Histories, PageRequest, Paged, Reply};
use crate::identity::CurrentSession;

/// The customer's transfers, newest first.
#[utoipa::path(post, path = "/wallet/transfers", tag = "funds", request_body = PageRequest,
    responses((status = 200, body = Envelope<Paged<TransferReply>>),
        (status = 422, description = "page_invalid")))]
pub async fn transfer_list(
    State(histories): State<Histories>,
    session: CurrentSession,
    Body(page): Body<PageRequest>,
) -> Result<Reply<Paged<TransferReply>>, ApiError> {
    let page = page.checked()?;
    let (transfers, total) =
        queries::transfers(&mut histories.read(session.account_id).await?, session.account_id, page).await?;
    Ok(Reply(page.of(transfers.iter().map(TransferReply::from).collect(), total)))
}
