use super::Check;
use crate::db::{DbError, Session};
use crate::{for_each_row, statements};

statements! {
    COUNT: "SELECT COUNT(*) FROM identity_checks";
    /// Status 2 is verified.
    UNCLAIMED: "SELECT c.id FROM identity_checks c
        LEFT JOIN document_claims d ON d.tag = c.tag AND d.account_id = c.account_id
        WHERE c.status = 2 AND d.tag IS NULL ORDER BY c.id";
    STRAY: "SELECT d.account_id FROM document_claims d
        LEFT JOIN identity_checks c ON c.account_id = d.account_id AND c.tag = d.tag AND c.status = 2
        WHERE c.id IS NULL ORDER BY d.account_id";
}

pub(super) async fn check(on: &mut impl Session) -> Result<Check, DbError> {
    let rule = "who is verified has a document that verifies nobody else";
    let mut check = Check::over(on, rule, COUNT).await?;
    for_each_row!(on, (i64,), UNCLAIMED; |(id,)| {
        check.found(format!("identity check {id}"), "its document is not the account's".to_owned());
    })?;
    for_each_row!(on, (i64,), STRAY; |(account,)| {
        check.found(format!("account {account}"), "it has a document and is not verified by it".to_owned());
    })?;
    Ok(check)
}
