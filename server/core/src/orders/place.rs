//! Acceptance of an order, and its first match against the quote.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::fill::Execution;
use super::{MAX_OPEN_ORDERS, Order, OrderKind, OrderRef, OrderStatus, Side, Terms, TimeInForce, match_book};
use crate::decimal::{ONE, Price, Quantity};
use crate::decision::{Action, Actor, Changes, Facts, Needs, Refusal, Stamp};
use crate::ids::{AccountId, PositionId, Priority};
use crate::market::Tick;
use crate::money::Money;
use crate::positions::Position;
use crate::time::UnixMillis;

/// How much to trade.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum OrderSize {
    Exact(Quantity),
    /// Half of what the position has available, rounded up to a lot.
    HalfPosition,
    /// All that the position has available.
    FullPosition,
}

/// A customer's order with the rules and the quote of the moment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    pub at: OrderRef,
    pub side: Side,
    pub kind: OrderKind,
    /// Required for a limit order.
    pub limit: Option<Price>,
    pub size: OrderSize,
    /// One, as 10⁻⁸ units: shares are traded without borrowing.
    pub leverage: Quantity,
    pub time_in_force: TimeInForce,
    pub terms: Terms,
}

impl Place {
    /// The worst price that the order accepts: the limit, or the collar of a market order around the quote. `None` for a
    /// limit order without a limit, and where there is no quote.
    pub fn worst_price(&self) -> Option<Price> {
        match self.kind {
            OrderKind::Limit => self.limit,
            OrderKind::Market => {
                let quote = self.side.levels(self.terms.tick.as_ref()?)[0].price;
                quote.is_positive().then(|| self.terms.listing.collar(quote, self.side == Side::Buy))
            }
        }
    }
}

impl Action for Place {
    type Done = Order;

    const NAME: &'static str = "place";

    fn actor(&self) -> Actor {
        Actor::Customer(self.at.account)
    }

    fn accounts(&self) -> Vec<AccountId> {
        vec![self.at.account]
    }

    fn needs(&self, needs: &mut Needs) {
        self.at.trade_needs(needs);
    }

    fn tick(&self) -> Option<&Arc<Tick>> {
        self.terms.quote()
    }

    fn decide(&self, facts: &Facts, stamp: &mut Stamp) -> Result<(Changes, Order), Refusal> {
        place(self, facts, stamp)
    }
}

fn place(command: &Place, facts: &Facts, stamp: &mut Stamp) -> Result<(Changes, Order), Refusal> {
    if command.leverage.units() != ONE {
        return Err(Refusal::LeverageUnavailable);
    }
    let quantity = quantity(command, facts)?;
    let limit = limit(command, stamp.now)?;
    let mut position = position(command, facts, stamp)?;
    check_value(command, quantity, limit, &position)?;
    if command.side == Side::Sell {
        if position.available() < quantity {
            return Err(Refusal::InsufficientPosition);
        }
        position.held = position.held.checked_add(quantity).ok_or(Refusal::OutOfRange)?;
    }
    let order = accepted(command, quantity, limit, stamp);
    if order.is_over(stamp.now) {
        return Err(Refusal::SessionClosed);
    }
    let (lot, fees) = (command.terms.listing.lot, &command.terms.listing.fees);
    let mut execution = Execution { order, position, changes: Changes::default() };
    if let Some(tick) = command.terms.tradable_tick(stamp.now) {
        let matches = match_book(tick, &execution.order.wanted(lot), facts.liquidity());
        execution.fill(tick, &matches, fees, stamp)?;
    }
    let (changes, order) = execution.finish(lot, fees, stamp)?;
    if order.status.is_open() && facts.count_open::<Order>(command.at.account)? >= MAX_OPEN_ORDERS {
        return Err(Refusal::TooManyOpenOrders);
    }
    Ok((changes, order))
}

/// A limit order is worth the least value at its limit, a market order at the quote.
fn check_value(command: &Place, quantity: Quantity, limit: Price, position: &Position) -> Result<(), Refusal> {
    let (listing, tick) = (&command.terms.listing, command.terms.tick.as_ref());
    let price = match (command.kind, command.side) {
        (OrderKind::Limit, _) => limit,
        (OrderKind::Market, Side::Buy) => tick.map_or(limit, |tick| tick.ask()),
        (OrderKind::Market, Side::Sell) => tick.map_or(limit, |tick| tick.bid()),
    };
    let closes = command.side == Side::Sell && quantity == position.available();
    listing.check_value(quantity, price, limit, closes)
}

/// The quantity asked for: positive, and a whole number of lots. A whole position may be sold whatever its lots.
fn quantity(command: &Place, facts: &Facts) -> Result<Quantity, Refusal> {
    let lot = command.terms.listing.lot;
    let available = facts.get::<Position>(&command.at.position())?.map_or(Quantity::ZERO, Position::available);
    let quantity = match command.size {
        OrderSize::Exact(quantity) => quantity,
        OrderSize::FullPosition => available,
        OrderSize::HalfPosition => half(available, lot),
    };
    if !quantity.is_positive() {
        return Err(match command.size {
            OrderSize::Exact(_) => Refusal::QuantityInvalid,
            OrderSize::HalfPosition | OrderSize::FullPosition => Refusal::InsufficientPosition,
        });
    }
    if command.size != OrderSize::FullPosition && !quantity.is_multiple_of(lot) {
        return Err(Refusal::LotSize);
    }
    Ok(quantity)
}

fn half(whole: Quantity, lot: Quantity) -> Quantity {
    let down = Quantity::from_units(whole.units() / 2).round_down_to(lot);
    if down.units() * 2 < whole.units() {
        Quantity::from_units((down.units() + lot.units()).min(whole.units()))
    } else {
        down
    }
}

/// The worst price that the order accepts, if it may be placed at it now.
fn limit(command: &Place, now: UnixMillis) -> Result<Price, Refusal> {
    let listing = &command.terms.listing;
    match command.kind {
        OrderKind::Limit => {
            let limit = command.worst_price().ok_or(Refusal::PriceRequired)?;
            command.terms.check_limit(limit)?;
            Ok(limit)
        }
        OrderKind::Market => {
            if !listing.is_open(now) {
                return Err(Refusal::SessionClosed);
            }
            let tick = command.terms.tick.as_ref().ok_or(Refusal::NoQuote)?;
            if tick.is_stale(now, command.terms.stale_after) {
                return Err(Refusal::StaleQuote);
            }
            command.worst_price().ok_or(Refusal::NoQuote)
        }
    }
}

fn position(command: &Place, facts: &Facts, stamp: &mut Stamp) -> Result<Position, Refusal> {
    let key = command.at.position();
    let zero = Money::zero(command.terms.listing.currency());
    let empty = || Position::empty(PositionId(stamp.next_id()), key, zero, stamp.now);
    Ok(facts.get::<Position>(&key)?.copied().unwrap_or_else(empty))
}

fn accepted(command: &Place, quantity: Quantity, limit: Price, stamp: &Stamp) -> Order {
    let zero = Money::zero(command.terms.listing.currency());
    Order {
        at: command.at,
        priority: Priority::from(command.at.id),
        side: command.side,
        kind: command.kind,
        limit,
        quantity,
        filled: Quantity::ZERO,
        filled_value: zero,
        fees: zero,
        hold: zero,
        status: OrderStatus::Accepted,
        reason: None,
        time_in_force: command.time_in_force,
        expires_at: (command.time_in_force == TimeInForce::Day).then_some(command.terms.listing.day_ends),
        fee_version: command.terms.listing.fees.version.clone(),
        created_at: stamp.now,
        updated_at: stamp.now,
        version: 0,
    }
}
