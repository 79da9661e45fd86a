use super::Output;
use crate::decimal::Quantity;
use crate::decision::Record;
use crate::ids::{AccountId, ChainDepositId};

/// An output in its state where the chain is followed. Decisions read it, so that an output taken back meanwhile is not
/// credited; they only change its mark that it is recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenOutput {
    pub id: ChainDepositId,
    pub account: AccountId,
    pub output: Output,
    pub currency: String,
    pub amount: Quantity,
    /// True if a block contains the output and no operator has to check it.
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

    /// The output changes once, when it is recorded.
    fn version(&self) -> Option<i64> {
        Some(i64::from(self.recorded))
    }

    fn advance(&mut self) {
        self.recorded = true;
    }
}
