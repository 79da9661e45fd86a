use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::chain::{Chain, Chains};
use super::{addresses, blocks};
use crate::funds::Cashier;
use crate::http::{ApiError, Body, Envelope, Reply, wire};
use crate::identity::CurrentSession;

/// The warning shown with each address: payments in another coin or on another chain are lost, or come back late and
/// not whole.
const ASSET_RECOVERY: &str = "asset_recovery";

#[derive(Debug, Deserialize, ToSchema)]
pub struct DepositAddressRequest {
    /// The currency that will be sent: one of the channel's currencies.
    pub currency: wire::Currency,
    /// The chain, by its name in `/recharge/currency/selectList`.
    pub network: wire::Network,
}

/// The address at which a customer is paid on a chain.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DepositAddressReply {
    pub currency: wire::Currency,
    pub network: wire::Network,
    /// The customer's own address, for all of the chain's currencies; also the content of the QR code.
    #[schema(pattern = "^[0-9A-Za-z-]{1,90}$")]
    pub address: String,
    /// Blocks that must hold a payment before it is credited.
    pub confirmations: i64,
    /// The minimum; a smaller payment stands in suspense.
    pub min_amount: wire::Decimal,
    pub max_amount: wire::Decimal,
    /// The warning that is to be shown with the address: asset_recovery.
    pub warning: wire::Word,
    /// True on a simulated chain: nothing may be sent to the address.
    pub paper: bool,
}

/// The customer's address on a chain: one for each chain, always the same.
#[utoipa::path(post, path = "/recharge/address", tag = "funds", request_body = DepositAddressRequest,
    responses((status = 200, body = Envelope<DepositAddressReply>),
        (status = 409, description = "chain_unavailable"),
        (status = 422, description = "network_unsupported")))]
pub async fn address(
    State(cashier): State<Arc<Cashier>>,
    State(chains): State<Arc<Chains>>,
    session: CurrentSession,
    Body(request): Body<DepositAddressRequest>,
) -> Result<Reply<DepositAddressReply>, ApiError> {
    let chain = open(&cashier, &chains, &request.currency, &request.network).await?;
    let address = addresses::of(&cashier.db, chain, session.account_id, cashier.clock.now()).await?;
    Ok(Reply(DepositAddressReply {
        currency: request.currency,
        network: request.network,
        address,
        confirmations: chain.confirmations,
        min_amount: chain.minimum.display(2).into(),
        max_amount: chain.maximum.display(2).into(),
        warning: ASSET_RECOVERY.into(),
        paper: chain.is_paper(),
    }))
}

/// The chain, if payments on it are being followed.
pub async fn open<'a>(
    cashier: &Cashier,
    chains: &'a Chains,
    currency: &str,
    network: &str,
) -> Result<&'a Arc<Chain>, ApiError> {
    let chain = chains.of(currency, network).ok_or(ApiError::invalid("network_unsupported", "network"))?;
    let mut reader = cashier.db.read().await?;
    let is_followed = blocks::newest(&mut reader, &chain.name).await?.is_some();
    if !is_followed || blocks::halted(&mut reader, &chain.name).await?.is_some() {
        return Err(ApiError::conflict("chain_unavailable"));
    }
    Ok(chain)
}
