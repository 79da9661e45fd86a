use super::Check;
use crate::db::{DbError, Session};
use crate::{for_each_row, statements};

statements! {
    COUNT: "SELECT COUNT(*) FROM notices";
    MISCOUNTED: "SELECT s.account_id, s.unread_notices, COUNT(n.id) FROM account_streams s
        LEFT JOIN notices n ON n.account_id = s.account_id AND n.read_at IS NULL
        GROUP BY s.account_id, s.unread_notices HAVING s.unread_notices <> COUNT(n.id) ORDER BY s.account_id";
    /// An account with a notice has a stream.
    WITHOUT_STREAM: "SELECT n.id, n.account_id FROM notices n LEFT JOIN account_streams s ON s.account_id = n.account_id
        WHERE s.account_id IS NULL ORDER BY n.id";
}

pub(super) async fn check(on: &mut impl Session) -> Result<Check, DbError> {
    let mut check = Check::over(on, "unread notices are counted as they are", COUNT).await?;
    for_each_row!(on, (i64, i64, i64), MISCOUNTED; |(account, counted, unread)| {
        check.found(format!("account {account}"), format!("{counted} notices are counted as unread, and {unread} are"));
    })?;
    for_each_row!(on, (i64, i64), WITHOUT_STREAM; |(id, account)| {
        check.found(format!("notice {id}"), format!("account {account} has no stream"));
    })?;
    Ok(check)
}
