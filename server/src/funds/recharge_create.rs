//! Deposits: the call that announces one, its reply, its stream message, and the table.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::extract::State;
use plumbline_core::decision::Record;
use plumbline_core::funds::{Deposit, DepositChannel, DepositStatus, RequestDeposit};
use plumbline_core::ids::{AccountId, DepositId};
use plumbline_core::kyc::ReviewedBy;
use plumbline_core::ledger::Wallet;
use plumbline_core::money::Money;
use plumbline_core::time::UnixMillis;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::rates::CreditRates;
use super::recharge_reply::{DepositMessage, DepositReply};
use super::{Cashier, channels};
use crate::db::{Batch, DbError, aside::money, rows, rows::Rows};
use crate::files::Files;
use crate::http::{ApiError, Body, Envelope, IdempotencyKey, Reply, wire};
use crate::identity::CurrentSession;
use crate::writer::{Listings, Recorded, Source, StoredRecord, Submission, Told};
use crate::{record, statements};

#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RechargeRequest {
    /// fiat, or certificate for a transfer that the bank has confirmed in writing. Digital currency is not announced:
    /// it is sent to the customer's own address (`/recharge/address`).
    pub channel: wire::DepositChannel,
    /// The currency that is sent: one of the channel's currencies.
    pub currency: wire::Currency,
    /// The amount, in units of `currency`, at most two decimals.
    pub amount: wire::Amount,
    /// The proof of payment: the address of one of the customer's own files, as its upload answered it. Required for a
    /// certificate.
    pub proof_url: Option<wire::FileUrl>,
}

/// Announces a deposit, which then waits for its review.
#[utoipa::path(post, path = "/recharge/create", tag = "funds", request_body = RechargeRequest,
    params(("Idempotency-Key" = wire::IdempotencyKey, Header, description = "A UUID, once for each intended deposit")),
    responses((status = 200, body = Envelope<DepositReply>),
        (status = 409, description = "too_many_pending_deposits"),
        (status = 422, description = "channel_unknown, address_needed, currency_unsupported, amount_invalid, amount_too_small, amount_too_large, proof_needed, proof_url_invalid")))]
pub async fn recharge_create(
    State(cashier): State<Arc<Cashier>>,
    session: CurrentSession,
    key: IdempotencyKey,
    Body(request): Body<RechargeRequest>,
) -> Result<Reply<Recorded>, ApiError> {
    let submission = Submission::new(session.account_id, key, &request);
    cashier.writer.submit::<_, DepositReply>(submission, action(&cashier, session.account_id, &request)).await
}

async fn action(cashier: &Cashier, account: AccountId, request: &RechargeRequest) -> Result<RequestDeposit, ApiError> {
    let kind = DepositChannel::from_code(&request.channel).ok_or(ApiError::invalid("channel_unknown", "channel"))?;
    if kind == DepositChannel::Wallet {
        return Err(ApiError::invalid("address_needed", "channel"));
    }
    let channel = channels::find(cashier.mode, kind, &request.currency)
        .ok_or(ApiError::invalid("currency_unsupported", "currency"))?;
    let sent = channel.amount(&request.amount)?;
    let rates = CreditRates::in_force(&mut cashier.db.read().await?, &cashier.market, cashier.clock.now()).await?;
    let rate = rates.of(&channel.currency).ok_or(ApiError::invalid("currency_unsupported", "currency"))?;
    let proof_url = proof(&cashier.files, account, request.proof_url.as_deref()).await?;
    if kind.needs_proof() && proof_url.is_none() {
        return Err(ApiError::invalid("proof_needed", "proofUrl"));
    }
    Ok(RequestDeposit {
        account,
        channel: kind,
        sent_currency: channel.currency.clone(),
        sent_amount: sent.amount(),
        credit: rate.credit(sent).map_err(|_| ApiError::invalid("amount_invalid", "amount"))?,
        rate: rate.recorded(),
        proof_url,
    })
}

/// The path by which reviewers find the file, without the signature, which only the request has.
async fn proof(files: &Files, account: AccountId, given: Option<&str>) -> Result<Option<String>, ApiError> {
    let Some(url) = given.filter(|url| !url.is_empty()) else { return Ok(None) };
    let owned = files.owned(account, url).await?;
    owned.map(|file| Some(file.path())).ok_or(ApiError::invalid("proof_url_invalid", "proofUrl"))
}

statements! {
    LOAD("i"): "SELECT * FROM deposits WHERE id IN ({rows})";
    /// Status 0 is pending.
    COUNT_PENDING("i"): "SELECT account_id, COUNT(*) FROM deposits
        WHERE status = 0 AND account_id IN ({rows}) GROUP BY account_id";
    /// Another account's row, or a newer one, makes the version NULL and the batch fail.
    STORE("iitttiititiitii"): "INSERT INTO deposits
        (id, account_id, channel, sent_currency, sent_amount, credit, rate, proof_url, status, reason, created_at,
         reviewed_at, reviewed_by, cancelled_at, version) {rows}
        ON CONFLICT (id) DO UPDATE SET credit = excluded.credit, rate = excluded.rate, status = excluded.status, reason = excluded.reason,
            reviewed_at = excluded.reviewed_at, reviewed_by = excluded.reviewed_by,
            cancelled_at = excluded.cancelled_at, version = CASE WHEN deposits.account_id = excluded.account_id
                AND deposits.version < excluded.version THEN excluded.version END";
}

record! {
    /// A row of `deposits`.
    pub struct DepositRecord {
        pub id: i64,
        account_id: i64,
        channel: String,
        sent_currency: String,
        sent_amount: String,
        credit: i64,
        rate: Option<i64>,
        proof_url: Option<String>,
        status: i64,
        reason: Option<String>,
        created_at: i64,
        reviewed_at: Option<i64>,
        reviewed_by: Option<String>,
        cancelled_at: Option<i64>,
        version: i64,
    }
}

impl TryFrom<DepositRecord> for Deposit {
    type Error = DbError;

    fn try_from(row: DepositRecord) -> Result<Self, DbError> {
        money(&[("deposits.credit", row.credit)])?;
        let channel = DepositChannel::from_code(&row.channel)
            .ok_or(DbError::Corrupt { column: "deposits.channel", value: row.channel })?;
        let status = DepositStatus::from_code(row.status)
            .ok_or(DbError::Corrupt { column: "deposits.status", value: row.status.to_string() })?;
        let by = |code: String| {
            ReviewedBy::from_code(&code).ok_or(DbError::Corrupt { column: "deposits.reviewed_by", value: code })
        };
        Ok(Deposit {
            id: DepositId(row.id),
            account: AccountId(row.account_id),
            channel,
            sent_currency: row.sent_currency,
            sent_amount: row.sent_amount,
            credit: Money::new(row.credit, Wallet::Balance.currency()),
            rate: row.rate,
            proof_url: row.proof_url,
            status,
            reason: row.reason,
            created_at: UnixMillis(row.created_at),
            reviewed_at: row.reviewed_at.map(UnixMillis),
            reviewed_by: row.reviewed_by.map(by).transpose()?,
            cancelled_at: row.cancelled_at.map(UnixMillis),
            version: row.version,
        })
    }
}

impl StoredRecord for Deposit {
    async fn load(from: &mut Source<'_>, ids: &BTreeSet<DepositId>) -> Result<Vec<Self>, DbError> {
        let input = Rows::default().int(ids.iter().map(|id| id.0));
        rows::read::<DepositRecord, _>(from, Self::NAME, LOAD, input).await
    }

    async fn count_open(
        from: &mut Source<'_>,
        accounts: &BTreeSet<AccountId>,
    ) -> Result<Vec<(AccountId, i64)>, DbError> {
        let input = Rows::default().int(accounts.iter().map(|account| account.0));
        let found: Vec<(i64, i64)> = rows::fetch(from, COUNT_PENDING, input).await?;
        Ok(found.into_iter().map(|(account, count)| (AccountId(account), count)).collect())
    }

    async fn store(batch: &mut Batch, deposits: &[&Self]) -> Result<(), DbError> {
        let input = Rows::default()
            .int(deposits.iter().map(|d| d.id.0))
            .int(deposits.iter().map(|d| d.account.0))
            .text(deposits.iter().map(|d| d.channel.code()))
            .text(deposits.iter().map(|d| d.sent_currency.as_str()))
            .text(deposits.iter().map(|d| d.sent_amount.as_str()))
            .int(deposits.iter().map(|d| d.credit.minor))
            .int(deposits.iter().map(|d| d.rate))
            .text(deposits.iter().map(|d| d.proof_url.as_deref()))
            .int(deposits.iter().map(|d| d.status.code()))
            .text(deposits.iter().map(|d| d.reason.as_deref()))
            .int(deposits.iter().map(|d| d.created_at.0))
            .int(deposits.iter().map(|d| d.reviewed_at.map(|at| at.0)))
            .text(deposits.iter().map(|d| d.reviewed_by.map(ReviewedBy::code)))
            .int(deposits.iter().map(|d| d.cancelled_at.map(|at| at.0)))
            .int(deposits.iter().map(|d| d.version));
        rows::store(batch, STORE, input).await
    }

    fn tell(&self, _: &dyn Listings) -> Option<serde_json::Result<Told>> {
        let data = serde_json::to_string(&DepositMessage::new(DepositReply::from(self)));
        Some(data.map(|data| Told { account: self.account, topic: "messages", data }))
    }
}
