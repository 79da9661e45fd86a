use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{AccountType, PayoutReply, store};
use crate::funds::Cashier;
use crate::http::{ApiError, Body, Envelope, Reply};
use crate::identity::CurrentSession;

#[derive(Debug, Deserialize, ToSchema)]
pub struct PayoutsRequest {
    /// Only accounts of this type; all when absent.
    #[serde(rename = "type")]
    pub kind: Option<AccountType>,
}

/// The accounts that the customer has saved to send money to, the newest first.
#[utoipa::path(post, path = "/UserAccount/SelectCardNo", tag = "funds", request_body = PayoutsRequest,
    responses((status = 200, body = Envelope<Vec<PayoutReply>>)))]
pub async fn list(
    State(cashier): State<Arc<Cashier>>,
    session: CurrentSession,
    Body(request): Body<PayoutsRequest>,
) -> Result<Reply<Vec<PayoutReply>>, ApiError> {
    let saved = store::all(&mut cashier.db.read().await?, session.account_id).await?;
    let replies = saved.iter().map(|saved| PayoutReply::of(saved, &cashier));
    Ok(Reply(replies.filter(|reply| request.kind.is_none_or(|kind| kind == reply.kind)).collect()))
}
