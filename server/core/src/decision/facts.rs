//! What the commands of a batch are decided on, kept up to date from command to command.
//!
//! A record that was asked for and does not exist is known to be absent. A record that was never asked for is not
//! known at all: to read it as absent would store a balance that was made up, so that it is an error.

use std::collections::{BTreeMap, BTreeSet};

use super::changes::Effect;
use super::record::{Kind, Record};
use super::sums::{HouseSums, Sums};
use super::table::{Known, Tables};
use super::{Changes, Needs, Refusal, Unsound};
use crate::ids::AccountId;
use crate::ledger::{Balance, BalanceKey, Book, Hold, HoldOwner, Journal, Unsettled};
use crate::market::Liquidity;

/// The facts that a batch needs, as loaded and as changed so far.
#[derive(Debug, Default)]
pub struct Facts {
    tables: Tables,
    balances: Known<BalanceKey, Balance>,
    balances_written: BTreeSet<BalanceKey>,
    unsettled: Known<BalanceKey, Vec<Unsettled>>,
    holds: BTreeMap<HoldOwner, Hold>,
    journals: Vec<Journal>,
    house: HouseSums,
    liquidity: Liquidity,
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
        self.balances.ask(needs.balances());
        self.unsettled.ask(needs.unsettled().keys());
        needs.tell(&mut self.tables);
    }

    pub fn load<R: Record>(&mut self, record: R) {
        self.tables.of::<R>().load(record);
    }

    pub fn load_balance(&mut self, key: BalanceKey, balance: Balance) {
        self.balances.set(key, balance);
    }

    /// What has not settled in a wallet.
    pub fn load_unsettled(&mut self, key: BalanceKey, unsettled: Vec<Unsettled>) {
        self.unsettled.set(key, unsettled);
    }

    /// How many open records of a kind an account has.
    pub fn load_open<R: Record>(&mut self, account: AccountId, count: i64) {
        self.tables.of::<R>().load_open(account, count);
    }

    /// What earlier batches took from the newest ticks.
    pub fn load_liquidity(&mut self, liquidity: Liquidity) {
        self.liquidity = liquidity;
    }

    /// `None` for a record that does not exist; an error when nobody asked.
    pub fn get<R: Record>(&self, key: &R::Key) -> Result<Option<&R>, Unsound> {
        self.tables.get(key)
    }

    /// `None` for a wallet that was never used; an error when nobody asked.
    pub fn balance(&self, key: &BalanceKey) -> Result<Option<&Balance>, Unsound> {
        self.balances.get(key).ok_or(Unsound::NotLoaded("balance"))
    }

    /// What has not settled in a wallet; an error when nobody asked.
    pub fn unsettled(&self, key: &BalanceKey) -> Result<&[Unsettled], Unsound> {
        let known = self.unsettled.get(key).ok_or(Unsound::NotLoaded("settlement"))?;
        Ok(known.map_or(&[], Vec::as_slice))
    }

    /// How many open records of a kind the account has; an error when nobody asked.
    pub fn count_open<R: Record>(&self, account: AccountId) -> Result<i64, Unsound> {
        self.tables.count_open::<R>(account)
    }

    pub const fn liquidity(&self) -> &Liquidity {
        &self.liquidity
    }

    /// The records of one kind that there are to store, in the order of their keys.
    pub fn written<R: Record>(&self) -> impl Iterator<Item = &R> + Clone {
        self.tables.written()
    }

    /// The kinds of record that there is something to store of.
    pub fn kinds_written(&self) -> impl Iterator<Item = Kind> {
        self.tables.kinds_written()
    }

    pub fn balances_written(&self) -> impl Iterator<Item = (&BalanceKey, &Balance)> + Clone {
        self.balances.of(&self.balances_written)
    }

    /// The holds that there are to store, in their newest state.
    pub fn holds(&self) -> impl Iterator<Item = &Hold> + Clone {
        self.holds.values()
    }

    /// The journals of the batch, in order.
    pub fn journals(&self) -> &[Journal] {
        &self.journals
    }

    /// What the batch adds to the house's books.
    pub const fn house(&self) -> &HouseSums {
        &self.house
    }

    /// Hands on what was taken from the newest ticks, for the next batch.
    pub fn take_liquidity(&mut self) -> Liquidity {
        std::mem::take(&mut self.liquidity)
    }

    /// Whether `changes` could be applied: every record known, no spendable balance below zero, no share sold twice.
    pub fn check(&self, changes: &Changes) -> Result<(), Refusal> {
        self.after(changes).map(drop)
    }

    /// Applies what was decided; gives what came of it.
    ///
    /// # Errors
    /// See [`Facts::check`].
    pub fn applied<D>(&mut self, (changes, done): (Changes, D)) -> Result<D, Refusal> {
        self.apply(changes).map(|()| done)
    }

    /// Applies all of `changes`, or refuses and applies nothing: all that can fail is worked out first.
    pub fn apply(&mut self, changes: Changes) -> Result<(), Refusal> {
        let (effects, Sums { balances, house }) = self.after(&changes)?;
        for (key, balance) in balances {
            self.balances.set(key, balance);
            self.balances_written.insert(key);
        }
        self.house.extend(house);
        self.holds.extend(effects.iter().filter_map(|effect| effect.hold).map(|(hold, _)| (hold.owner, hold)));
        let Changes { records, journals, taken } = changes;
        records.into_iter().for_each(|record| record.write(&mut self.tables));
        journals.iter().for_each(|journal| self.settle_later(journal));
        self.journals.extend(journals);
        for (tick, side, matches) in taken {
            self.liquidity.take(&tick, side, &matches);
        }
        Ok(())
    }

    /// Takes in what a journal leaves unsettled in the wallets that were asked for.
    fn settle_later(&mut self, journal: &Journal) {
        let Some(at) = journal.settles_at else { return };
        for posting in journal.postings() {
            let Book::Wallet(wallet) = posting.book else { continue };
            let key = BalanceKey::new(posting.account, wallet);
            if let Some(known) = self.unsettled.get(&key) {
                let due = Unsettled { at, amount: posting.amount.minor };
                let unsettled = known.into_iter().flatten().copied().chain([due]).collect();
                self.unsettled.set(key, unsettled);
            }
        }
    }

    /// Records that are changed must be the ones that were loaded, in their newest state; only new ones have no
    /// earlier state.
    fn after(&self, changes: &Changes) -> Result<(Vec<Effect>, Sums), Refusal> {
        let effects: Result<Vec<Effect>, Refusal> =
            changes.records.iter().map(|record| record.effect(&self.tables)).collect();
        let effects = effects?;
        let sums = Sums::after((&self.balances, &self.house), changes, &effects)?;
        Ok((effects, sums))
    }
}
