//! Ticks from the leader to its standbys, over the bus. A standby makes no ticks of its own, so that every price shown
//! is one that the leader decides on.
//!
//! Messages are numbered within a term. A standby that misses one, or begins to listen, asks for the newest tick of
//! every instrument, which all standbys then receive.
//!
//! A standby shows the ticks that it receives. Where it leads later, they are the prices until its own feeds have published:
//! those that the last leader decided on.

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
use crate::leader::{CLOCK_OFF_MAX, Leader, Leadership, Role};
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

/// A term, by its token and its begin: a restored database counts its tokens again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Term {
    token: i64,
    since: UnixMillis,
}

impl Term {
    /// The term of the server itself; `None` while it does not lead.
    fn own(leadership: &Leadership) -> Option<Self> {
        match *leadership.role().borrow() {
            Role::Leads { token, since } => Some(Self { token, since }),
            Role::Standby(_) => None,
        }
    }

    const fn of(leader: &Leader) -> Self {
        Self { token: leader.token, since: leader.since }
    }
}

/// A message of the leader.
#[derive(Debug, Serialize, Deserialize)]
struct Told {
    term: Term,
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
    let (Some(outgoing), Some(term)) = (bus.outgoing(TICKS), Term::own(leadership)) else { return };
    let waiting = Arc::new(Waiting::default());
    market.board.listen(waiting.clone(), supervisor.stopping());
    let teller = Teller { outgoing, market: market.clone(), term, number: 0 };
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
    term: Term,
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
            let told = Told { term: self.term, number: self.number, ticks, nights };
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
        followed: Followed::default(),
        heard: None,
    };
    let stopping = supervisor.stopping().clone();
    supervisor.spawn("ticks of the leader", async move {
        stopping.run_until_cancelled(follower.run(told)).await;
    });
    Ok(())
}

/// The most that a tick may be ahead of the database's time: two servers that may lead differ by no more.
const AHEAD_MAX: i64 = 2 * CLOCK_OFF_MAX;

/// Whether what a leader tells comes after what a standby shows. A feed of another name counts from where it likes.
fn follows(newest: &Tick, told: &Tick) -> bool {
    newest.feed != told.feed || told.is_newer_than(newest)
}

/// A term as a standby follows it.
#[derive(Debug, Default)]
struct Followed {
    /// That of the leader that the lease names; `None` before there was one.
    term: Option<Term>,
    /// The number of the last message.
    number: u64,
    /// The instruments of which a tick was shown.
    shown: HashSet<InstrumentId>,
}

impl Followed {
    /// Counts a message: `None` unless it is a new one of the leader that the lease names, and false if one before it was
    /// missed. A leader that was suspended may still send prices that orders are not decided on. No other term counts,
    /// a higher one neither: a restored database begins again at a lower token, and a copy of the database has terms of its
    /// own. While the lease cannot be read, or is free, the last leader goes on.
    fn count(&mut self, (term, number): (Term, u64), leads: Option<Term>) -> Option<bool> {
        if leads.is_some() && leads != self.term {
            *self = Self { term: leads, ..Self::default() };
        }
        if self.term != Some(term) || number <= self.number {
            return None;
        }
        let is_next = number - 1 == self.number;
        self.number = number;
        Some(is_next)
    }
}

struct Follower {
    market: Arc<Market>,
    leadership: Leadership,
    ask: Outgoing,
    followed: Followed,
    /// The time of the last message that counted.
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
                        let has_missed = self.take(message, self.leadership.leader().as_ref().map(Term::of));
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
    fn take(&mut self, told: Told, leads: Option<Term>) -> bool {
        let Some(is_next) = self.followed.count((told.term, told.number), leads) else { return false };
        self.heard = Some(Instant::now());
        let market = self.market.clone();
        market.board.receive(|| {
            // The lease may have come to this server meanwhile.
            if self.leadership.term().is_some() {
                return;
            }
            told.ticks.iter().for_each(|tick| self.show(tick));
            let (until, behind) = told.nights;
            self.market.recorded_nights.set(until, behind);
        });
        !is_next
    }

    /// Publishes a tick that follows the newest one and is sound. The leader's fence knows what came before it. A tick
    /// of times to come is that of a leader whose clock has jumped: the next leader's would stand behind it until then.
    fn show(&mut self, tick: &Tick) {
        if tick.received_time.since(self.leadership.database_time()) > AHEAD_MAX {
            metrics::counter!("plumbline_ticks_refused_total", "reason" => "ahead").increment(1);
            return;
        }
        let is_traded = self.market.catalog.get(tick.instrument).is_none_or(|instrument| instrument.tradable);
        if let Err(nonsense) = check_alone(tick, is_traded) {
            metrics::counter!("plumbline_ticks_refused_total", "reason" => nonsense.code()).increment(1);
            return;
        }
        // The first of a term counts, whatever the last leader has told.
        let is_first = self.followed.shown.insert(tick.instrument);
        let is_shown = |newest: &Tick| is_first || follows(newest, tick);
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

    fn term(token: i64, since: i64) -> Term {
        Term { token, since: UnixMillis(since) }
    }

    #[test]
    fn a_standby_finds_what_it_missed_and_believes_the_leader_that_the_lease_names() {
        let mut followed = Followed::default();
        let (third, fourth) = (term(3, 1), term(4, 2));
        // The term that the lease names, the term and number of a message, and whether it counts and follows the last.
        let table = [
            (None, (fourth, 1), None),
            (Some(third), (fourth, 1), None),
            (Some(third), (third, 7), Some(false)),
            (Some(third), (third, 8), Some(true)),
            (Some(third), (third, 8), None),
            (Some(third), (third, 10), Some(false)),
            (Some(third), (term(i64::MAX, 1), 1), None),
            (Some(third), (term(3, 2), 11), None),
            (None, (third, 11), Some(true)),
            (None, (fourth, 12), None),
            (Some(fourth), (third, 12), None),
            (Some(fourth), (fourth, 1), Some(true)),
            (Some(fourth), (fourth, u64::MAX), Some(false)),
            (Some(fourth), (fourth, 0), None),
        ];
        for (lease, message, expected) in table {
            assert_eq!(followed.count(message, lease), expected, "{message:?} under {lease:?}");
        }
    }

    #[test]
    fn a_standby_follows_the_leader_of_a_restored_database() {
        let mut followed = Followed::default();
        assert_eq!(followed.count((term(9, 1), 5_000), Some(term(9, 1))), Some(false));
        // Restored to the term before, or to the same one, which begins again later.
        assert_eq!(followed.count((term(8, 2), 1), Some(term(8, 2))), Some(true));
        assert_eq!(followed.count((term(9, 1), 5_001), Some(term(8, 2))), None, "the copy of before goes on");
        assert_eq!(followed.count((term(9, 3), 1), Some(term(9, 3))), Some(true));
        assert_eq!(
            followed.count((term(9, 1), 5_002), Some(term(9, 3))),
            None,
            "a late message of the first term of this token"
        );
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
        (Follower { market, leadership, ask, followed: Followed::default(), heard: None }, nobody)
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
            let told = Told { term: term(1, 1), number, ticks: vec![tick], nights: (UnixMillis(0), HashSet::new()) };
            follower.take(told, Some(term(1, 1)));
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
