use serde::{Deserialize, Serialize};

use crate::decimal::Quantity;
use crate::decision::Record;
use crate::ids::{AccountId, ChainDepositId, SuspenseReleaseId};
use crate::money::Money;
use crate::time::UnixMillis;

/// The place at which coins arrived, which is unique over all chains.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Output {
    /// The chain's name, as customers read it.
    pub chain: String,
    /// The transaction's id, as the chain writes it.
    pub transaction: String,
    /// The token's contract; empty for the chain's own coin.
    pub contract: String,
    /// The position in the transaction, among the outputs of the contract.
    pub index: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ChainDepositStatus {
    /// Less than the minimum: the coins are the customer's, and are credited together with later ones.
    InSuspense,
    Credited,
    /// Credited out of suspense, by this release.
    Released(SuspenseReleaseId),
}

impl ChainDepositStatus {
    /// The numbers on the wire and in the database.
    pub const CREDITED: i64 = 1;
    pub const IN_SUSPENSE: i64 = 4;

    pub const fn code(self) -> i64 {
        match self {
            Self::InSuspense => Self::IN_SUSPENSE,
            Self::Credited | Self::Released(_) => Self::CREDITED,
        }
    }

    pub const fn release(self) -> Option<SuspenseReleaseId> {
        match self {
            Self::Released(release) => Some(release),
            Self::InSuspense | Self::Credited => None,
        }
    }
}

/// A confirmed output: at most one record for each, under the id that it was first seen with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChainDeposit {
    pub id: ChainDepositId,
    pub account: AccountId,
    pub output: Output,
    /// The currency, such as `USDT`, and the amount that arrived.
    pub currency: String,
    pub amount: Quantity,
    /// Units of the funding account's currency for one, in 10⁻⁸, when it was recorded.
    pub rate: i64,
    /// The value at that moment: credited at once, or put into the house's suspense.
    pub booked: Money,
    pub status: ChainDepositStatus,
    pub created_at: UnixMillis,
    pub updated_at: UnixMillis,
    /// Counts the changes.
    pub version: i64,
}

impl Record for ChainDeposit {
    type Key = ChainDepositId;

    const NAME: &'static str = "chain deposit";
    const HAS_ID: bool = false;

    fn key(&self) -> ChainDepositId {
        self.id
    }

    fn version(&self) -> Option<i64> {
        Some(self.version)
    }

    fn advance(&mut self) {
        self.version += 1;
    }
}
