use super::Check;
use crate::db::{DbError, Session};
use crate::{for_each_row, statements};

statements! {
    COUNT: "SELECT COUNT(*) FROM transfers";
    DIFFERING: "SELECT t.id, t.debited, t.credited, t.left_from, t.came_to FROM
        (SELECT t.id, t.debited, t.credited,
            (SELECT CAST(COALESCE(SUM(-p.amount), 0) AS BIGINT) FROM journals j JOIN postings p ON p.journal_id = j.id
             WHERE j.cause_id = t.id AND j.kind = 'transfer' AND p.account_id = t.account_id
               AND p.book = t.from_wallet AND p.currency = t.debited_currency) AS left_from,
            (SELECT CAST(COALESCE(SUM(p.amount), 0) AS BIGINT) FROM journals j JOIN postings p ON p.journal_id = j.id
             WHERE j.cause_id = t.id AND j.kind = 'transfer' AND p.account_id = t.account_id
               AND p.book = t.to_wallet AND p.currency = t.credited_currency) AS came_to
         FROM transfers t) t
        WHERE t.left_from <> t.debited OR t.came_to <> t.credited ORDER BY t.id";
    WITHOUT_TRANSFER: "SELECT j.id FROM journals j WHERE j.kind = 'transfer'
        AND NOT EXISTS (SELECT 1 FROM transfers t WHERE t.id = j.cause_id) ORDER BY j.id";
}

pub(super) async fn check(on: &mut impl Session) -> Result<Check, DbError> {
    let mut check = Check::over(on, "transfers equal their journals", COUNT).await?;
    for_each_row!(on, (i64, i64, i64, i64, i64), DIFFERING; |(id, debited, credited, left, came)| {
        let problem = format!("it moves {debited} to {credited}, journals moved {left} to {came}");
        check.found(format!("transfer {id}"), problem);
    })?;
    for_each_row!(on, (i64,), WITHOUT_TRANSFER; |(id,)| {
        check.found(format!("journal {id}"), "it is for a transfer that does not exist".to_owned());
    })?;
    Ok(check)
}
