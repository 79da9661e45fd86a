use plumbline_core::decimal::{Price, Quantity};
use plumbline_core::ledger::Wallet;
use plumbline_core::money::Rounding;
use plumbline_core::multiplier::Multiplier;

use super::Check;
use crate::db::{DbError, Session};
use crate::{for_each_row, statements};

statements! {
    COUNT: "SELECT COUNT(*) FROM dividends";
    /// Each record with its journal's kind and the amount that this posts to the customer.
    DIFFERING: "SELECT d.id, d.amount, d.status, j.kind, (SELECT CAST(COALESCE(SUM(p.amount), 0) AS BIGINT) FROM postings p
            WHERE p.journal_id = d.journal_id AND p.account_id = d.account_id) AS posted, d.quantity, d.per_share, d.wallet
        FROM dividends d LEFT JOIN journals j ON j.id = d.journal_id AND j.cause_id = d.id ORDER BY d.id";
    WITHOUT_RECORD: "SELECT j.id FROM journals j WHERE j.kind = 'dividend' AND NOT EXISTS
        (SELECT 1 FROM dividends d WHERE d.id = j.cause_id AND d.journal_id = j.id AND d.status = 1) ORDER BY j.id";
}

/// A record, its amount and status, its journal's kind and posted amount, and the inputs of the amount.
type Row = (i64, i64, i64, Option<String>, i64, i64, i64, String);

pub(super) async fn check(on: &mut impl Session) -> Result<Check, DbError> {
    let mut check = Check::over(on, "dividends equal their shares and their journals", COUNT).await?;
    for_each_row!(on, Row, DIFFERING; |(id, amount, status, kind, posted, quantity, per_share, wallet): Row| {
        let due = amount_of(quantity, per_share, &wallet);
        if due != Some(amount) {
            check.found(format!("dividend {id}"), format!("it is {amount}, its shares bring {due:?}"));
        }
        let (journal, expected) = if status == 1 { (Some("dividend"), amount) } else { (None, 0) };
        if kind.as_deref() != journal || posted != expected {
            check.found(format!("dividend {id}"), format!("its status is {status}, its journal posts {posted}"));
        }
    })?;
    for_each_row!(on, (i64,), WITHOUT_RECORD; |(id,)| {
        check.found(format!("journal {id}"), "it is for a dividend that was not paid".to_owned());
    })?;
    Ok(check)
}

fn amount_of(quantity: i64, per_share: i64, wallet: &str) -> Option<i64> {
    let (quantity, per_share) = (Quantity::from_units(quantity), Price::from_units(per_share));
    let currency = wallet.parse::<Wallet>().ok()?.currency();
    Multiplier::ONE.value(per_share, quantity, currency, Rounding::Down).ok().map(|money| money.minor)
}
