use super::Check;
use crate::db::{DbError, Session};
use crate::{for_each_row, statements};

statements! {
    COUNT: "SELECT COUNT(*) FROM chain_deposits";
    /// Credited at once (status 1), or put into suspense, by one journal each.
    DIFFERING: "SELECT d.id, d.booked, d.credited, d.suspended FROM
        (SELECT d.id, d.booked, d.status, d.release_id,
            (SELECT CAST(COALESCE(SUM(p.amount), 0) AS BIGINT) FROM journals j JOIN postings p ON p.journal_id = j.id
                WHERE j.cause_id = d.id AND j.kind IN ('chain_deposit', 'suspense') AND p.account_id = d.account_id
                AND p.book = 'BALANCE') AS credited,
            (SELECT CAST(COALESCE(SUM(p.amount), 0) AS BIGINT) FROM journals j JOIN postings p ON p.journal_id = j.id
                WHERE j.cause_id = d.id AND j.kind IN ('chain_deposit', 'suspense') AND p.account_id = 0
                AND p.book = 'house:suspense') AS suspended FROM chain_deposits d) d
        WHERE d.credited <> CASE WHEN d.status = 1 AND d.release_id IS NULL THEN d.booked ELSE 0 END
            OR d.suspended <> CASE WHEN d.status = 1 AND d.release_id IS NULL THEN 0 ELSE d.booked END ORDER BY d.id";
    /// Each deposit is recorded from an output on its chain, and equals it.
    OFF_CHAIN: "SELECT d.id FROM chain_deposits d WHERE NOT EXISTS (SELECT 1 FROM chain_outputs o WHERE o.id = d.id
        AND o.chain = d.chain AND o.transaction_id = d.transaction_id AND o.contract = d.contract AND o.output = d.output
        AND o.account_id = d.account_id AND o.currency = d.currency AND o.amount = d.amount AND o.height IS NOT NULL AND o.held IS NULL)
        ORDER BY d.id";
    NOT_RECORDED: "SELECT o.id FROM chain_outputs o WHERE o.recorded = 1
        AND NOT EXISTS (SELECT 1 FROM chain_deposits d WHERE d.id = o.id) ORDER BY o.id";
    /// A release is the sum of its deposits, and its journal takes the amount booked for them out of suspense.
    RELEASES: "SELECT r.id FROM (SELECT r.id, r.amount, r.credit,
            (SELECT CAST(COALESCE(SUM(d.amount), 0) AS BIGINT) FROM chain_deposits d WHERE d.release_id = r.id
                AND d.account_id = r.account_id AND d.currency = r.currency AND d.status = 1) AS parts,
            (SELECT CAST(COALESCE(SUM(d.booked), 0) AS BIGINT) FROM chain_deposits d WHERE d.release_id = r.id) AS booked,
            (SELECT CAST(COALESCE(SUM(p.amount), 0) AS BIGINT) FROM journals j JOIN postings p ON p.journal_id = j.id
                WHERE j.cause_id = r.id AND j.kind = 'suspense_release' AND p.account_id = r.account_id
                AND p.book = 'BALANCE') AS credited,
            (SELECT CAST(COALESCE(SUM(p.amount), 0) AS BIGINT) FROM journals j JOIN postings p ON p.journal_id = j.id
                WHERE j.cause_id = r.id AND j.kind = 'suspense_release' AND p.account_id = 0
                AND p.book = 'house:suspense') AS freed FROM suspense_releases r) r
        WHERE r.amount <> r.parts OR r.credit <> r.credited OR r.booked <> -r.freed ORDER BY r.id";
    WITHOUT_CAUSE: "SELECT j.id FROM journals j WHERE
        (j.kind IN ('chain_deposit', 'suspense') AND NOT EXISTS (SELECT 1 FROM chain_deposits d WHERE d.id = j.cause_id))
        OR (j.kind = 'suspense_release' AND NOT EXISTS (SELECT 1 FROM suspense_releases r WHERE r.id = j.cause_id))
        ORDER BY j.id";
}

pub(super) async fn check(on: &mut impl Session) -> Result<Check, DbError> {
    let rule = "what came in on chains is credited or in suspense once, and stands on its chain";
    let mut check = Check::over(on, rule, COUNT).await?;
    for_each_row!(on, (i64, i64, i64, i64), DIFFERING; |(id, booked, credited, suspended)| {
        let problem = format!("of {booked}, journals credited {credited} and put {suspended} into suspense");
        check.found(format!("chain deposit {id}"), problem);
    })?;
    for_each_row!(on, (i64,), OFF_CHAIN; |(id,)| {
        check.found(format!("chain deposit {id}"), "no block that was followed has its output".to_owned());
    })?;
    for_each_row!(on, (i64,), NOT_RECORDED; |(id,)| {
        check.found(format!("output {id}"), "it is taken for recorded, and is not".to_owned());
    })?;
    for_each_row!(on, (i64,), RELEASES; |(id,)| {
        check.found(format!("release {id}"), "its deposits, its amounts and its journal differ".to_owned());
    })?;
    for_each_row!(on, (i64,), WITHOUT_CAUSE; |(id,)| {
        check.found(format!("journal {id}"), "it is for what did not come in".to_owned());
    })?;
    Ok(check)
}
