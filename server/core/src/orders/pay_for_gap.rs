//! A part of a position in profit is closed, to pay for the loss in the other direction that the house would bear.

use super::closing::{Closing, end_closing, free_of_fees, liquidated_notice, profit_of, sum, wanted};
use super::execution::Execution;
use super::group::{groups_of, make_way};
use super::{CloseReason, Fill, Order, OrderRef, Side, match_book};
use crate::decimal::Quantity;
use crate::decision::{Changes, Facts, Refusal, Stamp};
use crate::ids::OrderId;
use crate::inbox::Notice;
use crate::positions::{Position, PositionRef};
use crate::products::{Accrued, Directions, Terms};

/// The outcome of asking the other direction to pay for a loss.
pub(super) enum Payment {
    /// It was closed in part or in whole, by this order.
    Paid(Box<Order>),
    /// It has a profit, and cannot be closed now: the tick displays nothing more at a profit, or orders hold it that are not
    /// known. So much of it is hedged by what loses.
    Waits(Quantity),
    /// It is not open, or has no profit.
    Nothing,
}

/// The position in the other direction of one that loses.
#[derive(Clone, Copy)]
pub(super) struct Payer<'a> {
    at: PositionRef,
    accrued: Accrued,
    /// The open orders that close it.
    orders: &'a [OrderRef],
    terms: &'a Terms,
}

impl<'a> Payer<'a> {
    /// Charges it for what it owes; `None` where that cannot be worked out.
    pub fn accrue(
        losing: PositionRef,
        orders: &'a [OrderRef],
        terms: &'a Terms,
        facts: &mut Facts,
        stamp: &mut Stamp,
    ) -> Result<Option<Self>, Refusal> {
        let at = PositionRef { key: losing.key.opposite(), ..losing };
        match terms.rules.accrue(at.key, Directions::Both, facts, stamp) {
            Ok(accrued) => Ok(Some(Self { at, accrued, orders, terms })),
            Err(unsound @ Refusal::Unsound(_)) => Err(unsound),
            Err(_) => Ok(None),
        }
    }

    /// Closes as much of it as its profit pays for a loss of `borne` minor units. What it gains is added to the margin of the
    /// one that loses (`Gap::cover`).
    ///
    /// # Errors
    /// `internal`.
    pub fn pay(self, borne: i64, facts: &mut Facts, stamp: &mut Stamp) -> Result<Payment, Refusal> {
        match self.close(borne, facts, stamp) {
            Err(unsound @ Refusal::Unsound(_)) => Err(unsound),
            // A payment that fails does not delay the liquidation.
            Err(_) => Ok(Payment::Nothing),
            paid => paid,
        }
    }

    /// The quantity of it that is open.
    pub fn quantity(self, facts: &Facts) -> Result<Quantity, Refusal> {
        let position = facts.get::<Position>(&self.at.key)?;
        Ok(position.map_or(Quantity::ZERO, |position| position.quantity))
    }

    fn close(self, borne: i64, facts: &mut Facts, stamp: &mut Stamp) -> Result<Payment, Refusal> {
        let Self { at, accrued, orders, .. } = self;
        let (rules, tick) = (&self.terms.rules, self.terms.tradable_tick(stamp.now).ok_or(Refusal::StaleQuote)?);
        let (mut position, _) = at.on_margin(facts)?;
        let profit = rules.unrealized(&position, self.terms.exchange(), tick)?.minor;
        if profit <= 0 {
            return Ok(Payment::Nothing);
        }
        let mut wanted = wanted(&position, paying(&position, borne, profit, rules.lot), tick, rules);
        // No part of it is closed at a loss.
        let even = rules.multiplier.average_price(position.basis(), position.quantity);
        wanted.limit = if wanted.side == Side::Buy { wanted.limit.min(even) } else { wanted.limit.max(even) };
        let matches = match_book(tick, &wanted, facts.liquidity());
        let Some(worst) = matches.last().map(|m| m.price) else { return Ok(Payment::Waits(position.quantity)) };
        let (mut changes, reason, quantity) = (Changes::default(), CloseReason::PaidForGap, sum(&matches)?);
        if position.available() < quantity {
            position = end_closing(orders, position, reason, facts, stamp, &mut changes)?;
        }
        let closing = Closing { at, id: OrderId(stamp.next_id()), quantity, limit: worst, reason };
        let order = closing.order(&position, rules, stamp);
        let mut groups = groups_of(orders, facts)?;
        make_way(&mut groups, quantity, &mut position, reason, stamp, &mut changes)?;
        if position.available() < quantity {
            return Ok(Payment::Waits(position.quantity));
        }
        let others = position.held;
        position.held = quantity;
        let rules = free_of_fees(rules);
        let on = Execution::on(self.terms, order, position, accrued, facts, stamp.now)?;
        let gap = on.gap.paying(borne);
        let mut execution = Execution { rules: &rules, changes, gap, ..on };
        execution.fill(tick, &matches, stamp)?;
        execution.position.held = others.min(execution.position.quantity);
        let (after, received) = (execution.position, execution.changes.of::<Fill>().map(|fill| fill.received.minor));
        if received.sum::<i64>() <= 0 {
            return Ok(Payment::Waits(after.quantity));
        }
        let (mut changes, order) = execution.finish(stamp)?;
        let told = liquidated_notice(&order, &after, profit_of(&order, &changes)?);
        changes.put(Notice::new(order.at.account, told, stamp));
        facts.apply(changes)?;
        Ok(Payment::Paid(Box::new(order)))
    }
}

/// The least quantity, in whole lots, of a position with a `profit` that pays for a loss, both in minor units.
fn paying(position: &Position, loss: i64, profit: i64, lot: Quantity) -> Quantity {
    let part = i128::from(position.quantity.units()) * i128::from(loss);
    let part = (part + i128::from(profit) - 1) / i128::from(profit.max(1));
    let part = Quantity::from_units(i64::try_from(part).unwrap_or(i64::MAX)).min(position.quantity);
    let down = part.round_down_to(lot);
    if down == part { part } else { down.checked_add(lot).unwrap_or(position.quantity).min(position.quantity) }
}
