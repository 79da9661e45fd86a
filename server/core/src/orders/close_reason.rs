use serde::{Deserialize, Serialize};

/// Why an order ended. The code is the `reason` on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CloseReason {
    Customer,
    Expired,
    /// Its fees could not be paid when it met a quote.
    InsufficientFunds,
    /// The margin of its position did not suffice any more, and we closed it.
    Liquidated,
}

impl CloseReason {
    pub const ALL: [CloseReason; 4] = [Self::Customer, Self::Expired, Self::InsufficientFunds, Self::Liquidated];

    pub const fn code(self) -> &'static str {
        match self {
            Self::Customer => "cancelled_by_customer",
            Self::Expired => "expired",
            Self::InsufficientFunds => "insufficient_funds",
            Self::Liquidated => "liquidated",
        }
    }

    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.code() == code)
    }
}
