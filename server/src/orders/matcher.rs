//! Fills resting orders when the market reaches them, and ends them when their time is over.
//!
//! Each tick that reaches an order is queued for the writer at once. What could not be queued, failed, or came while an
//! order was on its way into the book, is found by comparing the newest tick with the one that the book was offered last
//! ([`book`]); priority does not depend on it, because a batch offers a tick to the book before anybody takes of it.

mod births;
mod book;
mod state;

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use plumbline_core::decision::{Facts, Record, Refusal};
use plumbline_core::ids::{InstrumentId, OrderId};
use plumbline_core::market::Tick;
use plumbline_core::orders::{
    BestPrices, Cancel, Fill, FillResting, FillSource, Order, OrderRef, RestingFill, RestingOrder,
};
use plumbline_core::time::UnixMillis;

use super::rule_sets::RuleSets;
use super::{best_prices, queries};
use crate::clock::Clock;
use crate::db::{Db, DbError, UnreadRow};
use crate::market::{Market, STALE_AFTER_MILLIS, TickListener};
use crate::rounds::{Judgement, Rounds};
use crate::supervision::Supervisor;
use crate::writer::Writer;
use births::{EntryFills, entry_of};
use state::State;

/// How often orders are looked at whose time may be over, and ticks are tried again that failed.
const LOOK_INTERVAL: Duration = Duration::from_secs(1);

/// Orders that expire in one commit at most.
const EXPIRE_MAX: usize = 256;

/// Listens to the board's ticks and to the writer's orders.
#[derive(Debug)]
pub struct Matcher {
    state: Mutex<State>,
    writer: OnceLock<Writer>,
    db: Db,
    clock: Clock,
    rule_sets: Arc<RuleSets>,
    market: Arc<Market>,
}

impl Matcher {
    /// A matcher with the open orders of the database. It fills nothing until [`Matcher::start`].
    pub async fn load(
        db: &Db,
        clock: Clock,
        rule_sets: Arc<RuleSets>,
        market: Arc<Market>,
    ) -> Result<Arc<Self>, DbError> {
        let (state, writer) = (Mutex::default(), OnceLock::new());
        let matcher = Arc::new(Self { state, writer, db: db.clone(), clock, rule_sets, market });
        let mut reader = db.read().await?;
        let (open, best) = (queries::all_open(&mut reader).await?, best_prices::all(&mut reader).await?);
        let fills = EntryFills::stored(&mut reader, &open).await?;
        drop(reader);
        let mut state = matcher.state();
        best.iter().for_each(|best| state.resting.set_best(best));
        open.iter().for_each(|order| matcher.take_stored(&mut state, order, &fills));
        drop(state);
        Ok(matcher)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the orders whose time is over, and then begins to fill and to expire orders until `supervisor` stops.
    pub async fn start(self: &Arc<Self>, writer: Writer, supervisor: &Supervisor) {
        if self.writer.set(writer).is_err() {
            return;
        }
        self.expire(self.clock.now()).await;
        self.market.board.listen(Arc::new(Listener(self.clone())), supervisor.stopping());
        // The ticks that came before it listened.
        self.catch_up(self.market.catalog.iter().map(|instrument| instrument.id));
        let (matcher, every) = (self.clone(), supervisor.every(LOOK_INTERVAL));
        supervisor.spawn("matcher", async move {
            while every.next().await {
                matcher.try_again();
                matcher.expire(matcher.clock.now()).await;
            }
        });
    }

    /// Takes orders and best prices in their new state, as they were committed. What came to rest is offered the newest
    /// tick, if that came while it was on its way.
    pub fn update(&self, facts: &Facts) {
        self.take(facts.written(), facts.written(), facts.written());
    }

    fn take<'a>(
        &self,
        best: impl IntoIterator<Item = &'a BestPrices>,
        orders: impl IntoIterator<Item = &'a Order>,
        fills: impl IntoIterator<Item = &'a Fill>,
    ) {
        let mut filled: HashMap<OrderId, Vec<&Fill>> = HashMap::new();
        fills.into_iter().for_each(|fill| filled.entry(fill.order.id).or_default().push(fill));
        let mut state = self.state();
        let mut rested = BTreeSet::new();
        for best in best {
            state.set_best(best);
            rested.insert(best.instrument);
        }
        for order in orders {
            if order.status.is_open() {
                // A leg comes to life with a fill of its entry: the ticks of that batch were not planned for it. One that
                // was suspended and comes back has another place in time.
                let is_known = state.resting.get(order.at.id).is_some_and(|known| known.priority == order.priority);
                if order.at.leg().is_some() && !is_known {
                    state.begin_anew(order.at.instrument);
                    let fills = entry_of(order).and_then(|entry| filled.get(&entry));
                    let before = fills.into_iter().flatten().filter(|fill| fill.id.0 < order.priority.0);
                    if let Some(FillSource::Tick(tick)) = before.max_by_key(|fill| fill.id).map(|fill| &fill.source) {
                        state.bear(order.at.instrument, (tick.epoch, tick.seq), order.priority);
                    }
                }
                self.insert(&mut state, order);
                rested.insert(order.at.instrument);
            } else {
                state.forget(order.at.id);
            }
        }
        // Those of orders that are not known yet were offered to nobody.
        rested.append(&mut state.moving);
        drop(state);
        self.catch_up(rested);
    }

    /// The contract that an order was accepted with.
    fn rules(&self, order: &RestingOrder) -> Option<RestingFill> {
        let instrument = self.market.catalog.get(order.at.instrument)?;
        let rules = self.rule_sets.accepted(instrument, &order.fee_version)?;
        Some(RestingFill { order: order.at, rules })
    }

    /// Takes an order as it is stored, of which the book has not heard.
    fn take_stored(&self, state: &mut State, order: &Order, fills: &EntryFills) {
        self.insert(state, order);
        if let Some(tick) = fills.birth_of(order) {
            state.bear(order.at.instrument, tick, order.priority);
        }
    }

    fn insert(&self, state: &mut State, order: &Order) {
        let Some(instrument) = self.market.catalog.get(order.at.instrument) else {
            let (account, instrument) = (order.at.account, order.at.instrument.to_string());
            let why = DbError::Corrupt { column: "orders.instrument_id", value: instrument };
            self.db.aside().put(&UnreadRow::of_account(Order::NAME, account, why));
            return;
        };
        let rules = self.rule_sets.accepted(instrument, &order.fee_version);
        if rules.is_none() && state.unpriced.insert(order.at.id) {
            tracing::error!(order = %order.at.id, version = order.fee_version, "an order's fee table is not known");
        }
        state.resting.insert(RestingOrder::of(order, rules.as_deref()));
    }

    fn on_tick(&self, tick: &Tick) {
        if self.state().owes(tick) {
            self.fill(Arc::new(tick.clone()));
        }
    }

    /// Queues a tick that reaches orders. The book hears what comes of it.
    fn fill(&self, tick: Arc<Tick>) {
        let (Some(writer), Some(instrument)) = (self.writer.get(), self.market.catalog.get(tick.instrument)) else {
            return;
        };
        let Some((hours, conversion)) = self.rule_sets.moment(instrument) else { return };
        let mut state = self.state();
        state.queue(&tick);
        drop(state);
        let reached = FillResting { conversion, ..FillResting::new(tick, STALE_AFTER_MILLIS, hours) };
        if writer.fill_resting(reached).is_err() {
            self.state().behind.insert(instrument.id);
        }
    }

    /// Queues the newest ticks of `instruments` that the book has not been offered.
    fn catch_up(&self, instruments: impl IntoIterator<Item = InstrumentId>) {
        for instrument in instruments {
            let owed = |tick: &Tick| !self.market.is_stale(tick, self.clock.now()) && self.state().owes(tick);
            let owed = self.market.board.look(instrument, |tick, _| owed(tick)) == Some(true);
            if let Some(tick) = self.market.latest(instrument).filter(|_| owed) {
                self.fill(tick);
            }
        }
    }

    /// Tries the newest ticks of instruments where one could not be queued, or failed.
    fn try_again(&self) {
        let behind = std::mem::take(&mut self.state().behind);
        self.catch_up(behind);
    }

    /// Ends the orders whose time is over. An order that could not be ended is tried again by the next look.
    async fn expire(&self, now: UnixMillis) {
        let Some(writer) = self.writer.get() else { return };
        let rounds = Rounds { db: &self.db, writer, at_once: EXPIRE_MAX };
        let judge = |refusal| match refusal {
            Refusal::OrderNotOpen | Refusal::OrderUnknown => Judgement::Done,
            Refusal::Unsound(_) => Judgement::PutAside,
            _ => Judgement::Wait,
        };
        let mut tried = BTreeSet::new();
        loop {
            // Those of accounts that are put aside wait until those can be served, and what was refused for the next look.
            let served = |order: &OrderRef| !self.db.aside().has(order.account) && !tried.contains(&order.account);
            let over = self.state().resting.expired(now, EXPIRE_MAX, served);
            let ends = over.iter().map(|(order, over_at)| Cancel::expired(*order, *over_at).into());
            let round = rounds.run(ends.collect(), judge).await;
            if let Some(error) = round.failed {
                tracing::warn!(%error, "orders whose time is over could not be ended");
                return;
            }
            if over.is_empty() {
                return;
            }
            // A table may refuse to end an order without naming a row: then nobody knows when it would not.
            for account in round.left.iter().filter(|account| !self.db.aside().has(**account)) {
                tracing::error!(
                    account = account.0,
                    "an order whose time is over could not be ended; it is tried again"
                );
            }
            tried.extend(round.left.into_iter().chain(round.waiting));
            let mut state = self.state();
            let ended = over.iter().filter(|(order, _)| !tried.contains(&order.account));
            ended.for_each(|(order, _)| state.forget(order.id));
        }
    }
}

/// The matcher as the board knows it.
#[derive(Debug)]
struct Listener(Arc<Matcher>);

impl TickListener for Listener {
    fn on_tick(&self, tick: &Tick) {
        self.0.on_tick(tick);
    }
}

#[cfg(test)]
mod tests;
