use super::Check;
use crate::db::{DbError, Session};
use crate::{for_each_row, statements};

statements! {
    COUNT: "SELECT COUNT(*) FROM holds WHERE owner = 'position'";
    /// A pending hold belongs to an open position with that margin; a hold that is over holds nothing.
    HOLDS: "SELECT h.id, h.amount, h.status, p.margin, p.quantity FROM holds h
        LEFT JOIN positions p ON p.id = h.id AND p.account_id = h.account_id AND p.margin_wallet = h.book
        WHERE h.owner = 'position' AND
           ((h.status = 0 AND (p.id IS NULL OR p.quantity = 0 OR p.margin <> h.amount))
           OR (h.status <> 0 AND h.amount <> 0)) ORDER BY h.id";
    POSITIONS: "SELECT p.id, p.margin FROM positions p LEFT JOIN holds h
            ON h.id = p.id AND h.owner = 'position' AND h.status = 0
        WHERE h.id IS NULL AND p.margin <> 0 ORDER BY p.id";
}

pub(super) async fn check(on: &mut impl Session) -> Result<Check, DbError> {
    let mut check = Check::over(on, "pending holds and open positions carry the same margin", COUNT).await?;
    for_each_row!(on, (i64, i64, i64, Option<i64>, Option<i64>), HOLDS; |(id, amount, status, margin, quantity)| {
        check.found(format!("hold {id}"), hold_problem(amount, status, margin, quantity));
    })?;
    for_each_row!(on, (i64, i64), POSITIONS; |(id, margin)| {
        check.found(format!("position {id}"), format!("it sets {margin} aside, but has no pending hold"));
    })?;
    Ok(check)
}

fn hold_problem(amount: i64, status: i64, margin: Option<i64>, quantity: Option<i64>) -> String {
    match (status, margin, quantity) {
        (1.., _, _) => format!("it is over, but still holds {amount}"),
        (_, Some(margin), Some(quantity)) => {
            format!("it holds {amount} for a position of {quantity} whose margin is {margin}")
        }
        _ => format!("it holds {amount} for no position of its account"),
    }
}
