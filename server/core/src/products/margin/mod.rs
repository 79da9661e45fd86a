//! What is held on margin, as forex is: no value changes hands when it is opened or closed, only the profit or the loss
//! is. A part of the value is set aside for it, in the wallet, and no customer loses more than that.

mod add;
mod bounds;
mod charge_nights;
mod financing;
mod leverage;
mod marked;
mod night;
mod rates;
mod waiting;
mod warn;

pub use add::AddMargin;
pub use bounds::{MarginBounds, RateBounds};
pub use charge_nights::{ChargeNights, NightsCharged};
pub use financing::{Accrued, Financing};
pub use leverage::SetLeverage;
pub use marked::Marked;
pub use night::{Night, OwedNights, RecordNights};
pub use rates::{FinancingRates, interest};
pub use waiting::WaitingPositions;
pub use warn::WarnMargin;

use serde::{Deserialize, Serialize};

use super::{Outcome, Trade};
use crate::decimal::Leverage;
use crate::decision::Refusal;
use crate::ledger::Wallet;
use crate::money::Money;
use crate::positions::{Direction, Margin, Position};

/// The rules that only products on margin have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MarginRules {
    /// The most that a customer may choose.
    pub leverage_cap: Leverage,
    /// A position is closed when its margin and what it has gained or lost fall to this share of its initial margin, in
    /// basis points.
    pub stop_out_basis_points: i64,
}

/// The leverage lies within the cap, and is that of the position where one is open.
pub(super) fn check_opening(rules: MarginRules, position: &Position, leverage: Leverage) -> Result<(), Refusal> {
    if leverage < Leverage::ONE || leverage > rules.leverage_cap {
        Err(Refusal::LeverageUnavailable)
    } else if position.leverage().is_some_and(|open| open != leverage) {
        Err(Refusal::LeverageDiffers)
    } else {
        Ok(())
    }
}

/// What is set aside for the position grows by the trade's stake.
pub(super) fn open(position: Position, wallet: Wallet, trade: &Trade<'_>) -> Result<Outcome, Refusal> {
    let zero = Money::zero(trade.stake.currency);
    let empty = Margin {
        wallet,
        amount: zero,
        initial: zero,
        leverage: trade.leverage,
        halved: false,
        warned: false,
        // Not before nights that were charged earlier, whatever the clock says.
        charged_until: position.margin.map_or(trade.time, |margin| trade.time.max(margin.charged_until)),
    };
    let margin = position.margin.filter(|_| position.quantity.is_positive()).unwrap_or(empty);
    let mut position = position.opened(trade.quantity, trade.fee, trade.time)?;
    position.cost = position.cost.plus(trade.value)?;
    position.margin = Some(Margin {
        amount: margin.amount.plus(trade.stake)?,
        initial: margin.initial.plus(trade.stake)?,
        halved: false,
        ..margin
    });
    Ok(Outcome { position, received: zero, borne: zero, profit: None, cost: None })
}

/// The trade takes its share of the entry value and of the margin. A loss takes no more than that share of the margin;
/// what it is beyond, the house bears.
pub(super) fn close(position: Position, trade: &Trade<'_>) -> Result<Outcome, Refusal> {
    let margin = position.margin.ok_or(Refusal::PositionUnknown)?;
    let entry = position.share(position.cost, trade.quantity)?;
    let freed = position.share(margin.amount, trade.quantity)?;
    let initial = position.share(margin.initial, trade.quantity)?;
    let gained = trade.exchange.profit(gained(position.key.direction, entry, trade.value)?)?;
    let received = Money::new(gained.minor.max(-freed.minor), gained.currency);
    let profit = received.minus(trade.fee)?;
    let mut position = position.closed(trade.quantity, trade.fee, trade.time)?;
    position.cost = position.cost.minus(entry)?;
    position.realized = position.realized.plus(profit)?;
    position.margin =
        Some(Margin { amount: margin.amount.minus(freed)?, initial: margin.initial.minus(initial)?, ..margin });
    Ok(Outcome { position, received, borne: received.minus(gained)?, profit: Some(profit), cost: Some(entry) })
}

/// What `value` is more than its `entry`, or less where less is a gain.
fn gained(direction: Direction, entry: Money, value: Money) -> Result<Money, Refusal> {
    Ok(match direction {
        Direction::Long => value.minus(entry)?,
        Direction::Short => entry.minus(value)?,
    })
}

#[cfg(test)]
mod carry_tests;
