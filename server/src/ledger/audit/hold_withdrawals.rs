use super::Check;
use crate::db::{DbError, Session};
use crate::{for_each_row, statements};

statements! {
    COUNT: "SELECT COUNT(*) FROM holds WHERE owner = 'withdrawal'";
    /// A pending hold belongs to a withdrawal of that amount that is requested (status 0) or approved (4); a hold that
    /// is over holds nothing.
    HOLDS: "SELECT h.id, h.amount, h.status, w.debit, w.status FROM holds h
        LEFT JOIN withdrawals w ON w.id = h.id AND w.account_id = h.account_id AND h.book = 'BALANCE'
        WHERE h.owner = 'withdrawal' AND
           ((h.status = 0 AND (w.id IS NULL OR w.status NOT IN (0, 4) OR w.debit <> h.amount))
           OR (h.status <> 0 AND h.amount <> 0)) ORDER BY h.id";
    WITHDRAWALS: "SELECT w.id, w.debit FROM withdrawals w LEFT JOIN holds h
            ON h.id = w.id AND h.owner = 'withdrawal' AND h.status = 0
        WHERE h.id IS NULL AND w.status IN (0, 4) ORDER BY w.id";
}

pub(super) async fn check(on: &mut impl Session) -> Result<Check, DbError> {
    let mut check =
        Check::over(on, "pending holds and withdrawals that are not sent hold the same amount", COUNT).await?;
    for_each_row!(on, (i64, i64, i64, Option<i64>, Option<i64>), HOLDS; |(id, amount, status, debit, withdrawal)| {
        check.found(format!("hold {id}"), hold_problem(amount, status, debit, withdrawal));
    })?;
    for_each_row!(on, (i64, i64), WITHDRAWALS; |(id, debit)| {
        check.found(format!("withdrawal {id}"), format!("it sets {debit} aside, but has no pending hold"));
    })?;
    Ok(check)
}

fn hold_problem(amount: i64, status: i64, debit: Option<i64>, withdrawal: Option<i64>) -> String {
    match (status, debit, withdrawal) {
        (1.., _, _) => format!("it is over, but still holds {amount}"),
        (_, Some(debit), Some(status)) => {
            format!("it holds {amount} for a withdrawal that takes {debit} in status {status}")
        }
        _ => format!("it holds {amount} for no withdrawal of its account"),
    }
}
