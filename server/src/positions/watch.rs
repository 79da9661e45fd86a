//! Watches positions on margin: marks them at each tick of their instruments and of the pairs that convert their profits,
//! warns their customers, closes what is stopped out, and closes what has reached its stop-loss or its take-profit.
//!
//! The ticks only say which instruments are to be looked at; the part that looks takes the newest ones. Whether a position
//! is really to be closed is decided by the writer, on the position as it is then.

mod book;

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use plumbline_core::decision::{Facts, Refusal};
use plumbline_core::ids::{AccountId, OrderId};
use plumbline_core::market::Tick;
use plumbline_core::orders::{Liquidate, Order, OrderRef, Trigger};
use plumbline_core::positions::{Position, PositionKey, PositionRef};
use plumbline_core::products::{Marked, Terms, WarnMargin};
use tokio::sync::Notify;

use super::queries;
use crate::db::{Db, DbError, UnreadRow};
use crate::market::TickListener;
use crate::orders::{Pricing, queries as orders, store};
use crate::supervision::Supervisor;
use crate::writer::{RunError, Writer};
use book::Book;

/// How often all positions are looked at, whatever ticked: where a command failed, it is tried again.
const LOOK_INTERVAL: Duration = Duration::from_secs(1);
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
        let mut reader = db.read().await?;
        let orders = orders::all_open(&mut reader).await?;
        let (positions, _) = queries::on_margin(&mut reader).await?;
        let mut book = watch.book();
        orders.iter().for_each(|order| book.take_order(order));
        positions.iter().for_each(|position| book.take(position));
        drop(book);
        Ok(watch)
    }

    /// Reads the positions and the orders of accounts anew, whatever is known of them.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn take_back(&self, accounts: &BTreeSet<AccountId>) -> Result<(), DbError> {
        let mut reader = self.db.read().await?;
        let orders = store::open_of(&mut reader, accounts).await?;
        let (positions, _) = queries::on_margin_of(&mut reader, accounts).await?;
        let mut book = self.book();
        book.forget(accounts);
        orders.iter().for_each(|order| book.take_order(order));
        positions.iter().for_each(|position| book.take(position));
        Ok(())
    }

    fn book(&self) -> MutexGuard<'_, Book> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins to watch, until the term ends.
    pub fn start(self: &Arc<Self>, writer: Writer, supervisor: &Supervisor) {
        if self.writer.set(writer).is_err() {
            return;
        }
        self.pricing.market.board.listen(Arc::new(Listener(self.clone())), supervisor.stopping());
        let (watch, stopping) = (self.clone(), supervisor.stopping().clone());
        supervisor.spawn("margin watch", async move {
            let mut every = tokio::time::interval(LOOK_INTERVAL);
            loop {
                tokio::select! {
                    () = stopping.cancelled() => return,
                    () = watch.ticked.notified() => {
                        let ticked = watch.book().take_ticked();
                        watch.look(&ticked).await;
                    }
                    _ = every.tick() => {
                        let all = watch.book().keys();
                        watch.look(&all).await;
                    }
                }
            }
        });
    }

    /// Takes positions and orders in their new state, as they were committed.
    pub fn update(&self, facts: &Facts) {
        let mut book = self.book();
        facts.written::<Order>().for_each(|order| book.take_order(order));
        facts.written::<Position>().for_each(|position| book.take(position));
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
            match error {
                Refusal::Unsound(_) | Refusal::OutOfRange => {
                    self.db.aside().put(&UnreadRow::refused(key.account, error))
                }
                _ => tracing::warn!(%error, position = %position.id, "a position could not be marked"),
            }
            None
        })
    }

    async fn carry_out(&self, act: Act) {
        let Some(writer) = self.writer.get() else { return };
        let done = match act {
            Act::Liquidate(liquidate) => self.liquidate(writer, liquidate).await,
            Act::Trigger(trigger) => writer.run(trigger).await.map(drop),
            Act::Warn(warn) => writer.run(warn).await.map(drop),
        };
        match done {
            Ok(()) => {}
            // The position, its closing orders, or the quote, are others by now.
            Err(RunError::Refused(
                Refusal::MarginSuffices
                | Refusal::NotReached
                | Refusal::PositionUnknown
                | Refusal::PositionHeld
                | Refusal::StaleQuote,
            )) => {}
            // Its account is put aside: the position waits for the operator.
            Err(RunError::Unreadable) => {}
            Err(error) => tracing::warn!(%error, "a position on margin could not be acted on; it is tried again"),
        }
    }

    /// Closes a position. Where an order holds it that cannot be read, those orders are ended that can, and it is closed
    /// whatever the others hold. One that was just placed is ended when the position is looked at again; while the database
    /// cannot be read, nobody knows which orders those are, and it is tried again too.
    async fn liquidate(&self, writer: &Writer, liquidate: Liquidate) -> Result<(), RunError> {
        let key = liquidate.at.key;
        match writer.run(liquidate.clone()).await {
            Err(RunError::Refused(Refusal::PositionHeld) | RunError::Unreadable) => {}
            done => return done.map(drop),
        }
        let known = self.book().get(key).map_or_else(Vec::new, |(_, orders)| orders);
        if known != liquidate.orders {
            return Ok(());
        }
        let readable = async {
            let mut reader = self.db.read().await?;
            let mut readable = Vec::new();
            for at in known {
                match orders::find(&mut reader, at.account, at.id).await {
                    Ok(_) => readable.push(at),
                    Err(error) if error.is_unreadable() => {}
                    Err(error) => return Err(error),
                }
            }
            Ok(readable)
        };
        let orders = match readable.await {
            Ok(orders) => orders,
            Err(error) => {
                let error: DbError = error;
                tracing::warn!(%error, "orders that close a position could not be read; it is tried again");
                return Ok(());
            }
        };
        tracing::error!(position = ?key, "a position is liquidated although an order holds it that cannot be read");
        writer.run(Liquidate { orders, regardless: true, ..liquidate }).await.map(drop)
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
        Some(Act::Liquidate(Liquidate { at, orders, regardless: false, terms }))
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
