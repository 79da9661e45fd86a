//! The picture of a saved card, for reviewers of a destination.

use plumbline_core::ids::AccountId;
use plumbline_core::time::UnixMillis;

use crate::db::{DbError, Tx};
use crate::files::{FileId, Files};
use crate::http::ApiError;
use crate::{execute, statements};

statements! {
    /// The customer may have used one picture for several purposes, which `files/rows.rs` has to allow for too.
    LET_GO: "UPDATE files SET deleted_at = $3 WHERE id = $1 AND account_id = $2 AND deleted_at IS NULL
        AND NOT EXISTS (SELECT 1 FROM payout_accounts p WHERE p.account_id = $2 AND p.image_file = $1)
        AND NOT EXISTS (SELECT 1 FROM identity_checks k WHERE k.account_id = $2 AND (k.front = $1 OR k.back = $1))
        AND NOT EXISTS (SELECT 1 FROM deposits d WHERE d.account_id = $2 AND d.proof_url = CAST($4 AS TEXT))";
}

/// The customer's own file at the address in a request.
///
/// # Errors
/// `image_url_invalid`.
pub async fn owned(files: &Files, account: AccountId, url: &str) -> Result<FileId, ApiError> {
    let owned = files.owned(account, url).await?;
    owned.ok_or(ApiError::invalid("image_url_invalid", "imageUrl"))
}

/// Releases the picture of an account that no longer has it, unless it is used elsewhere.
pub async fn let_go(tx: &mut Tx, account: AccountId, file: FileId, now: UnixMillis) -> Result<(), DbError> {
    execute!(tx, LET_GO, file.0, account.0, now.0, file.path())?;
    Ok(())
}
