//! What is held on margin, as forex is: no value changes hands when it is opened or closed, only the profit or the loss
//! is. A part of the value is set aside for it, in the wallet. Nobody loses more than that with a pair, and with a future no
//! more than that and the free cash of the wallet.

mod add;
mod bounds;
mod charge_nights;
mod financing;
mod leverage;
mod marked;
mod night;
mod rates;
mod refill;
mod remove;
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
pub use refill::SetRefill;
pub use remove::RemoveMargin;
pub use waiting::WaitingPositions;
pub use warn::WarnMargin;

use serde::{Deserialize, Serialize};

use super::{DailySettlement, Outcome, Trade};
use crate::decimal::Leverage;
use crate::decision::Refusal;
use crate::ledger::Wallet;
use crate::money::Money;
use crate::positions::{Direction, Margin, Position, Settled, Taken};

/// The rules that only products on margin have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MarginRules {
    /// The most that a customer may choose.
    pub leverage_cap: Leverage,
    /// A position is closed when its margin and what it has gained or lost fall to this share of its initial margin, in
    /// basis points.
    pub stop_out_basis_points: i64,
    /// Those of what is settled each day, as futures are; `None` for what is charged by the night.
    #[serde(default)]
    pub daily: Option<DailySettlement>,
}

/// The leverage lies within the cap, and is that of the position where one is open; no margin call stands on it.
pub(super) fn check_opening(rules: MarginRules, position: &Position, leverage: Leverage) -> Result<(), Refusal> {
    if leverage < Leverage::ONE || leverage > rules.leverage_cap {
        Err(Refusal::LeverageUnavailable)
    } else if position.leverage().is_some_and(|open| open != leverage) {
        Err(Refusal::LeverageDiffers)
    } else if position.called_at().is_some() {
        Err(Refusal::MarginCalled)
    } else {
        Ok(())
    }
}

/// What is set aside for the position grows by the trade's stake.
pub(super) fn open(
    position: Position,
    (wallet, rules): (Wallet, MarginRules),
    trade: &Trade<'_>,
) -> Result<Outcome, Refusal> {
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
        settled: rules.daily.map(|_| Settled::nothing(trade.value.currency, zero.currency)),
        taken: position.margin.and_then(|margin| margin.taken),
    };
    let margin = position.margin.filter(|_| position.quantity.is_positive()).unwrap_or(empty);
    let mut position = position.opened(trade.quantity, trade.fee, trade.time)?;
    position.cost = position.cost.plus(trade.value)?;
    let settled = margin.settled.map(|settled| settled.opened(trade.value)).transpose()?;
    position.margin = Some(Margin {
        settled,
        amount: margin.amount.plus(trade.stake)?,
        initial: margin.initial.plus(trade.stake)?,
        halved: false,
        ..margin
    });
    Ok(Outcome { position, received: zero, borne: zero, profit: None, cost: None })
}

/// The trade takes its share of the entry value and of the margin, and gains or loses against what was last settled. A loss
/// takes that share of the margin, and the free cash that pays for what is beyond it. The house bears the rest.
pub(super) fn close(position: Position, trade: &Trade<'_>) -> Result<Outcome, Refusal> {
    let margin = position.margin.ok_or(Refusal::PositionUnknown)?;
    let entry = position.share(position.cost, trade.quantity)?;
    let freed = position.share(margin.amount, trade.quantity)?;
    let initial = position.share(margin.initial, trade.quantity)?;
    let basis = position.share(position.basis(), trade.quantity)?;
    let gained = trade.exchange.profit(gained(position.key.direction, basis, trade.value)?)?;
    let most = freed.minor.saturating_add(trade.free.minor).max(0);
    let received = Money::new(gained.minor.max(-most), gained.currency);
    let credited = margin.settled.map(|settled| position.share(settled.credited, trade.quantity)).transpose()?;
    let profit = received.minus(trade.fee)?.plus(credited.unwrap_or(Money::zero(received.currency)))?;
    let settled = margin.settled.map(|settled| settled.closed(basis, credited)).transpose()?;
    let mut position = position.closed(trade.quantity, trade.fee, trade.time)?;
    position.cost = position.cost.minus(entry)?;
    position.realized = position.realized.plus(profit)?;
    let taken = match settled {
        Some(_) => None,
        None => Some(Taken::with(margin.taken, profit, trade.time)?),
    };
    position.margin = Some(Margin {
        amount: margin.amount.minus(freed)?,
        initial: margin.initial.minus(initial)?,
        settled,
        taken,
        ..margin
    });
    Ok(Outcome { position, received, borne: received.minus(gained)?, profit: Some(profit), cost: Some(entry) })
}

/// What `value` is more than its `entry`, or less where less is a gain.
pub(super) fn gained(direction: Direction, entry: Money, value: Money) -> Result<Money, Refusal> {
    Ok(match direction {
        Direction::Long => value.minus(entry)?,
        Direction::Short => entry.minus(value)?,
    })
}

#[cfg(test)]
mod carry_tests;
