//! The moments of one auction.

use std::ops::Range;

use super::Restraint;
use crate::time::UnixMillis;

/// When orders of an auction collect, when its figures are told, and when it ends. The moments do not fall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AuctionHours {
    /// From when on orders are taken.
    pub collects: UnixMillis,
    /// From when on it is told what they would come to.
    pub indicates: UnixMillis,
    /// From when on none can be taken back; `closes` where they always can.
    pub binds: UnixMillis,
    /// When the last order is taken.
    pub closes: UnixMillis,
    /// By when it clears, at a moment after `closes` that nobody knows; `closes` where it clears at once.
    pub ends: UnixMillis,
}

/// What an auction does at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum AuctionPhase {
    /// It takes orders, and tells nothing of them.
    Collecting,
    /// It takes orders and tells what they would come to.
    Indicative,
    /// The same, and orders can no longer be taken back.
    Binding,
    /// It takes no orders, and clears at any moment.
    Matching,
    /// It has cleared, or has yet to begin.
    Closed,
}

impl AuctionPhase {
    pub const ALL: [Self; 5] = [Self::Collecting, Self::Indicative, Self::Binding, Self::Matching, Self::Closed];

    pub const fn code(self) -> &'static str {
        match self {
            Self::Collecting => "collecting",
            Self::Indicative => "indicative",
            Self::Binding => "binding",
            Self::Matching => "matching",
            Self::Closed => "closed",
        }
    }
}

impl AuctionHours {
    /// `None` unless the moments do not fall and orders are taken for a while.
    pub fn new(moments: [UnixMillis; 5]) -> Option<Self> {
        let [collects, indicates, binds, closes, ends] = moments;
        let sound = moments.is_sorted() && collects < closes;
        sound.then_some(Self { collects, indicates, binds, closes, ends })
    }

    /// The auction that ends a pause: its orders collect for as long as that lasts.
    pub fn reopening(pause: &Restraint) -> Option<Self> {
        Self::new([pause.from, pause.from, pause.until, pause.until, pause.until])
    }

    /// The phase of an auction that has cleared at `cleared_at`, or has not yet.
    pub fn phase(&self, now: UnixMillis, cleared_at: Option<UnixMillis>) -> AuctionPhase {
        if now < self.collects || cleared_at.is_some_and(|at| at <= now) {
            AuctionPhase::Closed
        } else if now < self.indicates {
            AuctionPhase::Collecting
        } else if now < self.binds {
            AuctionPhase::Indicative
        } else if now < self.closes {
            AuctionPhase::Binding
        } else {
            AuctionPhase::Matching
        }
    }

    /// How long it takes orders.
    pub const fn open(&self) -> Range<UnixMillis> {
        self.collects..self.closes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_auction_goes_through_its_phases() {
        let hours = AuctionHours::new([0, 10, 20, 30, 40].map(UnixMillis)).unwrap();
        let table = [
            (-1, None, "closed"),
            (0, None, "collecting"),
            (10, None, "indicative"),
            (20, None, "binding"),
            (30, None, "matching"),
            (36, Some(37), "matching"),
            (37, Some(37), "closed"),
            (99, Some(37), "closed"),
        ];
        for (now, cleared, phase) in table {
            assert_eq!(hours.phase(UnixMillis(now), cleared.map(UnixMillis)).code(), phase, "{now}");
        }
        for unsound in [[0, 10, 5, 30, 40], [30, 30, 30, 30, 30], [0, 10, 20, 40, 30]] {
            assert_eq!(AuctionHours::new(unsound.map(UnixMillis)), None);
        }
    }
}
