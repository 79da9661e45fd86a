use super::Check;
use crate::db::{DbError, Session};
use crate::{for_each_row, statements};

statements! {
    COUNT: "SELECT COUNT(*) FROM deposits";
    /// Status 1 is completed; nothing is credited for any other.
    DIFFERING: "SELECT d.id, d.status, d.credit, d.credited FROM
        (SELECT d.id, d.status, d.credit, (SELECT CAST(COALESCE(SUM(p.amount), 0) AS BIGINT) FROM journals j
            JOIN postings p ON p.journal_id = j.id WHERE j.cause_id = d.id AND j.kind = 'deposit'
            AND p.account_id = d.account_id AND p.book = 'BALANCE') AS credited FROM deposits d) d
        WHERE d.credited <> CASE WHEN d.status = 1 THEN d.credit ELSE 0 END ORDER BY d.id";
    WITHOUT_DEPOSIT: "SELECT j.id FROM journals j WHERE j.kind = 'deposit'
        AND NOT EXISTS (SELECT 1 FROM deposits d WHERE d.id = j.cause_id) ORDER BY j.id";
}

pub(super) async fn check(on: &mut impl Session) -> Result<Check, DbError> {
    let mut check = Check::over(on, "deposits are credited once they are completed, and once only", COUNT).await?;
    for_each_row!(on, (i64, i64, i64, i64), DIFFERING; |(id, status, credit, credited)| {
        let problem = format!("in status {status} with a credit of {credit}, journals credited {credited}");
        check.found(format!("deposit {id}"), problem);
    })?;
    for_each_row!(on, (i64,), WITHOUT_DEPOSIT; |(id,)| {
        check.found(format!("journal {id}"), "it is for a deposit that does not exist".to_owned());
    })?;
    Ok(check)
}
