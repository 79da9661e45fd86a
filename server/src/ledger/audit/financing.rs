use super::Check;
use crate::db::{DbError, Session};
use crate::{for_each_row, statements};

statements! {
    COUNT: "SELECT COUNT(*) FROM financing";
    DIFFERING: "SELECT n.id, n.amount, j.kind, (SELECT CAST(COALESCE(SUM(p.amount), 0) AS BIGINT) FROM postings p
            WHERE p.journal_id = n.journal_id AND p.account_id = n.account_id) AS posted
        FROM financing n LEFT JOIN journals j ON j.id = n.journal_id AND j.cause_id = n.id ORDER BY n.id";
    WITHOUT_CHARGE: "SELECT j.id FROM journals j WHERE j.kind = 'financing' AND NOT EXISTS
        (SELECT 1 FROM financing n WHERE n.id = j.cause_id AND n.journal_id = j.id) ORDER BY j.id";
}

/// A charge, its amount, its journal's kind, and the amount that the journal posts to the customer.
type Row = (i64, i64, Option<String>, i64);

pub(super) async fn check(on: &mut impl Session) -> Result<Check, DbError> {
    let mut check = Check::over(on, "what nights cost equals its journals", COUNT).await?;
    for_each_row!(on, Row, DIFFERING; |(id, amount, kind, posted): Row| {
        if kind.as_deref() != Some("financing") || posted != amount {
            check.found(format!("financing {id}"), format!("it is {amount}, its journal posts {posted}"));
        }
    })?;
    for_each_row!(on, (i64,), WITHOUT_CHARGE; |(id,)| {
        check.found(format!("journal {id}"), "it is for a night that was not charged".to_owned());
    })?;
    Ok(check)
}
