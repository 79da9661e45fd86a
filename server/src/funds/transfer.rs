use std::sync::Arc;

use axum::extract::State;
use plumbline_core::command::Command;
use plumbline_core::funds::{Rate, TransferFunds};
use plumbline_core::ledger::Wallet;
use plumbline_core::money::Money;
use serde::Deserialize;

use utoipa::ToSchema;

use super::wallet_balance::read_wallet;
use super::{Cashier, TransferReply, rates};
use crate::http::{ApiError, Body, Envelope, IdempotencyKey, Reply};
use crate::identity::{Accounts, CurrentSession, pay_password};
use crate::secret::Secret;
use crate::writer::{Fingerprint, Recorded, Submission};

const CALL: &str = "POST /wallet/transfer";

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TransferRequest {
    /// The wallet that pays.
    pub from: String,
    /// The wallet that is paid.
    pub to: String,
    /// In the currency of `from`, at most two decimals.
    pub amount: String,
    /// Required when `from` is BALANCE.
    pub pay_password: Option<Secret>,
}

/// Moves money between the customer's own wallets, at once. Across currencies the rate in force is applied, rounded
/// down, recorded and shown.
#[utoipa::path(post, path = "/wallet/transfer", tag = "funds", request_body = TransferRequest,
    params(("Idempotency-Key" = String, Header, description = "A UUID, once for each intended transfer")),
    responses((status = 200, body = Envelope<TransferReply>),
        (status = 409, description = "pay_password_not_set, insufficient_funds"),
        (status = 422, description = "wallet_unknown, same_wallet, amount_invalid, currency_unsupported, pay_password_wrong"),
        (status = 429, description = "pay_password_locked")))]
pub async fn transfer(
    State(cashier): State<Arc<Cashier>>,
    State(accounts): State<Arc<Accounts>>,
    session: CurrentSession,
    key: IdempotencyKey,
    Body(request): Body<TransferRequest>,
) -> Result<Reply<Recorded>, ApiError> {
    let (from, to) = (read_wallet(&request.from, "from")?, read_wallet(&request.to, "to")?);
    let amount = read_amount(&request.amount, from)?;
    // Without the pay password: whoever reads the database must not be able to guess it from a fingerprint.
    let fingerprint = Fingerprint::of(CALL, &(&request.from, &request.to, amount.minor));
    let account = session.account_id;
    let command = async {
        if from == Wallet::Balance {
            let given = request.pay_password.as_ref().map_or("", Secret::expose);
            pay_password::check(&accounts, session, given).await?;
        }
        Ok(Command::Transfer(TransferFunds { account, from, to, amount, rate: rate(&cashier, from, to).await? }))
    };
    cashier.writer.submit_guarded(Submission { account, key, fingerprint }, command).await
}

fn read_amount(text: &str, from: Wallet) -> Result<Money, ApiError> {
    let amount = Money::parse(text, from.currency()).ok().filter(|amount| amount.minor > 0);
    amount.ok_or(ApiError::invalid("amount_invalid", "amount"))
}

/// The rate in force when the wallets' currencies differ.
async fn rate(cashier: &Cashier, from: Wallet, to: Wallet) -> Result<Option<Rate>, ApiError> {
    let (from, to) = (from.currency(), to.currency());
    if from == to {
        return Ok(None);
    }
    let rates = rates::in_force(&mut cashier.db.read().await?, cashier.clock.now()).await?;
    Ok(rates.into_iter().find(|rate| (rate.from, rate.to) == (from, to)))
}
