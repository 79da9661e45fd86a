use super::Check;
use crate::db::{DbError, Session};
use crate::{for_each_row, statements};

statements! {
    COUNT: "SELECT COUNT(*) FROM balances";
    /// Both sides in one list, so that a balance without postings is found as well as postings without a balance.
    DIFFERING: "SELECT account_id, book, currency, CAST(SUM(posted) AS BIGINT), CAST(SUM(amount) AS BIGINT)
        FROM (SELECT account_id, book, currency, posted, 0 AS amount FROM balances
              UNION ALL SELECT account_id, book, currency, 0, amount FROM postings) b
        GROUP BY account_id, book, currency HAVING SUM(posted) <> SUM(amount)
        ORDER BY account_id, book, currency";
}

pub(super) async fn check(on: &mut impl Session) -> Result<Check, DbError> {
    let mut check = Check::over(on, "balances equal their postings, the house's too", COUNT).await?;
    for_each_row!(on, (i64, String, String, i64, i64), DIFFERING; |(account, book, currency, posted, amount)| {
        let problem = format!("the balance is {posted}, the postings sum to {amount}");
        check.found(format!("account {account} {book} {currency}"), problem);
    })?;
    Ok(check)
}
