//! What the commands of a batch are decided on, kept up to date from command to command.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::{Changes, Refusal};
use crate::funds::{Deposit, Transfer};
use crate::ids::{AccountId, DepositId, OrderId};
use crate::ledger::{Balance, BalanceKey, Book, Hold, House, Journal, LedgerError};
use crate::money::Currency;
use crate::orders::{Fill, Liquidity, Order};
use crate::positions::{Position, PositionKey};

/// The records that a batch needs, as loaded and as changed so far.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    balances: HashMap<BalanceKey, Balance>,
    orders: HashMap<OrderId, Order>,
    positions: HashMap<PositionKey, Position>,
    deposits: HashMap<DepositId, Deposit>,
    open_orders: HashMap<AccountId, i64>,
    liquidity: Liquidity,
    written: Written,
}

/// What a batch has to store.
#[derive(Clone, Debug, Default)]
pub struct Written {
    pub balances: BTreeSet<BalanceKey>,
    pub orders: BTreeSet<OrderId>,
    pub positions: BTreeSet<PositionKey>,
    pub deposits: BTreeSet<DepositId>,
    pub holds: BTreeMap<i64, Hold>,
    pub transfers: Vec<Transfer>,
    pub fills: Vec<Fill>,
    pub journals: Vec<Journal>,
    /// Changes of the house's books, in minor units.
    pub house: BTreeMap<(House, Currency), i64>,
}

impl Facts {
    pub fn load_balance(&mut self, key: BalanceKey, balance: Balance) {
        self.balances.insert(key, balance);
    }

    pub fn load_order(&mut self, order: Order) {
        self.orders.insert(order.at.id, order);
    }

    pub fn load_position(&mut self, position: Position) {
        self.positions.insert(position.key, position);
    }

    pub fn load_deposit(&mut self, deposit: Deposit) {
        self.deposits.insert(deposit.id, deposit);
    }

    /// How many orders an account has open.
    pub fn load_open_orders(&mut self, account: AccountId, count: i64) {
        self.open_orders.insert(account, count);
    }

    /// What earlier batches took from the newest ticks.
    pub fn load_liquidity(&mut self, liquidity: Liquidity) {
        self.liquidity = liquidity;
    }

    pub fn balance(&self, key: &BalanceKey) -> Option<&Balance> {
        self.balances.get(key)
    }

    pub fn order(&self, id: OrderId) -> Option<&Order> {
        self.orders.get(&id)
    }

    pub fn position(&self, key: &PositionKey) -> Option<&Position> {
        self.positions.get(key)
    }

    pub fn deposit(&self, id: DepositId) -> Option<&Deposit> {
        self.deposits.get(&id)
    }

    /// How many orders the account has open.
    pub fn open_orders(&self, account: AccountId) -> i64 {
        self.open_orders.get(&account).copied().unwrap_or(0)
    }

    pub const fn liquidity(&self) -> &Liquidity {
        &self.liquidity
    }

    /// What there is to store.
    pub const fn written(&self) -> &Written {
        &self.written
    }

    /// Hands on what was taken from the newest ticks, for the next batch.
    pub fn into_liquidity(self) -> Liquidity {
        self.liquidity
    }

    /// Whether `changes` could be applied: no spendable balance below zero, no share sold twice.
    pub fn check(&self, changes: &Changes) -> Result<(), Refusal> {
        self.balances_after(changes)?;
        let sound = |p: &Position| p.held.units() >= 0 && p.held <= p.quantity;
        if changes.positions.iter().all(sound) { Ok(()) } else { Err(Refusal::InsufficientPosition) }
    }

    /// Applies all of `changes`, or refuses and applies nothing.
    pub fn apply(&mut self, changes: Changes) -> Result<(), Refusal> {
        self.check(&changes)?;
        for (key, balance) in self.balances_after(&changes)? {
            self.balances.insert(key, balance);
            self.written.balances.insert(key);
        }
        self.apply_house(&changes)?;
        for mut order in changes.orders {
            let before = self.orders.get(&order.at.id);
            let was_open = before.is_some_and(|before| before.status.is_open());
            order.version = before.map_or(0, |before| before.version) + 1;
            *self.open_orders.entry(order.at.account).or_default() +=
                i64::from(order.status.is_open()) - i64::from(was_open);
            self.written.orders.insert(order.at.id);
            self.orders.insert(order.at.id, order);
        }
        for mut position in changes.positions {
            position.version = self.positions.get(&position.key).map_or(0, |p| p.version) + 1;
            self.written.positions.insert(position.key);
            self.positions.insert(position.key, position);
        }
        for deposit in changes.deposits {
            self.written.deposits.insert(deposit.id);
            self.deposits.insert(deposit.id, deposit);
        }
        for (tick, side, matches) in changes.taken {
            self.liquidity.take(&tick, side, &matches);
        }
        self.written.holds.extend(changes.holds.into_iter().map(|hold| (hold.id, hold)));
        self.written.transfers.extend(changes.transfers);
        self.written.fills.extend(changes.fills);
        self.written.journals.extend(changes.journals);
        Ok(())
    }

    /// The balances that `changes` touch, as they would be.
    fn balances_after(&self, changes: &Changes) -> Result<BTreeMap<BalanceKey, Balance>, Refusal> {
        let mut after: BTreeMap<BalanceKey, Balance> = BTreeMap::new();
        let mut touch = |key: BalanceKey, posted: i64, held: i64| -> Result<(), Refusal> {
            let balance = after.entry(key).or_insert_with(|| {
                let mut balance = self.balances.get(&key).copied().unwrap_or_default();
                balance.version += 1;
                balance
            });
            balance.posted = balance.posted.checked_add(posted).ok_or(Refusal::OutOfRange)?;
            balance.held = balance.held.checked_add(held).ok_or(Refusal::OutOfRange)?;
            Ok(())
        };
        for posting in changes.journals.iter().flat_map(Journal::postings) {
            if let Book::Wallet(wallet) = posting.book {
                touch(BalanceKey::new(posting.account, wallet), posting.amount.minor, 0)?;
            }
        }
        for hold in &changes.holds {
            touch(hold.key, 0, hold.amount.minor - self.held_by(hold.id))?;
        }
        if after.values().any(|b| b.held < 0) {
            return Err(Refusal::Unsound(LedgerError::Overflow));
        }
        if after.values().any(|b| b.available() < 0) { Err(Refusal::InsufficientFunds) } else { Ok(after) }
    }

    /// What the order of that id holds now; an order and its hold always carry the same amount.
    fn held_by(&self, id: i64) -> i64 {
        self.orders.get(&OrderId(id)).map_or(0, |order| order.hold.minor)
    }

    fn apply_house(&mut self, changes: &Changes) -> Result<(), Refusal> {
        for posting in changes.journals.iter().flat_map(Journal::postings) {
            if let Book::House(house) = posting.book {
                let sum = self.written.house.entry((house, posting.amount.currency)).or_default();
                *sum = sum.checked_add(posting.amount.minor).ok_or(Refusal::OutOfRange)?;
            }
        }
        Ok(())
    }
}
