use serde::{Deserialize, Serialize};

use super::Sending;
use crate::decision::Record;
use crate::ids::{AccountId, WithdrawalId};
use crate::time::UnixMillis;

/// That a withdrawal is to be paid out, and how. It is stored with the withdrawal's journal, once and for ever, and whatever
/// leaves the house is made of these: no withdrawal has two.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Payout {
    pub withdrawal: WithdrawalId,
    pub account: AccountId,
    pub sending: Sending,
    pub created_at: UnixMillis,
}

impl Record for Payout {
    type Key = WithdrawalId;

    const NAME: &'static str = "payout";

    fn key(&self) -> WithdrawalId {
        self.withdrawal
    }
}
