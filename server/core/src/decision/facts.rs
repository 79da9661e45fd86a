//! The facts that the commands of a batch are decided on, kept up to date from command to command.
//!
//! A record that was asked for and does not exist is known to be absent. Reading a record that was never asked for is
//! an error: taken for absent, it would lead to storing a balance that was made up.

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
    /// Facts about `needs` and nothing else: a record of them that is not loaded afterwards does not exist.
    pub fn about(needs: &Needs) -> Self {
        let mut facts = Self::default();
        facts.ask(needs);
        facts
    }

    /// Adds `needs` to the known records: a record of them that is not loaded does not exist.
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

    /// Sets the unsettled amounts of a wallet.
    pub fn load_unsettled(&mut self, key: BalanceKey, unsettled: Vec<Unsettled>) {
        self.unsettled.set(key, unsettled);
    }

    /// Sets the number of open records of a kind that an account has.
    pub fn load_open<R: Record>(&mut self, account: AccountId, count: i64) {
        self.tables.of::<R>().load_open(account, count);
    }

    /// Sets the sizes that earlier batches took from the newest ticks.
    pub fn load_liquidity(&mut self, liquidity: Liquidity) {
        self.liquidity = liquidity;
    }

    /// `None` for a record that does not exist; an error if it was not asked for.
    pub fn get<R: Record>(&self, key: &R::Key) -> Result<Option<&R>, Unsound> {
        self.tables.get(key)
    }

    /// `None` for a wallet that was never used; an error if it was not asked for.
    pub fn balance(&self, key: &BalanceKey) -> Result<Option<&Balance>, Unsound> {
        self.balances.get(key).ok_or(Unsound::NotLoaded("balance"))
    }

    /// The unsettled amounts of a wallet; an error if they were not asked for.
    pub fn unsettled(&self, key: &BalanceKey) -> Result<&[Unsettled], Unsound> {
        let known = self.unsettled.get(key).ok_or(Unsound::NotLoaded("settlement"))?;
        Ok(known.map_or(&[], Vec::as_slice))
    }

    /// The number of open records of a kind that the account has; an error if it was not asked for.
    pub fn count_open<R: Record>(&self, account: AccountId) -> Result<i64, Unsound> {
        self.tables.count_open::<R>(account)
    }

    pub const fn liquidity(&self) -> &Liquidity {
        &self.liquidity
    }

    /// The records of one kind that have to be stored, in the order of their keys.
    pub fn written<R: Record>(&self) -> impl Iterator<Item = &R> + Clone {
        self.tables.written()
    }

    /// The kinds of records with something to store.
    pub fn kinds_written(&self) -> impl Iterator<Item = Kind> {
        self.tables.kinds_written()
    }

    pub fn balances_written(&self) -> impl Iterator<Item = (&BalanceKey, &Balance)> + Clone {
        self.balances.of(&self.balances_written)
    }

    /// The holds that have to be stored, in their newest state.
    pub fn holds(&self) -> impl Iterator<Item = &Hold> + Clone {
        self.holds.values()
    }

    /// The journals of the batch, in order.
    pub fn journals(&self) -> &[Journal] {
        &self.journals
    }

    /// The additions of the batch to the house's books.
    pub const fn house(&self) -> &HouseSums {
        &self.house
    }

    /// Hands over the sizes taken from the newest ticks, for the next batch.
    pub fn take_liquidity(&mut self) -> Liquidity {
        std::mem::take(&mut self.liquidity)
    }

    /// Checks that `changes` can be applied: every record known, no spendable balance below zero, no share sold twice.
    pub fn check(&self, changes: &Changes) -> Result<(), Refusal> {
        self.after(changes).map(drop)
    }

    /// Applies the changes of a decision, and returns its result.
    ///
    /// # Errors
    /// See [`Facts::check`].
    pub fn applied<D>(&mut self, (changes, done): (Changes, D)) -> Result<D, Refusal> {
        self.apply(changes).map(|()| done)
    }

    /// Applies the changes of a decision on a record, and returns the record as it is stored: with its new version.
    ///
    /// # Errors
    /// See [`Facts::check`].
    pub fn stored<R: Record>(&mut self, (changes, record): (Changes, R)) -> Result<R, Refusal> {
        self.apply(changes).map(|()| self.as_stored(record))
    }

    /// A record as it stands after the changes of its decision are applied.
    pub fn as_stored<R: Record>(&self, record: R) -> R {
        self.get::<R>(&record.key()).ok().flatten().cloned().unwrap_or(record)
    }

    /// Applies all of `changes`, or refuses and applies nothing: everything that can fail is worked out first.
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

    /// Adds the unsettled amounts of a journal to the wallets that were asked for.
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

    /// Works out effects and sums. Refused unless changed records are based on the newest loaded state; only new
    /// records have no earlier state.
    fn after(&self, changes: &Changes) -> Result<(Vec<Effect>, Sums), Refusal> {
        let effects: Result<Vec<Effect>, Refusal> =
            changes.records.iter().map(|record| record.effect(&self.tables)).collect();
        let effects = effects?;
        let sums = Sums::after((&self.balances, &self.house), changes, &effects)?;
        Ok((effects, sums))
    }
}
