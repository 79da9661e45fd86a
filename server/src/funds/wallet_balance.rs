use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use super::queries;
use super::wallet_name::read_wallet;
use super::wallet_reply::WalletReply;
use crate::clock::Clock;
use crate::db::Db;
use crate::http::{ApiError, Body, Envelope, Reply, wire};
use crate::identity::CurrentSession;

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WalletRequest {
    /// BALANCE, STOCK, HK_STOCK, FUTURE, SUBSCRIPTION, FOREX, FOLLOW, FOLLOW_FUTURES or CRYPTOCURRENCY.
    pub wallet_type: wire::WalletType,
}

/// One wallet of the customer.
#[utoipa::path(post, path = "/wallet/getWalletBalance", tag = "funds", request_body = WalletRequest,
    responses((status = 200, body = Envelope<WalletReply>),
        (status = 422, description = "wallet_unknown")))]
pub async fn wallet_balance(
    State(db): State<Db>,
    State(clock): State<Clock>,
    session: CurrentSession,
    Body(request): Body<WalletRequest>,
) -> Result<Reply<WalletReply>, ApiError> {
    let wallet = read_wallet(&request.wallet_type, "walletType")?;
    let wallets = queries::settling(&mut db.read().await?, session.account_id, clock.now()).await?;
    let found = wallets.into_iter().find(|reply| reply.is_of(wallet));
    Ok(Reply(found.ok_or(ApiError::invalid("wallet_unknown", "walletType"))?))
}
