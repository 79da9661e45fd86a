use crate::http::wire;
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
    pub id: wire::Id,
    pub channel: wire::DepositChannel,
    pub currency: wire::Currency,
    pub amount: wire::Decimal,
    /// The amount credited to the funding account; for another currency an estimate while the deposit is pending, since
    /// the rate of the review counts. For coins null until they have their confirmations.
    pub credit_amount: Option<wire::Decimal>,
    pub credit_currency: wire::Currency,
    /// Units credited for one that is sent: as announced while the deposit is pending, and then as credited. Null
    /// within one currency, and until the coins have their confirmations.
    pub rate: Option<wire::Decimal>,
    /// 0 pending, 1 completed, 2 failed, 3 cancelled, 4 in suspense.
    pub status: wire::DepositStatus,
    /// The reason for a failure: not_received, amount_differs, sender_differs or proof_unreadable; for coins
    /// taken_back. Or the reason for which coins wait for an operator: amount_too_large or output_differs.
    pub reason: Option<wire::DepositFailure>,
    pub create_time_timestamp: wire::Timestamp,
    pub review_timestamp: Option<wire::Timestamp>,
    /// The reviewer: autopilot (of paper mode, which is no person) or reviewers. Null for coins, which need no review.
    pub reviewed_by: Option<wire::ApplicationReviewer>,
    /// The time at which the customer cancelled it.
    pub cancel_timestamp: Option<wire::Timestamp>,
    /// A link to the proof of payment, good for some minutes, in the list of deposits; null without a proof, once its
    /// picture is gone, and in all other replies and messages.
    pub proof_url: Option<wire::FileUrl>,
    /// The chain on which coins were received. The fields below are null for an announced deposit.
    pub network: Option<wire::Network>,
    pub transaction: Option<wire::TransactionHash>,
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
            id: deposit.id.into(),
            channel: deposit.channel.into(),
            currency: deposit.sent_currency.clone().into(),
            amount: deposit.sent_amount.clone().into(),
            credit_amount: Some(deposit.credit.into()),
            credit_currency: deposit.credit.currency.into(),
            rate: deposit.rate.map(format_rate).map(Into::into),
            status: deposit.status.into(),
            reason: deposit.reason.clone().map(Into::into),
            create_time_timestamp: deposit.created_at.into(),
            review_timestamp: deposit.reviewed_at.map(Into::into),
            reviewed_by: deposit.reviewed_by.map(Into::into),
            cancel_timestamp: deposit.cancelled_at.map(Into::into),
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
            id: deposit.id.into(),
            channel: DepositChannel::Wallet.into(),
            currency: deposit.currency.clone().into(),
            amount: deposit.amount.display(2).into(),
            credit_amount: Some(deposit.booked.into()),
            credit_currency: deposit.booked.currency.into(),
            rate: Some(format_rate(deposit.rate).into()),
            status: deposit.status.into(),
            reason: None,
            create_time_timestamp: deposit.created_at.into(),
            review_timestamp: Some(deposit.updated_at.into()),
            reviewed_by: None,
            cancel_timestamp: None,
            proof_url: None,
            network: Some(deposit.output.chain.clone().into()),
            transaction: Some(deposit.output.transaction.clone().into()),
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
            id: seen.id.into(),
            channel: DepositChannel::Wallet.into(),
            currency: seen.currency.into(),
            amount: Quantity::from_units(seen.amount).display(2).into(),
            credit_amount: seen.booked.map(|booked| Money::new(booked, REPORTING).into()),
            credit_currency: REPORTING.into(),
            rate: seen.rate.map(format_rate).map(Into::into),
            status: status.into(),
            reason: reason.map(Into::into),
            create_time_timestamp: seen.seen_at.into(),
            review_timestamp: seen.updated_at.map(Into::into),
            reviewed_by: None,
            cancel_timestamp: None,
            proof_url: None,
            network: Some(seen.chain.into()),
            transaction: Some(seen.transaction_id.into()),
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
