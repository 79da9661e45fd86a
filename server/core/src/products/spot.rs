//! What is bought and owned: its price is paid at once, and it is sold for its price.

use super::{Outcome, Trade};
use crate::decimal::Leverage;
use crate::decision::Refusal;
use crate::money::{Money, MoneyError};
use crate::positions::{Direction, Position};

/// It is bought without borrowing, and nobody sells what is not theirs.
pub(super) fn check_order(direction: Direction, leverage: Leverage) -> Result<(), Refusal> {
    if leverage != Leverage::ONE {
        Err(Refusal::LeverageUnavailable)
    } else if direction == Direction::Short {
        Err(Refusal::InsufficientPosition)
    } else {
        Ok(())
    }
}

/// Fees are part of what it cost.
pub(super) fn buy(position: Position, trade: &Trade<'_>) -> Result<Outcome, MoneyError> {
    let mut position = position.opened(trade.quantity, trade.fee, trade.time)?;
    position.cost = position.cost.plus(trade.value)?.plus(trade.fee)?;
    let borne = Money::zero(trade.value.currency);
    Ok(Outcome { position, received: trade.value.negated(), borne, profit: None, cost: None })
}

pub(super) fn sell(position: Position, trade: &Trade<'_>) -> Result<Outcome, MoneyError> {
    let cost = position.share(position.cost, trade.quantity)?;
    let profit = trade.value.minus(trade.fee)?.minus(cost)?;
    let mut position = position.closed(trade.quantity, trade.fee, trade.time)?;
    position.cost = position.cost.minus(cost)?;
    position.realized = position.realized.plus(profit)?;
    let borne = Money::zero(trade.value.currency);
    Ok(Outcome { position, received: trade.value, borne, profit: Some(profit), cost: Some(cost) })
}
