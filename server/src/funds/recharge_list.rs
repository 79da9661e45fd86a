use axum::extract::State;

use super::{DepositReply, queries};
use crate::http::{ApiError, Body, Envelope, Histories, Page, Paged, Reply};
use crate::identity::CurrentSession;

/// The customer's deposits, newest first.
#[utoipa::path(post, path = "/recharge/listPage", tag = "funds", request_body = Page,
    responses((status = 200, body = Envelope<Paged<DepositReply>>)))]
pub async fn recharge_list(
    State(histories): State<Histories>,
    session: CurrentSession,
    Body(page): Body<Page>,
) -> Result<Reply<Paged<DepositReply>>, ApiError> {
    let (deposits, total) =
        queries::deposits(&mut histories.read(session.account_id).await?, session.account_id, page).await?;
    Ok(Reply(page.of(deposits.iter().map(DepositReply::from).collect(), total)))
}
