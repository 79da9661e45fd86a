//! The time until which nights have been charged. When a night begins, a pair's price steps by the night's interest.
//! From then on the pair is not traded until all its positions are charged: no position has the step without the
//! charge, however late that is.

use std::collections::{BTreeSet, HashSet};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use plumbline_core::ids::{AccountId, InstrumentId};
use plumbline_core::time::UnixMillis;

/// Nothing has been charged before the first pass of a term: what was missed while no server led comes first.
#[derive(Debug, Default)]
pub struct ChargedNights(RwLock<Charged>);

#[derive(Debug, Default)]
struct Charged {
    until: UnixMillis,
    /// Pairs with a position that could not be charged.
    behind: HashSet<InstrumentId>,
    /// Accounts that were put aside when the last pass ended, which may have left them out.
    left_out: Arc<BTreeSet<AccountId>>,
    /// How often accounts came back.
    returns: u64,
}

/// A pass through all positions, which has begun.
#[derive(Debug)]
pub struct Pass {
    returns: u64,
}

impl ChargedNights {
    /// The time until which the nights of a pair have been charged.
    pub fn until(&self, pair: InstrumentId) -> UnixMillis {
        let charged = self.charged();
        if charged.behind.contains(&pair) { UnixMillis::default() } else { charged.until }
    }

    /// True if all nights that began until `night` have been charged.
    pub fn reach(&self, night: UnixMillis) -> bool {
        let charged = self.charged();
        charged.behind.is_empty() && night <= charged.until
    }

    /// The time until which nights have been charged, and the pairs that are behind.
    pub fn all(&self) -> (UnixMillis, HashSet<InstrumentId>) {
        let charged = self.charged();
        (charged.until, charged.behind.clone())
    }

    /// Marks all nights as unchecked: pairs are not traded until the next pass, which charges missing nights.
    pub fn begin_anew(&self) {
        self.change().until = UnixMillis::default();
    }

    /// An account is put aside no more. Where a pass may have left it out, all nights are looked at again.
    pub fn take_back(&self, account: AccountId) {
        let mut charged = self.change();
        charged.returns += 1;
        if charged.left_out.contains(&account) {
            charged.until = UnixMillis::default();
        }
    }

    pub fn begin_pass(&self) -> Pass {
        Pass { returns: self.charged().returns }
    }

    /// Takes what a pass has charged, unless an account came back meanwhile, which it may have left out: then there is another.
    /// `aside` are the accounts that are put aside. Whether other pairs are behind than before.
    pub fn passed(
        &self,
        pass: &Pass,
        until: UnixMillis,
        behind: HashSet<InstrumentId>,
        aside: Arc<BTreeSet<AccountId>>,
    ) -> bool {
        let mut charged = self.change();
        if charged.returns != pass.returns {
            return false;
        }
        let differs = charged.behind != behind;
        (charged.until, charged.behind, charged.left_out) = (until, behind, aside);
        differs
    }

    /// Takes what another server has charged.
    pub fn told(&self, until: UnixMillis, behind: HashSet<InstrumentId>) {
        let mut charged = self.change();
        (charged.until, charged.behind) = (until, behind);
    }

    fn charged(&self) -> RwLockReadGuard<'_, Charged> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self) -> RwLockWriteGuard<'_, Charged> {
        self.0.write().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NIGHT: UnixMillis = UnixMillis(1_000);

    fn pass(nights: &ChargedNights, pass: &Pass, aside: &[i64]) {
        let aside = aside.iter().copied().map(AccountId).collect::<BTreeSet<_>>();
        nights.passed(pass, NIGHT, HashSet::new(), aside.into());
    }

    #[test]
    fn who_comes_back_while_nights_are_charged_is_charged_too() {
        let nights = ChargedNights::default();
        let first = nights.begin_pass();
        nights.take_back(AccountId(7));
        pass(&nights, &first, &[]);
        assert!(!nights.reach(NIGHT), "nobody knows whether account 7 was charged");
        pass(&nights, &nights.begin_pass(), &[]);
        assert!(nights.reach(NIGHT));
    }

    #[test]
    fn nights_are_looked_at_again_for_who_was_left_out_and_for_nobody_else() {
        let nights = ChargedNights::default();
        pass(&nights, &nights.begin_pass(), &[7]);
        nights.take_back(AccountId(8));
        assert!(nights.reach(NIGHT), "pairs go on");
        nights.take_back(AccountId(7));
        assert!(!nights.reach(NIGHT));
    }
}
