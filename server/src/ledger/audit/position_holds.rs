use super::Check;
use crate::db::{DbError, Session};
use crate::{for_each_row, statements};

statements! {
    COUNT: "SELECT COUNT(*) FROM positions";
    /// The open part of closing orders equals the held quantity of the position, which holds the legs of a group once.
    DIFFERING: "SELECT account_id, instrument_id, CAST(SUM(held) AS BIGINT), CAST(SUM(closing) AS BIGINT),
               CAST(SUM(quantity) AS BIGINT)
        FROM (SELECT account_id, instrument_id, direction, held, 0 AS closing, quantity FROM positions
              UNION ALL SELECT account_id, instrument_id, direction, 0, MAX(quantity - filled), 0 FROM orders
              WHERE side <> direction AND status IN (0, 1, 2)
              GROUP BY account_id, instrument_id, direction, COALESCE(group_id, id)) h
        GROUP BY account_id, instrument_id, direction
        HAVING SUM(held) <> SUM(closing) OR SUM(held) > SUM(quantity)
        ORDER BY account_id, instrument_id, direction";
}

pub(super) async fn check(on: &mut impl Session) -> Result<Check, DbError> {
    let mut check = Check::over(on, "what positions hold equals the rest of the orders that close them", COUNT).await?;
    for_each_row!(on, (i64, i64, i64, i64, i64), DIFFERING; |(account, instrument, held, closing, quantity)| {
        let problem = format!("{held} of {quantity} is held, open orders close {closing}");
        check.found(format!("position of account {account} in instrument {instrument}"), problem);
    })?;
    Ok(check)
}
