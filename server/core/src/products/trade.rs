//! What kinds of products carry out, and what comes of it.

use super::Exchange;
use crate::decimal::{Leverage, Quantity};
use crate::market::Side;
use crate::money::Money;
use crate::positions::Position;
use crate::time::UnixMillis;

/// A part of an order that is carried out.
#[derive(Clone, Copy, Debug)]
pub struct Trade<'a> {
    pub side: Side,
    pub quantity: Quantity,
    /// In the contract's currency, rounded against the customer.
    pub value: Money,
    /// What the order's stake rises by, when it opens; in the wallet's currency.
    pub stake: Money,
    /// In the wallet's currency.
    pub fee: Money,
    /// The free cash of the wallet that pays for a loss beyond the margin; negative where fees will take of the margin.
    pub free: Money,
    pub leverage: Leverage,
    pub exchange: Exchange<'a>,
    pub time: UnixMillis,
}

/// What a trade leads to.
#[derive(Clone, Copy, Debug)]
pub struct Outcome {
    pub position: Position,
    /// What the wallet gets of the counterparty, without fees; negative when it pays.
    pub received: Money,
    /// What the house bears of a loss that is greater than what the customer can lose.
    pub borne: Money,
    /// The profit that a close took, after fees; `None` when the position was added to.
    pub profit: Option<Money>,
    /// What the closed quantity had cost; `None` when the position was added to.
    pub cost: Option<Money>,
}
