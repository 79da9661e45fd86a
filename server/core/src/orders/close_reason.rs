use serde::{Deserialize, Serialize};

use crate::positions::Protected;

/// Why an order ended. The code is the `reason` on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CloseReason {
    Customer,
    Expired,
    /// Its fees could not be paid when it met a quote.
    InsufficientFunds,
    /// The margin of its position did not suffice any more, and we closed it.
    Liquidated,
    /// Its position reached the stop-loss, and we closed it.
    StopLoss,
    /// Its position reached the take-profit, and we closed it.
    TakeProfit,
    /// Nothing more of it could be filled at once, as its customer wanted.
    ImmediateOrCancel,
    /// All of it could not be filled at once, as its customer wanted.
    FillOrKill,
    /// Its shares were split: its price and its quantity are of other shares.
    Split,
}

impl CloseReason {
    pub const ALL: [CloseReason; 9] = [
        Self::Customer,
        Self::Expired,
        Self::InsufficientFunds,
        Self::Liquidated,
        Self::StopLoss,
        Self::TakeProfit,
        Self::ImmediateOrCancel,
        Self::FillOrKill,
        Self::Split,
    ];

    pub const fn code(self) -> &'static str {
        match self {
            Self::Customer => "cancelled_by_customer",
            Self::Expired => "expired",
            Self::InsufficientFunds => "insufficient_funds",
            Self::Liquidated => "liquidated",
            Self::StopLoss => "stop_loss",
            Self::TakeProfit => "take_profit",
            Self::ImmediateOrCancel => "ioc",
            Self::FillOrKill => "fok",
            Self::Split => "split",
        }
    }

    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.code() == code)
    }
}

impl From<Protected> for CloseReason {
    fn from(protected: Protected) -> Self {
        match protected {
            Protected::StopLoss => Self::StopLoss,
            Protected::TakeProfit => Self::TakeProfit,
        }
    }
}
