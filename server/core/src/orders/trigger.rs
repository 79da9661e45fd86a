//! A position reaches its stop-loss or its take-profit: it is closed at the market, and the other of the two ends with it.

use serde::{Deserialize, Serialize};

use super::closing::{Closing, end_closing, profit_of};
use super::fill::Execution;
use super::{Arrival, InBook, Order, OrderRef, Side, match_book};
use crate::decimal::Price;
use crate::decision::{Action, Actor, Changes, Facts, Needs, Refusal, Stamp};
use crate::ids::{AccountId, OrderId};
use crate::inbox::{Notice, NoticeKind};
use crate::positions::{PositionRef, Protection, average_price};
use crate::products::{Marked, Terms};

/// Closes a position whose mark has reached what protects it. What the tick does not display waits, as the rest of any
/// market order does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trigger {
    pub at: PositionRef,
    /// That of the order that closes it.
    pub id: OrderId,
    /// The open orders that close the position. They hold what is to be closed, and are cancelled.
    pub orders: Vec<OrderRef>,
    pub terms: Terms,
}

impl Action for Trigger {
    type Done = Order;

    const NAME: &'static str = "trigger";

    fn actor(&self) -> Actor {
        Actor::House
    }

    fn accounts(&self) -> Vec<AccountId> {
        vec![self.at.key.account]
    }

    fn needs(&self, needs: &mut Needs) {
        self.at.needs(needs);
        self.orders.iter().for_each(|order| needs.ask::<Order>(order.id));
    }

    fn carry_out(&self, facts: &mut Facts, stamp: &mut Stamp) -> Result<Order, Refusal> {
        facts.applied(self.decide(facts, stamp)?)
    }
}

impl InBook for Trigger {
    fn terms(&self) -> Option<&Terms> {
        Some(&self.terms)
    }

    fn terms_mut(&mut self) -> Option<&mut Terms> {
        Some(&mut self.terms)
    }

    fn arrival(&self) -> Option<Arrival> {
        Some(Arrival {
            order: self.order(),
            side: self.side(),
            limit: self.limit(),
            stop: None,
            trails: false,
            priority: self.id.into(),
        })
    }
}

impl Trigger {
    fn decide(&self, facts: &Facts, stamp: &mut Stamp) -> Result<(Changes, Order), Refusal> {
        let tick = self.terms.tradable_tick(stamp.now).ok_or(Refusal::StaleQuote)?;
        let (position, _) = self.at.on_margin(facts)?;
        let mark = Marked::of(&position, &self.terms)?.mark;
        let by = position.protection.reached(position.key.direction, mark).ok_or(Refusal::NotReached)?;
        let reason = by.into();
        let mut changes = Changes::default();
        let mut position = end_closing(&self.orders, position, reason, facts, stamp, &mut changes)?;
        if !position.held.is_zero() {
            return Err(Refusal::PositionHeld);
        }
        let rules = &self.terms.rules;
        let limit = rules.collar(mark, self.side() == Side::Buy);
        let closing = Closing { at: self.at, id: self.id, quantity: position.quantity, limit, reason };
        let order = closing.order(&position, rules, stamp);
        position.held = position.quantity;
        position.protection = Protection::default();
        let matches = match_book(tick, &order.wanted(rules.lot), facts.liquidity());
        let mut execution = Execution { changes, ..Execution::on(&self.terms, order, position) };
        execution.fill(tick, &matches, stamp)?;
        let (mut changes, order) = execution.finish(stamp)?;
        let told = NoticeKind::Protected {
            position: position.id,
            order: order.at.id,
            instrument: order.at.instrument,
            direction: order.at.direction,
            by,
            mark,
            quantity: order.filled,
            price: average_price(order.filled_value, order.filled),
            left: order.remaining(),
            profit: profit_of(&order, &changes)?,
        };
        changes.put(Notice::new(order.at.account, told, stamp));
        Ok((changes, order))
    }

    /// The order that closes the position.
    const fn order(&self) -> OrderRef {
        let PositionRef { key, wallet } = self.at;
        OrderRef { id: self.id, account: key.account, instrument: key.instrument, wallet, direction: key.direction }
    }

    /// The worst price that it accepts; `None` where there is no quote.
    fn limit(&self) -> Option<Price> {
        let quote = self.side().levels(self.terms.tick.as_ref()?)[0].price;
        quote.is_positive().then(|| self.terms.rules.collar(quote, self.side() == Side::Buy))
    }

    const fn side(&self) -> Side {
        self.at.key.direction.closing()
    }
}
