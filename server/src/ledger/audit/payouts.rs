use super::Check;
use crate::db::{DbError, Session};
use crate::{for_each_row, statements};

statements! {
    COUNT: "SELECT COUNT(*) FROM payouts";
    /// A withdrawal that was sent has a payout of its account and way; others have none.
    DIFFERING: "SELECT w.id FROM withdrawals w LEFT JOIN payouts p ON p.withdrawal_id = w.id
            AND p.account_id = w.account_id AND p.sent_by = w.sent_by AND p.created_at = w.sent_at
        WHERE (w.sent_at IS NULL) <> (p.withdrawal_id IS NULL) ORDER BY w.id";
    WITHOUT_WITHDRAWAL: "SELECT p.withdrawal_id FROM payouts p WHERE NOT EXISTS (SELECT 1 FROM withdrawals w
        WHERE w.id = p.withdrawal_id AND w.sent_at IS NOT NULL) ORDER BY p.withdrawal_id";
    /// A file has the number and the total of payouts that it was sealed with.
    FILES: "SELECT b.id, b.payouts, b.total, b.carried, b.sent FROM
        (SELECT b.id, b.payouts, b.total,
            (SELECT COUNT(*) FROM payouts p WHERE p.batch_id = b.id) AS carried,
            (SELECT CAST(COALESCE(SUM(w.amount - w.fee), 0) AS BIGINT) FROM payouts p
             JOIN withdrawals w ON w.id = p.withdrawal_id AND w.currency = b.currency
             WHERE p.batch_id = b.id AND p.sent_by = 'file') AS sent
         FROM payout_batches b) b
        WHERE b.carried <> b.payouts OR b.sent <> b.total ORDER BY b.id";
}

pub(super) async fn check(on: &mut impl Session) -> Result<Check, DbError> {
    let mut check =
        Check::over(on, "what was sent has one payout, and files carry what they were sealed with", COUNT).await?;
    for_each_row!(on, (i64,), DIFFERING; |(id,)| {
        check.found(format!("withdrawal {id}"), "it has no payout like itself, or one without being sent".to_owned());
    })?;
    for_each_row!(on, (i64,), WITHOUT_WITHDRAWAL; |(id,)| {
        check.found(format!("payout {id}"), "it is of a withdrawal that was not sent".to_owned());
    })?;
    for_each_row!(on, (i64, i64, i64, i64, i64), FILES; |(id, payouts, total, carried, sent)| {
        let problem = format!("it was sealed with {payouts} payouts of {total}, and carries {carried} of {sent}");
        check.found(format!("file of payouts {id}"), problem);
    })?;
    Ok(check)
}
