//! What the commands of a batch are decided on, kept up to date from command to command.
//!
//! A record that was asked for and does not exist is known to be absent. A record that was never asked for is not
//! known at all: to read it as absent would store a balance that was made up, so that it is an error.

use std::collections::{BTreeMap, BTreeSet};

use super::known::Known;
use super::{Changes, Needs, Refusal, Unsound};
use crate::funds::{Deposit, DepositStatus, Transfer};
use crate::ids::{AccountId, DepositId, OrderId};
use crate::ledger::{Balance, BalanceKey, Book, Hold, House, Journal};
use crate::money::Currency;
use crate::orders::{Fill, Liquidity, Order};
use crate::positions::{Position, PositionKey};

/// The records that a batch needs, as loaded and as changed so far.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    balances: Known<BalanceKey, Balance>,
    orders: Known<OrderId, Order>,
    positions: Known<PositionKey, Position>,
    deposits: Known<DepositId, Deposit>,
    /// How many orders an account has open.
    open_orders: Known<AccountId, i64>,
    /// How many deposits of an account wait for their review; none where nothing was loaded.
    pending_deposits: Known<AccountId, i64>,
    liquidity: Liquidity,
    written: Written,
}

/// What a batch has to store besides the records in [`Facts`].
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
    pub house: HouseSums,
}

type HouseSums = BTreeMap<(House, Currency), i64>;

/// The sums that a decision leads to, worked out before anything is changed.
struct After {
    balances: BTreeMap<BalanceKey, Balance>,
    house: HouseSums,
    open_orders: BTreeMap<AccountId, i64>,
}

impl Facts {
    /// Facts that know of `needs` and of nothing else: what is not loaded of them afterwards does not exist.
    pub fn about(needs: &Needs) -> Self {
        let mut facts = Self::default();
        facts.ask(needs);
        facts
    }

    /// From now on these records are known: what is not loaded of them does not exist.
    pub fn ask(&mut self, needs: &Needs) {
        self.balances.ask(&needs.balances);
        self.orders.ask(&needs.orders);
        self.positions.ask(&needs.positions);
        self.deposits.ask(&needs.deposits);
        self.pending_deposits.ask(&needs.pending_deposits);
    }

    pub fn load_balance(&mut self, key: BalanceKey, balance: Balance) {
        self.balances.set(key, balance);
    }

    pub fn load_order(&mut self, order: Order) {
        self.orders.set(order.at.id, order);
    }

    pub fn load_position(&mut self, position: Position) {
        self.positions.set(position.key, position);
    }

    pub fn load_deposit(&mut self, deposit: Deposit) {
        self.deposits.set(deposit.id, deposit);
    }

    /// How many orders an account has open.
    pub fn load_open_orders(&mut self, account: AccountId, count: i64) {
        self.open_orders.set(account, count);
    }

    /// How many deposits of an account wait for their review.
    pub fn load_pending_deposits(&mut self, account: AccountId, count: i64) {
        self.pending_deposits.set(account, count);
    }

    /// What earlier batches took from the newest ticks.
    pub fn load_liquidity(&mut self, liquidity: Liquidity) {
        self.liquidity = liquidity;
    }

    /// `None` for a wallet that was never used; an error when nobody asked.
    pub fn balance(&self, key: &BalanceKey) -> Result<Option<&Balance>, Unsound> {
        self.balances.get(key).ok_or(Unsound::NotLoaded("balance"))
    }

    pub fn order(&self, id: OrderId) -> Result<Option<&Order>, Unsound> {
        self.orders.get(&id).ok_or(Unsound::NotLoaded("order"))
    }

    pub fn position(&self, key: &PositionKey) -> Result<Option<&Position>, Unsound> {
        self.positions.get(key).ok_or(Unsound::NotLoaded("position"))
    }

    pub fn deposit(&self, id: DepositId) -> Result<Option<&Deposit>, Unsound> {
        self.deposits.get(&id).ok_or(Unsound::NotLoaded("deposit"))
    }

    /// How many orders the account has open; an error when nobody asked.
    pub fn open_orders(&self, account: AccountId) -> Result<i64, Unsound> {
        self.open_orders.get(&account).flatten().copied().ok_or(Unsound::NotLoaded("open orders"))
    }

    /// How many of the account's deposits wait for their review; an error when nobody asked.
    pub fn pending_deposits(&self, account: AccountId) -> Result<i64, Unsound> {
        let count = self.pending_deposits.get(&account).ok_or(Unsound::NotLoaded("pending deposits"))?;
        Ok(count.copied().unwrap_or(0))
    }

    pub const fn liquidity(&self) -> &Liquidity {
        &self.liquidity
    }

    /// What there is to store.
    pub const fn written(&self) -> &Written {
        &self.written
    }

    pub fn written_balances(&self) -> impl Iterator<Item = (&BalanceKey, &Balance)> + Clone {
        self.balances.of(&self.written.balances)
    }

    pub fn written_orders(&self) -> impl Iterator<Item = &Order> + Clone {
        self.orders.of(&self.written.orders).map(|(_, order)| order)
    }

    pub fn written_positions(&self) -> impl Iterator<Item = &Position> + Clone {
        self.positions.of(&self.written.positions).map(|(_, position)| position)
    }

    pub fn written_deposits(&self) -> impl Iterator<Item = &Deposit> + Clone {
        self.deposits.of(&self.written.deposits).map(|(_, deposit)| deposit)
    }

    /// Hands on what was taken from the newest ticks, for the next batch.
    pub fn into_liquidity(self) -> Liquidity {
        self.liquidity
    }

    /// Whether `changes` could be applied: every record known, no spendable balance below zero, no share sold twice.
    pub fn check(&self, changes: &Changes) -> Result<(), Refusal> {
        self.after(changes).map(drop)
    }

    /// Applies all of `changes`, or refuses and applies nothing: all that can fail is worked out first.
    pub fn apply(&mut self, changes: Changes) -> Result<(), Refusal> {
        let After { balances, house, open_orders } = self.after(&changes)?;
        for (key, balance) in balances {
            self.balances.set(key, balance);
            self.written.balances.insert(key);
        }
        self.written.house.extend(house);
        for (account, count) in open_orders {
            self.open_orders.set(account, count);
        }
        for mut order in changes.orders {
            order.version += 1;
            self.written.orders.insert(order.at.id);
            self.orders.set(order.at.id, order);
        }
        for mut position in changes.positions {
            position.version += 1;
            self.written.positions.insert(position.key);
            self.positions.set(position.key, position);
        }
        for deposit in changes.deposits {
            self.count_pending(&deposit);
            self.written.deposits.insert(deposit.id);
            self.deposits.set(deposit.id, deposit);
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

    /// Keeps the count of an account's pending deposits, where it was asked for.
    fn count_pending(&mut self, deposit: &Deposit) {
        let Ok(count) = self.pending_deposits(deposit.account) else { return };
        let pending = |deposit: &Deposit| i64::from(deposit.status == DepositStatus::Pending);
        let before = self.deposits.get(&deposit.id).flatten().map_or(0, pending);
        self.pending_deposits.set(deposit.account, count + pending(deposit) - before);
    }

    fn after(&self, changes: &Changes) -> Result<After, Refusal> {
        self.check_records(changes)?;
        Ok(After {
            balances: self.balances_after(changes)?,
            house: self.house_after(changes)?,
            open_orders: self.open_orders_after(changes)?,
        })
    }

    /// Records that are changed must be the ones that were loaded, in their newest state; only new ones have no
    /// earlier state. A position is named by what it is of, so that a new one must have been asked for too.
    fn check_records(&self, changes: &Changes) -> Result<(), Refusal> {
        for order in &changes.orders {
            let before =
                if order.version == 0 { self.orders.get(&order.at.id).flatten() } else { self.order(order.at.id)? };
            check_version("order", order.version, before.map_or(0, |before| before.version))?;
        }
        for position in &changes.positions {
            let before = self.position(&position.key)?.map_or(0, |before| before.version);
            check_version("position", position.version, before)?;
            if position.held.units() < 0 || position.held > position.quantity {
                return Err(Refusal::InsufficientPosition);
            }
        }
        for deposit in changes.deposits.iter().filter(|deposit| deposit.status != DepositStatus::Pending) {
            self.deposit(deposit.id)?;
        }
        Ok(())
    }

    /// The balances that `changes` touch, as they would be.
    fn balances_after(&self, changes: &Changes) -> Result<BTreeMap<BalanceKey, Balance>, Refusal> {
        let mut after: BTreeMap<BalanceKey, Balance> = BTreeMap::new();
        let mut touch = |key: BalanceKey, posted: i64, held: i64| -> Result<(), Refusal> {
            let balance = match after.entry(key) {
                std::collections::btree_map::Entry::Occupied(entry) => entry.into_mut(),
                std::collections::btree_map::Entry::Vacant(entry) => {
                    let before = self.balance(&key)?.copied().unwrap_or_default();
                    entry.insert(Balance { version: before.version + 1, ..before })
                }
            };
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
            let held = hold.amount.minor.checked_sub(self.held_by(hold.id, changes)?).ok_or(Refusal::OutOfRange)?;
            touch(hold.key, 0, held)?;
        }
        if after.values().any(|b| b.held < 0) {
            return Err(Unsound::NegativeHold.into());
        }
        if after.values().any(|b| b.available() < 0) { Err(Refusal::InsufficientFunds) } else { Ok(after) }
    }

    /// What the order of that id holds now; an order and its hold always carry the same amount. An order that
    /// `changes` make holds nothing yet.
    fn held_by(&self, id: i64, changes: &Changes) -> Result<i64, Refusal> {
        let made = |order: &&Order| order.at.id.0 == id && order.version == 0;
        if changes.orders.iter().any(|order| made(&order)) {
            return Ok(0);
        }
        Ok(self.order(OrderId(id))?.map_or(0, |order| order.hold.minor))
    }

    /// How many orders the accounts of changed orders would have open.
    fn open_orders_after(&self, changes: &Changes) -> Result<BTreeMap<AccountId, i64>, Refusal> {
        let mut after = BTreeMap::new();
        for order in &changes.orders {
            let account = order.at.account;
            let before = self.orders.get(&order.at.id).flatten();
            let was_open = before.is_some_and(|before| before.status.is_open());
            let count = match after.get(&account) {
                Some(count) => *count,
                None => self.open_orders(account)?,
            };
            after.insert(account, count + i64::from(order.status.is_open()) - i64::from(was_open));
        }
        Ok(after)
    }

    /// The sums of the house's books that `changes` touch, as they would be.
    fn house_after(&self, changes: &Changes) -> Result<HouseSums, Refusal> {
        let mut after = HouseSums::new();
        for posting in changes.journals.iter().flat_map(Journal::postings) {
            if let Book::House(house) = posting.book {
                let key = (house, posting.amount.currency);
                let before = self.written.house.get(&key).copied().unwrap_or(0);
                let sum = after.entry(key).or_insert(before);
                *sum = sum.checked_add(posting.amount.minor).ok_or(Refusal::OutOfRange)?;
            }
        }
        Ok(after)
    }
}

const fn check_version(kind: &'static str, found: i64, expected: i64) -> Result<(), Unsound> {
    if found == expected { Ok(()) } else { Err(Unsound::Outdated(kind)) }
}
