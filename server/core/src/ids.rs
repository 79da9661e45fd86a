//! One type an id, so that an order's id cannot be passed where an account's is meant.

use serde::{Deserialize, Serialize};

macro_rules! id {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub struct $name(pub i64);

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }

        impl std::str::FromStr for $name {
            type Err = std::num::ParseIntError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                text.parse().map($name)
            }
        }
    )*};
}

id! {
    /// A customer's account with us. `AccountId::HOUSE` is our own side of the ledger.
    AccountId;
    /// A tradable or displayed instrument, one row in `instruments`.
    InstrumentId;
    OrderId;
    FillId;
    PositionId;
    JournalId;
    TransferId;
    DepositId;
    SessionId;
}

impl AccountId {
    /// The house: bank, fees, counterparty and suspense accounts.
    pub const HOUSE: AccountId = AccountId(0);
}
