//! The table of identity checks, its reads, and its stream messages.

use std::collections::BTreeSet;

use plumbline_core::decision::Record;
use plumbline_core::ids::{AccountId, FileId, IdentityCheckId};
use plumbline_core::kyc::documents::{CountryCode, DocumentKind};
use plumbline_core::kyc::{CheckFailure, CheckStatus, DocumentTag, IdentityCheck, ReviewedBy};
use plumbline_core::time::UnixMillis;
use serde::Serialize;

use super::KycReply;
use crate::db::queue::{Part, Read};
use crate::db::{Batch, Db, DbError, Session, rows, rows::Rows};
use crate::writer::{Listings, Source, StoredRecord, Told};
use crate::{execute, fetch_head, fetch_optional, fetch_part, record, statements};

statements! {
    LOAD("i"): "SELECT * FROM identity_checks WHERE account_id IN ({rows})";
    /// A row that is not older makes the version NULL and the batch fail.
    STORE("iiitttiiitiiti"): "INSERT INTO identity_checks
        (account_id, id, document, country, tag, sealed, front, back, status, reasons, submitted_at, reviewed_at,
         reviewed_by, version) {rows}
        ON CONFLICT (account_id) DO UPDATE SET id = excluded.id, document = excluded.document,
            country = excluded.country, tag = excluded.tag, sealed = excluded.sealed, front = excluded.front,
            back = excluded.back, status = excluded.status, reasons = excluded.reasons,
            submitted_at = excluded.submitted_at, reviewed_at = excluded.reviewed_at,
            reviewed_by = excluded.reviewed_by,
            version = CASE WHEN identity_checks.version < excluded.version THEN excluded.version END";
    OF_ACCOUNT: "SELECT * FROM identity_checks WHERE account_id = $1";
    BY_ID: "SELECT * FROM identity_checks WHERE id = $1";
    /// Status 1 is under review.
    DUE: "SELECT * FROM identity_checks WHERE status = 1 AND submitted_at <= $1
        ORDER BY submitted_at, account_id LIMIT $2 OFFSET $3";
    /// Documents that need a new tag first are not decided on.
    DECIDABLE: "SELECT * FROM identity_checks c WHERE status = 1 AND submitted_at <= $1
        AND NOT EXISTS (SELECT 1 FROM documents_to_retag d WHERE d.account_id = c.account_id)
        ORDER BY submitted_at, account_id LIMIT $2 OFFSET $3";
    INSERT_READ: "INSERT INTO identity_reads (check_id, account_id, reader, read_at) VALUES ($1, $2, $3, $4)";
}

record! {
    /// A row of `identity_checks`.
    pub struct CheckRecord {
        account_id: i64,
        id: i64,
        document: i64,
        country: String,
        tag: String,
        sealed: String,
        front: i64,
        back: Option<i64>,
        status: i64,
        reasons: String,
        submitted_at: i64,
        reviewed_at: Option<i64>,
        reviewed_by: Option<String>,
        version: i64,
    }
}

impl TryFrom<CheckRecord> for IdentityCheck {
    type Error = DbError;

    fn try_from(row: CheckRecord) -> Result<Self, DbError> {
        let corrupt = |column| DbError::Corrupt { column, value: format!("of account {}", row.account_id) };
        let by = |code: &str| ReviewedBy::from_code(code).ok_or(corrupt("identity_checks.reviewed_by"));
        Ok(Self {
            id: IdentityCheckId(row.id),
            account: AccountId(row.account_id),
            document: DocumentKind::from_code(row.document).ok_or(corrupt("identity_checks.document"))?,
            country: CountryCode::read(&row.country).map_err(|_| corrupt("identity_checks.country"))?,
            tag: read_tag(&row.tag).ok_or(corrupt("identity_checks.tag"))?,
            sealed: row.sealed,
            front: FileId(row.front),
            back: row.back.map(FileId),
            status: CheckStatus::from_code(row.status).ok_or(corrupt("identity_checks.status"))?,
            reasons: read_reasons(&row.reasons).ok_or(corrupt("identity_checks.reasons"))?,
            submitted_at: UnixMillis(row.submitted_at),
            reviewed_at: row.reviewed_at.map(UnixMillis),
            reviewed_by: row.reviewed_by.as_deref().map(by).transpose()?,
            version: row.version,
        })
    }
}

/// Reads the reasons in the form of [`written`]; `None` when one is unknown.
pub fn read_reasons(text: &str) -> Option<Vec<CheckFailure>> {
    text.split_whitespace().map(CheckFailure::from_word).collect()
}

/// The words of reasons with blanks between them.
pub fn written(reasons: &[CheckFailure]) -> String {
    reasons.iter().map(|reason| reason.word()).collect::<Vec<_>>().join(" ")
}

pub(super) fn read_tag(text: &str) -> Option<DocumentTag> {
    let mut tag = [0; 32];
    hex::decode_to_slice(text, &mut tag).ok().map(|()| DocumentTag(tag))
}

pub(super) fn written_tag(tag: DocumentTag) -> String {
    hex::encode(tag.0)
}

/// The push socket's message of an identity check.
#[derive(Debug, Serialize)]
struct KycMessage {
    kind: &'static str,
    #[serde(flatten)]
    check: KycReply,
}

impl StoredRecord for IdentityCheck {
    async fn load(from: &mut Source<'_>, accounts: &BTreeSet<AccountId>) -> Result<Vec<Self>, DbError> {
        let input = Rows::default().int(accounts.iter().map(|account| account.0));
        rows::read::<CheckRecord, _>(from, Self::NAME, LOAD, input).await
    }

    async fn store(batch: &mut Batch, checks: &[&Self]) -> Result<(), DbError> {
        let input = Rows::default()
            .int(checks.iter().map(|c| c.account.0))
            .int(checks.iter().map(|c| c.id.0))
            .int(checks.iter().map(|c| c.document.code()))
            .text(checks.iter().map(|c| c.country.as_str()))
            .text(checks.iter().map(|c| written_tag(c.tag)))
            .text(checks.iter().map(|c| c.sealed.as_str()))
            .int(checks.iter().map(|c| c.front.0))
            .int(checks.iter().map(|c| c.back.map(|file| file.0)))
            .int(checks.iter().map(|c| c.status.code()))
            .text(checks.iter().map(|c| written(&c.reasons)))
            .int(checks.iter().map(|c| c.submitted_at.0))
            .int(checks.iter().map(|c| c.reviewed_at.map(|at| at.0)))
            .text(checks.iter().map(|c| c.reviewed_by.map(ReviewedBy::code)))
            .int(checks.iter().map(|c| c.version));
        rows::store(batch, STORE, input).await
    }

    fn tell(&self, _: &dyn Listings) -> Option<serde_json::Result<Told>> {
        let message = KycMessage { kind: "identity", check: KycReply::from(self) };
        let data = serde_json::to_string(&message);
        Some(data.map(|data| Told { account: self.account, topic: "messages", data }))
    }
}

/// An account's check, if one was ever submitted.
pub async fn of_account(on: &mut impl Session, account: AccountId) -> Result<Option<IdentityCheck>, DbError> {
    fetch_optional!(on, CheckRecord, OF_ACCOUNT, account.0)?.map(IdentityCheck::try_from).transpose()
}

/// True if the account's identity is verified, which is never undone.
pub async fn is_verified(on: &mut impl Session, account: AccountId) -> Result<bool, DbError> {
    Ok(of_account(on, account).await?.is_some_and(|check| check.status == CheckStatus::Verified))
}

/// The submission with this id, unless there is a later one.
pub async fn by_id(on: &mut impl Session, id: IdentityCheckId) -> Result<Option<IdentityCheck>, DbError> {
    fetch_optional!(on, CheckRecord, BY_ID, id.0)?.map(IdentityCheck::try_from).transpose()
}

/// Checks that have been under review since `until` or longer, the longest first; one that cannot be read is left out
/// and does not hold up others.
pub async fn due(on: &mut impl Session, until: UnixMillis, at_most: i64) -> Result<Vec<IdentityCheck>, DbError> {
    fetch_head!(on, IdentityCheck::NAME, CheckRecord, DUE, at_most, until.0)
}

/// A part of the due checks that may be decided on.
pub async fn decidable(on: &mut impl Session, until: UnixMillis, part: Part) -> Result<Read<IdentityCheck>, DbError> {
    fetch_part!(on, IdentityCheck::NAME, CheckRecord, DECIDABLE, part, until.0)
}

/// Records that a reviewer opens a customer's particulars.
pub async fn record_read(db: &Db, check: &IdentityCheck, reader: &str, now: UnixMillis) -> Result<(), DbError> {
    let mut tx = db.begin().await?;
    execute!(&mut tx, INSERT_READ, check.id.0, check.account.0, reader, now.0)?;
    tx.commit().await
}
