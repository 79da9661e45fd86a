//! Mails about changes made in a session, so that a customer learns of a thief's changes.

use plumbline_core::ids::AccountId;

use super::store;
use crate::db::Db;
use crate::http::{ApiError, Language};
use crate::mail::{Content, Mail, Mailer};

/// Mails `content` to the customer. Send it before the change that it describes: if it cannot be sent, nothing is
/// changed.
///
/// # Errors
/// `mail_unavailable`.
pub async fn send(
    db: &Db,
    mailer: &Mailer,
    account: AccountId,
    language: Language,
    content: Content,
) -> Result<(), ApiError> {
    let found = store::account(&mut db.read().await?, account).await?;
    let to = found.ok_or(ApiError::session_required())?.email;
    Ok(mailer.send(&Mail { to, language, content }).await?)
}
