//! The tables of payouts and of their files.

use plumbline_core::decision::Record;
use plumbline_core::funds::{Payout, Sending, Withdrawal};
use plumbline_core::ids::WithdrawalId;
use plumbline_core::time::UnixMillis;

use super::batch::{Batch, Format, Unreadable};
use crate::db::{self, Db, DbError, Session, rows, rows::Rows};
use crate::funds::withdrawal::store::WithdrawalRecord;
use crate::writer::StoredRecord;
use crate::{execute, fetch_all, fetch_head, fetch_optional, statements};

statements! {
    /// A second payout of a withdrawal makes the batch fail.
    STORE("iiti"): "INSERT INTO payouts (withdrawal_id, account_id, sent_by, created_at) {rows}";
    /// Status 5 is sent: withdrawals given back meanwhile are not paid any more.
    WAITING: "SELECT w.* FROM payouts p JOIN withdrawals w ON w.id = p.withdrawal_id
        WHERE p.sent_by = 'file' AND p.batch_id IS NULL AND w.status = 5 ORDER BY p.withdrawal_id
        LIMIT $1 OFFSET $2";
    PUT: "INSERT INTO payout_batches (id, format, currency, is_paper, payer, payouts, total, digest, created_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
    /// Only payouts that no other file contains.
    JOIN: "UPDATE payouts SET batch_id = $1 WHERE withdrawal_id = $2 AND batch_id IS NULL AND sent_by = 'file'";
    OF_BATCH: "SELECT w.* FROM payouts p JOIN withdrawals w ON w.id = p.withdrawal_id
        WHERE p.batch_id = $1 ORDER BY p.withdrawal_id";
    UNWRITTEN: "SELECT * FROM payout_batches WHERE written_at IS NULL ORDER BY id";
    LATEST: "SELECT * FROM payout_batches ORDER BY id DESC LIMIT $1";
    ONE: "SELECT * FROM payout_batches WHERE id = $1";
    /// For one server only.
    PLACING: "UPDATE payout_batches SET placing_at = $2 WHERE id = $1 AND placing_at IS NULL AND written_at IS NULL";
    PLACING_AGAIN: "UPDATE payout_batches SET placing_at = $3 WHERE id = $1 AND placing_at = $2 AND written_at IS NULL";
    UNPLACED: "UPDATE payout_batches SET placing_at = NULL WHERE id = $1 AND placing_at = $2 AND written_at IS NULL";
    WRITTEN: "UPDATE payout_batches SET written_at = $2 WHERE id = $1 AND written_at IS NULL";
    BY_FILES: "INSERT INTO payout_files (id) VALUES (1) ON CONFLICT (id) DO NOTHING";
    MARK: "SELECT mark FROM payout_files WHERE id = 1";
    KEEP_MARK: "INSERT INTO payout_files (id, mark) VALUES (1, $1)
        ON CONFLICT (id) DO UPDATE SET mark = COALESCE(payout_files.mark, excluded.mark)";
    BATCH_OF: "SELECT batch_id FROM payouts WHERE withdrawal_id = $1";
}

impl StoredRecord for Payout {
    async fn store(batch: &mut db::Batch, payouts: &[&Self]) -> Result<(), DbError> {
        let input = Rows::default()
            .int(payouts.iter().map(|p| p.withdrawal.0))
            .int(payouts.iter().map(|p| p.account.0))
            .text(payouts.iter().map(|p| Sending::code(&p.sending)))
            .int(payouts.iter().map(|p| p.created_at.0));
        rows::store(batch, STORE, input).await
    }
}

#[derive(Debug, sqlx::FromRow)]
struct BatchRow {
    id: i64,
    format: String,
    currency: String,
    is_paper: i64,
    payer: Option<String>,
    payouts: i64,
    total: i64,
    digest: String,
    created_at: i64,
    placing_at: Option<i64>,
    written_at: Option<i64>,
}

/// A file with its state.
#[derive(Debug)]
pub struct Sealed {
    pub batch: Batch,
    /// The file's SHA-256.
    pub digest: String,
    /// The time at which its name was announced.
    pub placing_at: Option<UnixMillis>,
    /// The time at which it was in its folder.
    pub written_at: Option<UnixMillis>,
}

impl TryFrom<BatchRow> for Sealed {
    type Error = DbError;

    fn try_from(row: BatchRow) -> Result<Self, DbError> {
        let id = row.id;
        let corrupt = |column| DbError::Corrupt { column, value: format!("of {id}") };
        let payer = row.payer.as_deref().map(serde_json::from_str).transpose();
        let batch = Batch {
            id,
            format: Format::from_code(&row.format).ok_or_else(|| corrupt("payout_batches.format"))?,
            currency: row.currency,
            is_paper: row.is_paper != 0,
            payer: payer.map_err(|_| corrupt("payout_batches.payer"))?,
            payouts: row.payouts,
            total: row.total,
            created_at: UnixMillis(row.created_at),
        };
        let [placing_at, written_at] = [row.placing_at, row.written_at].map(|at| at.map(UnixMillis));
        Ok(Self { batch, digest: row.digest, placing_at, written_at })
    }
}

/// Withdrawals to be paid by a file that are in none, in the order of their numbers; one that cannot be read is left
/// out and does not hold up others.
pub async fn waiting(on: &mut impl Session, at_most: i64) -> Result<Vec<Withdrawal>, DbError> {
    fetch_head!(on, Withdrawal::NAME, WithdrawalRecord, WAITING, at_most)
}

/// Makes a file of these withdrawals, for good; does nothing and gives false if another contains one of them.
pub async fn seal(db: &Db, batch: &Batch, digest: &str, withdrawals: &[Withdrawal]) -> Result<bool, DbError> {
    let payer = batch.payer.as_ref().map(serde_json::to_string).transpose().expect("a payer is names and texts");
    let mut tx = db.begin().await?;
    let (format, currency, is_paper) = (batch.format.code(), batch.currency.as_str(), i64::from(batch.is_paper));
    let (payouts, total, created_at) = (batch.payouts, batch.total, batch.created_at.0);
    execute!(&mut tx, PUT, batch.id, format, currency, is_paper, payer, payouts, total, digest, created_at)?;
    for withdrawal in withdrawals {
        if execute!(&mut tx, JOIN, batch.id, withdrawal.id.0)? != 1 {
            return Ok(false);
        }
    }
    tx.commit().await?;
    Ok(true)
}

/// The withdrawals of a file, in its order.
pub async fn of_batch(on: &mut impl Session, batch: i64) -> Result<Vec<Withdrawal>, DbError> {
    let found = fetch_all!(on, WithdrawalRecord, OF_BATCH, batch)?;
    found.into_iter().map(Withdrawal::try_from).collect()
}

/// Files that are sealed and not in their folder yet, each read by itself, so that an unreadable one does not hold up
/// others.
pub async fn unwritten(on: &mut impl Session) -> Result<Vec<Result<Sealed, Unreadable>>, DbError> {
    Ok(each(fetch_all!(on, BatchRow, UNWRITTEN)?))
}

/// The files that were sealed last, the newest first.
pub async fn latest(on: &mut impl Session, at_most: i64) -> Result<Vec<Result<Sealed, Unreadable>>, DbError> {
    Ok(each(fetch_all!(on, BatchRow, LATEST, at_most)?))
}

fn each(found: Vec<BatchRow>) -> Vec<Result<Sealed, Unreadable>> {
    let read = |row: BatchRow| {
        let batch = row.id;
        Sealed::try_from(row).map_err(|source| Unreadable { batch, source })
    };
    found.into_iter().map(read).collect()
}

pub async fn one(on: &mut impl Session, batch: i64) -> Result<Option<Sealed>, DbError> {
    fetch_optional!(on, BatchRow, ONE, batch)?.map(Sealed::try_from).transpose()
}

/// Announces the file's name; false if another server is writing it, or it is in its folder.
pub async fn placing(db: &Db, batch: i64, now: UnixMillis) -> Result<bool, DbError> {
    let mut tx = db.begin().await?;
    let is_first = execute!(&mut tx, PLACING, batch, now.0)? == 1;
    tx.commit().await?;
    Ok(is_first)
}

/// Announces the file in another place, if its last announcement is from `since`; false if another caller was first.
pub async fn placing_again(db: &Db, batch: i64, since: UnixMillis, now: UnixMillis) -> Result<bool, DbError> {
    let mut tx = db.begin().await?;
    let is_first = execute!(&mut tx, PLACING_AGAIN, batch, since.0, now.0)? == 1;
    tx.commit().await?;
    Ok(is_first)
}

/// Gives up the claim of `since` on a file that was certainly not written. A claim that somebody else has taken over stays.
pub async fn unplaced(db: &Db, batch: i64, since: UnixMillis) -> Result<(), DbError> {
    let mut tx = db.begin().await?;
    execute!(&mut tx, UNPLACED, batch, since.0)?;
    tx.commit().await
}

/// Records that withdrawals are paid out by files from now on.
pub async fn pay_by_files(db: &Db) -> Result<(), DbError> {
    let mut tx = db.begin().await?;
    execute!(&mut tx, BY_FILES)?;
    tx.commit().await
}

/// True if withdrawals are paid out by files.
pub async fn are_files(on: &mut impl Session) -> Result<bool, DbError> {
    Ok(fetch_optional!(on, (Option<String>,), MARK)?.is_some())
}

/// The mark of the folder for files, once there is one.
pub async fn mark(on: &mut impl Session) -> Result<Option<String>, DbError> {
    Ok(fetch_optional!(on, (Option<String>,), MARK)?.and_then(|(mark,)| mark))
}

/// Stores the mark of the folder for files, unless there is one already.
pub async fn keep_mark(db: &Db, mark: &str) -> Result<(), DbError> {
    let mut tx = db.begin().await?;
    execute!(&mut tx, KEEP_MARK, mark)?;
    tx.commit().await
}

/// Records that the file is in its folder.
pub async fn written(db: &Db, batch: i64, now: UnixMillis) -> Result<(), DbError> {
    let mut tx = db.begin().await?;
    execute!(&mut tx, WRITTEN, batch, now.0)?;
    tx.commit().await
}

/// The file that contains a withdrawal; `None` if there is none.
pub async fn batch_of(on: &mut impl Session, withdrawal: WithdrawalId) -> Result<Option<i64>, DbError> {
    let found = fetch_optional!(on, (Option<i64>,), BATCH_OF, withdrawal.0)?;
    Ok(found.and_then(|(batch,)| batch))
}
