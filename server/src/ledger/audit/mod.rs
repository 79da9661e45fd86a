//! The audit: whether the records still say of each other what they must. One file a check.
//!
//! Each check streams over what it reads, or lets the database add up, so that the audit needs little memory
//! whatever the size of the books.

mod available;
mod balances;
mod deposits;
mod fill_journals;
mod fill_ticks;
mod hold_orders;
mod holds;
mod journals;
mod orders;
mod position_holds;
mod positions;
mod transfers;

#[cfg(test)]
mod tests;

use crate::db::{Db, DbError, Session, Statement};
use crate::fetch_one;

/// Findings that a check names; it counts the others.
const FINDINGS_NAMED: usize = 20;

/// One check and what came of it.
#[derive(Debug)]
pub struct Check {
    /// The rule, as a sentence: `journals sum to zero in every currency`.
    pub rule: &'static str,
    /// Records that were looked at.
    pub checked: i64,
    /// What breaks the rule, the first [`FINDINGS_NAMED`] of it.
    pub named: Vec<Finding>,
    /// All that breaks the rule.
    pub found: usize,
}

/// A record that breaks a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The record's id, with its kind: `journal 17`.
    pub id: String,
    pub problem: String,
}

/// Runs every check on one consistent state of the database, which may be serving meanwhile.
pub async fn run(db: &Db) -> Result<Vec<Check>, DbError> {
    let on = &mut db.snapshot().await?;
    Ok(vec![
        journals::check(on).await?,
        balances::check(on).await?,
        available::check(on).await?,
        holds::check(on).await?,
        hold_orders::check(on).await?,
        orders::check(on).await?,
        positions::check(on).await?,
        position_holds::check(on).await?,
        fill_ticks::check(on).await?,
        fill_journals::check(on).await?,
        deposits::check(on).await?,
        transfers::check(on).await?,
    ])
}

impl Check {
    /// A check over as many records as `count` counts.
    async fn over(on: &mut impl Session, rule: &'static str, count: &Statement) -> Result<Self, DbError> {
        let (checked,) = fetch_one!(on, (i64,), count)?;
        Ok(Self { rule, checked, named: Vec::new(), found: 0 })
    }

    fn found(&mut self, id: String, problem: String) {
        self.found += 1;
        if self.named.len() < FINDINGS_NAMED {
            self.named.push(Finding { id, problem });
        }
    }

    /// Findings that are not named.
    pub fn unnamed(&self) -> usize {
        self.found - self.named.len()
    }
}
