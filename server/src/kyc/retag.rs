//! Makes new tags for documents that were tagged in another way when they were submitted. The leader does each once;
//! until then a document cannot be compared with others, and is not decided on.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use plumbline_core::decision::Record;
use plumbline_core::ids::AccountId;
use plumbline_core::kyc::{CheckStatus, IdentityCheck};

use super::store::{self, written_tag};
use super::{Desk, SealedError};
use crate::db::{DbError, Session, Tx, UnreadRow, rows::OfAccount};
use crate::supervision::Supervisor;
use crate::{execute, fetch_optional, fetch_readable, statements};

const EVERY: Duration = Duration::from_secs(300);

statements! {
    LEFT: "SELECT account_id FROM documents_to_retag ORDER BY account_id";
    IS_LEFT: "SELECT account_id FROM documents_to_retag WHERE account_id = $1";
    DONE: "DELETE FROM documents_to_retag WHERE account_id = $1";
    /// A document submitted meanwhile has the new tag already. A decision that read the check before cannot be stored
    /// on its version.
    RETAG: "UPDATE identity_checks SET tag = $3, version = version + 1
        WHERE account_id = $1 AND id = $2 AND status IN (1, 2) RETURNING status";
    /// Deletes the claim of the old tag.
    LET_GO: "DELETE FROM document_claims WHERE tag = $1 AND account_id = $2";
    CLAIM: "INSERT INTO document_claims (tag, account_id) VALUES ($1, $2) ON CONFLICT (tag) DO NOTHING";
    CLAIMED_BY: "SELECT account_id FROM document_claims WHERE tag = $1";
}

/// Tries again what is left, until the term ends: a key that was missing may be there again.
pub fn start(desk: Arc<Desk>, supervisor: &Supervisor) {
    let every = supervisor.every(EVERY);
    supervisor.spawn("documents to tell apart anew", async move {
        while every.next().await {
            if let Err(error) = retag(&desk).await {
                tracing::error!(%error, "documents could not be told apart anew; it is tried again");
            }
        }
    });
}

/// The accounts whose documents still need a new tag.
pub async fn left(on: &mut impl Session) -> Result<BTreeSet<AccountId>, DbError> {
    let found: Vec<AccountId> = fetch_readable!(on, IdentityCheck::NAME, OfAccount, LEFT)?;
    Ok(found.into_iter().collect())
}

/// True if the account's document still needs a new tag.
pub async fn is_left(on: &mut impl Session, account: AccountId) -> Result<bool, DbError> {
    Ok(fetch_optional!(on, (i64,), IS_LEFT, account.0)?.is_some())
}

/// Goes once through the remaining documents. It may be interrupted and repeated; one that cannot be read or opened
/// does not hold up others, and remains.
pub async fn retag(desk: &Desk) -> Result<(), DbError> {
    let left = left(&mut desk.db.read().await?).await?;
    if !left.is_empty() {
        tracing::info!(accounts = left.len(), "documents are told apart anew");
    }
    for account in left {
        let check = match store::of_account(&mut desk.db.read().await?, account).await {
            Err(why) if why.is_unreadable() => {
                desk.db.aside().put(&UnreadRow::of_account(IdentityCheck::NAME, account, why));
                continue;
            }
            check => check?,
        };
        let mut tx = desk.db.begin().await?;
        if let Some(check) = check
            && let Err(error) = retag_one(desk, &mut tx, &check).await?
        {
            tracing::error!(%error, account = account.0, "a document could not be opened to tell it apart anew; it is tried again");
            continue;
        }
        execute!(&mut tx, DONE, account.0)?;
        tx.commit().await?;
    }
    Ok(())
}

async fn retag_one(desk: &Desk, tx: &mut Tx, check: &IdentityCheck) -> Result<Result<(), SealedError>, DbError> {
    if check.status == CheckStatus::Unsuccessful {
        return Ok(Ok(()));
    }
    let particulars = match desk.open(check) {
        Ok(particulars) => particulars,
        Err(error) => return Ok(Err(error)),
    };
    let tag = written_tag(desk.tag(check.document, check.country, &particulars));
    if tag == written_tag(check.tag) {
        return Ok(Ok(()));
    }
    // The check may have been decided since it was read.
    let Some((status,)) = fetch_optional!(tx, (i64,), RETAG, check.account.0, check.id.0, tag.as_str())? else {
        return Ok(Ok(()));
    };
    execute!(tx, LET_GO, written_tag(check.tag).as_str(), check.account.0)?;
    if status == CheckStatus::Verified.code() && execute!(tx, CLAIM, tag.as_str(), check.account.0)? == 0 {
        let by = fetch_optional!(tx, (i64,), CLAIMED_BY, tag.as_str())?.map(|(by,)| by);
        if let Some(other) = by.filter(|by| *by != check.account.0) {
            tracing::error!(
                account = check.account.0,
                other,
                "one document verifies two accounts: somebody has to look"
            );
        }
    }
    Ok(Ok(()))
}
