//! Which positions in a contract are settled together.

use serde::{Deserialize, Serialize};

use crate::ids::AccountId;
use crate::positions::{PositionKey, PositionRef};

/// The positions in a contract that are settled in one decision.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Directions {
    /// Those in both directions, so that what one gains pays for what the other loses.
    #[default]
    Both,
    /// One alone, where the other one cannot be read.
    One,
}

impl Directions {
    /// The keys of the positions that are settled with the one of `key`, which is the first.
    pub(in crate::products) fn keys(self, key: PositionKey) -> impl Iterator<Item = PositionKey> {
        let other = (self == Self::Both).then(|| key.opposite());
        std::iter::once(key).chain(other)
    }
}

/// The parts of a command for some positions that could not be carried out as a whole: two of whole accounts each, or where
/// they are one account's, each position alone; none where nothing can be split.
pub(crate) fn parts(positions: &[PositionRef], directions: Directions) -> Vec<(Vec<PositionRef>, Directions)> {
    let mut accounts: Vec<AccountId> = positions.iter().map(|at| at.key.account).collect();
    accounts.sort_unstable();
    accounts.dedup();
    if accounts.len() < 2 {
        let alone = positions.iter().map(|at| (vec![*at], Directions::One));
        return if directions == Directions::Both { alone.collect() } else { Vec::new() };
    }
    let second = accounts[accounts.len() / 2];
    let (first, second): (Vec<_>, Vec<_>) = positions.iter().copied().partition(|at| at.key.account < second);
    vec![(first, directions), (second, directions)]
}
