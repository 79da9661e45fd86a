use super::Check;
use crate::db::{DbError, Session};
use crate::{for_each_row, statements};

statements! {
    COUNT: "SELECT COUNT(*) FROM balances WHERE account_id <> 0";
    NEGATIVE: "SELECT account_id, book, currency, posted, held FROM balances
        WHERE account_id <> 0 AND (posted < held OR held < 0) ORDER BY account_id, book, currency";
}

/// The house's own books are left out: money that customers own is money that the house owes.
pub(super) async fn check(on: &mut impl Session) -> Result<Check, DbError> {
    let mut check = Check::over(on, "customers' available balances are not negative", COUNT).await?;
    for_each_row!(on, (i64, String, String, i64, i64), NEGATIVE; |(account, book, currency, posted, held)| {
        check.found(format!("account {account} {book} {currency}"), format!("{held} is held of {posted}"));
    })?;
    Ok(check)
}
