//! The table of documents that verify somebody.

use std::collections::BTreeSet;

use plumbline_core::ids::AccountId;
use plumbline_core::kyc::{DocumentClaim, DocumentTag, IdentityCheck};

use super::store::{read_tag, written_tag};
use crate::db::{Batch, DbError, Session, rows, rows::Rows};
use crate::writer::{Source, StoredRecord};
use crate::{fetch_optional, record, statements};

statements! {
    LOAD("t"): "SELECT * FROM document_claims WHERE tag IN ({rows})";
    /// A second account's claim makes the batch fail.
    STORE("ti"): "INSERT INTO document_claims (tag, account_id) {rows}";
    OTHERS: "SELECT account_id FROM document_claims WHERE tag = $1 AND account_id <> $2";
}

record! {
    /// A row of `document_claims`.
    struct ClaimRecord {
        tag: String,
        account_id: i64,
    }
}

impl StoredRecord for DocumentClaim {
    async fn load(from: &mut Source<'_>, tags: &BTreeSet<DocumentTag>) -> Result<Vec<Self>, DbError> {
        let input = Rows::default().text(tags.iter().map(|tag| written_tag(*tag)));
        let found: Vec<ClaimRecord> = rows::fetch(from, LOAD, input).await?;
        let read = |row: ClaimRecord| {
            let corrupt = || DbError::Corrupt { column: "document_claims.tag", value: row.tag.clone() };
            let tag = read_tag(&row.tag).ok_or_else(corrupt)?;
            Ok(Self { tag, account: AccountId(row.account_id) })
        };
        found.into_iter().map(read).collect()
    }

    async fn store(batch: &mut Batch, claims: &[&Self]) -> Result<(), DbError> {
        let input = Rows::default()
            .text(claims.iter().map(|claim| written_tag(claim.tag)))
            .int(claims.iter().map(|claim| claim.account.0));
        rows::store(batch, STORE, input).await
    }
}

/// Whether another account is verified by the document of this check.
pub async fn is_taken(on: &mut impl Session, check: &IdentityCheck) -> Result<bool, DbError> {
    Ok(fetch_optional!(on, (i64,), OTHERS, written_tag(check.tag), check.account.0)?.is_some())
}
