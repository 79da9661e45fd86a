//! A customer says where an open position is to be closed: at a loss, at a profit, or both.

use serde::{Deserialize, Serialize};

use super::group::{LegsOf, groups_of, make_way};
use super::{CloseReason, GroupRef, InBook, Legs, MAX_OPEN_ORDERS, Order, OrderRef, Side, has_reached};
use crate::decimal::{Leverage, Quantity};
use crate::decision::{Action, Actor, Changes, Facts, Needs, Refusal, Stamp};
use crate::ids::{AccountId, OrderId};
use crate::positions::{Position, PositionRef};
use crate::products::Terms;

/// Sets the legs of an open position, in place of those that it names. Without new legs it clears them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Protect {
    pub at: PositionRef,
    /// The ids of the new legs; `None` where there are none.
    pub group: Option<GroupRef>,
    pub legs: Legs,
    /// The part of the position that the legs close; `None` for all that is free.
    pub quantity: Option<Quantity>,
    /// The open and pending legs of the position, which the new ones replace.
    pub replaces: Vec<OrderRef>,
    pub terms: Terms,
}

/// A position and its new legs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Protected {
    pub position: Position,
    pub legs: Vec<Order>,
}

impl Action for Protect {
    type Done = Protected;

    const NAME: &'static str = "protect";

    fn actor(&self) -> Actor {
        Actor::Customer(self.at.key.account)
    }

    fn accounts(&self) -> Vec<AccountId> {
        vec![self.at.key.account]
    }

    fn needs(&self, needs: &mut Needs) {
        self.at.needs(needs);
        self.replaces.iter().for_each(|leg| leg.needs(needs));
    }

    fn carry_out(&self, facts: &mut Facts, stamp: &mut Stamp) -> Result<Protected, Refusal> {
        let decided = self.decide(facts, stamp)?;
        let Protected { position, legs } = facts.applied(decided)?;
        let legs = legs.into_iter().map(|leg| facts.as_stored(leg)).collect();
        Ok(Protected { position: facts.as_stored(position), legs })
    }
}

impl InBook for Protect {
    fn terms(&self) -> Option<&Terms> {
        Some(&self.terms)
    }

    fn terms_mut(&mut self) -> Option<&mut Terms> {
        Some(&mut self.terms)
    }
}

impl Protect {
    pub(super) fn decide(&self, facts: &Facts, stamp: &mut Stamp) -> Result<(Changes, Protected), Refusal> {
        let open = facts.get::<Position>(&self.at.key)?.filter(|position| position.quantity.is_positive());
        let mut position = *open.ok_or(Refusal::PositionUnknown)?;
        if position.margin.is_some_and(|margin| margin.wallet != self.at.wallet) {
            return Err(Refusal::PositionUnknown);
        }
        if self.terms.hours.is_split(stamp.now) {
            return Err(Refusal::InstrumentHalted);
        }
        if !self.legs.is_empty() {
            self.check(stamp)?;
        }
        let mut changes = Changes::default();
        let mut groups = groups_of(&self.replaces, facts)?;
        let whole = position.quantity;
        make_way(&mut groups, whole, &mut position, CloseReason::Replaced, stamp, &mut changes)?;
        for group in groups.iter_mut().filter(|group| group.protects()) {
            group.end_pending(CloseReason::Replaced, stamp, &mut changes)?;
        }
        let legs = self.legs(&position, stamp)?;
        if let Some(leg) = legs.first() {
            position.held = position.held.checked_add(leg.quantity).ok_or(Refusal::OutOfRange)?;
        }
        let ended = changes.of::<Order>().filter(|order| !order.status.is_open()).count();
        let more = i64::try_from(legs.len()).unwrap_or(i64::MAX) - i64::try_from(ended).unwrap_or_default();
        if more > 0 && facts.count_open::<Order>(self.at.key.account)?.saturating_add(more) > MAX_OPEN_ORDERS {
            return Err(Refusal::TooManyOpenOrders);
        }
        legs.iter().for_each(|leg| changes.put(leg.clone()));
        changes.put(position);
        Ok((changes, Protected { position, legs }))
    }

    /// The new legs, which close what is asked for, or all that no other order holds.
    fn legs(&self, position: &Position, stamp: &Stamp) -> Result<Vec<Order>, Refusal> {
        if self.legs.is_empty() {
            return Ok(Vec::new());
        }
        let (rules, free) = (&self.terms.rules, position.available());
        let quantity = self.quantity.unwrap_or(free);
        if !quantity.is_positive() {
            return Err(if self.quantity.is_some() { Refusal::QuantityInvalid } else { Refusal::InsufficientPosition });
        }
        if quantity > free {
            return Err(Refusal::InsufficientPosition);
        }
        if quantity != free && !quantity.is_multiple_of(rules.step(true)) {
            return Err(Refusal::LotSize);
        }
        if let Some(lowest) = self.legs.prices().min() {
            rules.check_left(free.saturating_sub(quantity), lowest)?;
        }
        let leverage = position.leverage().unwrap_or(Leverage::ONE);
        Ok(self.legs.orders(&LegsOf { at: self.order(), rules, side: self.side(), leverage, quantity }, stamp))
    }

    /// Prices in steps of the tick that the market has not reached.
    fn check(&self, stamp: &Stamp) -> Result<(), Refusal> {
        let (rules, side) = (&self.terms.rules, self.side());
        self.legs.check_steps(rules)?;
        if !self.terms.is_fresh(stamp.now) {
            return Err(Refusal::StaleQuote);
        }
        let tick = self.terms.tick.as_ref().ok_or(Refusal::NoQuote)?;
        let quote = side.levels(tick)[0].price;
        if !quote.is_positive() {
            return Err(Refusal::NoQuote);
        }
        let stops = |price| self.legs.stop_loss.is_some_and(|leg| has_reached(side, leg.stop, price));
        if stops(rules.trigger.of(tick, side)) || stops(quote) {
            return Err(Refusal::StopLossReached);
        }
        match self.legs.take_profit {
            Some(limit) if side.reaches(limit, quote) => Err(Refusal::TakeProfitReached),
            _ => Ok(()),
        }
    }

    const fn side(&self) -> Side {
        self.at.key.direction.closing()
    }

    /// The name that the legs have besides their ids.
    fn order(&self) -> OrderRef {
        let PositionRef { key, wallet } = self.at;
        let (id, group) = (OrderId(self.group.map_or(0, |group| group.id.0)), self.group);
        OrderRef { id, account: key.account, instrument: key.instrument, wallet, direction: key.direction, group }
    }
}
