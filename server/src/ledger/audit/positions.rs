use super::Check;
use crate::db::{DbError, Session};
use crate::{for_each_row, statements};

statements! {
    COUNT: "SELECT COUNT(*) FROM positions";
    /// A split adds the change of the quantity, and no cost. An opening fill adds its quantity and value, and its fees
    /// unless it is on margin; a closing fill takes its quantity and the cost of that.
    DIFFERING: "SELECT p.id, p.quantity, p.cost, COALESCE(f.quantity, 0), COALESCE(f.cost, 0)
        FROM positions p LEFT JOIN (SELECT o.id,
            CAST(SUM(CASE WHEN f.side = o.direction THEN f.quantity ELSE -f.quantity END) AS BIGINT)
                + COALESCE((SELECT CAST(SUM(s.quantity_after - s.quantity_before) AS BIGINT) FROM share_splits s
                    WHERE s.position_id = o.id), 0) AS quantity,
            CAST(SUM(CASE WHEN f.side <> o.direction THEN -COALESCE(f.cost, 0)
                          WHEN o.margin_wallet IS NULL THEN f.value + f.fees ELSE f.value END) AS BIGINT) AS cost
            FROM fills f JOIN positions o ON o.id = f.position_id GROUP BY o.id) f ON f.id = p.id
        WHERE p.quantity <> COALESCE(f.quantity, 0) OR p.cost <> COALESCE(f.cost, 0) ORDER BY p.id";
    WITHOUT_POSITION: "SELECT f.id, f.position_id FROM fills f LEFT JOIN positions p
        ON p.id = f.position_id AND p.account_id = f.account_id AND p.instrument_id = f.instrument_id
        WHERE p.id IS NULL ORDER BY f.id";
}

pub(super) async fn check(on: &mut impl Session) -> Result<Check, DbError> {
    let mut check =
        Check::over(on, "positions equal their fills and splits in quantity, and their fills in cost", COUNT).await?;
    for_each_row!(on, (i64, i64, i64, i64, i64), DIFFERING; |(id, quantity, cost, bought, spent)| {
        let problem = format!("it has {quantity} at a cost of {cost}; its fills and splits sum to {bought} at {spent}");
        check.found(format!("position {id}"), problem);
    })?;
    for_each_row!(on, (i64, i64), WITHOUT_POSITION; |(id, position)| {
        check.found(format!("fill {id}"), format!("it does not match position {position}"));
    })?;
    Ok(check)
}
