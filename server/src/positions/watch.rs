//! Watches positions on margin: warns their customers, and closes what is stopped out.
//!
//! Each position waits for the quotes at which something may be due for it ([`MarginBounds`]), of its instrument and of
//! the pair that converts its profit. A tick that reaches them only says which positions are to be looked at; the part that
//! looks takes the newest quotes. The writer decides on a position as it is then.

mod book;

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use plumbline_core::decision::{Facts, Refusal};
use plumbline_core::ids::AccountId;
use plumbline_core::market::Tick;
use plumbline_core::orders::{Cancel, CloseReason, GroupRef, Liquidate, Order, OrderRef};
use plumbline_core::positions::{Position, PositionKey, PositionRef};
use plumbline_core::products::{MarginBounds, Marked, ProductKind, Terms, WarnMargin};
use tokio::sync::Notify;
use tokio::time::MissedTickBehavior;

use super::queries;
use crate::db::{Db, DbError, UnreadRow};
use crate::market::TickListener;
use crate::orders::{Pricing, queries as orders, store};
use crate::supervision::Supervisor;
use crate::writer::{RunError, Writer};
use book::Book;

/// How long a command waits that failed.
const TRY_AGAIN: Duration = Duration::from_secs(1);
/// The rounds of [`TRY_AGAIN`] in which all positions are looked at, since the rules of a new day may have other bounds.
const ROUNDS_FOR_ALL: usize = 600;
/// Positions that are looked at before others are served.
const A_LOOK: usize = 1_024;
/// How long others may have the book of positions, of which many are found due.
const BREATHER: Duration = Duration::from_millis(1);
/// Positions that are acted on at once at most.
const AT_ONCE: usize = 64;

#[derive(Debug)]
pub struct MarginWatch {
    db: Db,
    pricing: Arc<Pricing>,
    book: Mutex<Book>,
    writer: OnceLock<Writer>,
    /// Told when positions are due.
    due: Notify,
}

/// Closing a position comes before a warning.
#[derive(Debug)]
enum Act {
    Liquidate(Liquidate),
    Warn(WarnMargin),
    /// Nobody trades now, but may at this quote in a moment: when a session opens, or a night is recorded.
    Wait(PositionKey),
}

impl MarginWatch {
    /// A watch over the open positions of the database. It does nothing until [`MarginWatch::start`].
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn load(db: &Db, pricing: Arc<Pricing>) -> Result<Arc<Self>, DbError> {
        let (book, writer, due) = (Mutex::default(), OnceLock::new(), Notify::new());
        let watch = Arc::new(Self { db: db.clone(), pricing, book, writer, due });
        let mut reader = db.read().await?;
        let orders = orders::all_open(&mut reader).await?;
        let (positions, _) = queries::on_margin(&mut reader).await?;
        watch.take(&orders, &positions, &mut watch.book());
        Ok(watch)
    }

    /// Takes the orders and the open positions of accounts of which nothing is known.
    fn take(&self, orders: &[Order], positions: &[Position], book: &mut Book) {
        orders.iter().for_each(|order| book.take_order(order));
        positions.iter().for_each(|position| book.positions.take(position));
        let on_margin = |order: &&Order| {
            let instrument = self.pricing.market.catalog.get(order.at.instrument);
            let terms = instrument.and_then(|instrument| self.pricing.marking(instrument).ok());
            terms.is_some_and(|terms| terms.rules.product.kind() != ProductKind::Spot)
        };
        let can_be_read = |order: &&Order| !self.db.aside().has(order.at.account);
        let closing = orders.iter().filter(|order| order.status.is_open() && !order.opens());
        let closing = closing.filter(can_be_read).filter(on_margin).map(|order| (order.at, order.remaining()));
        book.beyond.extend(book::beyond(closing, positions));
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
        self.take(&orders, &positions, &mut book);
        drop(book);
        self.due.notify_one();
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
            let mut again = tokio::time::interval(TRY_AGAIN);
            again.set_missed_tick_behavior(MissedTickBehavior::Delay);
            let (mut failed, mut not_ended) = (BTreeSet::new(), Vec::new());
            loop {
                let mut keys = Vec::new();
                tokio::select! {
                    () = stopping.cancelled() => return,
                    () = watch.due.notified() => {}
                    _ = again.tick() => {
                        let mut book = watch.book();
                        book.beyond.append(&mut not_ended);
                        std::mem::take(&mut failed).into_iter().for_each(|key| book.positions.begin_anew_of(key));
                        let some = book.positions.len() / ROUNDS_FOR_ALL + 1;
                        keys = book.positions.walk(some);
                    }
                }
                // A feed and the writer wait for the book, which the next round would take again at once.
                while watch.book().positions.find_due(A_LOOK) {
                    tokio::time::sleep(BREATHER).await;
                }
                keys.extend(watch.book().positions.take_due(A_LOOK));
                if keys.len() >= A_LOOK {
                    watch.due.notify_one();
                }
                keys.sort_unstable();
                keys.dedup();
                not_ended.extend(watch.end_beyond().await);
                failed.extend(watch.look(&keys).await);
            }
        });
    }

    /// Takes positions and orders in their new state, as they were committed.
    pub fn update(&self, facts: &Facts) {
        let mut book = self.book();
        facts.written::<Order>().for_each(|order| book.take_order(order));
        let mut has_changed = false;
        for position in facts.written::<Position>().filter(|position| position.margin.is_some()) {
            book.positions.take(position);
            has_changed = true;
        }
        drop(book);
        if has_changed {
            self.due.notify_one();
        }
    }

    /// Ends the orders that close more than their positions hold for them: one of them was liquidated without waiting for
    /// an order that could not be read. Gives those that could not be ended, which are tried again.
    async fn end_beyond(&self) -> Vec<OrderRef> {
        let Some(writer) = self.writer.get() else { return Vec::new() };
        let mut failed = Vec::new();
        let ends = std::mem::take(&mut self.book().beyond);
        for order in ends {
            match writer.run(Cancel::new(order, CloseReason::Liquidated)).await {
                Ok(_) | Err(RunError::Refused(Refusal::OrderNotOpen | Refusal::OrderUnknown)) => {}
                // It is looked at again when its account is taken back.
                Err(RunError::Unreadable) if self.db.aside().has(order.account) => {}
                Err(error) => {
                    tracing::warn!(%error, order = %order.id, "an order beyond its position could not be ended; it is tried again");
                    failed.push(order);
                }
            }
        }
        failed
    }

    /// Marks positions, and does what is due for them, several at once. Gives those for which that failed.
    async fn look(&self, keys: &[PositionKey]) -> Vec<PositionKey> {
        let (mut acting, mut failed) = (FuturesUnordered::new(), Vec::new());
        for act in keys.iter().filter_map(|key| self.mark(*key)) {
            acting.push(self.carry_out(act));
            if acting.len() >= AT_ONCE {
                failed.extend(acting.next().await.flatten());
            }
        }
        while let Some(done) = acting.next().await {
            failed.extend(done);
        }
        failed
    }

    /// The act that is due for a position at the newest quotes. Otherwise it waits for others.
    fn mark(&self, key: PositionKey) -> Option<Act> {
        let (position, orders) = self.book().get(key)?;
        let market = &self.pricing.market;
        let instrument = market.catalog.get(key.instrument)?;
        let converted_by = self.pricing.converted_by(instrument);
        let quotes = || [Some(key.instrument), converted_by].map(|id| market.latest(id?));
        let judged = quotes();
        let terms = self.pricing.terms(instrument).ok();
        let (bounds, act) = self.judge(&position, orders, terms, MarginBounds::next_tick(converted_by));
        let mut book = self.book();
        book.positions.wait(key, position.version, bounds);
        // Quotes that came while it waited for none.
        for (judged, newest) in judged.into_iter().zip(quotes()) {
            if let Some(newest) = newest.filter(|newest| judged.is_none_or(|judged| judged != *newest)) {
                book.positions.has_ticked(&newest);
                self.due.notify_one();
            }
        }
        act
    }

    /// The act that is due at these terms, and the bounds that the position waits at.
    fn judge(
        &self,
        position: &Position,
        orders: Vec<OrderRef>,
        terms: Option<Terms>,
        next_tick: MarginBounds,
    ) -> (MarginBounds, Option<Act>) {
        let (Some(terms), Some(margin)) = (terms, position.margin) else { return (next_tick, None) };
        let key = position.key;
        let marked = Marked::of(position, &terms);
        let judged = marked.and_then(|marked| Ok((marked.is_due()?, marked.is_stopped_out()?, marked.bounds())));
        let is_tradable = terms.tradable_tick(self.pricing.clock.now()).is_some();
        match judged {
            Ok((false, _, bounds)) => (bounds, None),
            Ok(_) if !is_tradable && terms.is_fresh(self.pricing.clock.now()) => (next_tick, Some(Act::Wait(key))),
            // The next quote tells more.
            _ if !is_tradable => (next_tick, None),
            Ok((true, is_stopped_out, _)) => {
                let at = PositionRef { key, wallet: margin.wallet };
                let act = if is_stopped_out {
                    let others = self.book().get(key.opposite()).map_or_else(Vec::new, |(_, orders)| orders);
                    Act::Liquidate(Liquidate { at, orders, others, regardless: false, terms })
                } else {
                    Act::Warn(WarnMargin { at, terms })
                };
                (next_tick, Some(act))
            }
            Err(error @ (Refusal::Unsound(_) | Refusal::OutOfRange)) => {
                self.db.aside().put(&UnreadRow::refused(key.account, error));
                (next_tick, None)
            }
            Err(Refusal::NoQuote) => (next_tick, None),
            Err(error) => {
                tracing::warn!(%error, position = %position.id, "a position could not be marked");
                (next_tick, None)
            }
        }
    }

    /// Gives the position if it is to be tried again whatever ticks.
    async fn carry_out(&self, act: Act) -> Option<PositionKey> {
        let writer = self.writer.get()?;
        let (key, done) = match act {
            Act::Liquidate(liquidate) => (liquidate.at.key, self.liquidate(writer, liquidate).await),
            Act::Warn(warn) => (warn.at.key, writer.run(warn).await.map(drop)),
            Act::Wait(key) => return Some(key),
        };
        match done {
            Ok(()) => None,
            // The position, its closing orders, or the quote, are others by now.
            Err(RunError::Refused(
                Refusal::MarginSuffices | Refusal::PositionUnknown | Refusal::PositionHeld | Refusal::StaleQuote,
            )) => Some(key),
            // A row was refused that nobody can name: it may be mended at any time.
            Err(RunError::Unreadable) if !self.db.aside().has(key.account) => Some(key),
            // Its account is put aside: the position waits until that is taken back, whatever ticks.
            Err(RunError::Unreadable) => {
                let mut book = self.book();
                if let Some((position, _)) = book.get(key) {
                    book.positions.wait(key, position.version, MarginBounds::default());
                }
                None
            }
            Err(error) => {
                tracing::warn!(%error, "a position on margin could not be acted on; it is tried again");
                Some(key)
            }
        }
    }

    /// Closes a position. Where an order holds it that cannot be read, those orders are ended that can, and it is closed
    /// whatever the others hold. One that was just placed is ended when the position is looked at again; while the database
    /// cannot be read, nobody knows which orders those are, and it is tried again too.
    async fn liquidate(&self, writer: &Writer, liquidate: Liquidate) -> Result<(), RunError> {
        let key = liquidate.at.key;
        match writer.run(liquidate.clone()).await {
            Err(RunError::Refused(Refusal::PositionHeld | Refusal::ChargeUnknown) | RunError::Unreadable) => {}
            done => return done.map(drop),
        }
        let closing = |key| self.book().get(key).map_or_else(Vec::new, |(_, orders)| orders);
        let (known, others) = (closing(key), closing(key.opposite()));
        // Others close it by now, or the orders cannot be read: it is tried again.
        let again = Err(RunError::Refused(Refusal::PositionHeld));
        if known != liquidate.orders || others != liquidate.others {
            return again;
        }
        let readable = async {
            let mut reader = self.db.read().await?;
            let mut readable = Vec::new();
            for at in known {
                // A leg is decided on with all of its group.
                let others = at.group.iter().flat_map(GroupRef::orders);
                let mut can_be_read = true;
                for id in others.chain([at.id]) {
                    match orders::find(&mut reader, at.account, id).await {
                        Ok(_) => {}
                        Err(error) if error.is_unreadable() => can_be_read = false,
                        Err(error) => return Err(error),
                    }
                }
                readable.extend(can_be_read.then_some(at));
            }
            Ok(readable)
        };
        let orders = match readable.await {
            Ok(orders) => orders,
            Err(error) => {
                let error: DbError = error;
                tracing::warn!(%error, "orders that close a position could not be read; it is tried again");
                return again;
            }
        };
        tracing::error!(position = ?key, "a position is liquidated although an order that holds it, or a night that it owes, cannot be read");
        writer.run(Liquidate { orders, regardless: true, ..liquidate }).await.map(drop)
    }
}

/// The watch as the board knows it.
#[derive(Debug)]
struct Listener(Arc<MarginWatch>);

impl TickListener for Listener {
    fn on_tick(&self, tick: &Tick) {
        if self.0.book().positions.has_ticked(tick) {
            self.0.due.notify_one();
        }
    }
}
