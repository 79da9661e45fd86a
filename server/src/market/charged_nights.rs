//! Until when nights have been charged. As a night begins a pair steps by what it brings or costs, so from then on the pair rests
//! until all of its positions are charged: nobody has the one without the other, however long the charge is held up.

use std::collections::HashSet;
use std::sync::{PoisonError, RwLock};

use plumbline_core::ids::InstrumentId;
use plumbline_core::time::UnixMillis;

/// Nothing has been charged before the first pass of a server: what it missed while it was stopped comes first.
#[derive(Debug, Default)]
pub struct ChargedNights(RwLock<Charged>);

#[derive(Debug, Default)]
struct Charged {
    until: UnixMillis,
    /// Pairs with a position that could not be charged.
    behind: HashSet<InstrumentId>,
}

impl ChargedNights {
    /// Until when the nights of a pair have been charged.
    pub fn until(&self, pair: InstrumentId) -> UnixMillis {
        let charged = self.0.read().unwrap_or_else(PoisonError::into_inner);
        if charged.behind.contains(&pair) { UnixMillis::default() } else { charged.until }
    }

    /// Whether all that began until `night` has been charged.
    pub fn reach(&self, night: UnixMillis) -> bool {
        let charged = self.0.read().unwrap_or_else(PoisonError::into_inner);
        charged.behind.is_empty() && night <= charged.until
    }

    /// Until when nights have been charged, and the pairs that are behind.
    pub fn all(&self) -> (UnixMillis, HashSet<InstrumentId>) {
        let charged = self.0.read().unwrap_or_else(PoisonError::into_inner);
        (charged.until, charged.behind.clone())
    }

    /// Has all nights looked at again: pairs rest until the next pass, which charges what is missing.
    pub fn begin_anew(&self) {
        let mut charged = self.0.write().unwrap_or_else(PoisonError::into_inner);
        charged.until = UnixMillis::default();
    }

    /// Takes what a pass has charged. Whether other pairs are behind than before.
    pub fn passed(&self, until: UnixMillis, behind: HashSet<InstrumentId>) -> bool {
        let mut charged = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let differs = charged.behind != behind;
        *charged = Charged { until, behind };
        differs
    }
}
