//! The time until which nights have been charged. When a night begins, a pair's price steps by the night's interest.
//! From then on the pair is not traded until all its positions are charged: no position has the step without the
//! charge, however late that is.

use std::collections::HashSet;
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use plumbline_core::ids::InstrumentId;
use plumbline_core::time::UnixMillis;

/// Nothing has been charged before the first pass of a term: what was missed while no server led comes first.
#[derive(Debug, Default)]
pub struct ChargedNights(RwLock<Charged>);

#[derive(Debug, Default)]
struct Charged {
    until: UnixMillis,
    /// Pairs with a position that could not be charged.
    behind: HashSet<InstrumentId>,
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

    /// Takes the time until which nights were charged, and the pairs that are behind; true if other pairs are behind than before.
    pub fn set(&self, until: UnixMillis, behind: HashSet<InstrumentId>) -> bool {
        let mut charged = self.change();
        let differs = charged.behind != behind;
        (charged.until, charged.behind) = (until, behind);
        differs
    }

    fn charged(&self) -> RwLockReadGuard<'_, Charged> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self) -> RwLockWriteGuard<'_, Charged> {
        self.0.write().unwrap_or_else(PoisonError::into_inner)
    }
}
