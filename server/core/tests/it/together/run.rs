//! The steps, as commands of the core.

use plumbline_core::decimal::{Leverage, Price, Quantity};
use plumbline_core::funds::TransferFunds;
use plumbline_core::ids::{AccountId, GroupId, OrderId, Priority};
use plumbline_core::market::Side;
use plumbline_core::money::Money;
use plumbline_core::orders::{
    Amend, Cancel, CloseAtSettlement, CloseReason, Distance, GroupRef, Legs, Order, OrderKind, OrderRef, OrderSize,
    OrderStatus, Place, Protect, StopLoss, TimeInForce,
};
use plumbline_core::positions::{Direction, Position, PositionRef};
use plumbline_core::products::{
    AddMargin, ChargeNights, Directions, Night, RecordNights, RecordSettlements, SetLeverage, Settlement,
    SettlementMethod,
};
use plumbline_core::testing;
use plumbline_core::time::UnixMillis;

use super::events::key_of;
use super::market::{ACCOUNTS, Market};
use super::model::Due;
use super::pair;
use super::product::{FUTURE, PAIR, PRODUCTS, product_of};
use super::steps::{Act, Protection, Size, Step, Ticket, Time};

impl Market {
    /// A market with a first quote of everything.
    pub fn opened() -> Self {
        let mut market = Self::new();
        market.quote_rate(pair::FIRST_RATE);
        for (index, product) in PRODUCTS.iter().enumerate() {
            market.quote_around(index, product.first_price, 1, [product.sizes; 3]);
        }
        market
    }

    pub fn run(&mut self, step: &Step) {
        self.now = self.now.plus(50);
        self.expire();
        let (product, account) = (step.product, ACCOUNTS[step.account]);
        let is_owned = PRODUCTS[product].on_margin().is_none();
        let direction = if step.long || is_owned { Direction::Long } else { Direction::Short };
        let at = self.position_at(account, product, direction);
        match &step.act {
            Act::Quote { by, spread, sizes, at_once } => self.move_by(product, *by, *spread, *sizes, *at_once),
            Act::Rate { by } => {
                let rate = self.ticks[&pair::RATE].bid().units();
                self.quote_rate((rate + rate / 10_000 * by).clamp(pair::FIRST_RATE / 2, pair::FIRST_RATE * 2));
                self.watch(PAIR);
            }
            Act::Pause { millis } => self.pause(*millis),
            Act::Order(ticket) => self.place(product, &at, ticket),
            Act::Amend { nth, limit, stop, trail, size, time } => {
                self.amend(*nth, (*limit, *stop, *trail), (*size, *time));
            }
            Act::Cancel { nth } => {
                let order = self.open_orders().nth(*nth).map(|order| order.at);
                order.map(|order| {
                    self.decide(product_of(order.instrument), Cancel::new(order, CloseReason::Customer)).unwrap()
                });
            }
            Act::Protect { legs, size } => self.protect(product, &at, *legs, *size),
            Act::AddMargin { minor } => {
                let amount = Money::new(*minor, PRODUCTS[product].wallet.currency());
                if self.decide(product, AddMargin { at, amount }).is_ok() {
                    self.model.add_margin(key_of(at.key), *minor);
                }
            }
            Act::SetLeverage { leverage } => {
                let leverage = Leverage::from_whole(*leverage).unwrap();
                let (rate, terms) = (self.rate(product), self.terms(product));
                if self.decide(product, SetLeverage { at, leverage, terms }).is_ok() {
                    self.model.set_leverage(key_of(at.key), leverage.units(), rate);
                }
            }
            Act::Night { nights, is_charged } => self.night(*nights, *is_charged),
            Act::Settle { is_charged } => self.settle(*is_charged),
            Act::End => self.end(),
            Act::Transfer { to, minor } => self.transfer(account, (product, *to), *minor),
        }
    }

    /// True if an account holds the other direction of a position, or may come to.
    fn holds_other(&self, at: &PositionRef) -> bool {
        let other = at.key.opposite();
        let is_open = self.facts.get::<Position>(&other).ok().flatten().is_some_and(|of| of.quantity.is_positive());
        is_open || self.open_orders().any(|order| order.at.position() == other)
    }

    fn place(&mut self, index: usize, at: &PositionRef, ticket: &Ticket) {
        // A limit of the model: an account holds one direction at a time, and closes it before it opens the other. Of two, one
        // would be closed to pay for what the other loses in a close that is only tried, which nobody outside could read.
        if PRODUCTS[index].on_margin().is_some() && ticket.opens && self.holds_other(at) {
            let other = self.position_at(at.key.account.0, index, at.key.direction.opposite());
            return self.place(index, &other, &Ticket { opens: false, legs: None, ..ticket.clone() });
        }
        let (product, direction, last) = (&PRODUCTS[index], at.key.direction, self.last(index));
        let side = if ticket.opens { direction.opening() } else { direction.closing() };
        let kind = OrderKind::from_code(ticket.kind).unwrap();
        let price = |by: i64| price_at(index, last, by);
        let beyond = if side == Side::Buy { ticket.stop } else { -ticket.stop };
        let limit = match kind {
            OrderKind::Limit => Some(price(ticket.limit)),
            OrderKind::StopLimit => Some(price(beyond + ticket.limit)),
            _ => None,
        };
        let id = self.id();
        let legs = ticket.legs.filter(|_| ticket.opens);
        let legs = legs.map(|legs| self.legs(index, direction, legs)).unwrap_or_default();
        let group = self.group(Some(OrderId(id)), &legs);
        let (account, instrument) = (at.key.account, at.key.instrument);
        let order = OrderRef { id: OrderId(id), account, instrument, wallet: at.wallet, direction, group };
        let (time_in_force, ends_at) = self.time(ticket.time);
        let makes_way = if ticket.makes_way && !ticket.opens { self.legs_of(at) } else { Vec::new() };
        let leverage = if index == PAIR { ticket.leverage } else { 1 };
        // Most of those who close have what they close.
        let owned = self.position(at).map_or(0, |position| position.quantity.units() / product.size);
        let most = if ticket.opens || owned == 0 { product.sizes } else { owned + 1 };
        let place = Place {
            kind,
            stop: matches!(kind, OrderKind::Stop | OrderKind::StopLimit).then(|| price(beyond)),
            trail: (kind == OrderKind::TrailingStop).then(|| distance(index, ticket.stop)),
            size: size(index, ticket.size, most),
            leverage: Leverage::from_whole(leverage).unwrap(),
            time_in_force,
            ends_at,
            legs,
            makes_way,
            ..testing::place(order, side, Quantity::ZERO, limit, self.terms(index))
        };
        let amount = match place.size {
            OrderSize::Amount { amount, .. } => Some(amount.minor),
            _ => None,
        };
        let purse = (account.0, index);
        let free = |market: &Self| market.model.wallets[&purse] - market.model.held(purse);
        let before = free(self);
        if self.decide(index, place).is_ok()
            && let Some(amount) = amount
        {
            self.done.push((index, "an amount"));
            let spent = before - free(self);
            assert!(spent <= amount, "{spent} is spent and held of {amount} {}", product.currency);
        }
    }

    fn legs(&self, index: usize, direction: Direction, legs: Protection) -> Legs {
        let last = self.last(index);
        let towards = |by: i64| price_at(index, last, if direction == Direction::Long { by } else { -by });
        let limit = |stop: i64| legs.limit.map(|limit| towards(-stop - limit));
        let stop_loss = legs.stop.map(|stop| StopLoss { stop: towards(-stop), limit: limit(stop) });
        Legs { take_profit: legs.take.map(towards), stop_loss }
    }

    fn group(&mut self, entry: Option<OrderId>, legs: &Legs) -> Option<GroupRef> {
        let take_profit = legs.take_profit.map(|_| OrderId(self.id()));
        let stop_loss = legs.stop_loss.map(|_| OrderId(self.id()));
        let id = entry.or(take_profit).or(stop_loss)?;
        (!legs.is_empty()).then_some(GroupRef { id: GroupId(id.0), entry, take_profit, stop_loss })
    }

    /// The open and pending legs of a position.
    fn legs_of(&self, at: &PositionRef) -> Vec<OrderRef> {
        let is_leg = |order: &&Order| {
            let lives = order.status.is_open() || order.status == OrderStatus::Pending;
            lives && order.at.leg().is_some() && order.at.position() == at.key
        };
        self.facts.written::<Order>().filter(is_leg).map(|order| order.at).collect()
    }

    fn time(&self, time: Time) -> (TimeInForce, Option<UnixMillis>) {
        match time {
            Time::Day => (TimeInForce::Day, None),
            Time::UntilCancelled => (TimeInForce::GoodTillCancelled, None),
            Time::Until(millis) => (TimeInForce::GoodTillDate, Some(self.now.plus(millis))),
            Time::AtOnce => (TimeInForce::ImmediateOrCancel, None),
            Time::AllAtOnce => (TimeInForce::FillOrKill, None),
        }
    }

    fn amend(
        &mut self,
        nth: usize,
        (limit, stop, trail): (Option<i64>, Option<i64>, Option<i64>),
        (units, time): (Option<i64>, Option<Time>),
    ) {
        let Some(order) = self.facts.written::<Order>().filter(|order| order.status.is_open()).nth(nth).cloned() else {
            return;
        };
        let index = product_of(order.at.instrument);
        let (last, priority) = (self.last(index), Priority(self.id()));
        let beyond = |by: i64| if order.side == Side::Buy { by } else { -by };
        let time = time.filter(|_| order.at.leg().is_none()).map(|time| self.time(time));
        let amend = Amend {
            price: limit.filter(|_| order.kind.has_limit()).map(|by| price_at(index, last, by)),
            stop: stop.filter(|_| order.waits() && order.trail.is_none()).map(|by| price_at(index, last, beyond(by))),
            trails: order.trail.is_some(),
            trail: trail.filter(|_| order.trail.is_some()).map(|by| distance(index, by)),
            quantity: units.map(|units| Quantity::from_units(units * PRODUCTS[index].size)),
            time_in_force: time.map(|(time, _)| time),
            ends_at: time.and_then(|(_, ends_at)| ends_at),
            ..testing::amend(order.at, order.side, priority, self.terms(index))
        };
        let _ = self.decide(index, amend);
    }

    fn protect(&mut self, index: usize, at: &PositionRef, legs: Protection, units: Option<i64>) {
        let (legs, replaces, terms) = (self.legs(index, at.key.direction, legs), self.legs_of(at), self.terms(index));
        let group = self.group(None, &legs);
        let quantity = units.map(|units| Quantity::from_units(units * PRODUCTS[index].size));
        let _ = self.decide(index, Protect { at: *at, group, legs, quantity, replaces, terms });
    }

    fn night(&mut self, nights: i64, is_charged: bool) {
        let instrument = self.instrument(PAIR);
        let (tick, rate) = (self.ticks[&instrument.0].clone(), self.conversion(PAIR).map(|by| by.rate()));
        let night =
            Night { instrument, at: self.now, nights, rates: pair::INTEREST, bid: tick.bid(), ask: tick.ask(), rate };
        self.decide(PAIR, RecordNights { nights: vec![night] }).unwrap();
        let prices = (tick.bid().units(), tick.ask().units());
        let (at, instrument) = (self.now.0, instrument.0);
        self.model.record(Due { instrument, at, prices, nights, closes: false, rate: self.rate(PAIR) });
        if is_charged {
            self.charge(PAIR);
        }
    }

    fn charge(&mut self, index: usize) {
        let (positions, rules, until) = (self.positions_of(index), Self::rules(self.instrument(index)), self.now);
        let charge = ChargeNights { directions: Directions::Both, rules, positions, until };
        assert_eq!(self.decide(index, charge).unwrap().refused, []);
    }

    /// Records a settlement at the middle of the newest quote.
    fn record_settlement(&mut self, closes: bool) {
        let instrument = self.instrument(FUTURE);
        let tick = &self.ticks[&instrument.0];
        let middle = (tick.bid().units() + tick.ask().units()) / 2 / PRODUCTS[FUTURE].tick * PRODUCTS[FUTURE].tick;
        let (price, method) = (Price::from_units(middle), SettlementMethod::Middle);
        let days_left = if closes { 0 } else { 9 };
        let settlement = Settlement { instrument, at: self.now, price, method, closes, days_left, rate: None };
        self.decide(FUTURE, RecordSettlements { settlements: vec![settlement] }).unwrap();
        let (at, instrument) = (self.now.0, instrument.0);
        self.model.record(Due { instrument, at, prices: (middle, middle), nights: 0, closes, rate: None });
    }

    fn settle(&mut self, is_charged: bool) {
        self.record_settlement(false);
        if is_charged {
            self.charge(FUTURE);
        }
    }

    /// Ends the contract: its orders, then its positions; the next month is quoted at the same price.
    fn end(&mut self) {
        let instrument = self.instrument(FUTURE);
        let last = self.last(FUTURE);
        self.record_settlement(true);
        // The end of an order may end others of its group.
        loop {
            let order = self.open_orders().map(|order| order.at).find(|at| at.instrument == instrument);
            let Some(order) = order else { break };
            self.decide(FUTURE, Cancel::new(order, CloseReason::ContractEnded)).unwrap();
        }
        let (positions, rules, settled_at) = (self.positions_of(FUTURE), Self::rules(instrument), self.now);
        let close = CloseAtSettlement { directions: Directions::Both, rules, settled_at, positions: positions.clone() };
        assert_eq!(self.decide(FUTURE, close).unwrap().refused, []);
        for at in positions {
            assert!(
                self.position(&at).is_none_or(|position| position.quantity.is_zero()),
                "nothing outlives its contract"
            );
        }
        self.month += 1;
        self.quote_around(FUTURE, last, 1, [PRODUCTS[FUTURE].sizes; 3]);
    }

    fn transfer(&mut self, account: i64, (from, to): (usize, usize), minor: i64) {
        let wallet = PRODUCTS[from].wallet;
        let (amount, asked_at) = (Money::new(minor, wallet.currency()), self.now);
        let to_wallet = PRODUCTS[to].wallet;
        let transfer =
            TransferFunds { account: AccountId(account), from: wallet, to: to_wallet, amount, quote: None, asked_at };
        if self.decide(from, transfer).is_ok() {
            self.model.transfer(account, (from, to), minor);
        }
    }
}

/// A price so many ten-thousandths above another one, in steps of the tick.
fn price_at(index: usize, last: i64, by: i64) -> Price {
    let tick = PRODUCTS[index].tick;
    Price::from_units((last + last / 10_000 * by) / tick * tick)
}

/// A distance of a trailing stop: an amount, or now and then a percentage.
fn distance(index: usize, by: i64) -> Distance {
    if by % 3 == 0 { Distance::Percent(by) } else { Distance::Amount(Price::from_units(by * 4 * PRODUCTS[index].tick)) }
}

fn size(index: usize, size: Size, most: i64) -> OrderSize {
    let product = &PRODUCTS[index];
    match size {
        Size::Units(units) => OrderSize::Exact(Quantity::from_units((units % (most + 1)) * product.size)),
        Size::Fractions(parts) => {
            OrderSize::Exact(Quantity::from_units(parts * product.fraction % (product.sizes * product.size)))
        }
        Size::Amount(thousandths) => {
            let amount = Money::new(product.paid_in / 1_000 * thousandths + thousandths, product.wallet.currency());
            OrderSize::Amount { amount, most: Quantity::from_units(product.sizes * product.size) }
        }
        Size::Half => OrderSize::HalfPosition,
        Size::All => OrderSize::FullPosition,
    }
}
