//! One tick and the resting orders that it reaches: they are decided one after the other, in price-time order, and each
//! is filled, ended or left as it is on its own.

use std::cmp::Reverse;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::cancel::cancel;
use super::fill::fill_resting;
use super::{Cancel, CloseReason, FillResting, Order, RestingFill, Side};
use crate::decimal::Price;
use crate::decision::{Actor, CarryOut, Facts, Needs, Refusal, Stamp};
use crate::ids::{AccountId, OrderId};
use crate::market::Tick;

/// What came of the orders that a tick reached.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reached {
    /// How many were filled or ended.
    pub changed: usize,
    /// Orders that were not open any more, or that are not known.
    pub gone: Vec<OrderId>,
    /// Orders that could not be carried out, which is a fault of ours.
    pub refused: Vec<(OrderId, Refusal)>,
}

impl CarryOut for FillResting {
    type Done = Reached;

    const NAME: &'static str = "fill_resting";

    fn actor(&self) -> Actor {
        Actor::House
    }

    fn accounts(&self) -> Vec<AccountId> {
        self.orders.iter().map(|fill| fill.order.account).collect()
    }

    fn needs(&self, needs: &mut Needs) {
        self.orders.iter().for_each(|fill| fill.order.needs(needs));
    }

    fn tick(&self) -> Option<&Arc<Tick>> {
        Some(&self.tick)
    }

    fn carry_out(&self, facts: &mut Facts, stamp: &mut Stamp) -> Result<Reached, Refusal> {
        Ok(fill(self, facts, stamp))
    }
}

fn fill(command: &FillResting, facts: &mut Facts, stamp: &mut Stamp) -> Reached {
    let mut reached = Reached::default();
    let mut orders: Vec<&RestingFill> = command.orders.iter().collect();
    orders.sort_by_key(|fill| facts.get::<Order>(&fill.order.id).ok().flatten().map(priority));
    for fill in orders {
        match fill_one(fill, command, facts, stamp) {
            Ok(changed) => reached.changed += usize::from(changed),
            Err(Refusal::OrderNotOpen | Refusal::OrderUnknown) => reached.gone.push(fill.order.id),
            Err(refusal) => reached.refused.push((fill.order.id, refusal)),
        }
    }
    reached
}

/// Best price first, then the older (lower) id, on each side.
fn priority(order: &Order) -> (Side, Reverse<Price>, Price, OrderId) {
    match order.side {
        Side::Buy => (order.side, Reverse(order.limit), Price::ZERO, order.at.id),
        Side::Sell => (order.side, Reverse(Price::ZERO), order.limit, order.at.id),
    }
}

/// Whether the order changed. One that was accepted without enough held for its fees ends when it cannot pay them.
fn fill_one(fill: &RestingFill, command: &FillResting, facts: &mut Facts, stamp: &mut Stamp) -> Result<bool, Refusal> {
    let Some((changes, _)) = fill_resting(fill, &command.tick, facts, stamp)? else { return Ok(false) };
    match facts.apply(changes) {
        Ok(()) => Ok(true),
        Err(Refusal::InsufficientFunds) => {
            let cancel_command = Cancel { order: fill.order, reason: CloseReason::InsufficientFunds };
            let (changes, _) = cancel(&cancel_command, facts, stamp)?;
            facts.apply(changes).map(|()| true)
        }
        Err(refusal) => Err(refusal),
    }
}
