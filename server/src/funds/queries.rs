//! The reads of the calls on wallets, transfers and deposits.

use plumbline_core::decision::Record;
use plumbline_core::funds::{Deposit, Transfer};
use plumbline_core::ids::{AccountId, TransferId};
use plumbline_core::ledger::{Balance, BalanceKey, Wallet};
use plumbline_core::time::UnixMillis;

use super::recharge_create::DepositRecord;
use super::transfer::TransferRecord;
use super::wallet_reply::WalletReply;
use crate::db::queue::{Part, Read};
use crate::db::{DbError, Session, rows, rows::Rows};
use crate::http::{COUNTED_MAX, Page};
use crate::ledger::store::load_unsettled;
use crate::{fetch_all, fetch_head, fetch_one, fetch_optional, fetch_part, statements};

statements! {
    WALLETS: "SELECT book, posted, held, version FROM balances WHERE account_id = $1";
    TRANSFERS: "SELECT * FROM transfers WHERE account_id = $1 ORDER BY id DESC LIMIT $2 OFFSET $3";
    COUNT_TRANSFERS: "SELECT COUNT(*) FROM (SELECT 1 FROM transfers WHERE account_id = $1 LIMIT $2) counted";
    TRANSFER: "SELECT * FROM transfers WHERE id = $1 AND account_id = $2";
    DEPOSIT_IDS: "SELECT id FROM (SELECT id FROM deposits WHERE account_id = $1
            UNION ALL SELECT id FROM chain_outputs WHERE account_id = $1) found ORDER BY id DESC LIMIT $2 OFFSET $3";
    COUNT_DEPOSITS: "SELECT COUNT(*) FROM (SELECT id FROM deposits WHERE account_id = $1
            UNION ALL SELECT id FROM chain_outputs WHERE account_id = $1 LIMIT $2) counted";
    DEPOSITS("i"): "SELECT * FROM deposits WHERE id IN ({rows})";
    /// Status 0 is pending.
    PENDING_DEPOSITS: "SELECT * FROM deposits WHERE status = 0 AND created_at <= $1 ORDER BY created_at, id
        LIMIT $2 OFFSET $3";
}

/// Every wallet of an account, in the order in which customers see them; one that was never used is empty.
pub async fn wallets(on: &mut impl Session, account: AccountId) -> Result<Vec<(BalanceKey, Balance)>, DbError> {
    let found = fetch_all!(on, (String, i64, i64, i64), WALLETS, account.0)?;
    let wallets = Wallet::ALL.into_iter().map(|wallet| {
        let row = found.iter().find(|(book, ..)| book == wallet.code());
        let balance = row.map(|(_, posted, held, version)| Balance { posted: *posted, held: *held, version: *version });
        (BalanceKey::new(account, wallet), balance.unwrap_or_default())
    });
    Ok(wallets.collect())
}

/// Every wallet of an account with the amounts that have not settled at `now`.
pub async fn settling(on: &mut impl Session, account: AccountId, now: UnixMillis) -> Result<Vec<WalletReply>, DbError> {
    let wallets = wallets(on, account).await?;
    let since = wallets.iter().map(|(key, _)| (*key, now)).collect();
    let unsettled = load_unsettled(on, &since).await?;
    let none = Vec::new();
    let reply = |(key, balance)| WalletReply::of(key, balance, unsettled.get(&key).unwrap_or(&none), now);
    Ok(wallets.into_iter().map(reply).collect())
}

/// A page of an account's transfers, newest first, and their number, counted up to 10,000.
pub async fn transfers(on: &mut impl Session, account: AccountId, page: Page) -> Result<(Vec<Transfer>, i64), DbError> {
    let (total,) = fetch_one!(on, (i64,), COUNT_TRANSFERS, account.0, COUNTED_MAX)?;
    if !page.is_within(total) {
        return Ok((Vec::new(), total));
    }
    let found = fetch_all!(on, TransferRecord, TRANSFERS, account.0, page.size(), page.offset())?;
    Ok((found.into_iter().map(Transfer::try_from).collect::<Result<_, _>>()?, total))
}

/// One transfer of one customer.
pub async fn transfer(on: &mut impl Session, account: AccountId, id: TransferId) -> Result<Option<Transfer>, DbError> {
    fetch_optional!(on, TransferRecord, TRANSFER, id.0, account.0)?.map(Transfer::try_from).transpose()
}

/// A page of an account's deposits, announced and on chains, newest first, and their number, counted up to 10,000.
pub async fn deposit_ids(on: &mut impl Session, account: AccountId, page: Page) -> Result<(Vec<i64>, i64), DbError> {
    let (total,) = fetch_one!(on, (i64,), COUNT_DEPOSITS, account.0, COUNTED_MAX)?;
    if !page.is_within(total) {
        return Ok((Vec::new(), total));
    }
    let found = fetch_all!(on, (i64,), DEPOSIT_IDS, account.0, page.size(), page.offset())?;
    Ok((found.into_iter().map(|(id,)| id).collect(), total))
}

/// The announced deposits with these ids.
pub async fn deposits(on: &mut impl Session, ids: &[i64]) -> Result<Vec<Deposit>, DbError> {
    let found: Vec<DepositRecord> = rows::fetch(on, DEPOSITS, Rows::default().int(ids.iter().copied())).await?;
    found.into_iter().map(Deposit::try_from).collect()
}

/// Deposits of all customers that have waited for review since `created_until` (Unix ms) or longer, oldest first; one
/// that cannot be read is left out and does not hold up others.
pub async fn pending_deposits(
    on: &mut impl Session,
    created_until: i64,
    at_most: i64,
) -> Result<Vec<Deposit>, DbError> {
    fetch_head!(on, Deposit::NAME, DepositRecord, PENDING_DEPOSITS, at_most, created_until)
}

/// A part of the pending deposits.
pub async fn pending_part(on: &mut impl Session, created_until: i64, part: Part) -> Result<Read<Deposit>, DbError> {
    fetch_part!(on, Deposit::NAME, DepositRecord, PENDING_DEPOSITS, part, created_until)
}
