//! The audit: checks that the records are consistent with each other. One file a check.
//!
//! Each check streams over its rows, or has the database sum them, so that the audit needs little memory for books of
//! any size.

mod available;
mod balances;
mod chain_deposits;
mod check;
mod deposits;
mod dividends;
mod fill_journals;
mod fill_sources;
mod financing;
mod firm_quotes;
mod hold_orders;
mod hold_positions;
mod hold_withdrawals;
mod holds;
mod identity;
mod journals;
mod nights;
mod notices;
mod orders;
mod payouts;
mod position_holds;
mod positions;
mod share_splits;
mod transfers;
mod variations;
mod withdrawals;

pub use check::{Check, Finding};

use crate::db::{Db, DbError};

/// Runs every check on one consistent state of the database, which may be serving meanwhile. An unreadable row makes a
/// check a finding; the checks after it read the database's later state.
pub async fn run(db: &Db) -> Result<Vec<Check>, DbError> {
    let (mut on, mut checks) = (None, Vec::new());
    macro_rules! check {
        ($($name:ident),* $(,)?) => {$(
            // PostgreSQL answers nothing more in a transaction after an error.
            let snapshot = match &mut on {
                Some(snapshot) => snapshot,
                None => on.insert(db.snapshot().await?),
            };
            match $name::check(snapshot).await {
                Err(why) if why.is_unreadable() => {
                    checks.push(Check::unmade(stringify!($name), &why));
                    on = None;
                }
                check => checks.push(check?),
            }
        )*};
    }
    check!(
        journals,
        balances,
        available,
        holds,
        hold_orders,
        hold_withdrawals,
        hold_positions,
        orders,
        positions,
        position_holds,
        fill_sources,
        fill_journals,
        deposits,
        chain_deposits,
        transfers,
        firm_quotes,
        withdrawals,
        payouts,
        financing,
        nights,
        variations,
        dividends,
        share_splits,
        identity,
        notices,
    );
    drop(on);
    Ok(checks)
}
