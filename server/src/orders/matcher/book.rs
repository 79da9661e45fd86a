//! The matcher as the writer knows it: which orders a tick may fill, and how far each tick was offered.

use std::collections::{BTreeSet, HashSet};

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use plumbline_core::command::{Command, Listed};
use plumbline_core::ids::{AccountId, OrderId};
use plumbline_core::orders::{
    Amend, Cancel, FillResting, Frontier, Liquidate, OfferedTo, Order, Place, Reached, RestingFill, Trigger,
};
use plumbline_core::products::Terms;

use super::super::store;
use super::Matcher;
use super::state::State;
use crate::db::{Batch, DbError};
use crate::writer::{Arriving, Before, BeforeOn, Left, RestingBook, StoredRecord, taking};

/// Orders of each side that a tick is offered to in one commit at most, so that a commit stays short. Before anything
/// else is decided, the tick goes on with the others.
pub(super) const REACH_MAX: usize = 350;

impl Matcher {
    /// Gives a tick its orders: those of the book from where it goes on, and those that are placed or amended before it
    /// and may stand before what is left out. Where they do stand is known when the tick is decided on.
    fn plan(&self, state: &State, fill: &mut FillResting, here: &mut BeforeOn) {
        let goes_on = state.offered.get(&fill.tick.instrument).is_some_and(|offered| !offered.to_all);
        fill.from = fill.from.filter(|_| goes_on);
        let reach = state.resting.reach(&fill.tick, here.ahead, fill.from, REACH_MAX);
        let stands_before = |order: &&Arriving| reach.rest.is_behind(order.side, order.limit, order.priority);
        let arriving = here.arriving.iter().filter(stands_before).map(|order| order.order.clone());
        fill.orders = reach.orders.into_iter().filter_map(|order| self.rules(order)).chain(arriving).collect();
        let mut seen = HashSet::new();
        fill.orders.retain(|fill| seen.insert(fill.order.id));
        fill.rest = reach.rest;
        here.ahead = here.ahead.with(&fill.tick);
        here.tick = Some(fill.tick.clone());
    }

    /// A tick that is no newer than what the book was offered has been overtaken, or is here for a second time.
    fn ready_tick(&self, fill: &mut FillResting, here: &mut BeforeOn) {
        let state = self.state();
        let current = state.current(here, fill.tick.instrument);
        if fill.from.is_none() && current.is_some_and(|current| !fill.tick.is_newer_than(&current)) {
            (fill.orders, fill.rest) = (Vec::new(), Frontier::default());
        } else {
            self.plan(&state, fill, here);
        }
    }

    /// No order takes from a tick that is older than one that was decided on before, and none from a newer one before
    /// that was offered to all who stand before it.
    fn ready_order(&self, terms: &mut Terms, here: &mut BeforeOn) -> Option<FillResting> {
        let tick = terms.quote()?.clone();
        let state = self.state();
        if let Some(current) = state.current(here, tick.instrument)
            && !tick.is_newer_than(&current)
        {
            here.tick = Some(current.clone());
            terms.tick = Some(current);
            return None;
        }
        let reaches = |order: &Arriving| order.side.reaches(order.limit, order.side.levels(&tick)[0].price);
        if state.resting.crosses(&tick) || here.arriving.iter().any(reaches) {
            let conversion = terms.conversion.clone();
            let mut fill = FillResting { conversion, ..FillResting::new(tick, terms.stale_after, terms.hours) };
            self.plan(&state, &mut fill, here);
            return Some(fill);
        }
        here.tick = Some(tick);
        None
    }

    /// Nobody knows yet whether the order will be amended: it may stand where it is or where it asks to, and wants
    /// nothing of what it wants in the book now.
    fn add_amended(&self, amend: &Amend, here: &mut BeforeOn) {
        let state = self.state();
        let known = state.resting.get(amend.order.id);
        known.into_iter().for_each(|order| here.ahead.add_changed(order));
        let limits = amend.price.into_iter().chain(known.map(|order| order.limit));
        let best = limits.reduce(|one, other| if amend.side.reaches(one, other) { one } else { other });
        here.arriving.extend(best.map(|limit| Arriving {
            order: RestingFill::of(amend.order, &amend.terms),
            side: amend.side,
            limit,
            priority: known.map_or(amend.priority, |order| order.priority.min(amend.priority)),
        }));
    }
}

impl RestingBook for Matcher {
    fn begin(&self) -> Before {
        Before::knowing(self.state().learnt)
    }

    fn ready(&self, command: &mut Command, before: &mut Before) -> Option<FillResting> {
        if let Some(fill) = FillResting::of_mut(command) {
            self.ready_tick(fill, before.on(fill.tick.instrument));
        } else if let Some(cancel) = Cancel::of(command) {
            if let Some(order) = self.state().resting.get(cancel.order.id) {
                before.on(cancel.order.instrument).ahead.add_changed(order);
            }
        } else if let Some(place) = Place::of_mut(command) {
            let here = before.on(place.at.instrument);
            let first = self.ready_order(&mut place.terms, here);
            here.arriving.extend(place.worst_price().map(|limit| Arriving {
                order: RestingFill::of(place.at, &place.terms),
                side: place.side,
                limit,
                priority: place.at.id.into(),
            }));
            return first;
        } else if let Some(trigger) = Trigger::of_mut(command) {
            let here = before.on(trigger.at.key.instrument);
            let first = self.ready_order(&mut trigger.terms, here);
            here.arriving.extend(trigger.limit().map(|limit| Arriving {
                order: RestingFill::of(trigger.order(), &trigger.terms),
                side: trigger.side(),
                limit,
                priority: trigger.id.into(),
            }));
            return first;
        } else if let Some(liquidate) = Liquidate::of_mut(command) {
            return self.ready_order(&mut liquidate.terms, before.on(liquidate.at.key.instrument));
        } else if let Some(amend) = Amend::of_mut(command) {
            let here = before.on(amend.order.instrument);
            let first = self.ready_order(&mut amend.terms, here);
            self.add_amended(amend, here);
            return first;
        }
        None
    }

    fn has_met_others<'a>(
        &'a self,
        batch: &'a mut Batch,
        node: u8,
        before: &'a Before,
        left: &'a BTreeSet<Left>,
    ) -> BoxFuture<'a, Result<bool, DbError>> {
        async move {
            let mut met = store::crossing(batch, node, left).await?;
            met.retain(|id, priority| self.state().resting.get(*id).is_none_or(|known| known.priority != *priority));
            if !met.is_empty() {
                let orders = Order::load(batch, &met.into_keys().collect()).await?;
                self.learn(&mut self.state(), &orders.iter().collect::<Vec<_>>());
            }
            Ok(self.state().learnt != before.learnt)
        }
        .boxed()
    }

    fn committed(&self, before: &Before, decided: &mut dyn Iterator<Item = (&Command, Option<&Reached>)>) {
        let mut state = self.state();
        // Orders that were learnt of meanwhile were offered nothing.
        let all_known = state.learnt == before.learnt;
        let mut late = BTreeSet::new();
        for (command, reached) in decided {
            if let Some(tick) = taking(command).and_then(|(_, terms)| terms.quote()).filter(|_| all_known) {
                state.set_offered(tick, true);
            }
            let Some((fill, reached)) = FillResting::of(command).zip(reached) else { continue };
            for (order, refusal) in &reached.refused {
                tracing::error!(%order, %refusal, "a resting order could not be decided on");
            }
            reached.gone.iter().for_each(|id| state.forget(*id));
            match reached.offered {
                OfferedTo::All if all_known => state.set_offered(&fill.tick, true),
                OfferedTo::Some if all_known => state.set_offered(&fill.tick, false),
                OfferedTo::All | OfferedTo::Some => {}
                OfferedTo::Nobody => drop(late.insert(fill.tick.instrument)),
            }
        }
        drop(state);
        self.catch_up(late);
    }

    fn failed(&self, commands: &mut dyn Iterator<Item = &Command>) {
        let mut state = self.state();
        for fill in commands.filter_map(FillResting::of) {
            state.begin_anew(fill.tick.instrument);
            state.behind.insert(fill.tick.instrument);
        }
    }

    fn recover<'a>(
        &'a self,
        batch: &'a mut Batch,
        accounts: &'a BTreeSet<AccountId>,
    ) -> BoxFuture<'a, Result<(), DbError>> {
        async move {
            let open = store::open_of(batch, accounts).await?;
            let mut state = self.state();
            let of_them = state.resting.iter().filter(|order| accounts.contains(&order.at.account));
            let ended: Vec<OrderId> = of_them.map(|order| order.at.id).collect();
            ended.into_iter().for_each(|id| state.forget(id));
            let learnt = self.learn(&mut state, &open.iter().collect::<Vec<_>>());
            drop(state);
            self.catch_up(learnt);
            Ok(())
        }
        .boxed()
    }
}
