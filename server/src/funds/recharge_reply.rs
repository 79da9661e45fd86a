use plumbline_core::decimal::Quantity;
use plumbline_core::funds::chains::ChainDeposit;
use plumbline_core::funds::{Deposit, DepositChannel, DepositStatus, REPORTING, format_rate};
use plumbline_core::money::Money;
use serde::Serialize;
use utoipa::ToSchema;

use super::chains::Seen;

/// The reason why a seen output is not credited: the chain was reorganised, and no block contains it any more.
const TAKEN_BACK: &str = "taken_back";

/// A deposit as its customer sees it: an announced one, or coins received on a chain.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DepositReply {
    pub id: String,
    pub channel: String,
    pub currency: String,
    pub amount: String,
    /// The amount credited to the funding account; for another currency an estimate while the deposit is pending, since
    /// the rate of the review counts. For coins null until they have their confirmations.
    pub credit_amount: Option<String>,
    pub credit_currency: String,
    /// Units credited for one that is sent: as announced while the deposit is pending, and then as credited. Null
    /// within one currency, and until the coins have their confirmations.
    pub rate: Option<String>,
    /// 0 pending, 1 completed, 2 failed, 3 cancelled, 4 in suspense.
    pub status: i64,
    /// The reason for a failure: not_received, amount_differs, sender_differs or proof_unreadable; for coins
    /// taken_back. Or the reason for which coins wait for an operator: amount_too_large or output_differs.
    pub reason: Option<String>,
    pub create_time_timestamp: String,
    pub review_timestamp: Option<String>,
    /// The reviewer: autopilot (of paper mode, which is no person) or reviewers. Null for coins, which need no review.
    pub reviewed_by: Option<String>,
    /// The time at which the customer cancelled it.
    pub cancel_timestamp: Option<String>,
    /// A link to the proof of payment, good for some minutes, in the list of deposits; null without a proof, once its
    /// picture is gone, and in all other replies and messages.
    pub proof_url: Option<String>,
    /// The chain on which coins were received. The fields below are null for an announced deposit.
    pub network: Option<String>,
    pub transaction: Option<String>,
    /// The index of the output in its transaction.
    pub output_index: Option<i64>,
    /// Blocks that hold the payment, its own among them; null in messages about it.
    pub confirmations: Option<i64>,
    /// Blocks after which the payment is credited.
    pub confirmations_needed: Option<i64>,
}

impl From<&Deposit> for DepositReply {
    fn from(deposit: &Deposit) -> Self {
        Self {
            id: deposit.id.to_string(),
            channel: deposit.channel.code().to_owned(),
            currency: deposit.sent_currency.clone(),
            amount: deposit.sent_amount.clone(),
            credit_amount: Some(deposit.credit.amount()),
            credit_currency: deposit.credit.currency.code().to_owned(),
            rate: deposit.rate.map(format_rate),
            status: deposit.status.code(),
            reason: deposit.reason.clone(),
            create_time_timestamp: deposit.created_at.to_string(),
            review_timestamp: deposit.reviewed_at.map(|at| at.to_string()),
            reviewed_by: deposit.reviewed_by.map(|by| by.code().to_owned()),
            cancel_timestamp: deposit.cancelled_at.map(|at| at.to_string()),
            proof_url: None,
            network: None,
            transaction: None,
            output_index: None,
            confirmations: None,
            confirmations_needed: None,
        }
    }
}

impl From<&ChainDeposit> for DepositReply {
    fn from(deposit: &ChainDeposit) -> Self {
        Self {
            id: deposit.id.to_string(),
            channel: DepositChannel::Wallet.code().to_owned(),
            currency: deposit.currency.clone(),
            amount: deposit.amount.display(2),
            credit_amount: Some(deposit.booked.amount()),
            credit_currency: deposit.booked.currency.code().to_owned(),
            rate: Some(format_rate(deposit.rate)),
            status: deposit.status.code(),
            reason: None,
            create_time_timestamp: deposit.created_at.to_string(),
            review_timestamp: Some(deposit.updated_at.to_string()),
            reviewed_by: None,
            cancel_timestamp: None,
            proof_url: None,
            network: Some(deposit.output.chain.clone()),
            transaction: Some(deposit.output.transaction.clone()),
            output_index: Some(deposit.output.index),
            confirmations: None,
            confirmations_needed: None,
        }
    }
}

impl DepositReply {
    /// Coins as seen on a chain that was followed up to `height` and needs `needed` confirmations.
    pub fn seen(seen: Seen, height: Option<i64>, needed: Option<i64>) -> Self {
        let confirmations = seen.height.and_then(|at| Some(height? - at + 1));
        let (status, reason) = match (seen.status, seen.height) {
            (Some(status), _) => (status, None),
            (None, Some(_)) => (DepositStatus::Pending.code(), seen.held),
            (None, None) => (DepositStatus::Failed.code(), Some(TAKEN_BACK.to_owned())),
        };
        Self {
            id: seen.id.to_string(),
            channel: DepositChannel::Wallet.code().to_owned(),
            currency: seen.currency,
            amount: Quantity::from_units(seen.amount).display(2),
            credit_amount: seen.booked.map(|booked| Money::new(booked, REPORTING).amount()),
            credit_currency: REPORTING.code().to_owned(),
            rate: seen.rate.map(format_rate),
            status,
            reason,
            create_time_timestamp: seen.seen_at.to_string(),
            review_timestamp: seen.updated_at.map(|at| at.to_string()),
            reviewed_by: None,
            cancel_timestamp: None,
            proof_url: None,
            network: Some(seen.chain),
            transaction: Some(seen.transaction_id),
            output_index: Some(seen.output),
            confirmations: Some(confirmations.unwrap_or(0)),
            confirmations_needed: needed,
        }
    }
}

/// The push socket's message of a deposit.
#[derive(Debug, Serialize)]
pub struct DepositMessage {
    kind: &'static str,
    #[serde(flatten)]
    deposit: DepositReply,
}

impl DepositMessage {
    pub const fn new(deposit: DepositReply) -> Self {
        Self { kind: "deposit", deposit }
    }
}
