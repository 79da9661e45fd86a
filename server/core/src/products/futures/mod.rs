//! What is settled each day, as futures are: the gain or the loss against the last settlement changes hands at each
//! settlement, and the margin is a share of the contract's value then.

mod directions;
mod settlement;
mod variation;

pub use directions::Directions;
pub(crate) use directions::parts;
pub use settlement::{OwedSettlements, RecordSettlements, Settlement, SettlementMethod};
pub use variation::Variation;

pub(super) use variation::settle_owed;

use serde::{Deserialize, Serialize};

use super::conversion::Part;

/// Parts of a value by which maintenance is counted.
const MILLION: i64 = 1_000_000;
const BASIS_POINTS: i64 = 10_000;

/// The margin rules of what is settled each day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DailySettlement {
    /// The share of a position's value, in millionths, below which its margin may not be at a settlement.
    pub maintenance: i64,
    /// The initial margin as a share of maintenance, in basis points: 10,000 at least.
    pub initial_basis_points: i64,
}

impl DailySettlement {
    /// The part of a value that is set aside when a position is opened, and restored at each settlement.
    pub const fn initial(self) -> Part {
        (self.maintenance * self.initial_basis_points, MILLION * BASIS_POINTS)
    }

    /// The part of a value below which a customer is called for more.
    pub const fn maintenance(self) -> Part {
        (self.maintenance, MILLION)
    }
}
