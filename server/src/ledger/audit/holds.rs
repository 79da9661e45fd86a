use super::Check;
use crate::db::{DbError, Session};
use crate::{for_each_row, statements};

statements! {
    COUNT: "SELECT COUNT(*) FROM balances";
    DIFFERING: "SELECT account_id, book, currency, CAST(SUM(held) AS BIGINT), CAST(SUM(amount) AS BIGINT)
        FROM (SELECT account_id, book, currency, held, 0 AS amount FROM balances
              UNION ALL SELECT account_id, book, currency, 0, amount FROM holds WHERE status = 0) b
        GROUP BY account_id, book, currency HAVING SUM(held) <> SUM(amount)
        ORDER BY account_id, book, currency";
    /// Each kind of owner has a check of its own, which compares its amounts with its holds.
    UNOWNED: "SELECT id, owner FROM holds WHERE owner NOT IN ('order', 'withdrawal', 'position') ORDER BY id";
}

pub(super) async fn check(on: &mut impl Session) -> Result<Check, DbError> {
    let mut check = Check::over(on, "what balances hold equals the pending holds", COUNT).await?;
    for_each_row!(on, (i64, String, String, i64, i64), DIFFERING; |(account, book, currency, held, amount)| {
        let problem = format!("the balance holds {held}, the pending holds sum to {amount}");
        check.found(format!("account {account} {book} {currency}"), problem);
    })?;
    for_each_row!(on, (i64, String), UNOWNED; |(id, owner)| {
        check.found(format!("hold {id}"), format!("it is for a {owner}, which nothing checks"));
    })?;
    Ok(check)
}
