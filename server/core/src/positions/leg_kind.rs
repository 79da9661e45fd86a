use serde::{Deserialize, Serialize};

/// A kind of order that protects a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LegKind {
    /// A stop or a stop limit order.
    StopLoss,
    /// A limit order.
    TakeProfit,
}

impl LegKind {
    /// The word of the API.
    pub const fn code(self) -> &'static str {
        match self {
            Self::StopLoss => "stopLoss",
            Self::TakeProfit => "takeProfit",
        }
    }
}
