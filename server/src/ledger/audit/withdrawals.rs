use super::Check;
use crate::db::{DbError, Session};
use crate::{for_each_row, statements};

statements! {
    COUNT: "SELECT COUNT(*) FROM withdrawals";
    /// Status 1 is settled and 5 sent; for any other nothing was taken, or all of it was given back.
    DIFFERING: "SELECT w.id, w.status, w.debit, w.debit_fee, w.taken, w.fees, w.banked FROM
        (SELECT w.id, w.status, w.debit, w.debit_fee,
            (SELECT CAST(COALESCE(SUM(-p.amount), 0) AS BIGINT) FROM journals j JOIN postings p ON p.journal_id = j.id
             WHERE j.cause_id = w.id AND j.kind IN ('withdrawal', 'withdrawal_return')
               AND p.account_id = w.account_id AND p.book = 'BALANCE') AS taken,
            (SELECT CAST(COALESCE(SUM(p.amount), 0) AS BIGINT) FROM journals j JOIN postings p ON p.journal_id = j.id
             WHERE j.cause_id = w.id AND j.kind IN ('withdrawal', 'withdrawal_return')
               AND p.book = 'house:fees') AS fees,
            (SELECT CAST(COALESCE(SUM(p.amount), 0) AS BIGINT) FROM journals j JOIN postings p ON p.journal_id = j.id
             WHERE j.cause_id = w.id AND j.kind IN ('withdrawal', 'withdrawal_return')
               AND p.book = 'house:bank') AS banked
         FROM withdrawals w) w
        WHERE w.taken <> CASE WHEN w.status IN (1, 5) THEN w.debit ELSE 0 END
           OR w.fees <> CASE WHEN w.status IN (1, 5) THEN w.debit_fee ELSE 0 END
           OR w.banked <> CASE WHEN w.status IN (1, 5) THEN w.debit - w.debit_fee ELSE 0 END ORDER BY w.id";
    WITHOUT_WITHDRAWAL: "SELECT j.id FROM journals j WHERE j.kind IN ('withdrawal', 'withdrawal_return')
        AND NOT EXISTS (SELECT 1 FROM withdrawals w WHERE w.id = j.cause_id) ORDER BY j.id";
}

pub(super) async fn check(on: &mut impl Session) -> Result<Check, DbError> {
    let mut check =
        Check::over(on, "withdrawals are taken once they are sent, and given back when they return", COUNT).await?;
    for_each_row!(on, (i64, i64, i64, i64, i64, i64, i64), DIFFERING; |(id, status, debit, fee, taken, fees, banked)| {
        let problem = format!(
            "in status {status} it takes {debit} of which {fee} is the fee, journals took {taken}, of which {fees} are \
             fees and {banked} went to the bank"
        );
        check.found(format!("withdrawal {id}"), problem);
    })?;
    for_each_row!(on, (i64,), WITHOUT_WITHDRAWAL; |(id,)| {
        check.found(format!("journal {id}"), "it is for a withdrawal that does not exist".to_owned());
    })?;
    Ok(check)
}
