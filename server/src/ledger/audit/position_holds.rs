use super::Check;
use crate::db::{DbError, Session};
use crate::{for_each_row, statements};

statements! {
    COUNT: "SELECT COUNT(*) FROM positions";
    /// Open sell orders hold what they have not sold of the long position.
    DIFFERING: "SELECT account_id, instrument_id, CAST(SUM(held) AS BIGINT), CAST(SUM(selling) AS BIGINT),
               CAST(SUM(quantity) AS BIGINT)
        FROM (SELECT account_id, instrument_id, held, 0 AS selling, quantity FROM positions WHERE direction = 0
              UNION ALL SELECT account_id, instrument_id, 0, quantity - filled, 0 FROM orders
              WHERE side = 1 AND status IN (0, 1, 2)) h
        GROUP BY account_id, instrument_id
        HAVING SUM(held) <> SUM(selling) OR SUM(held) > SUM(quantity) ORDER BY account_id, instrument_id";
}

pub(super) async fn check(on: &mut impl Session) -> Result<Check, DbError> {
    let mut check = Check::over(on, "what positions hold equals the rest of their open sell orders", COUNT).await?;
    for_each_row!(on, (i64, i64, i64, i64, i64), DIFFERING; |(account, instrument, held, selling, quantity)| {
        let problem = format!("{held} of {quantity} is held, open orders sell {selling}");
        check.found(format!("position of account {account} in instrument {instrument}"), problem);
    })?;
    Ok(check)
}
