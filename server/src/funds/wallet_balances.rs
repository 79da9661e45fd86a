use axum::extract::State;

use super::queries;
use crate::db::Db;
use crate::http::{ApiError, Envelope, Reply};
use crate::identity::CurrentSession;
use crate::ledger::WalletEvent;

/// Every wallet of the customer.
#[utoipa::path(post, path = "/userCenter/getWalletBalance", tag = "funds",
    responses((status = 200, body = Envelope<Vec<WalletEvent>>)))]
pub async fn wallet_balances(
    State(db): State<Db>,
    session: CurrentSession,
) -> Result<Reply<Vec<WalletEvent>>, ApiError> {
    let wallets = queries::wallets(&mut db.read().await?, session.account_id).await?;
    Ok(Reply(wallets.into_iter().map(|(key, balance)| WalletEvent::of(key, balance)).collect()))
}
