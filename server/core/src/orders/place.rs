//! Acceptance of an order, and its first match against the quote.

use serde::{Deserialize, Serialize};

use super::affordable::{affordable, affordable_now, worth_at_most};
use super::execution::{Execution, position_of};
use super::group::{Group, LegsOf, groups_of, make_way};
use super::stop::{check_stop, check_stop_limit, end_of};
use super::{
    Arrival, BestPrices, ClientOrder, ClientOrderId, CloseReason, Distance, InBook, Legs, MAX_OPEN_ORDERS, Order,
    OrderKind, OrderRef, OrderSize, OrderStatus, Side, Stop, TimeInForce, Trail, has_reached, match_book,
};
use crate::decimal::{Leverage, Price, Quantity};
use crate::decision::{Action, Actor, Changes, Facts, Needs, Record, Refusal, Stamp};
use crate::ids::{AccountId, InstrumentId, Priority};
use crate::money::Money;
use crate::positions::Position;
use crate::products::{Accrued, Directions, Product, Terms};
use crate::time::UnixMillis;

/// A customer's order with the rules and the quote of the moment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    pub at: OrderRef,
    pub side: Side,
    pub kind: OrderKind,
    /// Required for a limit order and a stop limit order.
    pub limit: Option<Price>,
    /// Required for an order that waits for a stop.
    #[serde(default)]
    pub stop: Option<Price>,
    /// Required for a trailing stop.
    #[serde(default)]
    pub trail: Option<Distance>,
    pub size: OrderSize,
    pub leverage: Leverage,
    pub time_in_force: TimeInForce,
    /// The end of the day until which it is in force, where its customer named one.
    #[serde(default)]
    pub ends_at: Option<UnixMillis>,
    /// The client's own name of the order, which the account has not used before.
    #[serde(default)]
    pub client_order_id: Option<ClientOrderId>,
    /// The prices of the legs that protect what the order opens. Their ids are those of its group.
    #[serde(default)]
    pub legs: Legs,
    /// Open legs of the position that close less where a market order closes more than is free.
    #[serde(default)]
    pub makes_way: Vec<OrderRef>,
    pub terms: Terms,
}

impl Place {
    /// Whether it closes its position, or a part of it; otherwise it adds to it.
    pub fn closes(&self) -> bool {
        self.side == self.at.direction.closing()
    }

    /// The time in force: a market order for an amount takes of one tick what the amount pays for.
    const fn time_in_force(&self) -> TimeInForce {
        match (self.kind, self.size, self.time_in_force) {
            (_, _, TimeInForce::FillOrKill) => TimeInForce::FillOrKill,
            (OrderKind::Market, OrderSize::Amount { .. }, _) => TimeInForce::ImmediateOrCancel,
            // The part of the position that is not closed at once keeps its legs.
            (OrderKind::Market, ..) if !self.makes_way.is_empty() => TimeInForce::ImmediateOrCancel,
            (_, _, time) => time,
        }
    }

    /// The step of its quantity.
    fn step(&self) -> Quantity {
        let may_be_fraction = self.kind.may_be_fraction(self.time_in_force(), self.terms.extended);
        self.terms.rules.step(may_be_fraction)
    }

    /// The stop that the order waits for at first; `None` for an order without one. That of a trailing stop is behind the
    /// price of the market at which it is accepted.
    fn first_stop(&self) -> Option<Price> {
        match self.kind {
            OrderKind::Stop | OrderKind::StopLimit => self.stop,
            OrderKind::TrailingStop => {
                let distance = self.trail?.checked().ok()?;
                distance.behind(self.followed()?, self.side, &self.terms.rules.tick_sizes)
            }
            OrderKind::Market | OrderKind::Limit => None,
        }
    }

    /// The price of the market that triggers stops of its side; `None` where there is none.
    fn followed(&self) -> Option<Price> {
        let price = self.terms.rules.trigger.of(self.terms.tick.as_ref()?, self.side);
        price.is_positive().then_some(price)
    }

    /// Names the best prices of its side.
    const fn best_prices(&self) -> (InstrumentId, Side) {
        (self.at.instrument, self.side)
    }

    /// The worst price that the order accepts: the limit, or the collar of a market order around the quote, and of a stop
    /// around the stop. `None` where the price that it needs is not named, and where there is no quote.
    fn worst_price(&self) -> Option<Price> {
        match self.kind {
            OrderKind::Limit | OrderKind::StopLimit => self.limit,
            OrderKind::Stop | OrderKind::TrailingStop => {
                self.first_stop().map(|stop| self.terms.rules.collar(stop, self.side == Side::Buy))
            }
            OrderKind::Market => {
                let quote = self.side.levels(self.terms.tick.as_ref()?)[0].price;
                quote.is_positive().then(|| self.terms.rules.collar(quote, self.side == Side::Buy))
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
        self.makes_way.iter().for_each(|leg| leg.needs(needs));
        self.terms.rules.trade_needs(self.at.position(), Directions::Both, needs);
        if let Some(name) = self.client_order_id {
            needs.ask::<ClientOrder>((self.at.account, name));
        }
        if self.kind == OrderKind::TrailingStop {
            needs.ask::<BestPrices>(self.best_prices());
        }
    }

    fn carry_out(&self, facts: &mut Facts, stamp: &mut Stamp) -> Result<Order, Refusal> {
        let accrued = self.terms.rules.accrue(self.at.position(), Directions::Both, facts, stamp)?;
        facts.stored(place(self, accrued, facts, stamp)?)
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
        let (limit, stop) = (self.worst_price(), self.first_stop());
        let trails = self.kind == OrderKind::TrailingStop;
        Some(Arrival { order: self.at, side: self.side, limit, stop, trails, priority: self.at.id.into() })
    }
}

pub(super) fn place(
    command: &Place,
    accrued: Accrued,
    facts: &Facts,
    stamp: &mut Stamp,
) -> Result<(Changes, Order), Refusal> {
    let rules = &command.terms.rules;
    if command.terms.hours.is_split(stamp.now) {
        return Err(Refusal::InstrumentHalted);
    }
    command.terms.hours.check_contract(!command.closes(), stamp.now)?;
    let named =
        command.client_order_id.map(|name| ClientOrder { account: command.at.account, name, order: command.at.id });
    if let Some(named) = &named
        && facts.get::<ClientOrder>(&named.key())?.is_some()
    {
        return Err(Refusal::ClientOrderIdUsed);
    }
    if !command.kind.takes(command.time_in_force()) {
        return Err(Refusal::TimeInForceInvalid);
    }
    if command.terms.extended && !(rules.extended_hours && command.kind.takes_extended(command.time_in_force())) {
        return Err(Refusal::ExtendedHoursInvalid);
    }
    let mut groups = groups_of(&command.makes_way, facts)?;
    let closable = closable(command, &groups, facts)?;
    let quantity = quantity(command, closable)?;
    let limit = limit(command, stamp.now)?;
    let quantity = match (quantity, command.size) {
        (Some(quantity), _) => quantity,
        (None, size) => bought_for(size, command, limit, facts)?,
    };
    let time_in_force = command.time_in_force();
    let mut position = position_of(&command.at, rules, facts, stamp)?;
    rules.check_order(&position, command.side, command.leverage)?;
    check_value(command, quantity, limit, closable)?;
    check_legs(command, limit)?;
    let mut changes = Changes::default();
    if command.closes() {
        let price = expected_price(command, limit).min(limit);
        rules.check_left(closable.saturating_sub(quantity), price)?;
        if closable < quantity {
            return Err(Refusal::InsufficientPosition);
        }
        position.held = position.held.checked_add(quantity).ok_or(Refusal::OutOfRange)?;
    }
    let expires_at = end_of(time_in_force, command.ends_at, &command.terms, stamp.now)?;
    let followed = followed(command, facts)?;
    let trail = followed.as_ref().map(|(trail, _)| *trail);
    let order = Order { expires_at, trail, ..accepted(command, quantity, limit, stamp) };
    let legs = legs(command, &order, stamp);
    legs.iter().for_each(|leg| changes.put(leg.clone()));
    let placed = order.clone();
    let mut execution =
        Execution { changes, ..Execution::on(&command.terms, order, position, accrued, facts, stamp.now)? };
    if let Some(tick) = command.terms.tradable_tick(stamp.now).filter(|_| !execution.order.waits()) {
        let matches = match_book(tick, &execution.order.wanted(rules.lot), facts.liquidity());
        if time_in_force != TimeInForce::FillOrKill || execution.fills_all(&matches)? {
            execution.fill(tick, &matches, stamp)?;
        }
    }
    if time_in_force.ends_at_once().is_some() && command.terms.tradable_tick(stamp.now).is_none() {
        return Err(Refusal::StaleQuote);
    }
    if let Some(reason) = time_in_force.ends_at_once() {
        execution.end_rest(reason)?;
    }
    // Legs close less by what was filled beyond what was free.
    let (position, changes) = (&mut execution.position, &mut execution.changes);
    make_way(&mut groups, Quantity::ZERO, position, CloseReason::PositionClosed, stamp, changes)?;
    execution.settle_group(&placed, Group::new(legs), stamp)?;
    let (mut changes, order) = execution.finish(stamp)?;
    if let Some(named) = named {
        changes.put(named);
    }
    if let Some((_, best)) = followed {
        changes.put(best);
    }
    let stays = |order: &&Order| order.open_of().is_some_and(|(_, is_open)| is_open);
    let new = changes.of::<Order>().filter(stays).filter(|order| order.version == 0).count();
    let new = i64::try_from(new).unwrap_or(i64::MAX);
    if new > 0 && facts.count_open::<Order>(command.at.account)?.saturating_add(new) > MAX_OPEN_ORDERS {
        return Err(Refusal::TooManyOpenOrders);
    }
    Ok((changes, order))
}

/// How a trailing stop follows the market, and the best prices of its side with it; `None` for an order of another kind.
fn followed(command: &Place, facts: &Facts) -> Result<Option<(Trail, BestPrices)>, Refusal> {
    let Some(distance) = command.trail.filter(|_| command.kind == OrderKind::TrailingStop) else { return Ok(None) };
    let key = command.best_prices();
    let mut best = facts.get::<BestPrices>(&key)?.cloned().unwrap_or_else(|| BestPrices::new(key));
    let number = best.accept(command.followed().ok_or(Refusal::NoQuote)?)?;
    Ok(Some((Trail { distance, number }, best)))
}

/// A limit order is worth the least value at its limit, a market order at the quote, and a stop at the stop.
fn check_value(command: &Place, quantity: Quantity, limit: Price, closable: Quantity) -> Result<(), Refusal> {
    let closes = command.closes() && quantity == closable;
    command.terms.rules.check_value(quantity, expected_price(command, limit), limit, closes)
}

/// The price at which an order is expected to be filled: its limit, its stop, or the quote.
fn expected_price(command: &Place, limit: Price) -> Price {
    let tick = command.terms.tick.as_ref();
    match (command.kind, command.side) {
        (OrderKind::Limit | OrderKind::StopLimit, _) => limit,
        (OrderKind::Stop | OrderKind::TrailingStop, _) => command.first_stop().unwrap_or(limit),
        (OrderKind::Market, Side::Buy) => tick.map_or(limit, |tick| tick.ask()),
        (OrderKind::Market, Side::Sell) => tick.map_or(limit, |tick| tick.bid()),
    }
}

/// Checks the legs of an order, which opens: on either side of the price at which it is expected to be filled.
///
/// # Errors
/// `wrong_product` for an order that closes, `tick_size`, `stop_tick_size`, `price_band`, `legs_side`.
fn check_legs(command: &Place, limit: Price) -> Result<(), Refusal> {
    if command.legs.is_empty() {
        return Ok(());
    }
    if command.closes() {
        return Err(Refusal::WrongProduct);
    }
    let (terms, closing) = (&command.terms, command.at.direction.closing());
    command.legs.check_steps(&terms.rules)?;
    let quote = terms.tick.as_ref().map(|tick| command.side.levels(tick)[0].price).filter(|quote| quote.is_positive());
    let at_once = quote.filter(|quote| !command.kind.has_stop() && command.side.reaches(limit, *quote));
    let expected = match command.kind {
        OrderKind::StopLimit => command.stop.unwrap_or(limit),
        _ => at_once.unwrap_or_else(|| expected_price(command, limit)),
    };
    command.legs.check_sides(closing, expected)?;
    // A stop-loss that the market has reached would close at once what is opened now.
    let stop = command.legs.stop_loss.filter(|_| at_once.is_some()).map(|leg| leg.stop);
    match (stop, &terms.tick) {
        (Some(stop), Some(tick)) => {
            let reached = |price| has_reached(closing, stop, price);
            let is_reached = reached(closing.levels(tick)[0].price) || reached(terms.rules.trigger.of(tick, closing));
            if is_reached { Err(Refusal::LegsSide) } else { Ok(()) }
        }
        _ => Ok(()),
    }
}

/// The legs of a new order, which are pending.
fn legs(command: &Place, order: &Order, stamp: &Stamp) -> Vec<Order> {
    let (at, rules, leverage) = (order.at, &command.terms.rules, order.leverage);
    let of = LegsOf { at, rules, side: at.direction.closing(), leverage, quantity: Quantity::ZERO };
    command.legs.orders(&of, stamp)
}

/// The part of the position that the order can close: what is free, and at the market what legs hold that make way for it.
fn closable(command: &Place, groups: &[Group], facts: &Facts) -> Result<Quantity, Refusal> {
    let free = facts.get::<Position>(&command.at.position())?.map_or(Quantity::ZERO, Position::available);
    let held = groups.iter().try_fold(free, |sum, group| sum.checked_add(group.quantity()));
    held.ok_or(Refusal::OutOfRange)
}

/// The quantity asked for: positive, and a multiple of the order's step; `None` for one that follows from an amount. A whole position
/// may be closed whatever its lots.
fn quantity(command: &Place, available: Quantity) -> Result<Option<Quantity>, Refusal> {
    let lot = command.terms.rules.lot;
    let step = command.step();
    let quantity = match command.size {
        OrderSize::Exact(quantity) => quantity,
        OrderSize::FullPosition => available,
        OrderSize::HalfPosition if available.is_multiple_of(lot) => available.half(lot),
        OrderSize::HalfPosition => available.half(step),
        OrderSize::Amount { .. } => return Ok(None),
    };
    if !quantity.is_positive() {
        return Err(match command.size {
            OrderSize::Exact(_) | OrderSize::Amount { .. } => Refusal::QuantityInvalid,
            OrderSize::HalfPosition | OrderSize::FullPosition => Refusal::InsufficientPosition,
        });
    }
    let closes_all = command.closes() && quantity == available;
    if !closes_all && !quantity.is_multiple_of(step) {
        return Err(Refusal::LotSize);
    }
    Ok(Some(quantity))
}

/// The quantity that an amount pays for: at the limit, or for a market order on what the newest tick displays.
///
/// # Errors
/// `wrong_product` unless the order buys what is owned, at the market or with a limit; `order_value_too_small` where the
/// amount does not pay for a step of quantities.
fn bought_for(size: OrderSize, command: &Place, limit: Price, facts: &Facts) -> Result<Quantity, Refusal> {
    let OrderSize::Amount { amount, most } = size else { return Err(Refusal::QuantityInvalid) };
    let (terms, side, leverage) = (&command.terms, command.side, command.leverage);
    if command.closes() || command.kind.has_stop() || terms.rules.product != Product::Spot {
        return Err(Refusal::WrongProduct);
    }
    if amount.currency != terms.rules.wallet.currency() || amount.minor <= 0 {
        return Err(Refusal::AmountInvalid);
    }
    let step = command.step();
    let quantity = match (command.kind, &terms.tick) {
        (OrderKind::Market, Some(tick)) => {
            let at_best = worth_at_most(amount, tick.ask(), step, terms).min(most);
            affordable_now(amount, at_best, limit, step, terms, |wanted| match_book(tick, wanted, facts.liquidity()))
        }
        _ => affordable(amount, limit, step, side, leverage, terms).min(most.round_down_to(step)),
    };
    if quantity.is_positive() { Ok(quantity) } else { Err(Refusal::OrderValueTooSmall) }
}

/// The worst price that the order accepts, if it may be placed at it now.
fn limit(command: &Place, now: UnixMillis) -> Result<Price, Refusal> {
    match command.kind {
        OrderKind::Limit => {
            let limit = command.worst_price().ok_or(Refusal::PriceRequired)?;
            command.terms.check_limit(limit)?;
            if command.time_in_force().ends_at_once().is_some() {
                command.terms.check_open(now)?;
            }
            Ok(limit)
        }
        OrderKind::Market => {
            command.terms.check_open(now)?;
            command.worst_price().ok_or(Refusal::NoQuote)
        }
        OrderKind::TrailingStop => {
            command.trail.ok_or(Refusal::TrailInvalid)?.checked()?;
            command.followed().ok_or(Refusal::NoQuote)?;
            // A distance that leaves no price below it is none.
            let stop = command.first_stop().ok_or(Refusal::TrailInvalid)?;
            check_stop(&command.terms, command.side, stop)?;
            command.worst_price().ok_or(Refusal::NoQuote)
        }
        OrderKind::Stop | OrderKind::StopLimit => {
            let stop = command.stop.ok_or(Refusal::StopPriceRequired)?;
            let limit = command.worst_price().ok_or(Refusal::PriceRequired)?;
            check_stop(&command.terms, command.side, stop)?;
            if command.kind == OrderKind::StopLimit {
                check_stop_limit(&command.terms, stop, limit)?;
            }
            Ok(limit)
        }
    }
}

fn accepted(command: &Place, quantity: Quantity, limit: Price, stamp: &Stamp) -> Order {
    let rules = &command.terms.rules;
    let zero = Money::zero(rules.wallet.currency());
    Order {
        at: command.at,
        priority: Priority::from(command.at.id),
        side: command.side,
        kind: command.kind,
        limit,
        stop: command.first_stop().map(|price| Stop { price, triggered_at: None }),
        trail: None,
        quantity,
        filled: Quantity::ZERO,
        filled_value: Money::zero(rules.currency),
        maker_value: Money::zero(rules.currency),
        multiplier: rules.multiplier,
        fees: zero,
        hold: zero,
        leverage: command.leverage,
        status: OrderStatus::Accepted,
        reason: None,
        time_in_force: command.time_in_force(),
        extended: command.terms.extended,
        expires_at: None,
        client_order_id: command.client_order_id,
        fee_version: rules.fees.version.clone(),
        created_at: stamp.now,
        updated_at: stamp.now,
        version: 0,
    }
}
