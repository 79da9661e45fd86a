//! One tick and the resting orders that it reaches: they are decided one after the other, in price-time order, and each
//! is filled, ended or left as it is on its own.

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};

use super::OrderStatus::Pending;
use super::cancel::cancel;
use super::offer::{fill_resting, is_born_from, trigger_resting};
use super::{BestPrices, Cancel, CloseReason, FillResting, Order, RestingFill, Side, Trailing};
use crate::decimal::{Price, Quantity};
use crate::decision::{Action, Actor, Changes, Facts, Needs, Refusal, Stamp};
use crate::ids::{AccountId, OrderId, Priority};
use crate::market::Session;
use crate::products::{Accrued, Directions};

/// Who was offered a tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum OfferedTo {
    /// All who want it; or it is used up.
    #[default]
    All,
    /// The first of those who want it. It goes on with the others, before anybody else may take of it.
    Some,
    /// Nobody: it was too old, or the session was over.
    Nobody,
}

/// What came of the orders that a tick reached.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reached {
    pub offered: OfferedTo,
    /// Orders that were not open any more, or that are not known.
    pub gone: Vec<OrderId>,
    /// Orders that could not be carried out: closes that are left to a liquidation (`margin_exhausted`), and faults of ours.
    pub refused: Vec<(OrderId, Refusal)>,
    /// Sides whose trailing stops could not follow the tick, which is a fault of ours.
    #[serde(default)]
    pub unmoved: Vec<(Side, Refusal)>,
    /// The place in time of the first leg that came to life.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub born: Option<Priority>,
}

impl Action for FillResting {
    type Done = Reached;

    const NAME: &'static str = "fill_resting";

    fn actor(&self) -> Actor {
        Actor::House
    }

    fn accounts(&self) -> Vec<AccountId> {
        self.all().map(|fill| fill.order.account).collect()
    }

    fn needs(&self, needs: &mut Needs) {
        for fill in self.all() {
            fill.order.needs(needs);
            fill.rules.trade_needs(fill.order.position(), Directions::Both, needs);
        }
        self.trailing.iter().for_each(|trailing| needs.ask::<BestPrices>((self.tick.instrument, trailing.side)));
    }

    fn carry_out(&self, facts: &mut Facts, stamp: &mut Stamp) -> Result<Reached, Refusal> {
        Ok(fill(self, facts, stamp))
    }
}

fn fill(command: &FillResting, facts: &mut Facts, stamp: &mut Stamp) -> Reached {
    if !command.is_in_time(stamp.now) {
        return Reached { offered: OfferedTo::Nobody, ..Reached::default() };
    }
    let mut reached = Reached::default();
    for trailing in &command.trailing {
        if let Err(refusal) = follow(trailing, command, facts) {
            reached.unmoved.push((trailing.side, refusal));
        }
    }
    let found = |fill: &RestingFill| found_in(facts, fill);
    // An order that was amended since the tick was readied may stand among those that are left out: it waits with them.
    let waits =
        |order: &Order| order.status.is_open() && !command.rest.is_behind(order.side, order.limit, order.priority);
    let mut orders: Vec<&RestingFill> = command.orders.iter().filter(|fill| !found(fill).is_some_and(waits)).collect();
    orders.sort_by_key(|fill| found(fill).map(rank));
    offer(orders, fill_resting, command, facts, stamp, &mut reached);
    let left_for = |side: Side, next: Option<(Price, Priority)>, facts: &Facts| {
        // The least that an order can take.
        let step = command.orders.first().map_or(Quantity::ZERO, |fill| fill.rules.step(true));
        let best = facts.liquidity().best_left(&command.tick, side, step);
        next.zip(best).is_some_and(|((limit, _), price)| side.reaches(limit, price))
    };
    if left_for(Side::Buy, command.rest.buy, facts) || left_for(Side::Sell, command.rest.sell, facts) {
        reached.offered = OfferedTo::Some;
        return reached;
    }
    // All who stand before them were offered the tick, or it is used up.
    let mut stops: Vec<&RestingFill> = command.stops.iter().collect();
    stops.sort_by_key(|fill| found_in(facts, fill).map(|order| order.priority));
    offer(stops, trigger_resting, command, facts, stamp, &mut reached);
    // Where all of them wait as before, the tick reaches none of the others either. One that was refused says nothing of
    // the others.
    let waits =
        |fill: &&RestingFill| found_in(facts, fill).is_some_and(|order| order.status.is_open() && order.waits());
    let is_refused = |fill: &RestingFill| reached.refused.iter().any(|(id, _)| *id == fill.order.id);
    let some_went = command.stops.iter().filter(waits).count() < command.stops.len();
    if command.more_stops && (some_went || command.stops.iter().any(is_refused)) {
        reached.offered = OfferedTo::Some;
    }
    reached
}

fn found_in<'a>(facts: &'a Facts, fill: &RestingFill) -> Option<&'a Order> {
    facts.get::<Order>(&fill.order.id).ok().flatten()
}

/// Moves the trailing stops of one side, where a tick of regular hours is better than what they have seen.
fn follow(trailing: &Trailing, command: &FillResting, facts: &mut Facts) -> Result<(), Refusal> {
    if command.tick.session != Session::Regular {
        return Ok(());
    }
    let best = facts.get::<BestPrices>(&(command.tick.instrument, trailing.side))?;
    let Some(best) = best.filter(|best| best.is_known()) else { return Ok(()) };
    let moved = best.moved_to(trailing.trigger.of(&command.tick, trailing.side), trailing.oldest);
    if moved.levels == best.levels && !trailing.anew {
        return Ok(());
    }
    let mut changes = Changes::default();
    changes.put(moved);
    facts.apply(changes)
}

/// Best price first, then the earlier place in time, on each side.
fn rank(order: &Order) -> (Side, Reverse<Price>, Price, Priority) {
    match order.side {
        Side::Buy => (order.side, Reverse(order.limit), Price::ZERO, order.priority),
        Side::Sell => (order.side, Reverse(Price::ZERO), order.limit, order.priority),
    }
}

/// A decision on one order of a tick: on one that rests, or on one that waits for a stop.
type Decide = fn(&RestingFill, Accrued, &FillResting, &Facts, &mut Stamp) -> Result<Option<(Changes, Order)>, Refusal>;

/// Offers the tick to orders one after the other, without the legs that it has brought to life, now or before.
fn offer(
    orders: Vec<&RestingFill>,
    decide: Decide,
    command: &FillResting,
    facts: &mut Facts,
    stamp: &mut Stamp,
    reached: &mut Reached,
) {
    for fill in orders {
        let born = command.born.or(reached.born);
        if found_in(facts, fill).is_some_and(|order| is_born_from(born, &order.at, order.priority)) {
            continue;
        }
        match decide_one(fill, decide, command, facts, stamp) {
            Ok(born) => reached.born = reached.born.or(born),
            Err(Refusal::OrderNotOpen | Refusal::OrderUnknown) => reached.gone.push(fill.order.id),
            Err(refusal) => reached.refused.push((fill.order.id, refusal)),
        }
    }
}

/// Applies the decision on one order; gives the place in time of the first leg that comes to life by it. An order that was accepted without enough held for its fees ends when it cannot pay
/// them.
fn decide_one(
    fill: &RestingFill,
    decide: Decide,
    command: &FillResting,
    facts: &mut Facts,
    stamp: &mut Stamp,
) -> Result<Option<Priority>, Refusal> {
    let accrued = fill.rules.accrue(fill.order.position(), Directions::Both, facts, stamp)?;
    let Some((changes, _)) = decide(fill, accrued, command, facts, stamp)? else { return Ok(None) };
    let pends = |id| facts.get::<Order>(&id).is_ok_and(|known| known.is_some_and(|leg| leg.status == Pending));
    let born = changes.of::<Order>().filter(|order| order.status.is_open() && pends(order.at.id));
    let born = born.map(|leg| leg.priority).min();
    match facts.apply(changes) {
        Err(Refusal::InsufficientFunds) => {
            let cancel_command = Cancel::new(fill.order, CloseReason::InsufficientFunds);
            let (changes, _) = cancel(&cancel_command, facts, stamp)?;
            facts.apply(changes).map(|()| None)
        }
        applied => applied.map(|()| born),
    }
}
