//! What the calls on deposits and transfers answer.

use plumbline_core::funds::{Deposit, Transfer, format_rate};
use serde::Serialize;
use utoipa::ToSchema;

/// A transfer between one's own wallets.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TransferReply {
    pub id: String,
    /// 0 pending, 1 completed, 2 cancelled.
    pub status: i64,
    pub from: String,
    pub to: String,
    pub from_amount: String,
    pub from_currency: String,
    pub to_amount: String,
    pub to_currency: String,
    /// Units of the second currency for one of the first; null within one currency.
    pub rate: Option<String>,
    pub create_time_timestamp: String,
}

impl From<&Transfer> for TransferReply {
    fn from(transfer: &Transfer) -> Self {
        Self {
            id: transfer.id.to_string(),
            status: 1,
            from: transfer.from.code().to_owned(),
            to: transfer.to.code().to_owned(),
            from_amount: transfer.debited.amount(),
            from_currency: transfer.debited.currency.code().to_owned(),
            to_amount: transfer.credited.amount(),
            to_currency: transfer.credited.currency.code().to_owned(),
            rate: transfer.rate.map(format_rate),
            create_time_timestamp: transfer.created_at.to_string(),
        }
    }
}

/// A deposit as its customer sees it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DepositReply {
    pub id: String,
    pub channel: String,
    pub currency: String,
    pub amount: String,
    /// What is credited to the funding account.
    pub credit_amount: String,
    pub credit_currency: String,
    /// Units credited for one that is sent; null within one currency.
    pub rate: Option<String>,
    /// 0 pending review, 1 completed, 2 failed.
    pub status: i64,
    /// Why it failed: not_received, amount_differs, sender_differs or proof_unreadable.
    pub reason: Option<String>,
    pub create_time_timestamp: String,
    pub review_timestamp: Option<String>,
}

impl From<&Deposit> for DepositReply {
    fn from(deposit: &Deposit) -> Self {
        Self {
            id: deposit.id.to_string(),
            channel: deposit.channel.code().to_owned(),
            currency: deposit.sent_currency.clone(),
            amount: deposit.sent_amount.clone(),
            credit_amount: deposit.credit.amount(),
            credit_currency: deposit.credit.currency.code().to_owned(),
            rate: deposit.rate.map(format_rate),
            status: deposit.status.code(),
            reason: deposit.reason.clone(),
            create_time_timestamp: deposit.created_at.to_string(),
            review_timestamp: deposit.reviewed_at.map(|at| at.to_string()),
        }
    }
}

/// What the push socket tells of a deposit.
#[derive(Debug, Serialize)]
pub struct DepositMessage {
    kind: &'static str,
    #[serde(flatten)]
    deposit: DepositReply,
}

impl DepositMessage {
    pub fn of(deposit: &Deposit) -> Self {
        Self { kind: "deposit", deposit: DepositReply::from(deposit) }
    }
}
