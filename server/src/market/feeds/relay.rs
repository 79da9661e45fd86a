//! Ticks from the leader to its standbys, over the bus. A standby makes no ticks of its own, so that every price shown
//! is one that the leader decides on.
//!
//! Messages are numbered within a term. A standby that misses one, or begins to listen, asks for the newest tick of
//! every instrument, which all standbys then receive.

use std::cmp::Ordering;
use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_nats::Subscriber;
use bytes::Bytes;
use futures_util::StreamExt;
use plumbline_core::ids::InstrumentId;
use plumbline_core::market::Tick;
use plumbline_core::time::UnixMillis;
use serde::{Deserialize, Serialize};
use tokio::sync::Notify;
use tokio::time::Instant;

use crate::bus::{Bus, BusError, Outgoing};
use crate::leader::Leadership;
use crate::market::{Market, TickListener};
use crate::supervision::Supervisor;

/// The topics of ticks, and of standbys that ask for all of them.
const TICKS: &str = "ticks";
const ASK: &str = "ticks.ask";
/// Time for which ticks are collected before they are sent.
const COLLECT_FOR: Duration = Duration::from_millis(10);
/// A message is sent at least this often, so that a standby can tell that the leader is alive.
const TELL_EVERY: Duration = Duration::from_secs(1);
/// The newest ticks of all instruments are sent at most this often.
const TELL_ALL_EVERY: Duration = Duration::from_millis(500);
/// A standby that receives nothing for this long marks all prices stale.
const SILENT_MAX: Duration = Duration::from_secs(5);
/// Ticks in one message: with ten levels a side, well below the bus's limit of a megabyte.
const MESSAGE_TICKS_MAX: usize = 2_000;

/// Most ticks queued for the bus.
const WAITING_MAX: usize = 20_000;

/// A message of the leader.
#[derive(Debug, Serialize, Deserialize)]
struct Told {
    token: i64,
    /// Rises by one with each message of a term.
    number: u64,
    ticks: Vec<Tick>,
    /// The time until which nights have been charged, and the pairs that are behind.
    nights: (UnixMillis, HashSet<InstrumentId>),
}

/// Ticks that are queued to be sent.
#[derive(Debug, Default)]
struct Waiting {
    ticks: Mutex<Vec<Tick>>,
    ticked: Notify,
}

impl TickListener for Waiting {
    fn on_tick(&self, tick: &Tick) {
        let mut ticks = self.ticks.lock().unwrap_or_else(PoisonError::into_inner);
        // The bus is blocked: once it is not, the newest tick of every instrument is sent.
        if ticks.len() < WAITING_MAX {
            ticks.push(tick.clone());
        }
        self.ticked.notify_one();
    }
}

impl Waiting {
    /// The queued ticks; `None` if there were too many to store them all.
    fn take(&self) -> Option<Vec<Tick>> {
        let ticks = std::mem::take(&mut *self.ticks.lock().unwrap_or_else(PoisonError::into_inner));
        (ticks.len() < WAITING_MAX).then_some(ticks)
    }
}

/// Sends ticks to the standbys, until the term of `supervisor` ends.
///
/// # Errors
/// The bus refuses a subscription.
pub async fn tell(
    bus: &Bus,
    market: &Arc<Market>,
    leadership: &Leadership,
    supervisor: &Supervisor,
) -> Result<(), BusError> {
    let (Some(outgoing), Some(asked)) = (bus.outgoing(TICKS), bus.subscribe(ASK).await?) else { return Ok(()) };
    let Some(token) = leadership.term() else { return Ok(()) };
    let waiting = Arc::new(Waiting::default());
    market.board.listen(waiting.clone(), supervisor.stopping());
    let teller = Teller { outgoing, market: market.clone(), token, number: 0 };
    let stopping = supervisor.stopping().clone();
    supervisor.spawn("ticks to standbys", async move {
        stopping.run_until_cancelled(teller.run(waiting, asked)).await;
    });
    Ok(())
}

struct Teller {
    outgoing: Outgoing,
    market: Arc<Market>,
    token: i64,
    number: u64,
}

impl Teller {
    async fn run(mut self, waiting: Arc<Waiting>, mut asked: Subscriber) {
        // Servers that were standbys before do not know this term yet.
        self.tell_all().await;
        let mut told_all = Instant::now();
        loop {
            let mut all = false;
            tokio::select! {
                () = waiting.ticked.notified() => tokio::time::sleep(COLLECT_FOR).await,
                () = tokio::time::sleep(TELL_EVERY) => {}
                ask = asked.next() => match ask {
                    Some(_) => all = true,
                    None => return std::future::pending().await,
                },
            }
            // Standbys that start together ask together, and get one answer.
            if all && told_all.elapsed() >= TELL_ALL_EVERY {
                self.tell_all().await;
                told_all = Instant::now();
            } else if all {
                tokio::time::sleep_until(told_all + TELL_ALL_EVERY).await;
                self.tell_all().await;
                told_all = Instant::now();
            }
            match waiting.take() {
                Some(ticks) => self.send(ticks).await,
                None => self.tell_all().await,
            }
        }
    }

    /// Sends the newest tick of every instrument.
    async fn tell_all(&mut self) {
        let market = self.market.clone();
        let all = market.catalog.all();
        self.send(all.iter().filter_map(|known| market.latest(known.id)).map(|tick| (*tick).clone()).collect()).await;
    }

    async fn send(&mut self, mut ticks: Vec<Tick>) {
        loop {
            let rest = ticks.split_off(ticks.len().min(MESSAGE_TICKS_MAX));
            self.number += 1;
            let nights = self.market.recorded_nights.all();
            let told = Told { token: self.token, number: self.number, ticks, nights };
            match postcard::to_stdvec(&told) {
                Ok(message) => self.outgoing.send(Bytes::from(message)).await,
                Err(error) => tracing::error!(%error, "ticks could not be written for the standbys"),
            }
            if rest.is_empty() {
                return;
            }
            ticks = rest;
        }
    }
}

/// Receives the leader's ticks while this server is a standby, until the server stops.
///
/// # Errors
/// The bus refuses a subscription.
pub async fn follow(
    bus: &Bus,
    market: &Arc<Market>,
    leadership: &Leadership,
    supervisor: &Supervisor,
) -> Result<(), BusError> {
    let (Some(told), Some(ask)) = (bus.subscribe(TICKS).await?, bus.outgoing(ASK)) else { return Ok(()) };
    let follower = Follower {
        market: market.clone(),
        leadership: leadership.clone(),
        ask,
        last: Numbered::default(),
        heard: None,
    };
    let stopping = supervisor.stopping().clone();
    supervisor.spawn("ticks of the leader", async move {
        stopping.run_until_cancelled(follower.run(told)).await;
    });
    Ok(())
}

/// The number of a message: the term's token, and its number in the term.
#[derive(Clone, Copy, Debug, Default)]
struct Numbered {
    token: i64,
    number: u64,
}

/// The order of a message relative to the last received one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// A message of an ended term: a leader that was suspended may still send prices that orders are not decided on.
    Old,
    /// A message of the present term; `is_next` if none before it was missed.
    SameTerm { is_next: bool },
    /// A message of a new term; `is_next` if none before it was missed.
    NewTerm { is_next: bool },
}

impl Numbered {
    fn place_of(self, told: Self) -> Place {
        match told.token.cmp(&self.token) {
            Ordering::Less => Place::Old,
            Ordering::Equal => Place::SameTerm { is_next: told.number == self.number + 1 },
            Ordering::Greater => Place::NewTerm { is_next: told.number == 1 },
        }
    }
}

/// Whether what a leader tells comes after what a standby shows. A feed of another name counts from where it likes.
fn follows(newest: &Tick, told: &Tick) -> bool {
    newest.feed != told.feed || told.is_newer_than(newest)
}

struct Follower {
    market: Arc<Market>,
    leadership: Leadership,
    ask: Outgoing,
    /// The last message that was received, and the time of that.
    last: Numbered,
    heard: Option<Instant>,
}

impl Follower {
    async fn run(mut self, mut told: Subscriber) {
        self.ask.send(Bytes::new()).await;
        loop {
            let message = tokio::time::timeout(TELL_EVERY, told.next()).await;
            if matches!(message, Ok(None)) {
                return std::future::pending().await;
            }
            if self.leadership.leads() {
                self.market.board.set_silent(false);
                continue;
            }
            if let Ok(Some(message)) = message {
                match postcard::from_bytes(&message.payload) {
                    Ok(told) => self.take(told).await,
                    Err(error) => tracing::warn!(%error, "a message on the bus is not one of ours"),
                }
            }
            let silent = self.heard.is_none_or(|heard| heard.elapsed() >= SILENT_MAX);
            self.market.board.set_silent(silent && !self.leadership.leads());
        }
    }

    async fn take(&mut self, told: Told) {
        let at = Numbered { token: told.token, number: told.number };
        let (is_new_term, is_next) = match self.last.place_of(at) {
            Place::Old => return,
            Place::SameTerm { is_next } => (false, is_next),
            Place::NewTerm { is_next } => (true, is_next),
        };
        (self.last, self.heard) = (at, Some(Instant::now()));
        for tick in &told.ticks {
            let is_shown = |newest: &Tick| is_new_term || follows(newest, tick);
            if self.market.board.look(tick.instrument, |newest, _| is_shown(newest)).unwrap_or(true) {
                self.market.publish(tick);
            }
        }
        let (until, behind) = told.nights;
        self.market.recorded_nights.set(until, behind);
        if !is_next {
            self.ask.send(Bytes::new()).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    #[test]
    fn a_standby_finds_what_it_missed_and_believes_no_term_that_is_over() {
        let last = Numbered { token: 4, number: 7 };
        let table = [
            ((4, 8), Place::SameTerm { is_next: true }),
            ((4, 9), Place::SameTerm { is_next: false }),
            ((3, 8), Place::Old),
            ((5, 1), Place::NewTerm { is_next: true }),
            ((6, 2), Place::NewTerm { is_next: false }),
        ];
        for ((token, number), place) in table {
            assert_eq!(last.place_of(Numbered { token, number }), place, "{token} {number}");
        }
        let started = Numbered::default();
        assert_eq!(started.place_of(Numbered { token: 4, number: 7 }), Place::NewTerm { is_next: false });
    }

    #[test]
    fn a_standby_shows_what_is_newer_and_what_a_feed_of_another_name_says() {
        let of = |feed: &str, seq| Tick { feed: feed.into(), seq, ..testing::tick(InstrumentId(1)) };
        let newest = of("us-2026", 7);
        for (told, expected) in [(of("us-2026", 8), true), (of("us-2026", 7), false), (of("us-2027", 1), true)] {
            assert_eq!(follows(&newest, &told), expected, "{} {}", told.feed, told.seq);
        }
    }

    #[test]
    fn a_bus_that_takes_nothing_costs_bounded_memory_and_all_is_told_after_it() {
        let waiting = Waiting::default();
        let tick = testing::tick_at(InstrumentId(1), UnixMillis(1));
        waiting.on_tick(&tick);
        assert_eq!(waiting.take(), Some(vec![tick.clone()]));
        for _ in 0..WAITING_MAX + 10 {
            waiting.on_tick(&tick);
        }
        assert_eq!(waiting.ticks.lock().unwrap().len(), WAITING_MAX);
        assert_eq!(waiting.take(), None, "not all of them are known");
        assert_eq!(waiting.take(), Some(Vec::new()));
    }
}
