use super::Check;
use crate::db::{DbError, Session};
use crate::{for_each_row, statements};

statements! {
    COUNT: "SELECT COUNT(*) FROM variations";
    DIFFERING: "SELECT v.id, v.amount, j.kind, (SELECT CAST(COALESCE(SUM(p.amount), 0) AS BIGINT) FROM postings p
            WHERE p.journal_id = v.journal_id AND p.account_id = v.account_id) AS posted
        FROM variations v LEFT JOIN journals j ON j.id = v.journal_id AND j.cause_id = v.id ORDER BY v.id";
    WITHOUT_VARIATION: "SELECT j.id FROM journals j WHERE j.kind = 'variation' AND NOT EXISTS
        (SELECT 1 FROM variations v WHERE v.id = j.cause_id AND v.journal_id = j.id) ORDER BY j.id";
    OTHER_PRICE: "SELECT v.id FROM variations v LEFT JOIN settlements s
        ON s.instrument_id = v.instrument_id AND s.settled_at = v.settled_at
        WHERE s.price IS NULL OR s.price <> v.price ORDER BY v.id";
    /// A table allows a position one variation a settlement; one behind the moment until which it has been settled would
    /// be paid again.
    AGAIN: "SELECT v.id, v.settled_at, p.charged_until FROM variations v
        JOIN positions p ON p.account_id = v.account_id AND p.instrument_id = v.instrument_id
            AND p.direction = v.direction
        WHERE p.charged_until IS NULL OR p.charged_until < v.settled_at ORDER BY v.id";
    SKIPPED: "SELECT p.id, s.settled_at FROM positions p
        JOIN settlements s ON s.instrument_id = p.instrument_id AND s.settled_at > p.opened_at
            AND s.settled_at <= p.charged_until
        WHERE p.basis IS NOT NULL AND p.quantity <> 0 AND NOT EXISTS (SELECT 1 FROM variations v
            WHERE v.account_id = p.account_id AND v.instrument_id = p.instrument_id AND v.direction = p.direction
                AND v.settled_at = s.settled_at)
        ORDER BY p.id, s.settled_at";
    /// What settlements have credited stands on the position, or has left with what was closed of it, whose profit is then
    /// more than its wallet got.
    KEPT: "SELECT p.id, p.credited, COALESCE(v.amount, 0), COALESCE(f.gone, 0) FROM positions p
        LEFT JOIN (SELECT account_id, instrument_id, direction, CAST(SUM(amount) AS BIGINT) AS amount
            FROM variations GROUP BY account_id, instrument_id, direction) v
            ON v.account_id = p.account_id AND v.instrument_id = p.instrument_id AND v.direction = p.direction
        LEFT JOIN (SELECT position_id, CAST(SUM(profit + fees - received) AS BIGINT) AS gone
            FROM fills WHERE profit IS NOT NULL GROUP BY position_id) f ON f.position_id = p.id
        WHERE p.basis IS NOT NULL AND p.credited + COALESCE(f.gone, 0) <> COALESCE(v.amount, 0) ORDER BY p.id";
    /// From entry to exit: sales less purchases, and the basis of what is open (less that of a short), are what settlements
    /// and closes have paid, with what the house bore. Contracts in another currency than their wallet's are left out.
    FROM_ENTRY_TO_EXIT: "WITH futures AS (SELECT id, account_id, instrument_id, direction, currency,
                CASE direction WHEN 0 THEN basis ELSE -basis END AS open_value FROM positions WHERE basis IS NOT NULL),
            traded AS (SELECT p.id, CAST(SUM(CASE f.side WHEN 1 THEN f.value ELSE -f.value END) AS BIGINT) AS value
                FROM futures p JOIN fills f ON f.position_id = p.id GROUP BY p.id),
            moved AS (SELECT p.id, p.currency, f.journal_id FROM futures p JOIN fills f ON f.position_id = p.id
                UNION ALL SELECT p.id, p.currency, v.journal_id FROM futures p JOIN variations v
                ON v.account_id = p.account_id AND v.instrument_id = p.instrument_id AND v.direction = p.direction),
            paid AS (SELECT m.id, CAST(SUM(-o.amount) AS BIGINT) AS amount FROM moved m JOIN postings o
                ON o.journal_id = m.journal_id AND o.book = 'house:counterparty' AND o.currency = m.currency
                GROUP BY m.id)
        SELECT p.id, t.value + p.open_value, g.amount FROM futures p JOIN traded t ON t.id = p.id JOIN paid g ON g.id = p.id
        WHERE t.value + p.open_value <> g.amount
        ORDER BY p.id";
}

/// A variation, its amount, its journal's kind, and the amount that the journal posts to the customer.
type Row = (i64, i64, Option<String>, i64);

pub(super) async fn check(on: &mut impl Session) -> Result<Check, DbError> {
    let mut check =
        Check::over(on, "a position has one variation a settlement, which equals its journal", COUNT).await?;
    for_each_row!(on, Row, DIFFERING; |(id, amount, kind, posted): Row| {
        if kind.as_deref() != Some("variation") || posted != amount {
            check.found(format!("variation {id}"), format!("it is {amount}, its journal posts {posted}"));
        }
    })?;
    for_each_row!(on, (i64,), WITHOUT_VARIATION; |(id,)| {
        check.found(format!("journal {id}"), "it is for a variation that was not made".to_owned());
    })?;
    for_each_row!(on, (i64,), OTHER_PRICE; |(id,)| {
        check.found(format!("variation {id}"), "its price is not that of a settlement".to_owned());
    })?;
    for_each_row!(on, (i64, i64, Option<i64>), AGAIN; |(id, at, until): (i64, i64, Option<i64>)| {
        let problem = format!("it is of the settlement {at}, and its position has been settled until {until:?}");
        check.found(format!("variation {id}"), problem);
    })?;
    for_each_row!(on, (i64, i64), SKIPPED; |(id, at)| {
        check.found(format!("position {id}"), format!("it was not settled at {at}"));
    })?;
    for_each_row!(on, (i64, i64, i64, i64), KEPT; |(id, credited, paid, left)| {
        let problem = format!("settlements credited {paid}, of which {credited} stand on it and {left} have left it");
        check.found(format!("position {id}"), problem);
    })?;
    for_each_row!(on, (i64, i64, i64), FROM_ENTRY_TO_EXIT; |(id, gained, paid)| {
        let problem = format!("from entry to exit it gained {gained}, and {paid} were paid");
        check.found(format!("position {id}"), problem);
    })?;
    Ok(check)
}
