//! The end of a position on margin that has lost too much: half of it is closed, and then all.

use serde::{Deserialize, Serialize};

use super::closing::{Closing, end_closing, free_of_fees, liquidated_notice, profit_of, sum, wanted};
use super::execution::Execution;
use super::group::{groups_of, make_way};
use super::pay_for_gap::{Payer, Payment};
use super::{CloseReason, InBook, Match, Order, OrderRef, match_book};
use crate::decimal::{Price, Quantity};
use crate::decision::{Action, Actor, Changes, Facts, Needs, Refusal, Stamp};
use crate::ids::{AccountId, OrderId};
use crate::inbox::{Notice, NoticeKind};
use crate::money::Money;
use crate::positions::{Margin, Position, PositionRef};
use crate::products::{Accrued, Directions, Marked, Terms, TradingRules};

/// Closes a position whose margin no longer suffices at a tick: half of it, rounded up to a lot; and all of it where that
/// is not enough, or where half of it was closed before. What the half frees of the margin stays with the other half. It
/// takes what the tick displays, and costs no fees.
///
/// Where the loss is greater than all that the customer can lose, the position in the other direction pays first, as far as it
/// has a profit: it is closed for that, without fees.
///
/// The margin of a future is first refilled from the free cash of its wallet, unless its customer has switched that off. A position whose margin call was not met by
/// the next settlement is closed down to what its margin covers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Liquidate {
    pub at: PositionRef,
    /// The open orders that close the position, which hold what is to be closed. Legs close less afterwards, the oldest
    /// first; the others are cancelled.
    pub orders: Vec<OrderRef>,
    /// Those that close the position in the other direction.
    #[serde(default)]
    pub others: Vec<OrderRef>,
    /// True closes it although other orders hold it, such as one that cannot be read, and although it owes nights that
    /// cannot be charged: nothing keeps a position from being closed in time. What they hold is no more than what is left.
    pub regardless: bool,
    pub terms: Terms,
}

impl Action for Liquidate {
    /// The orders by which it was closed.
    type Done = Vec<Order>;

    const NAME: &'static str = "liquidate";

    fn actor(&self) -> Actor {
        Actor::House
    }

    fn accounts(&self) -> Vec<AccountId> {
        vec![self.at.key.account]
    }

    fn needs(&self, needs: &mut Needs) {
        self.at.needs(needs);
        self.terms.rules.trade_needs(self.at.key, self.directions(), needs);
        if self.directions() == Directions::Both {
            self.terms.rules.accrual_needs(self.at.key.opposite(), Directions::One, needs);
            self.others.iter().for_each(|order| order.needs(needs));
        }
        self.orders.iter().for_each(|order| order.needs(needs));
    }

    fn carry_out(&self, facts: &mut Facts, stamp: &mut Stamp) -> Result<Vec<Order>, Refusal> {
        let accrued = match self.terms.rules.accrue(self.at.key, self.directions(), facts, stamp) {
            Err(Refusal::ChargeUnknown) if self.regardless => Accrued::waived(self.at.key, Directions::One),
            accrued => accrued?,
        };
        let other = match self.directions() {
            Directions::Both => Payer::accrue(self.at, &self.others, &self.terms, facts, stamp)?,
            Directions::One => None,
        };
        // A refill needs no quote, and so it is kept where the close that would follow has none.
        self.terms.tradable_tick(stamp.now).ok_or(Refusal::StaleQuote)?;
        let is_refilled = self.refill(facts, stamp)?;
        let mut orders = Vec::new();
        if !self.close_part((accrued, other), &mut orders, facts, stamp)? && orders.is_empty() {
            return if is_refilled { Ok(orders) } else { Err(Refusal::MarginSuffices) };
        }
        while let Ok(true) = self.close_part((accrued, other), &mut orders, facts, stamp) {}
        Ok(orders)
    }
}

impl InBook for Liquidate {
    fn terms(&self) -> Option<&Terms> {
        Some(&self.terms)
    }

    fn terms_mut(&mut self) -> Option<&mut Terms> {
        Some(&mut self.terms)
    }
}

impl Liquidate {
    /// A position that is closed regardless does not wait for the one in the other direction, which may be unreadable.
    fn directions(&self) -> Directions {
        if self.regardless { Directions::One } else { Directions::Both }
    }

    /// Adds what is free in the wallet to the margin of a position that is settled each day and has lost too much, until its
    /// margin less the loss is the initial one again; true if anything was added.
    fn refill(&self, facts: &mut Facts, stamp: &mut Stamp) -> Result<bool, Refusal> {
        let (mut position, margin) = self.at.on_margin(facts)?;
        let marked = Marked::of(&position, &self.terms)?;
        let equity = marked.equity()?;
        if !margin.settled.is_some_and(|settled| settled.refills) || !marked.has_fallen_to_stop_out(equity) {
            return Ok(false);
        }
        let free = facts.balance(&self.at.balance())?.map_or(0, |balance| balance.available()).max(0);
        let lacking = margin.initial.minus(equity)?;
        let amount = Money::new(lacking.minor.min(free), lacking.currency);
        if amount.minor <= 0 {
            return Ok(false);
        }
        position.margin = Some(margin.with(margin.amount.plus(amount)?));
        position.updated_at = stamp.now;
        let told = NoticeKind::MarginRefilled { position: position.id, instrument: position.key.instrument, amount };
        let mut changes = Changes::default();
        changes.put(position);
        changes.put(Notice::new(position.key.account, told, stamp));
        facts.apply(changes)?;
        Ok(true)
    }

    /// Closes half of the position, or all of it; false when its margin suffices, the tick displays no more, or what is hedged
    /// waits for the other direction to pay.
    fn close_part(
        &self,
        (accrued, other): (Accrued, Option<Payer<'_>>),
        orders: &mut Vec<Order>,
        facts: &mut Facts,
        stamp: &mut Stamp,
    ) -> Result<bool, Refusal> {
        let (mut tries, mut most) = (MOST_PAYMENTS, None);
        loop {
            let Some(Part { changes, order, borne }) = self.part(accrued, most, facts, stamp)? else {
                return Ok(false);
            };
            if borne > 0
                && most.is_none()
                && let Some(other) = other
            {
                let payment = match tries {
                    0 => Payment::Waits(other.quantity(facts)?),
                    _ => other.pay(borne, facts, stamp)?,
                };
                tries = tries.saturating_sub(1);
                match payment {
                    Payment::Paid(order) => {
                        orders.push(*order);
                        continue;
                    }
                    Payment::Waits(hedged) => {
                        most = Some(self.at.on_margin(facts)?.0.quantity.saturating_sub(hedged));
                        continue;
                    }
                    Payment::Nothing => {}
                }
            }
            facts.apply(changes)?;
            orders.push(order);
            return Ok(true);
        }
    }

    /// The close of half of the position, or of all of it, or of the `most` that may be closed, without applying it.
    fn part(
        &self,
        accrued: Accrued,
        most: Option<Quantity>,
        facts: &Facts,
        stamp: &mut Stamp,
    ) -> Result<Option<Part>, Refusal> {
        let tick = self.terms.tradable_tick(stamp.now).ok_or(Refusal::StaleQuote)?;
        let (position, margin) = self.at.on_margin(facts)?;
        let marked = Marked::of(&position, &self.terms)?;
        if !marked.is_stopped_out()? {
            return Ok(None);
        }
        let quantity = if marked.has_fallen_to_stop_out(marked.equity()?) {
            stopped_out(&position, margin, &self.terms.rules)
        } else {
            beyond_cover(&position, margin, &self.terms.rules)
        };
        let may_close = most.map_or(quantity, |most| most.max(Quantity::ZERO).min(quantity));
        let wanted = wanted(&position, may_close, tick, &self.terms.rules);
        let matches = match_book(tick, &wanted, facts.liquidity());
        let Some(worst) = matches.last().map(|m| m.price) else { return Ok(None) };
        let mut changes = Changes::default();
        let reason = CloseReason::Liquidated;
        let mut position = end_closing(&self.orders, position, reason, facts, stamp, &mut changes)?;
        let order = self.order(&position, worst, &matches, stamp)?;
        let mut groups = groups_of(&self.orders, facts)?;
        make_way(&mut groups, order.quantity, &mut position, reason, stamp, &mut changes)?;
        if position.available() < order.quantity && !self.regardless {
            return Err(Refusal::PositionHeld);
        }
        let others = position.held;
        position.held = order.quantity;
        let rules = free_of_fees(&self.terms.rules);
        let on = Execution::on(&self.terms, order, position, accrued, facts, stamp.now)?;
        let gap = on.gap.in_liquidation(Some(margin.amount));
        let mut execution = Execution { rules: &rules, changes, gap, ..on };
        execution.fill(tick, &matches, stamp)?;
        execution.position.margin = kept(margin, quantity, &execution);
        execution.position.held = others.min(execution.position.quantity);
        let (after, borne) = (execution.position, execution.gap.borne);
        let (mut changes, order) = execution.finish(stamp)?;
        let told = liquidated_notice(&order, &after, profit_of(&order, &changes)?);
        changes.put(Notice::new(order.at.account, told, stamp));
        Ok(Some(Part { changes, order, borne }))
    }

    /// Our order for all that the tick gives.
    fn order(&self, position: &Position, limit: Price, matches: &[Match], stamp: &mut Stamp) -> Result<Order, Refusal> {
        let (quantity, id) = (sum(matches)?, OrderId(stamp.next_id()));
        let closing = Closing { at: self.at, id, quantity, limit, reason: CloseReason::Liquidated };
        Ok(closing.order(position, &self.terms.rules, stamp))
    }
}

/// A part of a position that is to be closed.
struct Part {
    changes: Changes,
    order: Order,
    /// The part of the loss that the house would bear, in minor units of the wallet.
    borne: i64,
}

/// So often the other direction pays for one close: a part at a worse price of the book leaves a rest.
const MOST_PAYMENTS: u8 = 4;

/// Half of the position, or all of it if it was halved before.
fn stopped_out(position: &Position, margin: Margin, rules: &TradingRules) -> Quantity {
    if margin.halved { position.quantity } else { position.quantity.half(rules.lot) }
}

/// The quantity of which the initial margin is not covered, in whole lots: at least one, since a call stands.
fn beyond_cover(position: &Position, margin: Margin, rules: &TradingRules) -> Quantity {
    let (quantity, initial) = (i128::from(position.quantity.units()), i128::from(margin.initial.minor.max(1)));
    let covered = quantity * i128::from(margin.amount.minor.max(0)) / initial;
    let covered = Quantity::from_units(i64::try_from(covered).unwrap_or(0)).round_down_to(rules.lot);
    position.quantity.saturating_sub(covered).max(rules.lot).min(position.quantity)
}

/// What is left keeps all of the margin that was not lost. It counts as halved once the tick gave all that was wanted of it.
fn kept(before: Margin, wanted: Quantity, execution: &Execution<'_>) -> Option<Margin> {
    let after = execution.position.margin?;
    let Some(left) = execution.gap.margin_left.filter(|_| execution.position.quantity.is_positive()) else {
        return Some(after);
    };
    let called = before.is_overdue();
    let halved = before.halved || execution.order.filled >= wanted && !called;
    Some(Margin { halved, ..after.with(left) })
}
