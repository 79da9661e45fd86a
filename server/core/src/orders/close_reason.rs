use serde::{Deserialize, Serialize};

use super::LegKind;

/// Why an order ended. The code is the `reason` on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CloseReason {
    Customer,
    Expired,
    /// Its fees could not be paid when it met a quote.
    InsufficientFunds,
    /// The margin of its position did not suffice any more, and we closed it.
    Liquidated,
    /// The stop-loss of its group was reached.
    StopLoss,
    /// The take-profit of its group was filled.
    TakeProfit,
    /// Nothing more of it could be filled at once, as its customer wanted.
    ImmediateOrCancel,
    /// All of it could not be filled at once, as its customer wanted.
    FillOrKill,
    /// Its shares were split: its price and its quantity are of other shares.
    Split,
    /// Nothing was left for it to close: its position was closed by another order.
    PositionClosed,
    /// Its customer set another stop-loss or take-profit in its place.
    Replaced,
    /// Its contract has ended: positions were closed at the settlement, and nothing is traded any more.
    ContractEnded,
    /// Its customer was called for margin on the position that it would have added to.
    MarginCalled,
    /// We closed a profit that pays for a loss in the other direction which is greater than the margin there.
    PaidForGap,
}

impl CloseReason {
    pub const ALL: [CloseReason; 14] = [
        Self::Customer,
        Self::Expired,
        Self::InsufficientFunds,
        Self::Liquidated,
        Self::StopLoss,
        Self::TakeProfit,
        Self::ImmediateOrCancel,
        Self::FillOrKill,
        Self::Split,
        Self::PositionClosed,
        Self::Replaced,
        Self::ContractEnded,
        Self::MarginCalled,
        Self::PaidForGap,
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
            Self::PositionClosed => "position_closed",
            Self::Replaced => "replaced",
            Self::ContractEnded => "contract_ended",
            Self::MarginCalled => "margin_called",
            Self::PaidForGap => "paid_for_gap",
        }
    }

    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.code() == code)
    }
}

impl From<LegKind> for CloseReason {
    fn from(leg: LegKind) -> Self {
        match leg {
            LegKind::StopLoss => Self::StopLoss,
            LegKind::TakeProfit => Self::TakeProfit,
        }
    }
}
