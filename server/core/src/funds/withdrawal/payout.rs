use serde::{Deserialize, Serialize};

use super::Sending;
use crate::decision::Record;
use crate::ids::{AccountId, WithdrawalId};
use crate::time::UnixMillis;

/// The order to pay out a withdrawal. It is stored with the withdrawal's journal, once and for ever, and every payment
/// out of the house is made from one: no withdrawal has two.
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
