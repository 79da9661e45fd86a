//! Ticks from the leader to its standbys, over the bus. A standby makes no ticks of its own, so that every price shown
//! is one that the leader decides on.
//!
//! Messages are numbered within a term. A standby that misses one, or begins to listen, asks for the newest tick of
//! every instrument, which all standbys then receive.
//!
//! A standby shows the ticks that it receives. Where it leads later, they are the prices until its own feeds have published:
//! those that the last leader decided on.

use std::cmp::Ordering;
use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::FutureExt;
use plumbline_core::ids::InstrumentId;
use plumbline_core::market::{Tick, check_alone};
use plumbline_core::time::UnixMillis;
use serde::{Deserialize, Serialize};
use tokio::sync::Notify;
use tokio::time::Instant;

use crate::bus::{Bus, BusError, Incoming, Outgoing};
use crate::leader::{CLOCK_OFF_MAX, Leadership};
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

/// Sends ticks to the standbys, until the term of `supervisor` ends. The term does not wait for the bus.
pub fn tell(bus: &Bus, market: &Arc<Market>, leadership: &Leadership, supervisor: &Supervisor) {
    let (Some(outgoing), Some(token)) = (bus.outgoing(TICKS), leadership.term()) else { return };
    let waiting = Arc::new(Waiting::default());
    market.board.listen(waiting.clone(), supervisor.stopping());
    let teller = Teller { outgoing, market: market.clone(), token, number: 0 };
    let (bus, stopping) = (bus.clone(), supervisor.stopping().clone());
    supervisor.spawn("ticks to standbys", async move {
        let telling = async {
            match bus.subscribe(ASK).await {
                Ok(Some(asked)) => teller.run(waiting, asked).await,
                Ok(None) => {}
                Err(error) => tracing::error!(%error, "standbys cannot be told the ticks"),
            }
        };
        stopping.run_until_cancelled(telling).await;
    });
}

struct Teller {
    outgoing: Outgoing,
    market: Arc<Market>,
    token: i64,
    number: u64,
}

impl Teller {
    async fn run(mut self, waiting: Arc<Waiting>, mut asked: Incoming) {
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
            while all && asked.next().now_or_never().flatten().is_some() {}
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
                Ok(message) => self.outgoing.send(&message).await,
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

/// The most that a tick may be ahead of the database's time: two servers that may lead differ by no more.
const AHEAD_MAX: i64 = 2 * CLOCK_OFF_MAX;

/// The order of a message relative to the last received one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// A message of an ended term, since a leader that was suspended may still send prices that orders are not decided
    /// on; or one that has come before.
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
            Ordering::Equal if told.number <= self.number => Place::Old,
            Ordering::Equal => Place::SameTerm { is_next: told.number - 1 == self.number },
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
    async fn run(mut self, mut told: Incoming) {
        self.ask.send(&[]).await;
        loop {
            let message = tokio::time::timeout(TELL_EVERY, told.next()).await;
            if matches!(message, Ok(None)) {
                return std::future::pending().await;
            }
            // A renewal that is late ends no term.
            if self.leadership.term().is_some() {
                self.market.board.set_silent(false);
                continue;
            }
            if let Ok(Some(message)) = message {
                match postcard::from_bytes(&message) {
                    Ok(message) => {
                        let has_missed = self.take(message);
                        if has_missed {
                            self.ask.send(&[]).await;
                        }
                    }
                    Err(error) => told.unreadable(&error),
                }
            }
            let silent = self.heard.is_none_or(|heard| heard.elapsed() >= SILENT_MAX);
            self.market.board.receive(|| self.market.board.set_silent(silent && self.leadership.term().is_none()));
        }
    }

    /// Shows what the leader tells. True if a message before it was missed.
    fn take(&mut self, told: Told) -> bool {
        let at = Numbered { token: told.token, number: told.number };
        let (is_new_term, is_next) = match self.last.place_of(at) {
            _ if self.leadership.leader().is_some_and(|leader| at.token < leader.token) => return false,
            Place::Old => return false,
            Place::SameTerm { is_next } => (false, is_next),
            Place::NewTerm { is_next } => (true, is_next),
        };
        (self.last, self.heard) = (at, Some(Instant::now()));
        self.market.board.receive(|| {
            // The lease may have come to this server meanwhile.
            if self.leadership.term().is_some() {
                return;
            }
            told.ticks.iter().for_each(|tick| self.show(tick, is_new_term));
            let (until, behind) = told.nights;
            self.market.recorded_nights.set(until, behind);
        });
        !is_next
    }

    /// Publishes a tick that follows the newest one and is sound. The leader's fence knows what came before it. A tick
    /// of times to come is that of a leader whose clock has jumped: the next leader's would stand behind it until then.
    fn show(&self, tick: &Tick, is_new_term: bool) {
        if tick.received_time.since(self.leadership.database_time()) > AHEAD_MAX {
            metrics::counter!("plumbline_ticks_refused_total", "reason" => "ahead").increment(1);
            return;
        }
        let is_traded = self.market.catalog.get(tick.instrument).is_none_or(|instrument| instrument.tradable);
        if let Err(nonsense) = check_alone(tick, is_traded) {
            metrics::counter!("plumbline_ticks_refused_total", "reason" => nonsense.code()).increment(1);
            return;
        }
        let is_shown = |newest: &Tick| is_new_term || follows(newest, tick);
        if self.market.board.look(tick.instrument, |newest, _| is_shown(newest)).unwrap_or(true) {
            self.market.publish(tick);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Clock;
    use crate::db::Db;
    use crate::secret::Secret;
    use crate::server_key::ServerKey;
    use crate::testing;

    #[test]
    fn a_standby_finds_what_it_missed_and_believes_no_term_that_is_over() {
        let last = Numbered { token: 4, number: 7 };
        let table = [
            ((4, 8), Place::SameTerm { is_next: true }),
            ((4, 9), Place::SameTerm { is_next: false }),
            ((4, 7), Place::Old),
            ((4, 1), Place::Old),
            ((4, u64::MAX), Place::SameTerm { is_next: false }),
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

    /// A standby's market, and what it has of the bus.
    async fn follower(folder: &std::path::Path) -> (Follower, tokio::net::TcpListener) {
        let db = Db::open(&format!("sqlite://{}", folder.join("t.db").display())).await.unwrap();
        let market = testing::market(&db, 3).await;
        let leadership = testing::leadership(&db, &Clock::System).await;
        leadership.give_back().await;
        assert!(!leadership.leads());
        let key = ServerKey::load(Some(&Secret::new("1".repeat(64))), folder).unwrap();
        // A bus that says nothing.
        let nobody = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let uri = format!("nats://{}", nobody.local_addr().unwrap());
        let ask = Bus::connect(Some(&uri), &key, "").await.unwrap().outgoing(ASK).unwrap();
        (Follower { market, leadership, ask, last: Numbered::default(), heard: None }, nobody)
    }

    #[tokio::test]
    async fn a_standby_shows_no_tick_that_a_feed_could_not_publish() {
        let folder = tempfile::tempdir().unwrap();
        let (mut follower, _nobody) = follower(folder.path()).await;
        let id = follower.market.catalog.all()[0].id;
        let sound = Tick {
            bids: testing::levels(&[(1_000, 1)]),
            asks: testing::levels(&[(1_002, 1)]),
            last: testing::price(1_001),
            ..testing::tick_at(id, UnixMillis(1_795_208_340_000))
        };
        let mut number = 0;
        let mut take = |tick: Tick| {
            number += 1;
            follower.take(Told { token: 1, number, ticks: vec![tick], nights: (UnixMillis(0), HashSet::new()) });
            follower.market.latest(id).map(|tick| tick.seq)
        };
        for time in [i64::MIN, i64::MIN + 1, i64::MAX].map(UnixMillis) {
            assert_eq!(take(Tick { exchange_time: time, received_time: time, seq: 1, ..sound.clone() }), None);
        }
        assert_eq!(take(Tick { bids: sound.asks, seq: 2, ..sound.clone() }), None, "crossed");
        for instrument in [-1, 0, i64::MIN, i64::MAX].map(InstrumentId) {
            assert_eq!(take(Tick { instrument, seq: 3, ..sound.clone() }), None, "no instrument");
        }
        assert_eq!(take(Tick { seq: 4, ..sound.clone() }), Some(4));
        // A split, which the leader's fence has believed.
        let low = |cents| testing::levels(&[(cents, 1)]);
        assert_eq!(take(Tick { seq: 5, bids: low(100), asks: low(102), last: testing::price(101), ..sound }), Some(5));
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
