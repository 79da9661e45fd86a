//! The life of orders on one path by the rules alone: a second, plain telling of what the core does, in which each rule
//! may be nautilus's.

mod groups;

use std::collections::HashMap;

use plumbline_core::orders::Side;

use super::cases::{End, Kind, Market, Order, Outcome, Path, Step, Time};
use super::rules::{Rule, Rules};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// A leg that waits for its entry.
    Pending,
    /// It waits for its stop.
    Waits,
    Rests,
    /// A stop whose rest is filled while the market is beyond it.
    Again,
    /// It is open, and nothing changes it any more.
    Idle,
    Over,
}

#[derive(Debug)]
struct Working<'a> {
    order: &'a Order,
    number: usize,
    state: State,
    left: i64,
    /// The worst price that it accepts.
    limit: i64,
    stop: i64,
    /// Its place in time.
    place: usize,
    outcome: Outcome,
}

impl Working<'_> {
    fn filled(&self) -> i64 {
        self.outcome.fills.iter().map(|(.., lots)| lots).sum()
    }

    fn is_open(&self) -> bool {
        !matches!(self.state, State::Pending | State::Over)
    }

    fn end(&mut self, end: End, now: usize) {
        self.state = State::Over;
        self.outcome.end = Some((end, now));
    }
}

/// The outcome of each order of a path.
pub fn outcomes(path: &Path, rules: Rules) -> Vec<Outcome> {
    let mut venue = Venue { path, rules, now: 0, taken: HashMap::new(), places: 0 };
    let mut open: Vec<Working> = Vec::new();
    for now in 0..path.steps.len() {
        (venue.now, venue.taken) = (now, HashMap::new());
        if !rules.has(Rule::EndsAfterTick) {
            venue.expire(&mut open);
        }
        venue.tick(&mut open);
        if rules.has(Rule::EndsAfterTick) {
            venue.expire(&mut open);
        }
        for (number, order) in path.orders.iter().enumerate().filter(|(_, order)| order.at == now) {
            if order.member.is_none() {
                open.push(venue.place(number, order));
            } else if path.group_of(number).start == number {
                venue.place_group(path.group_of(number), &mut open);
            }
        }
    }
    open.sort_by_key(|order| order.number);
    for order in open.iter_mut().filter(|order| order.order.member.is_some() && order.is_open()) {
        order.outcome.left = Some(order.left);
    }
    open.into_iter().map(|order| order.outcome).collect()
}

struct Venue<'a> {
    path: &'a Path,
    rules: Rules,
    now: usize,
    /// What orders have taken of the step's tick, by side and price.
    taken: HashMap<(Side, i64), i64>,
    places: usize,
}

/// True if the market at `price` has reached a stop.
fn reached(side: Side, stop: i64, price: i64) -> bool {
    if side == Side::Buy { price >= stop } else { price <= stop }
}

/// The worse of two prices for an order of a side.
fn worse(side: Side, one: i64, other: i64) -> i64 {
    if side == Side::Buy { one.max(other) } else { one.min(other) }
}

/// The better of two prices for an order of a side.
fn better(side: Side, one: i64, other: i64) -> i64 {
    if side == Side::Buy { one.min(other) } else { one.max(other) }
}

/// The prices of fills.
#[derive(Clone, Copy, Debug)]
enum Paid {
    Displayed,
    /// Displayed prices, but none that is better.
    NoBetterThan(i64),
    /// The displayed prices but for the first one.
    FirstAt(i64),
}

impl<'a> Venue<'a> {
    fn step(&self) -> &Step {
        &self.path.steps[self.now]
    }

    const fn market(&self) -> &Market {
        &self.path.market
    }

    fn next_place(&mut self) -> usize {
        self.places += 1;
        self.places
    }

    /// A price moved by 5 % and rounded outwards to the tick.
    fn collar(&self, side: Side, price: i64) -> i64 {
        let tick = self.market().tick;
        match (self.rules.has(Rule::NoCollar), side) {
            (true, Side::Buy) => i64::MAX,
            (true, Side::Sell) => 0,
            (false, Side::Buy) => -(-price * 105).div_euclid(100 * tick) * tick,
            (false, Side::Sell) => ((price * 95).div_euclid(100 * tick) * tick).max(tick),
        }
    }

    /// The stop behind a price of the market.
    fn behind(&self, order: &Order, price: i64) -> i64 {
        let (tick, away) = (self.market().tick, if order.side == Side::Buy { 1 } else { -1 });
        if order.kind == Kind::TrailAmount {
            return price + away * order.trail;
        }
        if self.rules.has(Rule::NearestTrail) {
            let scale = 10f64.powi(self.market().decimals as i32);
            let market = price as f64 / scale;
            let distance = market * (order.trail as f64 / 100.0) / 100.0;
            return ((market + away as f64 * distance) * scale).round() as i64;
        }
        match order.side {
            Side::Buy => -(-price * (10_000 + order.trail)).div_euclid(10_000 * tick) * tick,
            Side::Sell => (price * (10_000 - order.trail)).div_euclid(10_000 * tick) * tick,
        }
    }

    fn expire(&mut self, open: &mut [Working<'a>]) {
        for index in 0..open.len() {
            let Working { order, state, .. } = &open[index];
            let is_due = order.ends.is_some_and(|ends| ends <= self.now);
            if is_due && !matches!(state, State::Over | State::Idle) {
                self.decide(open, index, |venue, order| order.end(End::Expired, venue.now));
            }
        }
    }

    fn place(&mut self, number: usize, order: &'a Order) -> Working<'a> {
        let (side, quote) = (order.side, self.step().levels(order.side)[0].0);
        let place = self.next_place();
        let (stop, left, outcome) = (order.stop, order.lots, Outcome::default());
        let mut placed = Working { order, number, state: State::Rests, left, limit: order.price, stop, place, outcome };
        match order.kind {
            Kind::Market | Kind::Limit => {
                if order.kind == Kind::Market {
                    placed.limit = self.collar(side, quote);
                }
                self.take_now(&mut placed);
            }
            Kind::Stop | Kind::StopLimit | Kind::TrailAmount | Kind::TrailPercent => {
                let trigger = self.step().trigger(self.market(), side);
                if order.kind.trails() {
                    placed.stop = self.behind(order, trigger);
                }
                if order.kind.is_stop_without_limit() {
                    placed.limit = self.collar(side, placed.stop);
                }
                placed.state = State::Waits;
                let [by_trigger, by_quote] = [trigger, quote].map(|price| reached(side, placed.stop, price));
                let is_by_last = self.market().by_last;
                // The exchange works the stop out after it has accepted the order.
                let is_checked = is_by_last || !order.kind.trails() || !self.rules.has(Rule::NearestTrail);
                if is_by_last && self.rules.has(Rule::ReachedStop) {
                    if by_trigger {
                        self.trigger(&mut placed);
                    }
                } else if is_checked && (by_trigger || by_quote) {
                    placed.end(End::Refused, self.now);
                }
            }
        }
        placed
    }

    /// Takes what the tick displays for an order that has just come, and ends one that may not rest.
    fn take_now(&mut self, order: &mut Working) {
        let all = self.displayed(order).iter().map(|(_, lots)| lots).sum::<i64>();
        if order.order.time != Time::Fok || all >= order.left {
            self.fill(order, Paid::Displayed);
        }
        if order.left > 0 && matches!(order.order.time, Time::Ioc | Time::Fok) {
            order.end(End::Cancelled, self.now);
        }
        self.leave_rest(order);
    }

    /// Keeps later ticks from what a tick leaves of an order without a limit, where that is the rule.
    fn leave_rest(&self, order: &mut Working) {
        let (kind, is_by_last) = (order.order.kind, self.market().by_last);
        let is_stop = kind.is_stop_without_limit();
        if order.state == State::Over {
            return;
        }
        if is_stop && !is_by_last && self.rules.has(Rule::RestWaitsForStop) {
            order.state = State::Again;
        } else if (kind == Kind::Market || is_stop && is_by_last) && self.rules.has(Rule::RestUnfilled) {
            order.state = State::Idle;
        }
    }

    /// What the tick still displays within the limit of an order, best first.
    fn displayed(&self, order: &Working) -> Vec<(i64, i64)> {
        let (side, shared) = (order.order.side, !self.rules.has(Rule::UnsharedTick));
        let taken = |price| self.taken.get(&(side, price)).copied().filter(|_| shared).unwrap_or(0);
        let levels = self.step().levels(side).iter();
        let within = levels.take_while(|(price, _)| worse(side, *price, order.limit) == order.limit);
        within.map(|(price, lots)| (*price, lots - taken(*price))).collect()
    }

    /// Fills what the tick displays.
    fn fill(&mut self, order: &mut Working, paid: Paid) {
        let side = order.order.side;
        if order.left == 0 {
            return;
        }
        for (price, displayed) in self.displayed(order) {
            let lots = displayed.min(order.left);
            if lots <= 0 {
                continue;
            }
            let at = match paid {
                Paid::Displayed => price,
                Paid::NoBetterThan(best) => worse(side, price, best),
                Paid::FirstAt(first) if order.outcome.fills.is_empty() => first,
                Paid::FirstAt(_) => price,
            };
            order.left -= lots;
            *self.taken.entry((side, price)).or_default() += lots;
            order.outcome.fills.push((self.now, at, lots));
        }
        if order.left == 0 {
            order.end(End::Filled, self.now);
        }
    }

    /// Offers the step's tick to the orders that rest, then to those whose stops it reaches. It reaches none of the legs
    /// that it brings to life.
    fn tick(&mut self, open: &mut [Working<'a>]) {
        let signed = |order: &Working| if order.order.side == Side::Buy { -order.limit } else { order.limit };
        let in_state = |states: &[State]| -> Vec<usize> {
            (0..open.len()).filter(|index| states.contains(&open[*index].state)).collect()
        };
        let mut resting = in_state(&[State::Rests, State::Again]);
        let mut stops = in_state(&[State::Waits, State::Again]);
        resting.sort_by_key(|index| (signed(&open[*index]), open[*index].place));
        stops.sort_by_key(|index| open[*index].place);
        for index in resting {
            let order = &open[index];
            let quote = self.step().levels(order.order.side)[0].0;
            let paid = match order.state {
                State::Rests if !self.is_moved(open, index) => self.paid_by_resting(order),
                State::Again if reached(order.order.side, order.stop, quote) => Paid::Displayed,
                _ => continue,
            };
            self.decide(open, index, |venue, order| venue.fill(order, paid));
        }
        for index in stops {
            let order = &open[index];
            let (side, price) = (order.order.side, self.step().trigger(self.market(), order.order.side));
            if order.state == State::Waits && reached(side, order.stop, price) {
                self.decide(open, index, |venue, order| venue.trigger(order));
            }
            let order = &mut open[index];
            if order.order.kind.trails() && matches!(order.state, State::Waits | State::Again) {
                order.stop = better(side, order.stop, self.behind(order.order, price));
            }
        }
    }

    fn paid_by_resting(&self, order: &Working) -> Paid {
        match order.order.kind {
            Kind::StopLimit if self.rules.has(Rule::OwnLimit) => {
                Paid::NoBetterThan(better(order.order.side, order.limit, order.stop))
            }
            Kind::Limit if self.rules.has(Rule::OwnLimit) => Paid::NoBetterThan(order.limit),
            _ => Paid::Displayed,
        }
    }

    /// What a stop limit order pays at its trigger. Its limit is beyond its stop, or within it: then it rests at once.
    fn paid_at_trigger(&self, order: &Working) -> Paid {
        let is_beyond = worse(order.order.side, order.limit, order.stop) == order.limit;
        // One that is triggered when it comes has not rested.
        let rests = !is_beyond && self.now > order.order.at;
        match order.order.kind {
            Kind::StopLimit if order.limit == order.stop => Paid::Displayed,
            Kind::StopLimit if is_beyond && self.rules.has(Rule::FirstAtStop) => Paid::FirstAt(order.stop),
            Kind::StopLimit if rests && self.rules.has(Rule::OwnLimit) => Paid::NoBetterThan(order.limit),
            _ => Paid::Displayed,
        }
    }

    /// Makes a stop a market or a limit order.
    fn trigger(&mut self, order: &mut Working) {
        let (kind, side) = (order.order.kind, order.order.side);
        order.outcome.trigger = Some(self.now);
        (order.state, order.place) = (State::Rests, self.next_place());
        if kind.is_stop_without_limit() && order.order.closes {
            order.limit = self.collar(side, self.step().levels(side)[0].0);
        } else if kind.trails() {
            order.limit = self.collar(side, order.stop);
        }
        self.fill(order, self.paid_at_trigger(order));
        self.leave_rest(order);
    }
}
