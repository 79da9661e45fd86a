//! Fills resting orders when the market reaches them, and ends them when their time is over.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use plumbline_core::command::{Command, Reached, Refusal};
use plumbline_core::decimal::Quantity;
use plumbline_core::ids::OrderId;
use plumbline_core::market::{Session, Tick};
use plumbline_core::orders::{Ahead, Cancel, CloseReason, Order, OrderRef, RestingFill, RestingOrder, RestingOrders};
use plumbline_core::time::UnixMillis;
use tokio::runtime::Handle;

use super::fee_schedule::FeeSchedule;
use super::queries;
use crate::clock::Clock;
use crate::db::{Db, DbError, Dialect};
use crate::market::{Market, TickListener};
use crate::supervision::Supervisor;
use crate::writer::{RestingBook, RunError, Writer};

/// How often orders are looked at whose time may be over.
const EXPIRY_INTERVAL: Duration = Duration::from_secs(1);
/// How often open orders that other servers accepted are read from a shared database.
const RELOAD_INTERVAL_TICKS: u32 = 30;

/// Orders that expire in one commit at most.
const EXPIRE_MAX: usize = 256;
/// Orders of each side that a tick reaches in one commit at most, so that a commit stays short; the same tick is queued
/// again for the others.
const REACH_MAX: usize = 350;

#[derive(Debug, Default)]
struct State {
    resting: RestingOrders,
    /// Orders whose fee table is not known, which was logged. They want nothing of any tick, stand in nobody's way, and
    /// rest until they expire or are cancelled.
    unpriced: HashSet<OrderId>,
}

/// Listens to the board's ticks and to the writer's orders.
#[derive(Debug)]
pub struct Matcher {
    state: Mutex<State>,
    writer: OnceLock<Writer>,
    fees: Arc<FeeSchedule>,
    market: Arc<Market>,
    runtime: Handle,
}

impl Matcher {
    /// A matcher with the open orders of the database. It fills nothing until [`Matcher::start`].
    pub async fn load(db: &Db, fees: Arc<FeeSchedule>, market: Arc<Market>) -> Result<Arc<Self>, DbError> {
        let matcher = Arc::new(Self {
            state: Mutex::default(),
            writer: OnceLock::new(),
            fees,
            market,
            runtime: Handle::current(),
        });
        matcher.reload(db).await?;
        Ok(matcher)
    }

    async fn reload(&self, db: &Db) -> Result<(), DbError> {
        let open = queries::all_open(&mut db.read().await?).await?;
        self.update(&open);
        Ok(())
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the orders whose time is over, and then begins to fill and to expire orders until the
    /// server stops.
    pub async fn start(self: &Arc<Self>, writer: Writer, db: Db, clock: Clock, supervisor: &Supervisor) {
        if self.writer.set(writer).is_err() {
            return;
        }
        self.expire(clock.now()).await;
        self.market.board.listen(Arc::new(Listener(self.clone())));
        let (matcher, every) = (self.clone(), supervisor.every(EXPIRY_INTERVAL));
        supervisor.spawn("matcher", async move {
            let mut rounds: u32 = 0;
            while every.next().await {
                matcher.expire(clock.now()).await;
                rounds = rounds.wrapping_add(1);
                if db.dialect() == Dialect::Postgres
                    && rounds.is_multiple_of(RELOAD_INTERVAL_TICKS)
                    && let Err(error) = matcher.reload(&db).await
                {
                    tracing::warn!(%error, "open orders of other servers could not be read");
                }
            }
        });
    }

    /// Takes orders in their new state.
    pub fn update(&self, orders: &[Order]) {
        let mut state = self.state();
        for order in orders {
            if order.status.is_open() {
                self.insert(&mut state, RestingOrder::from(order));
            } else {
                state.forget(order.at.id);
            }
        }
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

    fn on_tick(self: &Arc<Self>, tick: &Tick) {
        if tick.session == Session::Regular && self.state().resting.crosses(tick) {
            self.fill(Arc::new(tick.clone()));
        }
    }

    /// Queues a tick that reaches orders. The book hears of what is filled by [`Matcher::update`].
    fn fill(self: &Arc<Self>, tick: Arc<Tick>) {
        let Some(writer) = self.writer.get() else { return };
        let (matcher, filling) = (self.clone(), writer.fill_resting(tick.clone(), self.clone()));
        self.runtime.spawn(async move {
            match filling.await {
                Ok(reached) => matcher.take(reached, tick),
                Err(error) => tracing::warn!(%error, seq = tick.seq, "resting orders could not be filled"),
            }
        });
    }

    /// Forgets orders that are not open any more, and goes on with a tick that reached more than one commit takes.
    fn take(self: &Arc<Self>, reached: Reached, tick: Arc<Tick>) {
        for (order, refusal) in &reached.refused {
            tracing::error!(%order, %refusal, "a resting order could not be decided on");
        }
        let mut state = self.state();
        reached.gone.iter().for_each(|id| state.forget(*id));
        drop(state);
        if reached.changed + reached.gone.len() >= REACH_MAX {
            self.fill(tick);
        }
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
        let cancel = Command::Cancel(Cancel { order, reason: CloseReason::Expired });
        match writer.run(order.account, cancel).await {
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

    /// The lot of an instrument and the fee table that an order was accepted with.
    fn rules(&self, order: &RestingOrder) -> Option<RestingFill> {
        let instrument = self.market.catalog.get(order.at.instrument)?;
        let fees = self.fees.version(instrument.market.fee_table(), &order.fee_version)?;
        Some(RestingFill { order: order.at, lot: instrument.lot, fees })
    }
}

impl State {
    fn forget(&mut self, id: OrderId) {
        self.resting.remove(id);
        self.unpriced.remove(&id);
    }
}

impl RestingBook for Matcher {
    fn reached(&self, tick: &Tick, before: &mut dyn Iterator<Item = &Command>) -> Vec<RestingFill> {
        let state = self.state();
        let (mut ahead, mut arriving) = (Ahead::default(), Vec::new());
        for command in before {
            match command {
                Command::FillResting(fill) if fill.tick.instrument == tick.instrument => ahead.add_tick(&fill.tick),
                Command::Cancel(cancel) if cancel.order.instrument == tick.instrument => {
                    if let Some(order) = state.resting.get(cancel.order.id) {
                        ahead.add_cancelled(order);
                    }
                }
                Command::Place(place) if place.at.instrument == tick.instrument => arriving.push(RestingFill {
                    order: place.at,
                    lot: place.listing.lot,
                    fees: place.listing.fees.clone(),
                }),
                _ => {}
            }
        }
        let crossed = state.resting.crossed(tick, ahead, REACH_MAX);
        crossed.into_iter().filter_map(|order| self.rules(order)).chain(arriving).collect()
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
