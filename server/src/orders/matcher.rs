//! Fills resting orders when the market reaches them, and ends them when their time is over.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use plumbline_core::command::{Command, Refusal};
use plumbline_core::ids::OrderId;
use plumbline_core::market::{Session, Tick};
use plumbline_core::orders::{Cancel, CloseReason, FillResting, Order, RestingOrder, RestingOrders};
use plumbline_core::time::UnixMillis;
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;

use super::fee_schedule::FeeSchedule;
use super::store;
use crate::clock::Clock;
use crate::db::{Db, DbError, Dialect};
use crate::market::{Market, TickListener};
use crate::operations::supervision::Supervisor;
use crate::writer::{RunError, Writer};

/// How often orders are looked at whose time may be over.
const EXPIRY_INTERVAL: Duration = Duration::from_secs(1);
/// How often open orders that other servers accepted are read from a shared database.
const RELOAD_INTERVAL_TICKS: u32 = 30;

#[derive(Debug, Default)]
struct State {
    resting: RestingOrders,
    /// Orders with a fill or a cancellation on its way through the writer.
    busy: HashSet<OrderId>,
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
        let open = store::all_open(&mut db.read().await?).await?;
        let mut state = self.state();
        open.iter().for_each(|order| state.resting.insert(RestingOrder::from(order)));
        Ok(())
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins to fill and to expire orders, until `stopping` is cancelled.
    pub fn start(
        self: &Arc<Self>,
        writer: Writer,
        db: Db,
        clock: Clock,
        stopping: CancellationToken,
        supervisor: &Supervisor,
    ) {
        if self.writer.set(writer).is_err() {
            return;
        }
        self.market.board.listen(Arc::new(Listener(self.clone())));
        let matcher = self.clone();
        supervisor.spawn("matcher", async move {
            let mut rounds: u32 = 0;
            while stopping.run_until_cancelled(tokio::time::sleep(EXPIRY_INTERVAL)).await.is_some() {
                matcher.expire(clock.now());
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
                state.resting.insert(RestingOrder::from(order));
            } else {
                state.resting.remove(order.at.id);
            }
        }
    }

    fn on_tick(self: &Arc<Self>, tick: &Tick) {
        if tick.session != Session::Regular {
            return;
        }
        let crossed = self.claim(|state| state.resting.crossed(tick));
        if crossed.is_empty() {
            return;
        }
        let tick = Arc::new(tick.clone());
        for order in crossed {
            let Some(fees) = self
                .market
                .catalog
                .get(tick.instrument)
                .and_then(|instrument| self.fees.version(instrument.market.fee_table(), &order.fee_version))
            else {
                continue;
            };
            self.send(order.clone(), Command::FillResting(FillResting { order: order.at, tick: tick.clone(), fees }));
        }
    }

    fn expire(self: &Arc<Self>, now: UnixMillis) {
        let over = self.claim(|state| {
            let over = state.resting.expired(now);
            over.iter().filter_map(|order| state.resting.get(order.id).cloned()).collect()
        });
        for order in over {
            self.send(order.clone(), Command::Cancel(Cancel { order: order.at, reason: CloseReason::Expired }));
        }
    }

    /// Picks orders, leaves out those that are busy, and marks the rest busy.
    fn claim(&self, pick: impl FnOnce(&State) -> Vec<RestingOrder>) -> Vec<RestingOrder> {
        let mut state = self.state();
        let picked = pick(&state);
        picked.into_iter().filter(|order| state.busy.insert(order.at.id)).collect()
    }

    /// Sends a command for an order through the writer. The book hears of the outcome by [`Matcher::update`]; an
    /// order that turns out not to be open any more leaves it.
    fn send(self: &Arc<Self>, order: RestingOrder, command: Command) {
        let Some(writer) = self.writer.get().cloned() else { return };
        let matcher = self.clone();
        self.runtime.spawn(async move {
            let result = writer.run(order.at.account, command).await;
            let mut state = matcher.state();
            state.busy.remove(&order.at.id);
            match result {
                Ok(_) | Err(RunError::Refused(Refusal::NothingToFill)) => {}
                Err(RunError::Refused(Refusal::OrderNotOpen | Refusal::OrderUnknown)) => {
                    state.resting.remove(order.at.id);
                }
                Err(error) => tracing::warn!(%error, order = %order.at.id, "a resting order could not be filled"),
            }
        });
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
