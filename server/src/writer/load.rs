//! The facts that a batch needs, each kind in one statement.

use std::collections::BTreeSet;

use plumbline_core::command::{Command, Facts};
use plumbline_core::ids::{DepositId, OrderId};
use plumbline_core::ledger::{BalanceKey, Wallet};
use plumbline_core::orders::OrderRef;
use plumbline_core::positions::PositionKey;

use super::Job;
use crate::db::{Batch, DbError};
use crate::{funds, ledger, orders, positions};

/// The records that commands are decided on.
#[derive(Debug, Default)]
struct Needs {
    balances: BTreeSet<BalanceKey>,
    orders: BTreeSet<OrderId>,
    positions: BTreeSet<PositionKey>,
    deposits: BTreeSet<DepositId>,
}

impl Needs {
    fn add(&mut self, command: &Command) {
        match command {
            Command::Place(place) => self.add_trade(&place.at),
            Command::Cancel(cancel) => self.add_order(&cancel.order),
            Command::FillResting(fill) => fill.orders.iter().for_each(|fill| self.add_order(&fill.order)),
            Command::Transfer(transfer) => {
                self.balances.insert(BalanceKey::new(transfer.account, transfer.from));
                self.balances.insert(BalanceKey::new(transfer.account, transfer.to));
            }
            Command::RequestDeposit(_) => {}
            Command::ReviewDeposit(review) => {
                self.deposits.insert(review.deposit);
                self.balances.insert(BalanceKey::new(review.account, Wallet::Balance));
            }
        }
    }

    fn add_trade(&mut self, order: &OrderRef) {
        self.balances.insert(order.balance());
        self.positions.insert(order.position());
    }

    fn add_order(&mut self, order: &OrderRef) {
        self.orders.insert(order.id);
        self.add_trade(order);
    }
}

/// Loads what `jobs` need into `facts`.
pub(super) async fn facts(batch: &mut Batch, jobs: &[Job], facts: &mut Facts) -> Result<(), DbError> {
    let mut needs = Needs::default();
    jobs.iter().for_each(|job| needs.add(&job.command));
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
    Ok(())
}
