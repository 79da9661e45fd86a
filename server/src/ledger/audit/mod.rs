//! The audit: whether the records still say of each other what they must. One file a check.
//!
//! Each check streams over what it reads, or lets the database add up, so that the audit needs little memory
//! whatever the size of the books.

mod available;
mod balances;
mod chain_deposits;
mod check;
mod deposits;
mod dividends;
mod fill_journals;
mod fill_ticks;
mod financing;
mod firm_quotes;
mod hold_orders;
mod hold_positions;
mod hold_withdrawals;
mod holds;
mod identity;
mod journals;
mod notices;
mod orders;
mod payouts;
mod position_holds;
mod positions;
mod share_splits;
mod transfers;
mod withdrawals;

#[cfg(test)]
mod tests;

pub use check::{Check, Finding};

use crate::db::{Db, DbError};

/// Runs every check on one consistent state of the database, which may be serving meanwhile. A check that meets what cannot be
/// read is a finding, and those behind it see the database as it is then.
pub async fn run(db: &Db) -> Result<Vec<Check>, DbError> {
    let (mut on, mut checks) = (None, Vec::new());
    macro_rules! check {
        ($($name:ident),* $(,)?) => {$(
            // On PostgreSQL nothing more is answered after an error.
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
        fill_ticks,
        fill_journals,
        deposits,
        chain_deposits,
        transfers,
        firm_quotes,
        withdrawals,
        payouts,
        financing,
        dividends,
        share_splits,
        identity,
        notices,
    );
    drop(on);
    Ok(checks)
}
