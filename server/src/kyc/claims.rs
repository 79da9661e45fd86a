//! The table of the documents that verify accounts.

use std::collections::BTreeSet;

use plumbline_core::decision::Record;
use plumbline_core::ids::AccountId;
use plumbline_core::kyc::{DocumentClaim, DocumentTag, IdentityCheck};

use super::store::{read_tag, written_tag};
use crate::db::rows::{self, Rows};
use crate::db::{Batch, DbError, Session};
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

impl TryFrom<ClaimRecord> for DocumentClaim {
    type Error = DbError;

    fn try_from(row: ClaimRecord) -> Result<Self, DbError> {
        let corrupt = || DbError::Corrupt { column: "document_claims.tag", value: row.tag.clone() };
        let tag = read_tag(&row.tag).ok_or_else(corrupt)?;
        Ok(Self { tag, account: AccountId(row.account_id) })
    }
}

impl StoredRecord for DocumentClaim {
    async fn load(from: &mut Source<'_>, tags: &BTreeSet<DocumentTag>) -> Result<Vec<Self>, DbError> {
        let tags: Vec<String> = tags.iter().map(|tag| written_tag(*tag)).collect();
        rows::read::<ClaimRecord, _>(from, Self::NAME, LOAD, Rows::default().text(tags)).await
    }

    async fn store(batch: &mut Batch, claims: &[&Self]) -> Result<(), DbError> {
        let input = Rows::default()
            .text(claims.iter().map(|claim| written_tag(claim.tag)))
            .int(claims.iter().map(|claim| claim.account.0));
        rows::store(batch, STORE, input).await
    }
}

/// True if another account is verified by the document of this check.
pub async fn is_taken(on: &mut impl Session, check: &IdentityCheck) -> Result<bool, DbError> {
    Ok(fetch_optional!(on, (i64,), OTHERS, written_tag(check.tag), check.account.0)?.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::Db;
    use crate::testing::databases;

    #[tokio::test]
    async fn a_document_verifies_one_account() {
        for (uri, _folder) in databases("document_claims").await {
            let db = Db::open(&uri).await.unwrap();
            let tags: BTreeSet<DocumentTag> = [7, 8].map(|byte| DocumentTag([byte; 32])).into();
            let [first, second] = [1, 2].map(|id| DocumentClaim { tag: DocumentTag([7; 32]), account: AccountId(id) });
            let mut batch = db.batch().await.unwrap();
            DocumentClaim::store(&mut batch, &[&first]).await.unwrap();
            batch.commit().await.unwrap();
            let mut batch = db.batch().await.unwrap();
            assert_eq!(DocumentClaim::load(&mut batch, &tags).await.unwrap(), [first]);
            let stored = DocumentClaim::store(&mut batch, &[&second]).await;
            assert!(stored.is_err() || batch.commit().await.is_err(), "the second account's batch fails");
        }
    }
}
