//! The facts that a batch needs, each kind in one statement.

use plumbline_core::command::{Facts, Needs};

use super::Job;
use crate::db::{Batch, DbError};
use crate::{funds, ledger, orders, positions};

/// What `jobs` need, and no more: what is not found does not exist.
pub(super) async fn facts(batch: &mut Batch, jobs: &[Job]) -> Result<Facts, DbError> {
    let needs = Needs::of(jobs.iter().map(|job| &job.command));
    let mut facts = Facts::about(&needs);
    for (key, balance) in ledger::store::load_balances(batch, &needs.balances).await? {
        facts.load_balance(key, balance);
    }
    for order in orders::store::load(batch, &needs.orders).await? {
        facts.load_order(order);
    }
    for position in positions::store::load(batch, &needs.positions).await? {
        facts.load_position(position);
    }
    for deposit in funds::records::load_deposits(batch, &needs.deposits).await? {
        facts.load_deposit(deposit);
    }
    for (account, count) in funds::records::pending_deposits(batch, &needs.pending_deposits).await? {
        facts.load_pending_deposits(account, count);
    }
    Ok(facts)
}
