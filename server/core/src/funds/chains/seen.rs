use super::Output;
use crate::decimal::Quantity;
use crate::decision::Record;
use crate::ids::{AccountId, ChainDepositId};

/// An output as it stands where the chain is followed. Decisions rest on it, so that what is taken back meanwhile is not
/// credited; all that they change of it is that it is recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenOutput {
    pub id: ChainDepositId,
    pub account: AccountId,
    pub output: Output,
    pub currency: String,
    pub amount: Quantity,
    /// Whether a block has it, and no operator has to look at it.
    pub stands: bool,
    pub recorded: bool,
}

impl Record for SeenOutput {
    type Key = ChainDepositId;

    const NAME: &'static str = "seen output";
    const HAS_ID: bool = false;

    fn key(&self) -> ChainDepositId {
        self.id
    }

    /// It is changed once.
    fn version(&self) -> Option<i64> {
        Some(i64::from(self.recorded))
    }

    fn advance(&mut self) {
        self.recorded = true;
    }
}
