//! The amount that can be withdrawn, and its explanation.

use std::sync::Arc;

use axum::extract::State;
use plumbline_core::funds::{Obstacle, StandingKey, Withdrawal, WithdrawalPolicy, format_hundredths, format_rate};
use plumbline_core::ids::{AccountId, PayoutAccountId};
use plumbline_core::ledger::Unsettled;
use plumbline_core::time::UnixMillis;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::lines::Explained;
use super::rules::{self, Rule};
use super::sent_currencies::{SentCurrency, sent_currencies};
use super::{standing, store};
use crate::db::{DbError, Session};
use crate::funds::Cashier;
use crate::funds::cards::{AccountType, store as saved_accounts};
use crate::funds::chains::suspense::in_suspense;
use crate::funds::rates::CreditRates;
use crate::http::{ApiError, Envelope, Params, Reply, wire};
use crate::identity::CurrentSession;
use crate::kyc;
use crate::ledger::store::load_unsettled;

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub struct UsableRequest {
    /// The currency to send; USD when absent.
    pub currency: Option<wire::Currency>,
    /// The saved account to send to, which may be locked.
    pub account_id: Option<wire::Id>,
}

/// The amount that can be withdrawn. All amounts are in `currency`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UsableReply {
    /// The greatest amount that can be asked for, the fee included; never negative, and zero while there is a lock.
    pub usable: wire::Decimal,
    pub currency: wire::Currency,
    /// The parts of `usable`: the amounts add up to it.
    pub lines: Vec<UsableLine>,
    /// The locks that keep everything back, and their ends; the one that lasts longest first.
    pub locks: Vec<WithdrawalLock>,
    /// True if the customer's identity has to be verified before a withdrawal can be asked for.
    pub identity_required: bool,
    /// Payments received that are too small to be credited by themselves. They are no part of the balance.
    pub suspense: Vec<SuspendedAmount>,
    /// Seconds for which nothing is sent to an account after it was saved or changed; 0 for no such lock.
    pub address_lock_seconds: i64,
    /// Seconds for which nothing can be withdrawn after a password was set or changed; 0 for no such pause.
    pub cooling_off_seconds: i64,
    /// Seconds for which money that was paid in stays; 0 for no such hold.
    pub credit_hold_seconds: i64,
    /// Units of the funding account for one of `currency`; null within one currency.
    pub rate: Option<wire::Decimal>,
    /// The source of the rate: ecb_reference or paper_par; null within one currency.
    pub rate_source: Option<wire::Word>,
    /// The day from which the rate is in force, `YYYY-MM-DD`; null within one currency.
    pub rate_since: Option<wire::Date>,
    /// The ways in which `currency` can be sent.
    pub methods: Vec<WithdrawalMethod>,
    /// All currencies that can be sent now, whatever `currency` is.
    pub sent: Vec<SentCurrency>,
}

/// A part of the amount that can be withdrawn; negative where it is taken off.
#[derive(Debug, Serialize, ToSchema)]
pub struct UsableLine {
    /// balance; held_for_withdrawals, held_for_orders, held_for_margin; unsettled: sold, and not paid for yet;
    /// new_credit: paid in a short time ago; rounding: the difference that comes from converting each line on its own;
    /// cooling_off, new_address: the lock that keeps back the rest. A line other than the balance is left out when it
    /// is zero.
    pub name: wire::Word,
    pub amount: wire::Decimal,
}

/// A lock that keeps a customer's money back for a while.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WithdrawalLock {
    /// cooling_off after a password was set or changed, new_address after the saved account was saved or changed.
    pub name: wire::Word,
    pub until_timestamp: wire::Timestamp,
}

/// The amount of a currency that stands in suspense.
#[derive(Debug, Serialize, ToSchema)]
pub struct SuspendedAmount {
    pub currency: wire::Currency,
    pub amount: wire::Decimal,
}

/// A way to take money out.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WithdrawalMethod {
    pub method: AccountType,
    /// The fee that is kept of each amount.
    pub fee: wire::Decimal,
    /// The least amount, the fee included.
    pub min_amount: wire::Decimal,
}

/// The amount that can be withdrawn from the funding account, and the parts that make it up.
#[utoipa::path(get, path = "/withdrawal/getUsableWithdrawalAmount", tag = "funds", params(UsableRequest),
    responses((status = 200, body = Envelope<UsableReply>),
        (status = 404, description = "card_unknown"),
        (status = 422, description = "currency_unsupported")))]
pub async fn usable(
    State(cashier): State<Arc<Cashier>>,
    session: CurrentSession,
    Params(request): Params<UsableRequest>,
) -> Result<Reply<UsableReply>, ApiError> {
    let unsupported = || ApiError::invalid("currency_unsupported", "currency");
    let currency = request.currency.unwrap_or_else(|| Withdrawal::PAID_IN.into());
    let (mut reader, now) = (cashier.db.read().await?, cashier.clock.now());
    let policy: &WithdrawalPolicy = &cashier.withdrawal_policy;
    let methods: Vec<WithdrawalMethod> = rules::ways(&currency, now).map(WithdrawalMethod::from).collect();
    let rates = CreditRates::in_force(&mut reader, &cashier.market, now).await?;
    let rate = rates.of_sent(&currency).filter(|_| !methods.is_empty()).ok_or_else(unsupported)?;
    let account = session.account_id;
    let to = match &request.account_id {
        Some(id) => Some(saved(&mut reader, account, id).await?),
        None => None,
    };
    let standing = standing::find(&mut reader, StandingKey::at(account, to.unwrap_or(NOWHERE), policy, now)).await?;
    let cooling_off = standing.cooling_off_until(policy, now).map(|until| (Obstacle::CoolingOff, until));
    let new_address = to.and_then(|_| standing.address_locked_until(policy, None, now));
    let mut locks: Vec<_> =
        cooling_off.into_iter().chain(new_address.map(|until| (Obstacle::NewAddress, until))).collect();
    locks.sort_by_key(|(_, until)| std::cmp::Reverse(*until));
    let explained = Explained {
        funding: store::funding(&mut reader, account).await?,
        unsettled: unsettled(&mut reader, account, now).await?,
        new_credit: standing.new_credit,
        locked: locks.first().map(|(lock, _)| lock.word()),
    };
    let (usable, lines) = explained.lines(&rate, now).map_err(ApiError::internal)?;
    let suspended = in_suspense(&mut reader, account).await?;
    let (source, since) = rate.origin.clone().unzip();
    let line = |(name, amount): (&str, _)| UsableLine { name: name.into(), amount: format_hundredths(amount).into() };
    let lock = |(lock, until): (Obstacle, UnixMillis)| WithdrawalLock {
        name: lock.word().into(),
        until_timestamp: until.into(),
    };
    let suspended = suspended
        .into_iter()
        .map(|(currency, amount, _)| SuspendedAmount { currency: currency.into(), amount: amount.display(2).into() });
    let seconds = |millis: i64| millis / UnixMillis::SECOND;
    Ok(Reply(UsableReply {
        usable: format_hundredths(usable).into(),
        lines: lines.into_iter().map(line).collect(),
        locks: locks.into_iter().map(lock).collect(),
        identity_required: policy.needs_identity && !kyc::store::is_verified(&mut reader, account).await?,
        suspense: suspended.collect(),
        address_lock_seconds: seconds(policy.address_lock),
        cooling_off_seconds: seconds(policy.cooling_off),
        credit_hold_seconds: seconds(policy.credit_hold),
        rate: rate.recorded().map(format_rate).map(Into::into),
        rate_source: source.map(Into::into),
        rate_since: since.map(Into::into),
        sent: sent_currencies(&rates, now),
        currency,
        methods,
    }))
}

impl From<&Rule> for WithdrawalMethod {
    fn from(rule: &Rule) -> Self {
        let (fee, min_amount) = (format_hundredths(rule.fee), format_hundredths(rule.min_amount));
        Self { method: rule.method, fee: fee.into(), min_amount: min_amount.into() }
    }
}

/// An id that no saved account has.
const NOWHERE: PayoutAccountId = PayoutAccountId(0);

async fn saved(on: &mut impl Session, account: AccountId, id: &str) -> Result<PayoutAccountId, ApiError> {
    let unknown = || ApiError::not_found("card_unknown").on_field("accountId");
    let id = id.parse().map_err(|_| unknown())?;
    Ok(saved_accounts::find(on, account, id).await?.ok_or_else(unknown)?.id)
}

async fn unsettled(on: &mut impl Session, account: AccountId, now: UnixMillis) -> Result<Vec<Unsettled>, DbError> {
    let key = Withdrawal::paid_from(account);
    Ok(load_unsettled(on, &[(key, now)].into()).await?.remove(&key).unwrap_or_default())
}
