//! The matcher as the writer knows it: which orders a tick may fill, and how far each tick was offered.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use plumbline_core::command::{Command, Listed};
use plumbline_core::decimal::Price;
use plumbline_core::decision::Refusal;
use plumbline_core::ids::{AccountId, InstrumentId, OrderId, Priority};
use plumbline_core::market::{Session, Tick};
use plumbline_core::orders::{
    FillResting, Frontier, OfferedTo, OrderRef, Reached, RestingFill, RestingOrder, SeenPrices, Side, Trailing,
    has_reached,
};
use plumbline_core::products::Terms;

use super::super::store;
use super::Matcher;
use super::births::EntryFills;
use super::state::State;
use crate::db::{Batch, DbError, UnreadRow};
use crate::writer::{Arriving, Before, BeforeOn, RestingBook};

/// Orders of each side that a tick is offered to in one commit at most, so that a commit stays short. Before anything
/// else is decided, the tick goes on with the others.
pub(super) const REACH_MAX: usize = 350;

impl Matcher {
    /// Gives a tick its orders: those of the book from where it goes on, and those that are placed or amended before it
    /// and may stand before what is left out. Where they do stand is known when the tick is decided on. The orders of accounts
    /// that are put aside wait until those can be served.
    fn plan(&self, state: &mut State, fill: &mut FillResting, here: &mut BeforeOn) {
        fill.from = fill.from.filter(|_| state.goes_on(fill.tick.instrument));
        fill.born = state.born_of(&fill.tick);
        let reach = state.resting.reach(&fill.tick, here.ahead, fill.from, REACH_MAX);
        let is_served = |fill: &RestingFill| !self.db.aside().has(fill.order.account);
        let stands_before = |order: &&Arriving| reach.rest.is_behind(order.side, order.limit, order.priority);
        let arriving = here.arriving.iter().filter(stands_before).map(|order| order.order.clone());
        fill.orders = reach.orders.into_iter().filter_map(|order| self.rules(order)).chain(arriving).collect();
        let mut seen = HashSet::new();
        fill.orders.retain(|fill| is_served(fill) && seen.insert(fill.order.id));
        fill.rest = reach.rest;
        let is_regular = fill.tick.session == Session::Regular;
        if is_regular {
            self.plan_stops(state, fill, here);
        }
        let legs: Vec<Arriving> = fill.all().flat_map(legs_of).collect();
        if is_regular {
            self.plan_trails(state, fill, here);
        }
        here.arriving.extend(legs);
        here.ahead = here.ahead.with(&fill.tick);
        here.tick = Some(fill.tick.clone());
    }

    /// Gives a tick the orders whose stops it reaches, in the order of their places in time. For what is decided behind the tick they are orders that may rest by then.
    fn plan_stops(&self, state: &State, fill: &mut FillResting, here: &mut BeforeOn) {
        let is_served = |fill: &RestingFill| !self.db.aside().has(fill.order.account);
        let can_be_served = |order: &RestingOrder| {
            let is_out = state.unpriced.contains(&order.at.id) || fill.from.is_some() && state.was_refused(order);
            !is_out && !fill.bore(&order.at, order.priority) && !self.db.aside().has(order.at.account)
        };
        let waiting = state.resting.triggered(&fill.tick, here.seen, REACH_MAX + 1, can_be_served);
        let mut stops: Vec<RestingFill> = waiting.into_iter().filter_map(|order| self.rules(order)).collect();
        let is_reached = |order: &&Arriving| {
            let price = order.order.rules.trigger.of(&fill.tick, order.side);
            // Where a trailing stop stands by then is known when the tick is decided on.
            order.trails || order.stop.is_some_and(|stop| has_reached(order.side, stop, price))
        };
        let arriving = here.arriving.iter().filter(is_reached).map(|order| order.order.clone());
        let mut seen: HashSet<OrderId> = stops.iter().map(|fill| fill.order.id).collect();
        stops.extend(arriving.filter(|fill| is_served(fill) && seen.insert(fill.order.id)));
        fill.more_stops = stops.len() > REACH_MAX;
        stops.truncate(REACH_MAX);
        here.arriving.extend(stops.iter().filter_map(|fill| {
            let order = state.resting.get(fill.order.id)?;
            Some(Arriving {
                order: fill.clone(),
                side: order.side,
                limit: order.side.worst(),
                stop: None,
                trails: false,
                priority: order.priority,
            })
        }));
        fill.stops = stops;
    }

    /// Gives a tick the sides whose trailing stops it may move: of the book, and of orders that are placed or amended
    /// before it.
    fn plan_trails(&self, state: &mut State, fill: &mut FillResting, here: &mut BeforeOn) {
        fill.trailing.clear();
        let Some(instrument) = self.market.catalog.get(fill.tick.instrument) else { return };
        // An order that is not in the book for now may be older than all that are.
        let is_whole = state.unpriced.is_empty() && self.db.aside().accounts().is_empty();
        let trailing = state.resting.trailing(instrument.id).into_iter();
        let mut oldest: BTreeMap<Side, i64> =
            trailing.map(|(side, oldest)| (side, if is_whole { oldest } else { 0 })).collect();
        for order in here.arriving.iter().filter(|order| order.trails) {
            oldest.entry(order.side).or_insert(0);
        }
        let Some(trigger) = self.rule_sets.trigger(instrument) else { return };
        let anew = |side| state.unsure.contains(&(instrument.id, side));
        let trailing = |(side, oldest)| Trailing { side, trigger, oldest, anew: anew(side) };
        fill.trailing = oldest.into_iter().map(trailing).collect();
        if !fill.trailing.is_empty() {
            state.moving.insert(instrument.id);
        }
        for Trailing { side, trigger, .. } in &fill.trailing {
            here.seen.see(*side, trigger.of(&fill.tick, *side));
        }
    }

    /// A tick that is no newer than what the book was offered has been overtaken, or is here for a second time.
    fn ready_tick(&self, fill: &mut FillResting, here: &mut BeforeOn) {
        let mut state = self.state();
        let current = state.current(here, fill.tick.instrument);
        let is_older = state.newest(here, fill.tick.instrument).is_some_and(|newest| newest.is_newer_than(&fill.tick));
        let is_over = is_older || current.is_some_and(|current| !fill.tick.is_newer_than(&current));
        let is_again = here.tick.is_none() && state.is_again(&fill.tick);
        if is_older || fill.from.is_none() && is_over && !is_again {
            (fill.orders, fill.rest) = (Vec::new(), Frontier::default());
            (fill.stops, fill.more_stops, fill.trailing) = (Vec::new(), false, Vec::new());
        } else {
            self.plan(&mut state, fill, here);
        }
    }

    /// No order takes from a tick that is older than one that was decided on before, and none from a newer one before
    /// that was offered to all who stand before it.
    fn ready_order(&self, terms: &mut Terms, here: &mut BeforeOn) -> Option<FillResting> {
        let mut tick = terms.quote()?.clone();
        let mut state = self.state();
        if let Some(newest) = state.newest(here, tick.instrument).filter(|newest| newest.is_newer_than(&tick)) {
            terms.tick = Some(newest.clone());
            tick = newest;
        }
        if let Some(current) = state.current(here, tick.instrument)
            && !tick.is_newer_than(&current)
        {
            here.tick = Some(current.clone());
            terms.tick = Some(current);
            return None;
        }
        let reaches = |order: &Arriving| {
            let trigger = order.order.rules.trigger.of(&tick, order.side);
            order.side.reaches(order.limit, order.side.levels(&tick)[0].price)
                || order.trails
                || order.stop.is_some_and(|stop| has_reached(order.side, stop, trigger))
        };
        if state.crosses(&tick) || here.seen != SeenPrices::default() || here.arriving.iter().any(reaches) {
            let conversion = terms.conversion.clone();
            let mut fill = FillResting { conversion, ..FillResting::new(tick, terms.stale_after, terms.hours) };
            self.plan(&mut state, &mut fill, here);
            return Some(fill);
        }
        here.tick = Some(tick);
        None
    }

    /// Nobody knows yet whether an order that is to be changed will be: it may stand where it is or where it asks to, and
    /// wants nothing of what it wants in the book now.
    fn add_arrival(&self, command: &Command, before: &mut Before) {
        let (changed, arrival) = (command.changed_order(), command.arrival());
        if changed.is_none() && arrival.is_none() {
            return;
        }
        let mut state = self.state();
        state.moving.extend(arrival.filter(|order| order.trails).map(|order| order.order.instrument));
        let known = changed.and_then(|order| state.resting.get(order.id));
        if let Some(order) = known {
            before.on(order.at.instrument).ahead.add_changed(order);
        }
        let Some((arrival, terms)) = arrival.zip(command.terms()) else { return };
        let side = arrival.side;
        let stops = arrival.stop.into_iter().chain(known.and_then(|order| order.stop.as_ref()).map(|stop| stop.price));
        // The stop that the market reaches first, which is the least price of a buyer and the greatest of a seller.
        let stop = stops.reduce(|one, other| if has_reached(side, other, one) { other } else { one });
        let limits = arrival.limit.into_iter().chain(known.map(|order| order.limit));
        let best = limits.reduce(|one, other| if side.reaches(one, other) { one } else { other });
        // A stop that is reached before the next tick rests with a limit that only its trigger makes known.
        let best = if stop.is_some() { Some(side.worst()) } else { best };
        let entry = RestingFill::of(arrival.order, terms);
        before.on(arrival.order.instrument).arriving.extend(legs_of(&entry));
        before.on(arrival.order.instrument).arriving.extend(best.map(|limit| Arriving {
            order: RestingFill::of(arrival.order, terms),
            side,
            limit,
            stop,
            trails: arrival.trails,
            priority: known.map_or(arrival.priority, |order| order.priority.min(arrival.priority)),
        }));
    }
}

/// The legs that a fill of their entry opens, wherever they may stand then: the ticks behind it in its batch may fill or
/// trigger them.
fn legs_of(entry: &RestingFill) -> impl Iterator<Item = Arriving> {
    let (at, rules) = (entry.order, entry.rules.clone());
    let group = at.group.filter(|group| group.entry == Some(at.id));
    group.into_iter().flat_map(|group| group.legs()).map(move |(_, id)| {
        let side = at.direction.closing();
        let order = RestingFill { order: OrderRef { id, ..at }, rules: rules.clone() };
        // A stop that any price has reached.
        let stop = if side == Side::Sell { Price::MAX } else { Price::ZERO };
        Arriving { order, side, limit: side.worst(), stop: Some(stop), trails: false, priority: Priority(0) }
    })
}

/// True for one tick of one feed.
fn is_one(tick: &Tick, other: &Tick) -> bool {
    tick.instrument == other.instrument && !tick.is_newer_than(other) && !other.is_newer_than(tick)
}

impl RestingBook for Matcher {
    fn ready(&self, command: &mut Command, before: &mut Before) -> Option<FillResting> {
        if let Some(fill) = FillResting::of_mut(command) {
            self.ready_tick(fill, before.on(fill.tick.instrument));
            return None;
        }
        let first = command.terms_mut().and_then(|terms| self.ready_order(terms, before.on(terms.rules.instrument)));
        self.add_arrival(command, before);
        first
    }

    fn committed(&self, decided: &mut dyn Iterator<Item = (&Command, Option<&Reached>)>) {
        let mut state = self.state();
        let mut late: Vec<Arc<Tick>> = Vec::new();
        for (command, reached) in decided {
            // An order that is decided on a tick does not hide it from the book, to which it was not offered.
            let was_late = |tick: &Arc<Tick>| late.iter().any(|late| is_one(late, tick));
            if let Some(tick) = command.terms().and_then(Terms::quote).filter(|tick| !was_late(tick)) {
                state.set_offered(tick, true);
            }
            // An order that waited while its session ended or began met no quote, and has missed those before it.
            if let Some((order, terms)) = command.arrival().zip(command.terms())
                && terms.quote().is_none()
            {
                state.begin_anew(order.order.instrument);
            }
            let Some((fill, reached)) = FillResting::of(command).zip(reached) else { continue };
            let refused: Vec<OrderId> = reached.refused.iter().map(|(order, _)| *order).collect();
            let goes_on = matches!(reached.offered, OfferedTo::Some);
            if fill.from.is_none() {
                state.refused.remove(&fill.tick.instrument);
            }
            let new = state.refuse(fill.tick.instrument, &refused, goes_on);
            for (order, refusal) in &reached.refused {
                // A close that the house would pay for waits for the liquidation of its position.
                if *refusal == Refusal::MarginExhausted {
                    state.logged.remove(order);
                } else if new.contains(order) {
                    tracing::error!(%order, %refusal, "a resting order could not be decided on; it is tried with each tick");
                }
                let account = fill.all().find(|fill| fill.order.id == *order).map(|fill| fill.order.account);
                if let (Some(account), Refusal::Unsound(fault)) = (account, refusal) {
                    self.db.aside().put(&UnreadRow::refused(account, fault));
                }
            }
            for (side, refusal) in &reached.unmoved {
                let instrument = fill.tick.instrument;
                tracing::error!(%instrument, ?side, %refusal, "trailing stops could not follow a tick");
            }
            reached.gone.iter().for_each(|id| state.forget(*id));
            if let Some(born) = reached.born {
                state.bear(fill.tick.instrument, (fill.tick.epoch, fill.tick.seq), born);
            }
            match reached.offered {
                OfferedTo::All => state.set_offered(&fill.tick, true),
                OfferedTo::Some => state.set_offered(&fill.tick, false),
                OfferedTo::Nobody => late.push(fill.tick.clone()),
            }
        }
        drop(state);
        // A tick that nobody could take is tried again later, unless there is a newer one by now.
        let is_newer = |tick: &Arc<Tick>| {
            self.market.board.look(tick.instrument, |newest, _| newest.is_newer_than(tick)) == Some(true)
        };
        let (newer, same): (Vec<_>, Vec<_>) = late.into_iter().partition(is_newer);
        self.state().behind.extend(same.into_iter().map(|tick| tick.instrument));
        self.catch_up(newer.into_iter().map(|tick| tick.instrument));
    }

    fn failed(&self, commands: &mut dyn Iterator<Item = &Command>) {
        let mut state = self.state();
        let moving = std::mem::take(&mut state.moving);
        state.behind.extend(&moving);
        for command in commands {
            if let Some(order) = command.arrival().filter(|order| order.trails) {
                state.unsure.insert((order.order.instrument, order.side));
            }
            // What it decided on may be stored all the same: no older tick is decided on any more.
            if let Some(tick) = command.terms().and_then(Terms::quote) {
                state.begin_anew_at(tick);
                state.behind.insert(tick.instrument);
            }
            if let Some(fill) = FillResting::of(command) {
                state.doubt(fill.tick.instrument);
                state.begin_anew_at(&fill.tick);
                state.behind.insert(fill.tick.instrument);
            }
        }
    }

    fn in_doubt(&self) {
        self.state().doubt_all();
    }

    fn recover<'a>(
        &'a self,
        batch: &'a mut Batch,
        accounts: &'a BTreeSet<AccountId>,
    ) -> BoxFuture<'a, Result<(), DbError>> {
        async move {
            let open = store::open_of(batch, accounts).await?;
            let fills = EntryFills::stored(batch, &open).await?;
            let mut state = self.state();
            let of_them: Vec<OrderRef> =
                state.resting.iter().map(|order| order.at).filter(|at| accounts.contains(&at.account)).collect();
            of_them.iter().for_each(|order| state.forget(order.id));
            let on: BTreeSet<InstrumentId> =
                of_them.iter().chain(open.iter().map(|order| &order.at)).map(|at| at.instrument).collect();
            on.iter().for_each(|instrument| state.begin_anew(*instrument));
            open.iter().for_each(|order| self.take_stored(&mut state, order, &fills));
            on.iter().for_each(|instrument| state.doubt(*instrument));
            drop(state);
            self.catch_up(on);
            Ok(())
        }
        .boxed()
    }
}
