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

/// Runs every check on one consistent state of the database, which may be serving meanwhile.
pub async fn run(db: &Db) -> Result<Vec<Check>, DbError> {
    let on = &mut db.snapshot().await?;
    Ok(vec![
        journals::check(on).await?,
        balances::check(on).await?,
        available::check(on).await?,
        holds::check(on).await?,
        hold_orders::check(on).await?,
        hold_withdrawals::check(on).await?,
        hold_positions::check(on).await?,
        orders::check(on).await?,
        positions::check(on).await?,
        position_holds::check(on).await?,
        fill_ticks::check(on).await?,
        fill_journals::check(on).await?,
        deposits::check(on).await?,
        chain_deposits::check(on).await?,
        transfers::check(on).await?,
        firm_quotes::check(on).await?,
        withdrawals::check(on).await?,
        payouts::check(on).await?,
        financing::check(on).await?,
        dividends::check(on).await?,
        share_splits::check(on).await?,
        identity::check(on).await?,
        notices::check(on).await?,
    ])
}
