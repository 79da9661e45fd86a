use super::Check;
use crate::db::{DbError, Session};
use crate::{for_each_row, statements};

statements! {
    COUNT: "SELECT COUNT(*) FROM journals";
    UNBALANCED: "SELECT journal_id, currency, CAST(SUM(amount) AS BIGINT) FROM postings
        GROUP BY journal_id, currency HAVING SUM(amount) <> 0 ORDER BY journal_id, currency";
    WITHOUT_JOURNAL: "SELECT DISTINCT p.journal_id FROM postings p
        WHERE NOT EXISTS (SELECT 1 FROM journals j WHERE j.id = p.journal_id) ORDER BY p.journal_id";
}

pub(super) async fn check(on: &mut impl Session) -> Result<Check, DbError> {
    let mut check = Check::over(on, "journals sum to zero in every currency", COUNT).await?;
    for_each_row!(on, (i64, String, i64), UNBALANCED; |(id, currency, sum)| {
        check.found(format!("journal {id}"), format!("its postings in {currency} sum to {sum}"));
    })?;
    for_each_row!(on, (i64,), WITHOUT_JOURNAL; |(id,)| {
        check.found(format!("journal {id}"), "it has postings but no journal".to_owned());
    })?;
    Ok(check)
}
