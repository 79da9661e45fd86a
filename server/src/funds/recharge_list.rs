use axum::extract::State;

use super::{DepositReply, store};
use crate::app::App;
use crate::http::{ApiError, Body, Envelope, Page, Paged, Reply};
use crate::identity::CurrentSession;

/// The customer's deposits, newest first.
#[utoipa::path(post, path = "/recharge/listPage", tag = "funds", request_body = Page,
    responses((status = 200, body = Envelope<Paged<DepositReply>>)))]
pub async fn recharge_list(
    State(app): State<App>,
    session: CurrentSession,
    Body(page): Body<Page>,
) -> Result<Reply<Paged<DepositReply>>, ApiError> {
    let (deposits, total) = store::deposits(&mut app.db.read().await?, session.account_id, page).await?;
    Ok(Reply(page.of(deposits.iter().map(DepositReply::from).collect(), total)))
}
