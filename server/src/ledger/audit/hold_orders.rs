use super::Check;
use crate::db::{DbError, Session};
use crate::{for_each_row, statements};

statements! {
    COUNT: "SELECT COUNT(*) FROM holds WHERE owner = 'order'";
    /// A pending hold belongs to an open order of its wallet and amount that opens its position (its side equals its
    /// direction); a hold that is over holds nothing.
    HOLDS: "SELECT h.id, h.amount, h.status, o.hold, o.status FROM holds h
        LEFT JOIN orders o ON o.id = h.id AND o.account_id = h.account_id AND o.wallet = h.book
        WHERE h.owner = 'order' AND
           ((h.status = 0 AND (o.id IS NULL OR o.side <> o.direction OR o.status NOT IN (0, 1, 2) OR o.hold <> h.amount))
           OR (h.status <> 0 AND h.amount <> 0)) ORDER BY h.id";
    /// An open order that opens, and any order with a hold amount, has a pending hold.
    ORDERS: "SELECT o.id, o.hold FROM orders o LEFT JOIN holds h
            ON h.id = o.id AND h.owner = 'order' AND h.status = 0
        WHERE h.id IS NULL AND (o.hold <> 0 OR (o.side = o.direction AND o.status IN (0, 1, 2))) ORDER BY o.id";
}

pub(super) async fn check(on: &mut impl Session) -> Result<Check, DbError> {
    let mut check = Check::over(on, "pending holds and open orders that open carry the same amount", COUNT).await?;
    for_each_row!(on, (i64, i64, i64, Option<i64>, Option<i64>), HOLDS; |(id, amount, status, hold, order)| {
        check.found(format!("hold {id}"), hold_problem(amount, status, hold, order));
    })?;
    for_each_row!(on, (i64, i64), ORDERS; |(id, hold)| {
        check.found(format!("order {id}"), format!("it holds {hold}, but has no pending hold"));
    })?;
    Ok(check)
}

fn hold_problem(amount: i64, status: i64, hold: Option<i64>, order_status: Option<i64>) -> String {
    match (status, hold, order_status) {
        (1.., _, _) => format!("it is over, but still holds {amount}"),
        (_, Some(hold), Some(order)) => format!("it holds {amount} for an order that holds {hold} in status {order}"),
        _ => format!("it holds {amount} for no order of its wallet"),
    }
}
