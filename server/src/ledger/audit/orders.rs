use super::Check;
use crate::db::{DbError, Session};
use crate::{for_each_row, statements};

statements! {
    COUNT: "SELECT COUNT(*) FROM orders";
    /// Status 3 is filled.
    DIFFERING: "SELECT o.id, o.filled, o.filled_value, o.maker_value, o.fees, COALESCE(f.quantity, 0),
               COALESCE(f.value, 0), COALESCE(f.maker_value, 0), COALESCE(f.fees, 0)
        FROM orders o LEFT JOIN (SELECT order_id, CAST(SUM(quantity) AS BIGINT) AS quantity,
            CAST(SUM(value) AS BIGINT) AS value,
            CAST(SUM(CASE WHEN liquidity = 'maker' THEN value ELSE 0 END) AS BIGINT) AS maker_value,
            CAST(SUM(fees) AS BIGINT) AS fees FROM fills GROUP BY order_id) f
            ON f.order_id = o.id
        WHERE o.filled <> COALESCE(f.quantity, 0) OR o.filled_value <> COALESCE(f.value, 0)
           OR o.maker_value <> COALESCE(f.maker_value, 0) OR o.fees <> COALESCE(f.fees, 0) ORDER BY o.id";
    MISJUDGED: "SELECT id, quantity, filled, status FROM orders
        WHERE filled > quantity OR filled < 0 OR (status = 3) <> (filled = quantity AND quantity > 0) ORDER BY id";
    /// Accounts that have never been written to have no stream, and no orders.
    MISCOUNTED: "SELECT s.account_id, s.open_orders, COUNT(o.id) FROM account_streams s
        LEFT JOIN orders o ON o.account_id = s.account_id AND o.status IN (0, 1, 2, 7)
        GROUP BY s.account_id, s.open_orders HAVING s.open_orders <> COUNT(o.id) ORDER BY s.account_id";
    WITHOUT_ORDER: "SELECT f.id, f.order_id FROM fills f LEFT JOIN orders o
        ON o.id = f.order_id AND o.account_id = f.account_id AND o.instrument_id = f.instrument_id
           AND o.wallet = f.wallet AND o.side = f.side
        WHERE o.id IS NULL ORDER BY f.id";
}

statements! {
    /// A fill that is neither a maker's nor a taker's, or that was charged the fee of the other side.
    MISLABELLED: "SELECT f.id, f.liquidity FROM fills f
        WHERE f.liquidity IS NOT NULL AND (f.liquidity NOT IN ('maker', 'taker') OR EXISTS
            (SELECT 1 FROM fill_fees l WHERE l.fill_id = f.id AND l.name IN ('maker', 'taker') AND l.name <> f.liquidity))
        ORDER BY f.id";
}

pub(super) async fn check(on: &mut impl Session) -> Result<Check, DbError> {
    let mut check = Check::over(on, "orders equal the sums of their fills", COUNT).await?;
    for_each_row!(on, (i64, i64, i64, i64, i64, i64, i64, i64, i64), DIFFERING; |(id, filled, value, made, fees, q, v, m, f)| {
        let problem = format!(
            "quantity, value, maker's value and fees are {filled}, {value}, {made} and {fees}; its fills sum to {q}, {v}, {m} and {f}"
        );
        check.found(format!("order {id}"), problem);
    })?;
    for_each_row!(on, (i64, i64, i64, i64), MISJUDGED; |(id, quantity, filled, status)| {
        check.found(format!("order {id}"), format!("{filled} of {quantity} is filled in status {status}"));
    })?;
    for_each_row!(on, (i64, i64, i64), MISCOUNTED; |(account, counted, open)| {
        check.found(format!("account {account}"), format!("{counted} open orders are counted, and there are {open}"));
    })?;
    for_each_row!(on, (i64, String), MISLABELLED; |(id, liquidity)| {
        check.found(format!("fill {id}"), format!("it is said to be that of a {liquidity}"));
    })?;
    for_each_row!(on, (i64, i64), WITHOUT_ORDER; |(id, order)| {
        check.found(format!("fill {id}"), format!("it does not match order {order}"));
    })?;
    Ok(check)
}
