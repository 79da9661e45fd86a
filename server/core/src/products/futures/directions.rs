//! Which positions in a contract are settled together.

use crate::positions::PositionKey;

/// The positions in a contract that are settled in one decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Directions {
    /// Those in both directions, so that what one gains pays for what the other loses.
    Both,
    /// One alone: where the other one may be unreadable, and where nothing may keep this one from being settled.
    One,
}

impl Directions {
    /// The keys of the positions that are settled with the one of `key`, which is the first.
    pub(in crate::products) fn keys(self, key: PositionKey) -> impl Iterator<Item = PositionKey> {
        let other = (self == Self::Both).then(|| key.opposite());
        std::iter::once(key).chain(other)
    }
}
