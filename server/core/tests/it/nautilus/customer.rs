//! A customer of the core who places the orders of a path, with the facts in memory.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use plumbline_core::decimal::{Leverage, Price, Quantity};
use plumbline_core::decision::{Action, Facts, Needs, Refusal, Stamp};
use plumbline_core::ids::{AccountId, GroupId, InstrumentId, OrderId};
use plumbline_core::ledger::{Balance, BalanceKey, Wallet};
use plumbline_core::market::{Tick, TickSizes};
use plumbline_core::money::Rounding;
use plumbline_core::orders::{
    Ahead, BestPrices, Cancel, Distance, Fill, FillResting, GroupRef, Legs, OfferedTo, Order, OrderKind, OrderRef,
    OrderStatus, Place, Protect, RestingFill, RestingOrder, RestingOrders, SeenPrices, Side, StopLoss, TimeInForce,
    Trailing,
};
use plumbline_core::positions::{Direction, Margin, Position, PositionKey, PositionRef};
use plumbline_core::products::{Hours, Terms, TradingRules, TriggerPrice};
use plumbline_core::testing::{self, shares};
use plumbline_core::time::UnixMillis;

use super::cases::{End, Kind, Market, Order as Case, Outcome, Part, Path, Step, Time};

const ACCOUNT: AccountId = AccountId(1);
const INSTRUMENT: InstrumentId = InstrumentId(1);
/// Enough money, in minor units, and enough lots of each position, that nothing is refused for want of them.
const PLENTY: i64 = 1_000_000_000_000_000;
const LOTS: i64 = 100_000;
/// Orders that one part of a tick is offered to: few, so that ticks go on.
pub const FEW: usize = 2;
/// So many that each tick is offered as a whole.
pub const ALL: usize = 1_000;

/// The outcome of each order of a path, where a part of a tick is offered to `at_once` orders of a side.
pub fn outcomes(path: &Path, at_once: usize) -> Vec<Outcome> {
    let mut customer = Customer::of(path, at_once);
    for (number, step) in path.steps.iter().enumerate() {
        customer.now = time_of(number);
        customer.tick = Arc::new(customer.tick_of(number, step));
        customer.expire();
        customer.offer();
        for (index, order) in path.orders.iter().enumerate().filter(|(_, order)| order.at == number) {
            match order.member {
                None => customer.place(index, order, &[]),
                Some(_) if path.group_of(index).start == index => customer.place_group(path.group_of(index)),
                Some(_) => {}
            }
        }
    }
    customer.outcomes()
}

/// A second a step.
const fn time_of(step: usize) -> UnixMillis {
    UnixMillis(step as i64 * UnixMillis::SECOND)
}

const fn step_at(time: UnixMillis) -> usize {
    (time.0 / UnixMillis::SECOND) as usize
}

struct Customer<'a> {
    path: &'a Path,
    at_once: usize,
    rules: Arc<TradingRules>,
    now: UnixMillis,
    tick: Arc<Tick>,
    facts: Facts,
    resting: RestingOrders,
    next_id: i64,
    ids: HashMap<OrderId, usize>,
    refused: HashMap<usize, usize>,
}

fn rules_of(market: &Market) -> TradingRules {
    let tick_sizes = Arc::new(TickSizes::single(price_of(market, market.tick)));
    let rules = TradingRules { tick_sizes, lot: shares(market.lot), ..testing::trading_rules(INSTRUMENT) };
    if market.by_last {
        return rules;
    }
    TradingRules { product: testing::margin(), wallet: Wallet::Forex, trigger: TriggerPrice::Quote, ..rules }
}

fn price_of(market: &Market, decimal: i64) -> Price {
    Price::from_units(decimal * 10i64.pow(8 - market.decimals))
}

fn decimal_of(market: &Market, price: Price) -> i64 {
    price.units() / 10i64.pow(8 - market.decimals)
}

impl<'a> Customer<'a> {
    fn of(path: &'a Path, at_once: usize) -> Self {
        let rules = Arc::new(rules_of(&path.market));
        let mut facts = Facts::default();
        facts.load_open::<Order>(ACCOUNT, 0);
        let mut customer = Self {
            path,
            at_once,
            rules,
            now: UnixMillis(0),
            tick: Arc::new(testing::tick(INSTRUMENT)),
            facts,
            resting: RestingOrders::default(),
            next_id: 1,
            ids: HashMap::new(),
            refused: HashMap::new(),
        };
        let directions =
            if path.market.by_last { vec![Direction::Long] } else { vec![Direction::Long, Direction::Short] };
        let held = directions.into_iter().map(|direction| customer.own(direction)).sum();
        let balance = Balance { posted: PLENTY, held, version: 1 };
        customer.facts.load_balance(BalanceKey::new(ACCOUNT, customer.rules.wallet), balance);
        customer
    }

    /// A position that was opened at the first tick; gives what its margin holds, in minor units.
    fn own(&mut self, direction: Direction) -> i64 {
        let (rules, key) = (&self.rules, PositionKey { account: ACCOUNT, instrument: INSTRUMENT, direction });
        let quantity = self.quantity(LOTS);
        let first = price_of(&self.path.market, self.path.steps[0].last);
        let cost = rules.value(first, quantity, Rounding::Up).unwrap();
        let margin = (!self.path.market.by_last).then_some(Margin {
            wallet: rules.wallet,
            amount: cost,
            initial: cost,
            leverage: Leverage::ONE,
            halved: false,
            warned: false,
            charged_until: UnixMillis::default(),
            settled: None,
            taken: None,
        });
        self.facts.load(Position { cost, margin, ..testing::position(key, quantity) });
        margin.map_or(0, |margin| margin.amount.minor)
    }

    fn quantity(&self, lots: i64) -> Quantity {
        shares(lots * self.path.market.lot)
    }

    fn tick_of(&self, number: usize, step: &Step) -> Tick {
        let (market, now) = (&self.path.market, time_of(number));
        let side = |levels: [(i64, i64); 3]| {
            testing::side(levels.map(|(price, lots)| (price_of(market, price), self.quantity(lots))))
        };
        Tick {
            seq: number as i64 + 1,
            bids: side(step.bids),
            asks: side(step.asks),
            last: price_of(market, step.last),
            ..testing::tick_at(INSTRUMENT, now)
        }
    }

    fn decide<A: Action>(&mut self, action: &A) -> Result<A::Done, Refusal> {
        let mut needs = Needs::default();
        action.needs(&mut needs);
        self.facts.ask(&needs);
        let mut ids = self.next_id..;
        let done = action.carry_out(&mut self.facts, &mut Stamp::new(self.now, &mut || ids.next().unwrap()));
        self.next_id = ids.start;
        self.take_in();
        done
    }

    /// Brings the book up to date.
    fn take_in(&mut self) {
        self.facts.written::<BestPrices>().for_each(|best| self.resting.set_best(best));
        for order in self.facts.written::<Order>() {
            if order.status.is_open() {
                self.resting.insert(RestingOrder::of(order, Some(&self.rules)));
            } else {
                self.resting.remove(order.at.id);
            }
        }
    }

    fn expire(&mut self) {
        for (order, over_at) in self.resting.expired(self.now, usize::MAX, |_| true) {
            self.decide(&Cancel::expired(order, over_at)).unwrap();
        }
    }

    /// Offers the newest tick to the book, a part of it after the other.
    fn offer(&mut self) {
        let mut part = FillResting::new(self.tick.clone(), i64::MAX, testing::HOURS);
        while part.from.is_some() || self.resting.crosses(&self.tick) {
            let reach = self.resting.reach(&self.tick, Ahead::default(), part.from, self.at_once);
            let rules = |order: &RestingOrder| RestingFill { order: order.at, rules: self.rules.clone() };
            let is_older = |order: &RestingOrder| !part.bore(&order.at, order.priority);
            let reached = self.resting.triggered(&self.tick, SeenPrices::default(), self.at_once + 1, is_older);
            let trailing = self.resting.trailing(INSTRUMENT).into_iter();
            let follow = |(side, oldest)| Trailing { side, trigger: self.rules.trigger, oldest, anew: false };
            part = FillResting {
                orders: reach.orders.into_iter().map(rules).collect(),
                more_stops: reached.len() > self.at_once,
                stops: reached.into_iter().take(self.at_once).map(rules).collect(),
                trailing: trailing.map(follow).collect(),
                rest: reach.rest,
                ..part
            };
            let reached = self.decide(&part).unwrap();
            assert!(reached.refused.is_empty() && reached.unmoved.is_empty(), "{reached:?}");
            if reached.offered != OfferedTo::Some {
                return;
            }
            part.go_on(reached.born);
        }
    }

    /// Places the orders of a group: an entry with its legs, or the legs of the position that is open.
    fn place_group(&mut self, numbers: Range<usize>) {
        let orders = &self.path.orders[numbers.clone()];
        match orders {
            [entry, legs @ ..] if entry.member.is_some_and(|member| member.part == Part::Entry) => {
                self.place(numbers.start, entry, legs);
            }
            legs => self.protect(numbers.start, legs),
        }
    }

    /// Protects a part of the position.
    fn protect(&mut self, first: usize, legs: &[Case]) {
        let direction = if legs[0].side == Side::Sell { Direction::Long } else { Direction::Short };
        let key = PositionKey { account: ACCOUNT, instrument: INSTRUMENT, direction };
        let protect = Protect {
            at: PositionRef { key, wallet: self.rules.wallet },
            group: self.group(None, first, legs),
            legs: self.legs(legs),
            quantity: Some(self.quantity(legs[0].lots)),
            replaces: Vec::new(),
            terms: testing::terms(self.rules.clone(), self.tick.clone()),
        };
        match self.decide(&protect) {
            Ok(_) => {}
            Err(Refusal::StopLossReached | Refusal::TakeProfitReached) => self.refuse(first..first + legs.len()),
            Err(refusal) => panic!("{legs:?}: {refusal:?}"),
        }
    }

    fn refuse(&mut self, numbers: Range<usize>) {
        let step = step_at(self.now);
        self.refused.extend(numbers.map(|number| (number, step)));
    }

    /// Names the legs whose numbers begin at `first`; `None` where there are none.
    fn group(&mut self, entry: Option<OrderId>, first: usize, legs: &[Case]) -> Option<GroupRef> {
        let mut named = |number: usize| {
            let id = OrderId(self.next_id);
            self.next_id += 1;
            self.ids.insert(id, number);
            id
        };
        let ids: Vec<OrderId> = (first..first + legs.len()).map(&mut named).collect();
        let [take_profit, stop_loss] = ids[..] else { return None };
        let id = GroupId(entry.unwrap_or(take_profit).0);
        Some(GroupRef { id, entry, take_profit: Some(take_profit), stop_loss: Some(stop_loss) })
    }

    fn legs(&self, legs: &[Case]) -> Legs {
        let price = |decimal| price_of(&self.path.market, decimal);
        let [profit, loss] = legs else { return Legs::default() };
        let limit = (loss.kind == Kind::StopLimit).then(|| price(loss.price));
        let stop_loss = StopLoss { stop: price(loss.stop), limit };
        Legs { take_profit: Some(price(profit.price)), stop_loss: Some(stop_loss) }
    }

    fn place(&mut self, index: usize, order: &Case, legs: &[Case]) {
        let market = &self.path.market;
        let is_long = (order.side == Side::Buy) != order.closes;
        let direction = if is_long { Direction::Long } else { Direction::Short };
        let id = OrderId(self.next_id);
        self.next_id += 1;
        let group = self.group(Some(id), index + 1, legs);
        let at = OrderRef { wallet: self.rules.wallet, direction, ..testing::order_ref(id, ACCOUNT, INSTRUMENT) };
        let at = OrderRef { group, ..at };
        let hours = Hours::ordinary(testing::HOURS.closes, order.ends.map_or(UnixMillis(i64::MAX), time_of));
        let terms = Terms { hours, ..testing::terms(self.rules.clone(), self.tick.clone()) };
        let has_limit = matches!(order.kind, Kind::Limit | Kind::StopLimit);
        let limit = has_limit.then(|| price_of(market, order.price));
        let place = Place {
            kind: match order.kind {
                Kind::Market => OrderKind::Market,
                Kind::Limit => OrderKind::Limit,
                Kind::Stop => OrderKind::Stop,
                Kind::StopLimit => OrderKind::StopLimit,
                Kind::TrailAmount | Kind::TrailPercent => OrderKind::TrailingStop,
            },
            stop: matches!(order.kind, Kind::Stop | Kind::StopLimit).then(|| price_of(market, order.stop)),
            trail: match order.kind {
                Kind::TrailAmount => Some(Distance::Amount(price_of(market, order.trail))),
                Kind::TrailPercent => Some(Distance::Percent(order.trail)),
                _ => None,
            },
            time_in_force: match order.time {
                Time::Day => TimeInForce::Day,
                Time::Gtc => TimeInForce::GoodTillCancelled,
                Time::Ioc => TimeInForce::ImmediateOrCancel,
                Time::Fok => TimeInForce::FillOrKill,
            },
            legs: self.legs(legs),
            ..testing::place(at, order.side, self.quantity(order.lots), limit, terms)
        };
        self.ids.insert(id, index);
        match self.decide(&place) {
            Ok(_) => {}
            Err(Refusal::StopPriceSide) if legs.is_empty() => self.refuse(index..index + 1),
            Err(Refusal::LegsSide) => self.refuse(index..index + 1 + legs.len()),
            Err(refusal) => panic!("{order:?}: {refusal:?}"),
        }
    }

    fn outcomes(&self) -> Vec<Outcome> {
        let market = &self.path.market;
        let mut outcomes = vec![Outcome::default(); self.path.orders.len()];
        self.refused.iter().for_each(|(index, step)| outcomes[*index].end = Some((End::Refused, *step)));
        let lot = self.quantity(1).units();
        let mut fills: Vec<&Fill> = self.facts.written::<Fill>().collect();
        fills.sort_by_key(|fill| fill.id);
        for fill in fills {
            let lots = fill.quantity.units() / lot;
            assert_eq!(self.quantity(lots), fill.quantity, "whole lots");
            let fills = &mut outcomes[self.ids[&fill.order.id]].fills;
            fills.push((step_at(fill.time), decimal_of(market, fill.price), lots));
        }
        for order in self.facts.written::<Order>() {
            let outcome = &mut outcomes[self.ids[&order.at.id]];
            outcome.trigger = order.stop.and_then(|stop| stop.triggered_at).map(step_at);
            let end = match order.status {
                OrderStatus::Filled => Some(End::Filled),
                OrderStatus::Cancelled => Some(End::Cancelled),
                OrderStatus::Expired => Some(End::Expired),
                OrderStatus::Rejected => Some(End::Refused),
                OrderStatus::Accepted
                | OrderStatus::Triggered
                | OrderStatus::PartiallyFilled
                | OrderStatus::Pending => None,
            };
            outcome.end = end.map(|end| (end, step_at(order.updated_at)));
            outcome.left = order.at.group.filter(|_| order.status.is_open()).map(|_| order.remaining().units() / lot);
        }
        outcomes
    }
}
