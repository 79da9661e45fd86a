//! How much an order is for, as its customer says it.

use serde::{Deserialize, Serialize};

use crate::decimal::Quantity;
use crate::money::Money;

/// How much to trade.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum OrderSize {
    Exact(Quantity),
    /// Half of what the position has available, rounded up to a lot.
    HalfPosition,
    /// All that the position has available.
    FullPosition,
    /// The quantity that an amount pays for, fees included; at most `most`.
    Amount {
        /// In the wallet's currency.
        amount: Money,
        most: Quantity,
    },
}
