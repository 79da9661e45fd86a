//! The time until which nights of pairs are recorded. When a night begins, a pair's price steps by the night's interest.
//! From then on the pair is not traded until the night is recorded: whatever changes a position afterwards charges it
//! first, so no position has the step without the charge.

use std::collections::HashSet;
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use plumbline_core::ids::InstrumentId;
use plumbline_core::time::UnixMillis;

/// Nothing is recorded before the first pass of a term: what was missed while no server led comes first.
#[derive(Debug, Default)]
pub struct RecordedNights(RwLock<Recorded>);

#[derive(Debug, Default)]
struct Recorded {
    until: UnixMillis,
    /// Pairs with a night that could not be recorded.
    behind: HashSet<InstrumentId>,
}

impl RecordedNights {
    /// The time until which the nights of a pair are recorded.
    pub fn until(&self, pair: InstrumentId) -> UnixMillis {
        let recorded = self.recorded();
        if recorded.behind.contains(&pair) { UnixMillis::default() } else { recorded.until }
    }

    /// True if all nights that began until `night` are recorded.
    pub fn reach(&self, night: UnixMillis) -> bool {
        let recorded = self.recorded();
        recorded.behind.is_empty() && night <= recorded.until
    }

    /// The time until which nights are recorded, and the pairs that are behind.
    pub fn all(&self) -> (UnixMillis, HashSet<InstrumentId>) {
        let recorded = self.recorded();
        (recorded.until, recorded.behind.clone())
    }

    /// Marks all nights as unchecked: pairs are not traded until the next pass, which records missing nights.
    pub fn begin_anew(&self) {
        self.change().until = UnixMillis::default();
    }

    /// Takes the time until which nights are recorded, and the pairs that are behind; true if other pairs are behind than before.
    pub fn set(&self, until: UnixMillis, behind: HashSet<InstrumentId>) -> bool {
        let mut recorded = self.change();
        let differs = recorded.behind != behind;
        (recorded.until, recorded.behind) = (until, behind);
        differs
    }

    fn recorded(&self) -> RwLockReadGuard<'_, Recorded> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self) -> RwLockWriteGuard<'_, Recorded> {
        self.0.write().unwrap_or_else(PoisonError::into_inner)
    }
}
