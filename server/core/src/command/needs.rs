//! The records that commands are decided on. Whoever decides loads them first.

use std::collections::BTreeSet;

use super::Command;
use crate::ids::{AccountId, DepositId, OrderId};
use crate::ledger::{BalanceKey, Wallet};
use crate::orders::OrderRef;
use crate::positions::PositionKey;

/// Names of records, each kind in sorted order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    pub balances: BTreeSet<BalanceKey>,
    pub orders: BTreeSet<OrderId>,
    pub positions: BTreeSet<PositionKey>,
    pub deposits: BTreeSet<DepositId>,
    /// Accounts whose deposits that wait for their review are counted.
    pub pending_deposits: BTreeSet<AccountId>,
}

impl Needs {
    /// What all of `commands` need together.
    pub fn of<'a>(commands: impl IntoIterator<Item = &'a Command>) -> Self {
        let mut needs = Self::default();
        commands.into_iter().for_each(|command| needs.add(command));
        needs
    }

    fn add(&mut self, command: &Command) {
        match command {
            Command::Place(place) => self.add_trade(&place.at),
            Command::Cancel(cancel) => self.add_order(&cancel.order),
            Command::FillResting(fill) => fill.orders.iter().for_each(|fill| self.add_order(&fill.order)),
            Command::Transfer(transfer) => {
                self.balances.insert(BalanceKey::new(transfer.account, transfer.from));
                self.balances.insert(BalanceKey::new(transfer.account, transfer.to));
            }
            Command::RequestDeposit(request) => {
                self.pending_deposits.insert(request.account);
            }
            Command::ReviewDeposit(review) => {
                self.deposits.insert(review.deposit);
                self.balances.insert(BalanceKey::new(review.account, Wallet::Balance));
            }
        }
    }

    /// The balance and the position that an order changes.
    pub fn add_trade(&mut self, order: &OrderRef) {
        self.balances.insert(order.balance());
        self.positions.insert(order.position());
    }

    fn add_order(&mut self, order: &OrderRef) {
        self.orders.insert(order.id);
        self.add_trade(order);
    }
}
