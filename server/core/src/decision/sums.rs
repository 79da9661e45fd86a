//! The sums that are kept over postings and holds, worked out before any change.

use std::collections::btree_map::{BTreeMap, Entry};

use super::changes::{Changes, Effect};
use super::table::Known;
use super::{Refusal, Unsound};
use crate::ledger::{Balance, BalanceKey, Book, House, Journal};
use crate::money::Currency;

/// Changes of the house's books, in minor units.
pub type HouseSums = BTreeMap<(House, Currency), i64>;

/// The sums that a decision leads to.
pub(super) struct Sums {
    pub balances: BTreeMap<BalanceKey, Balance>,
    pub house: HouseSums,
}

impl Sums {
    /// The sums that `changes` lead to from the balances and the house's sums `before`.
    pub fn after(
        before: (&Known<BalanceKey, Balance>, &HouseSums),
        changes: &Changes,
        effects: &[Effect],
    ) -> Result<Self, Refusal> {
        Ok(Self { balances: balances(before.0, changes, effects)?, house: house(before.1, changes)? })
    }
}

/// The new balances of the wallets with postings or holds.
fn balances(
    known: &Known<BalanceKey, Balance>,
    changes: &Changes,
    effects: &[Effect],
) -> Result<BTreeMap<BalanceKey, Balance>, Refusal> {
    let mut after: BTreeMap<BalanceKey, Balance> = BTreeMap::new();
    let mut touch = |key: BalanceKey, posted: i64, held: i64| -> Result<(), Refusal> {
        let balance = match after.entry(key) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => {
                let before = known.get(&key).ok_or(Unsound::NotLoaded("balance"))?.copied().unwrap_or_default();
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
    for (hold, before) in effects.iter().filter_map(|effect| effect.hold) {
        touch(hold.key, 0, hold.amount.minor.checked_sub(before).ok_or(Refusal::OutOfRange)?)?;
    }
    if after.values().any(|balance| balance.held < 0) {
        return Err(Unsound::NegativeHold.into());
    }
    if after.values().any(|balance| balance.available() < 0) { Err(Refusal::InsufficientFunds) } else { Ok(after) }
}

/// The new sums of the house's books with postings.
fn house(known: &HouseSums, changes: &Changes) -> Result<HouseSums, Refusal> {
    let mut after = HouseSums::new();
    for posting in changes.journals.iter().flat_map(Journal::postings) {
        if let Book::House(house) = posting.book {
            let key = (house, posting.amount.currency);
            let before = known.get(&key).copied().unwrap_or(0);
            let sum = after.entry(key).or_insert(before);
            *sum = sum.checked_add(posting.amount.minor).ok_or(Refusal::OutOfRange)?;
        }
    }
    Ok(after)
}
