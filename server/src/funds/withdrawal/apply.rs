//! Withdrawals: the call that requests one, and its reply.

use std::sync::Arc;

use axum::extract::State;
use plumbline_core::decision::Refusal;
use plumbline_core::funds::payout::Destination;
use plumbline_core::funds::{Obstacle, RequestWithdrawal, StandingKey, Withdrawal, format_hundredths, format_rate};
use plumbline_core::ids::AccountId;
use plumbline_core::time::UnixMillis;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{rules, standing};
use crate::funds::Cashier;
use crate::funds::cards::{AccountType, store as saved_accounts};
use crate::funds::rates::CreditRates;
use crate::http::{ApiError, Body, Envelope, IdempotencyKey, Reply, amount, wire};
use crate::identity::{Accounts, CurrentSession, pay_password};
use crate::kyc;
use crate::writer::{Recorded, Submission};

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WithdrawalRequest {
    /// The type of the saved account.
    pub method: AccountType,
    /// The id of a saved account.
    pub account_id: wire::Id,
    /// The amount, in units of `currency`, at most two decimals. The fee comes out of it.
    pub amount: wire::Amount,
    /// The currency to send: USD or EUR to a card, a wallet's own currency to it.
    pub currency: wire::Currency,
    pub pay_password: wire::PayPassword,
}

/// A withdrawal as its customer sees it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WithdrawalReply {
    pub id: wire::Id,
    pub method: AccountType,
    /// The saved account that was chosen, which may have changed or been deleted since.
    pub account_id: wire::Id,
    /// The end of the number or address that the money goes to, as it was when the withdrawal was asked for.
    pub destination: wire::Masked,
    /// The bank's name, for a card.
    pub bank_name: Option<wire::PartyName>,
    /// The chain, for a wallet.
    pub chain: Option<wire::Chain>,
    pub currency: wire::Currency,
    /// The amount that was asked for, the fee included.
    pub amount: wire::Decimal,
    /// The fee that is kept of the amount.
    pub fee: wire::Decimal,
    /// The amount that arrives.
    pub net_amount: wire::Decimal,
    /// The amount taken from the funding account, the fee included.
    pub debit_amount: wire::Decimal,
    pub debit_currency: wire::Currency,
    /// Units of the funding account for one of `currency`; null within one currency.
    pub rate: Option<wire::Decimal>,
    /// 0 requested, 1 settled, 2 rejected, 3 cancelled, 4 approved, 5 sent.
    pub status: wire::WithdrawalStatus,
    /// The reason for a rejection: destination_unreachable, holder_differs or not_authorised; or destination_deleted,
    /// identity_unverified, cooling_off or new_address, which would have kept the withdrawal from being asked for at
    /// the time when it was reviewed or sent. Once it was sent, the reason for its return: account_unknown,
    /// account_closed, not_taken, or returned where nobody said why.
    pub reason: Option<wire::WithdrawalFailure>,
    pub create_time_timestamp: wire::Timestamp,
    pub review_timestamp: Option<wire::Timestamp>,
    /// The reviewer: autopilot (of paper mode, which is no person) or reviewers.
    pub reviewed_by: Option<wire::ApplicationReviewer>,
    pub sent_timestamp: Option<wire::Timestamp>,
    /// The way in which the withdrawal was sent: simulated (paper money, which goes nowhere), file (of payouts, which a
    /// bank carries out) or by_hand.
    pub sent_by: Option<wire::Sending>,
    /// The proof that the withdrawal was sent by hand, such as the transaction on its chain.
    pub reference: Option<String>,
    /// The time at which the withdrawal settled, was rejected or returned, or was cancelled.
    pub end_timestamp: Option<wire::Timestamp>,
}

impl From<&Withdrawal> for WithdrawalReply {
    fn from(withdrawal: &Withdrawal) -> Self {
        let (bank_name, chain) = match &withdrawal.destination {
            Destination::Bank(bank) => (Some(bank.bank_name.clone()), None),
            Destination::Wallet(wallet) => (None, Some(wallet.chain.code().to_owned())),
        };
        Self {
            id: withdrawal.id.into(),
            method: AccountType::of(&withdrawal.destination),
            account_id: withdrawal.payout_account.into(),
            destination: withdrawal.destination.number().masked().into(),
            bank_name: bank_name.map(Into::into),
            chain: chain.map(Into::into),
            currency: withdrawal.currency.clone().into(),
            amount: format_hundredths(withdrawal.amount).into(),
            fee: format_hundredths(withdrawal.fee).into(),
            net_amount: format_hundredths(withdrawal.net()).into(),
            debit_amount: withdrawal.debit.into(),
            debit_currency: withdrawal.debit.currency.into(),
            rate: withdrawal.rate.map(format_rate).map(Into::into),
            status: withdrawal.status.into(),
            reason: withdrawal.reason.clone().map(Into::into),
            create_time_timestamp: withdrawal.created_at.into(),
            review_timestamp: withdrawal.reviewed_at.map(Into::into),
            reviewed_by: withdrawal.reviewed_by.map(Into::into),
            sent_timestamp: withdrawal.sent_at.map(Into::into),
            sent_by: withdrawal.sending.as_ref().map(Into::into),
            reference: withdrawal.sending.as_ref().and_then(|sending| sending.reference().map(str::to_owned)),
            end_timestamp: withdrawal.ended_at.map(Into::into),
        }
    }
}

/// Asks for money to be sent to a saved account. The amount that the funding account will pay is set aside at once, at
/// the rate and the fee in force, and taken when the withdrawal is sent.
#[utoipa::path(post, path = "/withdrawal/withdrawal-apply", tag = "funds", request_body = WithdrawalRequest,
    params(("Idempotency-Key" = wire::IdempotencyKey, Header, description = "A UUID, once for each intended withdrawal")),
    responses((status = 200, body = Envelope<WithdrawalReply>),
        (status = 404, description = "card_unknown"),
        (status = 409, description = "kyc_required, pay_password_not_set, method_mismatch, currency_mismatch, cooling_off, new_address, insufficient_funds, unsettled, credit_held, too_many_open_withdrawals"),
        (status = 422, description = "amount_invalid, amount_too_small, fee_exceeds_amount, currency_unsupported, pay_password_wrong"),
        (status = 429, description = "pay_password_locked")))]
pub async fn apply(
    State(cashier): State<Arc<Cashier>>,
    State(accounts): State<Arc<Accounts>>,
    session: CurrentSession,
    key: IdempotencyKey,
    Body(request): Body<WithdrawalRequest>,
) -> Result<Reply<Recorded>, ApiError> {
    let account = session.account_id;
    // Without the pay password, which is a secret.
    let body = (request.method, &request.account_id, &request.amount, &request.currency);
    let submission = Submission::new(account, key, &body);
    let action = async {
        read(&cashier, account, &request).await?;
        pay_password::check(&accounts, session, request.pay_password.expose()).await?;
        // Waiting for the turn at the pay password may have taken seconds, in which the saved account may have changed.
        let asked = read(&cashier, account, &request).await?;
        // A wrong form is refused first, even during a lock.
        ensure_unlocked(&cashier, &asked).await?;
        Ok(asked)
    };
    cashier.writer.submit_guarded::<_, WithdrawalReply>(submission, action).await
}

/// The requested withdrawal, to the saved account as it is now, at the rate and the fee in force.
async fn read(
    cashier: &Cashier,
    account: AccountId,
    request: &WithdrawalRequest,
) -> Result<RequestWithdrawal, ApiError> {
    let unknown = || ApiError::not_found("card_unknown").on_field("accountId");
    let unsupported = || ApiError::invalid("currency_unsupported", "currency");
    let payout_account = request.account_id.parse().map_err(|_| unknown())?;
    let (mut reader, now, policy) = (cashier.db.read().await?, cashier.clock.now(), cashier.withdrawal_policy);
    if policy.needs_identity && !kyc::store::is_verified(&mut reader, account).await? {
        return Err(Refusal::KycRequired.into());
    }
    let saved = saved_accounts::find(&mut reader, account, payout_account).await?.ok_or_else(unknown)?;
    if AccountType::of(&saved.destination) != request.method {
        return Err(ApiError::conflict("method_mismatch").on_field("method"));
    }
    if !saved.destination.takes(&request.currency) {
        return Err(Refusal::CurrencyMismatch.into());
    }
    let rule = rules::in_force(request.method, &request.currency, now).ok_or_else(unsupported)?;
    let rates = CreditRates::in_force(&mut reader, &cashier.market, now).await?;
    let rate = rates.of_sent(&request.currency).ok_or_else(unsupported)?;
    let amount = amount(&request.amount)?;
    if amount < rule.min_amount {
        let minimum = serde_json::json!({ "minimum": format_hundredths(rule.min_amount) });
        return Err(ApiError::invalid("amount_too_small", "amount").with_detail(minimum));
    }
    Ok(RequestWithdrawal {
        account,
        payout_account,
        destination: saved.destination,
        currency: rule.currency.clone(),
        amount,
        fee: rule.fee,
        rate: rate.recorded(),
        policy,
        asked_at: now,
    })
}

/// The core refuses locked withdrawals too, but cannot give the end of the lock.
async fn ensure_unlocked(cashier: &Cashier, asked: &RequestWithdrawal) -> Result<(), ApiError> {
    let key = StandingKey::of(asked.account, asked.payout_account);
    let (policy, now) = (&asked.policy, asked.asked_at);
    let standing = standing::find(&mut cashier.db.read().await?, key).await?;
    if let Some(until) = standing.cooling_off_until(policy, now) {
        return Err(locked(Obstacle::CoolingOff, until));
    }
    match standing.address_locked_until(policy, None, now) {
        Some(until) => Err(locked(Obstacle::NewAddress, until)),
        None => Ok(()),
    }
}

fn locked(obstacle: Obstacle, until: UnixMillis) -> ApiError {
    let detail = serde_json::json!({ "untilTimestamp": until.to_string() });
    ApiError::from(obstacle.refusal()).with_detail(detail)
}
