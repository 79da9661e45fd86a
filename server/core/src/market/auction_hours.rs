//! The moments of one auction.

use std::ops::Range;

use super::Restraint;
use crate::time::UnixMillis;

/// The moments of one auction, in order: orders collect, figures are published, it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AuctionHours {
    /// The start of order entry.
    pub collects: UnixMillis,
    /// The start of publishing indicative figures.
    pub indicates: UnixMillis,
    /// From this moment orders cannot be cancelled; `closes` where they always can.
    pub binds: UnixMillis,
    /// The end of order entry.
    pub closes: UnixMillis,
    /// The latest moment of clearing, which comes at random after `closes`; `closes` where it clears at once.
    pub ends: UnixMillis,
}

/// The stage that an auction is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum AuctionPhase {
    /// Orders are taken, and no figures are published.
    Collecting,
    /// Orders are taken, and indicative figures are published.
    Indicative,
    /// Orders are taken and a price is indicated; no order can be cancelled any more.
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
    /// `None` unless the moments are in order and `collects` is before `closes`.
    pub fn new(moments: [UnixMillis; 5]) -> Option<Self> {
        let [collects, indicates, binds, closes, ends] = moments;
        let sound = moments.is_sorted() && collects < closes;
        sound.then_some(Self { collects, indicates, binds, closes, ends })
    }

    /// The auction that ends a pause; its orders collect for the whole pause.
    pub fn reopening(pause: &Restraint) -> Option<Self> {
        Self::new([pause.from, pause.from, pause.until, pause.until, pause.until])
    }

    /// The phase of an auction that cleared at `cleared_at`; `None` before it clears.
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

    /// The span of order entry.
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
