//! Transfers between one's own wallets: the call, its reply, and the table.

use std::sync::Arc;

use axum::extract::State;
use plumbline_core::decision::Refusal;
use plumbline_core::funds::{Transfer, TransferFunds, format_rate};
use plumbline_core::ids::{AccountId, FirmQuoteId, TransferId};
use plumbline_core::ledger::Wallet;
use plumbline_core::money::Money;
use plumbline_core::time::UnixMillis;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::wallet_name::read_wallet;
use super::{Cashier, transfer_quote};
use crate::db::{Batch, DbError, rows, rows::Rows};
use crate::http::{ApiError, Body, Envelope, IdempotencyKey, Reply, amount_in, wire};
use crate::identity::{Accounts, CurrentSession, pay_password};
use crate::ledger::store::read_currency;
use crate::market::Market;
use crate::statements;
use crate::writer::{Recorded, StoredRecord, Submission};

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TransferRequest {
    /// The wallet that pays.
    pub from: wire::WalletType,
    /// The wallet that is paid.
    pub to: wire::WalletType,
    /// The amount, in the currency of `from`, with at most its decimals.
    pub amount: wire::Amount,
    /// The quote that `/wallet/quote` gave for exactly this transfer; required where the wallets' currencies differ,
    /// and only there.
    pub quote_id: Option<wire::Id>,
    /// The pay password, required when `from` is BALANCE.
    pub pay_password: Option<wire::PayPassword>,
}

impl TransferRequest {
    fn quote(&self) -> Result<Option<FirmQuoteId>, ApiError> {
        let id = self.quote_id.as_deref().filter(|id| !id.is_empty());
        id.map(|id| id.parse().map_err(|_| Refusal::QuoteUnknown.into())).transpose()
    }
}

/// A transfer between the customer's own wallets.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TransferReply {
    pub id: wire::Id,
    /// 0 pending, 1 completed, 2 cancelled.
    pub status: wire::TransferStatus,
    pub from: wire::WalletType,
    pub to: wire::WalletType,
    pub from_amount: wire::Decimal,
    pub from_currency: wire::Currency,
    pub to_amount: wire::Decimal,
    pub to_currency: wire::Currency,
    /// Units of the second currency for one of the first; null within one currency.
    pub rate: Option<wire::Decimal>,
    /// The quote that the transfer was made at; null within one currency.
    pub quote_id: Option<wire::Id>,
    pub create_time_timestamp: wire::Timestamp,
}

impl From<&Transfer> for TransferReply {
    fn from(transfer: &Transfer) -> Self {
        Self {
            id: transfer.id.into(),
            status: wire::TransferStatus(1),
            from: transfer.from.into(),
            to: transfer.to.into(),
            from_amount: transfer.debited.into(),
            from_currency: transfer.debited.currency.into(),
            to_amount: transfer.credited.into(),
            to_currency: transfer.credited.currency.into(),
            rate: transfer.rate.map(format_rate).map(Into::into),
            quote_id: transfer.quote.map(Into::into),
            create_time_timestamp: transfer.created_at.into(),
        }
    }
}

/// Moves money between the customer's own wallets, at once. Across currencies the rate in force is applied, rounded
/// down, recorded and shown.
#[utoipa::path(post, path = "/wallet/transfer", tag = "funds", request_body = TransferRequest,
    params(("Idempotency-Key" = wire::IdempotencyKey, Header, description = "A UUID, once for each intended transfer")),
    responses((status = 200, body = Envelope<TransferReply>),
        (status = 409, description = "pay_password_not_set, insufficient_funds, unsettled, no_quote, quote_used, quote_differs, quote_expired"),
        (status = 404, description = "quote_unknown"),
        (status = 422, description = "wallet_unknown, same_wallet, amount_invalid, quote_required, pay_password_wrong"),
        (status = 429, description = "pay_password_locked")))]
pub async fn transfer(
    State(cashier): State<Arc<Cashier>>,
    State(accounts): State<Arc<Accounts>>,
    State(market): State<Arc<Market>>,
    session: CurrentSession,
    key: IdempotencyKey,
    Body(request): Body<TransferRequest>,
) -> Result<Reply<Recorded>, ApiError> {
    let (from, to) = (read_wallet(&request.from, "from")?, read_wallet(&request.to, "to")?);
    let amount = amount_in(&request.amount, from.currency())?;
    let account = session.account_id;
    // Before the password waits for its turn: a quote that is valid now stays valid.
    let asked_at = cashier.clock.now();
    let quote = request.quote();
    // Without the pay password, which is a secret.
    let submission = match &request.quote_id {
        Some(quote) => Submission::new(account, key, &(&request.from, &request.to, amount.minor, quote)),
        None => Submission::new(account, key, &(&request.from, &request.to, amount.minor)),
    };
    let action = async {
        if from == Wallet::Balance {
            let given = request.pay_password.as_ref().map_or("", |given| given.expose());
            pay_password::check(&accounts, session, given).await?;
        }
        let quote = quote?;
        if let Some(quote) = quote {
            transfer_quote::ensure_converts(&cashier, &market, account, quote).await?;
        }
        Ok(TransferFunds { account, from, to, amount, quote, asked_at })
    };
    cashier.writer.submit_guarded::<_, TransferReply>(submission, action).await
}

statements! {
    STORE("iittititiii"): "INSERT INTO transfers
        (id, account_id, from_wallet, to_wallet, debited, debited_currency, credited, credited_currency, rate, quote_id,
         created_at) {rows}";
}

/// A row of `transfers`.
#[derive(Debug, sqlx::FromRow)]
pub struct TransferRecord {
    id: i64,
    account_id: i64,
    from_wallet: String,
    to_wallet: String,
    debited: i64,
    debited_currency: String,
    credited: i64,
    credited_currency: String,
    rate: Option<i64>,
    quote_id: Option<i64>,
    created_at: i64,
}

impl TryFrom<TransferRecord> for Transfer {
    type Error = DbError;

    fn try_from(row: TransferRecord) -> Result<Self, DbError> {
        let wallet = |code: String| -> Result<Wallet, DbError> {
            code.parse().map_err(|_| DbError::Corrupt { column: "transfers.wallet", value: code })
        };
        let (from, to) = (wallet(row.from_wallet)?, wallet(row.to_wallet)?);
        let money = |minor, code: &str| -> Result<Money, DbError> {
            Ok(Money::new(minor, read_currency("transfers.currency", code)?))
        };
        Ok(Transfer {
            id: TransferId(row.id),
            account: AccountId(row.account_id),
            from,
            to,
            debited: money(row.debited, &row.debited_currency)?,
            credited: money(row.credited, &row.credited_currency)?,
            rate: row.rate,
            quote: row.quote_id.map(FirmQuoteId),
            created_at: UnixMillis(row.created_at),
        })
    }
}

impl StoredRecord for Transfer {
    async fn store(batch: &mut Batch, transfers: &[&Self]) -> Result<(), DbError> {
        let input = Rows::default()
            .int(transfers.iter().map(|t| t.id.0))
            .int(transfers.iter().map(|t| t.account.0))
            .text(transfers.iter().map(|t| t.from.code()))
            .text(transfers.iter().map(|t| t.to.code()))
            .int(transfers.iter().map(|t| t.debited.minor))
            .text(transfers.iter().map(|t| t.debited.currency.code()))
            .int(transfers.iter().map(|t| t.credited.minor))
            .text(transfers.iter().map(|t| t.credited.currency.code()))
            .int(transfers.iter().map(|t| t.rate))
            .int(transfers.iter().map(|t| t.quote.map(|quote| quote.0)))
            .int(transfers.iter().map(|t| t.created_at.0));
        rows::store(batch, STORE, input).await
    }
}
