use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

use super::chain::Chains;
use super::simulated::{self, Sending};
use super::watcher::Received;
use super::{address, addresses};
use crate::funds::Cashier;
use crate::http::{ApiError, Body, Envelope, IdempotencyKey, Reply, wire};
use crate::identity::CurrentSession;
use crate::ids::Ids;

#[derive(Debug, Deserialize, ToSchema)]
pub struct SimulatedPaymentRequest {
    pub currency: wire::Currency,
    /// The name of a simulated chain.
    pub network: wire::Network,
    /// The amount, in units of `currency`, at most eight decimals, at least a ten-thousandth of the channel's least
    /// amount and at most its greatest.
    pub amount: wire::Quantity,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct SimulatedPaymentReply {
    /// The name of the transaction on the simulated chain.
    pub transaction: wire::TransactionHash,
}

/// Paper mode: sends coins on a simulated chain to the customer's own address, as if from a wallet of theirs. The deposit
/// is seen in the next block.
#[utoipa::path(post, path = "/recharge/simulate", tag = "funds", request_body = SimulatedPaymentRequest,
    params(("Idempotency-Key" = wire::IdempotencyKey, Header, description = "A UUID, once for each intended payment")),
    responses((status = 200, body = Envelope<SimulatedPaymentReply>),
        (status = 409, description = "chain_unavailable"),
        (status = 422, description = "network_unsupported, amount_invalid")))]
pub async fn simulate(
    State(cashier): State<Arc<Cashier>>,
    State(chains): State<Arc<Chains>>,
    State(ids): State<Arc<Ids>>,
    session: CurrentSession,
    key: IdempotencyKey,
    Body(request): Body<SimulatedPaymentRequest>,
) -> Result<Reply<SimulatedPaymentReply>, ApiError> {
    let account = session.account_id;
    let wanted = Sending {
        chain: request.network.clone().into(),
        currency: request.currency.clone().into(),
        amount: request.amount.parse().ok(),
    };
    // The key identifies one transaction, so that the sent row is the stored result of the key.
    let transaction = hex::encode(Sha256::digest(format!("{account}\n{}", key.key)));
    if let Some(sent) = simulated::sent_as(&mut cashier.db.read().await?, &transaction).await? {
        return repeated(sent, &wanted, transaction);
    }
    let chain = address::open(&cashier, &chains, &request.currency, &request.network).await?;
    if !chain.is_paper() {
        return Err(ApiError::invalid("network_unsupported", "network"));
    }
    let amount = wanted.amount.filter(|amount| *amount >= chain.least() && *amount <= chain.maximum);
    let amount = amount.ok_or(ApiError::invalid("amount_invalid", "amount"))?;
    let address = addresses::of(&cashier.db, chain, account, cashier.clock.now()).await?;
    let payment =
        Received { transaction, contract: String::new(), index: 0, address, currency: request.currency.into(), amount };
    let mut tx = cashier.db.begin().await?;
    simulated::send(&mut tx, &chain.name, ids.next(), &payment).await?;
    // Another request under that key may have been faster.
    let sent = simulated::sent_as(&mut tx, &payment.transaction).await?;
    tx.commit().await?;
    repeated(
        sent.ok_or_else(|| ApiError::internal("a payment that was sent is not there"))?,
        &wanted,
        payment.transaction,
    )
}

/// The reply for a payment that was sent, if the request equals it.
fn repeated(sent: Sending, wanted: &Sending, transaction: String) -> Result<Reply<SimulatedPaymentReply>, ApiError> {
    if sent != *wanted {
        return Err(ApiError::conflict("idempotency_conflict"));
    }
    Ok(Reply(SimulatedPaymentReply { transaction: transaction.into() }))
}
