//! Watches positions on margin: marks them at each tick of their instruments and of the pairs that convert their profits,
//! warns their customers, closes what is stopped out, and closes what has reached its stop-loss or its take-profit.
//!
//! The ticks only say which instruments are to be looked at; the part that looks takes the newest ones. Whether a position
//! is really to be closed is decided by the writer, on the position as it is then.

mod book;

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use plumbline_core::decision::{Facts, Refusal};
use plumbline_core::ids::OrderId;
use plumbline_core::market::Tick;
use plumbline_core::orders::{Liquidate, Order, OrderRef, Trigger};
use plumbline_core::positions::{Position, PositionKey, PositionRef};
use plumbline_core::products::{Marked, Terms, WarnMargin};
use tokio::sync::Notify;

use super::queries;
use crate::db::{Db, DbError, Dialect};
use crate::market::TickListener;
use crate::orders::{Pricing, queries as orders};
use crate::supervision::Supervisor;
use crate::writer::{RunError, Writer};
use book::Book;

/// How often all positions are looked at, whatever ticked: where a command failed, it is tried again.
const LOOK_INTERVAL: Duration = Duration::from_secs(1);
/// How often positions that other servers opened are read from a shared database.
const RELOAD_INTERVAL_ROUNDS: u32 = 30;
/// Positions that are acted on at once at most.
const AT_ONCE: usize = 64;

#[derive(Debug)]
pub struct MarginWatch {
    db: Db,
    pricing: Arc<Pricing>,
    book: Mutex<Book>,
    writer: OnceLock<Writer>,
    ticked: Notify,
}

/// What is to be done about a position.
#[derive(Debug)]
enum Act {
    Liquidate(Liquidate),
    Trigger(Trigger),
    Warn(WarnMargin),
}

impl MarginWatch {
    /// A watch over the open positions of the database. It does nothing until [`MarginWatch::start`].
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn load(db: &Db, pricing: Arc<Pricing>) -> Result<Arc<Self>, DbError> {
        let (book, writer, ticked) = (Mutex::default(), OnceLock::new(), Notify::new());
        let watch = Arc::new(Self { db: db.clone(), pricing, book, writer, ticked });
        watch.reload().await?;
        Ok(watch)
    }

    async fn reload(&self) -> Result<(), DbError> {
        let known = self.book().versions();
        let mut reader = self.db.read().await?;
        let orders = orders::all_open(&mut reader).await?;
        let positions = queries::on_margin(&mut reader).await?;
        let mut book = self.book();
        orders.iter().for_each(|order| book.take_order(order));
        book.take_all(&positions, &known);
        Ok(())
    }

    fn book(&self) -> MutexGuard<'_, Book> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins to watch, until the server stops.
    pub fn start(self: &Arc<Self>, writer: Writer, supervisor: &Supervisor) {
        if self.writer.set(writer).is_err() {
            return;
        }
        self.pricing.market.board.listen(Arc::new(Listener(self.clone())));
        let (watch, stopping) = (self.clone(), supervisor.stopping().clone());
        supervisor.spawn("margin watch", async move {
            let (mut every, mut rounds) = (tokio::time::interval(LOOK_INTERVAL), 0_u32);
            loop {
                tokio::select! {
                    () = stopping.cancelled() => return,
                    () = watch.ticked.notified() => {
                        let ticked = watch.book().take_ticked();
                        watch.look(&ticked).await;
                    }
                    _ = every.tick() => {
                        rounds = rounds.wrapping_add(1);
                        watch.look_at_all(rounds).await;
                    }
                }
            }
        });
    }

    /// Takes positions and orders in their new state, as they were committed here.
    pub fn update(&self, facts: &Facts) {
        let mut book = self.book();
        facts.written::<Order>().for_each(|order| book.take_order(order));
        facts.written::<Position>().for_each(|position| book.take(position));
    }

    async fn look_at_all(&self, rounds: u32) {
        if self.db.dialect() == Dialect::Postgres
            && rounds.is_multiple_of(RELOAD_INTERVAL_ROUNDS)
            && let Err(error) = self.reload().await
        {
            tracing::warn!(%error, "positions of other servers could not be read");
        }
        let all = self.book().keys();
        self.look(&all).await;
    }

    /// Marks positions, and does what is to be done about them, several at once.
    async fn look(&self, keys: &[PositionKey]) {
        let mut acting = FuturesUnordered::new();
        for act in keys.iter().filter_map(|key| self.mark(*key)) {
            acting.push(self.carry_out(act));
            if acting.len() >= AT_ONCE {
                acting.next().await;
            }
        }
        while acting.next().await.is_some() {}
    }

    /// What is to be done about a position at the newest quotes.
    fn mark(&self, key: PositionKey) -> Option<Act> {
        let (position, orders) = self.book().get(key)?;
        let instrument = self.pricing.market.catalog.get(key.instrument)?;
        let terms = self.pricing.terms(instrument).ok()?;
        let converted_by = terms.conversion.as_ref().map(|conversion| conversion.tick.instrument);
        self.book().moves_with(key, converted_by);
        terms.tradable_tick(self.pricing.clock.now())?;
        let at = PositionRef { key, wallet: position.margin?.wallet };
        act(&position, at, orders, terms, || OrderId(self.pricing.ids.next())).unwrap_or_else(|error| {
            tracing::warn!(%error, position = %position.id, "a position could not be marked");
            None
        })
    }

    async fn carry_out(&self, act: Act) {
        let Some(writer) = self.writer.get() else { return };
        let done = match act {
            Act::Liquidate(liquidate) => writer.run(liquidate).await.map(drop),
            Act::Trigger(trigger) => writer.run(trigger).await.map(drop),
            Act::Warn(warn) => writer.run(warn).await.map(drop),
        };
        match done {
            Ok(()) => {}
            // The position, or the quote, is another one by now.
            Err(RunError::Refused(
                Refusal::MarginSuffices | Refusal::NotReached | Refusal::PositionUnknown | Refusal::StaleQuote,
            )) => {}
            // Another server has taken an order that closes it.
            Err(RunError::Refused(Refusal::PositionHeld)) => {
                if let Err(error) = self.reload().await {
                    tracing::warn!(%error, "orders of other servers could not be read");
                }
            }
            Err(error) => tracing::warn!(%error, "a position on margin could not be acted on; it is tried again"),
        }
    }
}

/// Closing it comes before its own stop-loss, and both before a warning.
fn act(
    position: &Position,
    at: PositionRef,
    orders: Vec<OrderRef>,
    terms: Terms,
    id: impl FnOnce() -> OrderId,
) -> Result<Option<Act>, Refusal> {
    let marked = Marked::of(position, &terms)?;
    let (stopped_out, warning) = (marked.is_stopped_out()?, marked.warning()?);
    let reached = position.protection.reached(position.key.direction, marked.mark);
    Ok(if stopped_out {
        Some(Act::Liquidate(Liquidate { at, orders, terms }))
    } else if reached.is_some() {
        Some(Act::Trigger(Trigger { at, id: id(), orders, terms }))
    } else {
        warning.map(|_| Act::Warn(WarnMargin { at, terms }))
    })
}

/// The watch as the board knows it.
#[derive(Debug)]
struct Listener(Arc<MarginWatch>);

impl TickListener for Listener {
    fn on_tick(&self, tick: &Tick) {
        if self.0.book().has_ticked(tick.instrument) {
            self.0.ticked.notify_one();
        }
    }
}
