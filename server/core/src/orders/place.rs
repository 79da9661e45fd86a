//! Acceptance of an order, and its first match against the quote.

use serde::{Deserialize, Serialize};

use super::fill::{Execution, position_of};
use super::{Arrival, InBook, MAX_OPEN_ORDERS, Order, OrderKind, OrderRef, OrderStatus, Side, TimeInForce, match_book};
use crate::decimal::{Leverage, Price, Quantity};
use crate::decision::{Action, Actor, Changes, Facts, Needs, Refusal, Stamp};
use crate::ids::{AccountId, Priority};
use crate::money::Money;
use crate::positions::Position;
use crate::products::Terms;
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
    pub leverage: Leverage,
    pub time_in_force: TimeInForce,
    pub terms: Terms,
}

impl Place {
    /// Whether it closes its position, or a part of it; otherwise it adds to it.
    pub fn closes(&self) -> bool {
        self.side == self.at.direction.closing()
    }

    /// The worst price that the order accepts: the limit, or the collar of a market order around the quote. `None` for a
    /// limit order without a limit, and where there is no quote.
    fn worst_price(&self) -> Option<Price> {
        match self.kind {
            OrderKind::Limit => self.limit,
            OrderKind::Market => {
                let quote = self.side.levels(self.terms.tick.as_ref()?)[0].price;
                quote.is_positive().then(|| self.terms.contract.collar(quote, self.side == Side::Buy))
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

    fn carry_out(&self, facts: &mut Facts, stamp: &mut Stamp) -> Result<Order, Refusal> {
        facts.applied(place(self, facts, stamp)?)
    }
}

impl InBook for Place {
    fn terms(&self) -> Option<&Terms> {
        Some(&self.terms)
    }

    fn terms_mut(&mut self) -> Option<&mut Terms> {
        Some(&mut self.terms)
    }

    fn arrival(&self) -> Option<Arrival> {
        Some(Arrival { order: self.at, side: self.side, limit: self.worst_price(), priority: self.at.id.into() })
    }
}

pub(super) fn place(command: &Place, facts: &Facts, stamp: &mut Stamp) -> Result<(Changes, Order), Refusal> {
    let contract = &command.terms.contract;
    if command.terms.hours.is_split(stamp.now) {
        return Err(Refusal::InstrumentHalted);
    }
    let quantity = quantity(command, facts)?;
    let limit = limit(command, stamp.now)?;
    let mut position = position_of(&command.at, contract, facts, stamp)?;
    contract.check_order(&position, command.side, command.leverage)?;
    check_value(command, quantity, limit, &position)?;
    if command.closes() {
        if position.available() < quantity {
            return Err(Refusal::InsufficientPosition);
        }
        position.held = position.held.checked_add(quantity).ok_or(Refusal::OutOfRange)?;
    }
    let order = accepted(command, quantity, limit, stamp);
    if order.is_over(stamp.now) {
        return Err(Refusal::SessionClosed);
    }
    let mut execution = Execution::on(&command.terms, order, position);
    if let Some(tick) = command.terms.tradable_tick(stamp.now) {
        let matches = match_book(tick, &execution.order.wanted(contract.lot), facts.liquidity());
        execution.fill(tick, &matches, stamp)?;
    }
    let (changes, order) = execution.finish(stamp)?;
    if order.status.is_open() && facts.count_open::<Order>(command.at.account)? >= MAX_OPEN_ORDERS {
        return Err(Refusal::TooManyOpenOrders);
    }
    Ok((changes, order))
}

/// A limit order is worth the least value at its limit, a market order at the quote.
fn check_value(command: &Place, quantity: Quantity, limit: Price, position: &Position) -> Result<(), Refusal> {
    let tick = command.terms.tick.as_ref();
    let price = match (command.kind, command.side) {
        (OrderKind::Limit, _) => limit,
        (OrderKind::Market, Side::Buy) => tick.map_or(limit, |tick| tick.ask()),
        (OrderKind::Market, Side::Sell) => tick.map_or(limit, |tick| tick.bid()),
    };
    let closes = command.closes() && quantity == position.available();
    command.terms.contract.check_value(quantity, price, limit, closes)
}

/// The quantity asked for: positive, and a whole number of lots. A whole position may be closed whatever its lots.
fn quantity(command: &Place, facts: &Facts) -> Result<Quantity, Refusal> {
    let lot = command.terms.contract.lot;
    let available = facts.get::<Position>(&command.at.position())?.map_or(Quantity::ZERO, Position::available);
    let quantity = match command.size {
        OrderSize::Exact(quantity) => quantity,
        OrderSize::FullPosition => available,
        OrderSize::HalfPosition => available.half(lot),
    };
    if !quantity.is_positive() {
        return Err(match command.size {
            OrderSize::Exact(_) => Refusal::QuantityInvalid,
            OrderSize::HalfPosition | OrderSize::FullPosition => Refusal::InsufficientPosition,
        });
    }
    let closes_all = command.closes() && quantity == available;
    if !closes_all && !quantity.is_multiple_of(lot) {
        return Err(Refusal::LotSize);
    }
    Ok(quantity)
}

/// The worst price that the order accepts, if it may be placed at it now.
fn limit(command: &Place, now: UnixMillis) -> Result<Price, Refusal> {
    match command.kind {
        OrderKind::Limit => {
            let limit = command.worst_price().ok_or(Refusal::PriceRequired)?;
            command.terms.check_limit(limit)?;
            Ok(limit)
        }
        OrderKind::Market => {
            // At which price it would be filled nobody knows before it reopens: who takes any waits with a limit.
            if command.terms.hours.is_halted(now) {
                return Err(Refusal::InstrumentHalted);
            }
            if !command.terms.hours.is_open(now) {
                return Err(Refusal::SessionClosed);
            }
            let limit = command.worst_price().ok_or(Refusal::NoQuote)?;
            if command.terms.is_fresh(now) { Ok(limit) } else { Err(Refusal::StaleQuote) }
        }
    }
}

fn accepted(command: &Place, quantity: Quantity, limit: Price, stamp: &Stamp) -> Order {
    let contract = &command.terms.contract;
    let zero = Money::zero(contract.wallet.currency());
    Order {
        at: command.at,
        priority: Priority::from(command.at.id),
        side: command.side,
        kind: command.kind,
        limit,
        quantity,
        filled: Quantity::ZERO,
        filled_value: Money::zero(contract.currency),
        fees: zero,
        hold: zero,
        leverage: command.leverage,
        status: OrderStatus::Accepted,
        reason: None,
        time_in_force: command.time_in_force,
        expires_at: (command.time_in_force == TimeInForce::Day).then_some(command.terms.hours.day_ends),
        fee_version: contract.fees.version.clone(),
        created_at: stamp.now,
        updated_at: stamp.now,
        version: 0,
    }
}
