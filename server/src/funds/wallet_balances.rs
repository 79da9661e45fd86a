use axum::extract::State;

use super::queries;
use super::wallet_reply::WalletReply;
use crate::clock::Clock;
use crate::db::Db;
use crate::http::{ApiError, Envelope, Reply};
use crate::identity::CurrentSession;

/// Every wallet of the customer.
#[utoipa::path(post, path = "/userCenter/getWalletBalance", tag = "funds",
    responses((status = 200, body = Envelope<Vec<WalletReply>>)))]
pub async fn wallet_balances(
    State(db): State<Db>,
    State(clock): State<Clock>,
    session: CurrentSession,
) -> Result<Reply<Vec<WalletReply>>, ApiError> {
    Ok(Reply(queries::settling(&mut db.read().await?, session.account_id, clock.now()).await?))
}
