//! Fills resting orders when the market reaches them, and ends them when their time is over.
//!
//! Each tick that reaches an order is queued for the writer at once. What could not be queued, failed, or came while an
//! order was on its way into the book, is found by comparing the newest tick with the one that the book was offered last
//! ([`book`]); priority does not depend on it, because a batch offers a tick to the book before anybody takes of it.

mod book;
mod state;

use std::collections::{BTreeSet, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use plumbline_core::decimal::Quantity;
use plumbline_core::decision::Refusal;
use plumbline_core::ids::{InstrumentId, OrderId};
use plumbline_core::market::Tick;
use plumbline_core::orders::{Cancel, CloseReason, FillResting, Order, OrderRef, RestingFill, RestingOrder};
use plumbline_core::time::UnixMillis;

use super::contracts::Contracts;
use super::queries;
use crate::clock::Clock;
use crate::db::{Db, DbError, Dialect};
use crate::market::{Market, STALE_AFTER_MILLIS, TickListener, is_stale};
use crate::supervision::Supervisor;
use crate::writer::{RunError, Writer};
use state::State;

/// How often orders are looked at whose time may be over, and ticks are tried again that failed.
const LOOK_INTERVAL: Duration = Duration::from_secs(1);
/// How often open orders that other servers accepted are read from a shared database, so that ticks reach them here
/// when their own server is gone. Those that a batch would overtake it finds by itself.
const RELOAD_INTERVAL_ROUNDS: u32 = 30;

/// Orders that expire in one commit at most.
const EXPIRE_MAX: usize = 256;

/// Listens to the board's ticks and to the writer's orders.
#[derive(Debug)]
pub struct Matcher {
    state: Mutex<State>,
    writer: OnceLock<Writer>,
    db: Db,
    clock: Clock,
    contracts: Arc<Contracts>,
    market: Arc<Market>,
}

impl Matcher {
    /// A matcher with the open orders of the database. It fills nothing until [`Matcher::start`].
    pub async fn load(
        db: &Db,
        clock: Clock,
        contracts: Arc<Contracts>,
        market: Arc<Market>,
    ) -> Result<Arc<Self>, DbError> {
        let (state, writer) = (Mutex::default(), OnceLock::new());
        let matcher = Arc::new(Self { state, writer, db: db.clone(), clock, contracts, market });
        matcher.reload().await?;
        Ok(matcher)
    }

    /// Reads what is open: orders that others accepted are taken in, and those that others ended are forgotten.
    async fn reload(&self) -> Result<(), DbError> {
        let known: HashSet<OrderId> = self.state().resting.iter().map(|order| order.at.id).collect();
        let open = queries::all_open(&mut self.db.read().await?).await?;
        let still_open: HashSet<OrderId> = open.iter().map(|order| order.at.id).collect();
        let mut state = self.state();
        known.difference(&still_open).for_each(|id| state.forget(*id));
        // What was known and is not any more has ended since it was read.
        let ended = |id: OrderId| known.contains(&id) && state.resting.get(id).is_none();
        let open: Vec<&Order> = open.iter().filter(|order| !ended(order.at.id)).collect();
        let learnt = self.learn(&mut state, &open);
        drop(state);
        self.catch_up(learnt);
        Ok(())
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the orders whose time is over, and then begins to fill and to expire orders until the server stops.
    pub async fn start(self: &Arc<Self>, writer: Writer, supervisor: &Supervisor) {
        if self.writer.set(writer).is_err() {
            return;
        }
        self.expire(self.clock.now()).await;
        self.market.board.listen(Arc::new(Listener(self.clone())));
        let (matcher, every) = (self.clone(), supervisor.every(LOOK_INTERVAL));
        supervisor.spawn("matcher", async move {
            let mut rounds: u32 = 0;
            while every.next().await {
                matcher.try_again();
                matcher.expire(matcher.clock.now()).await;
                rounds = rounds.wrapping_add(1);
                if matcher.db.dialect() == Dialect::Postgres
                    && rounds.is_multiple_of(RELOAD_INTERVAL_ROUNDS)
                    && let Err(error) = matcher.reload().await
                {
                    tracing::warn!(%error, "open orders of other servers could not be read");
                }
            }
        });
    }

    /// Takes orders in their new state, as they were committed here. What came to rest is offered the newest tick, if
    /// that came while it was on its way.
    pub fn update<'a>(&self, orders: impl IntoIterator<Item = &'a Order>) {
        let mut state = self.state();
        let mut rested = BTreeSet::new();
        for order in orders {
            if order.status.is_open() {
                self.insert(&mut state, RestingOrder::from(order));
                rested.insert(order.at.instrument);
            } else {
                state.forget(order.at.id);
            }
        }
        drop(state);
        self.catch_up(rested);
    }

    /// The contract that an order was accepted with.
    fn rules(&self, order: &RestingOrder) -> Option<RestingFill> {
        let instrument = self.market.catalog.get(order.at.instrument)?;
        let contract = self.contracts.accepted(instrument, &order.fee_version)?;
        Some(RestingFill { order: order.at, contract })
    }

    fn insert(&self, state: &mut State, mut order: RestingOrder) {
        if self.rules(&order).is_none() {
            order.remaining = Quantity::ZERO;
            if state.unpriced.insert(order.at.id) {
                tracing::error!(order = %order.at.id, version = order.fee_version, "an order's fee table is not known");
            }
        }
        state.resting.insert(order);
    }

    /// Takes in open orders as they are stored. Gives the instruments of those that were not known where they stand.
    fn learn(&self, state: &mut State, open: &[&Order]) -> BTreeSet<InstrumentId> {
        let mut learnt = BTreeSet::new();
        for order in open {
            let known = state.resting.get(order.at.id);
            if known.is_some_and(|known| known.version >= order.version) {
                continue;
            }
            let stands_there = known.is_some_and(|known| known.priority == order.priority);
            if !stands_there && learnt.insert(order.at.instrument) {
                state.begin_anew(order.at.instrument);
            }
            self.insert(state, RestingOrder::from(*order));
        }
        learnt
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
        let Some((hours, conversion)) = self.contracts.moment(instrument) else { return };
        let reached = FillResting { conversion, ..FillResting::new(tick, STALE_AFTER_MILLIS, hours) };
        if writer.fill_resting(reached).is_err() {
            self.state().behind.insert(instrument.id);
        }
    }

    /// Queues the newest ticks of `instruments` that the book has not been offered.
    fn catch_up(&self, instruments: impl IntoIterator<Item = InstrumentId>) {
        for instrument in instruments {
            let owed = |tick: &Tick| !is_stale(tick, self.clock.now()) && self.state().owes(tick);
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

    /// Ends the orders whose time is over.
    async fn expire(&self, now: UnixMillis) {
        loop {
            let over = self.state().resting.expired(now, EXPIRE_MAX);
            let ended = futures_util::future::join_all(over.into_iter().map(|order| self.end(order))).await;
            // What could not be ended is tried again in the next round.
            if !ended.contains(&true) {
                return;
            }
        }
    }

    /// Whether the order has left the book.
    async fn end(&self, order: OrderRef) -> bool {
        let Some(writer) = self.writer.get() else { return false };
        match writer.run(Cancel { order, reason: CloseReason::Expired }).await {
            Ok(_) | Err(RunError::Refused(Refusal::OrderNotOpen | Refusal::OrderUnknown)) => {
                self.state().forget(order.id);
                true
            }
            Err(error) => {
                tracing::warn!(%error, order = %order.id, "an order whose time is over could not be ended");
                false
            }
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
