//! The state that all sockets share: the lanes, the accounts, the bus.

use std::collections::{BTreeSet, HashSet};
use std::io;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use metrics::{counter, gauge};
use plumbline_core::ids::{AccountId, SessionId};
use thiserror::Error;
use tokio::sync::Notify;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::time::{Instant, MissedTickBehavior, interval_at};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::accounts::Accounts;
use super::broadcast::Broadcast;
use super::client::Client;
use super::events::{self, AccountEvent};
use super::lane::{ClientId, Lane};
use super::notice::Notice;
use super::protocol::{Answer, Rate};
use super::source::{MarketSource, Sources};
use super::stream::AccountStream;
use crate::bus::{Bus, BusError, Incoming, Outgoing};
use crate::clock::Clock;
use crate::db::{Db, DbError};
use crate::identity::{self, CurrentSession, Ended, SessionListener};
use crate::supervision::Supervisor;

/// The eye follows ten changes a second in a list; an open chart or ticket is flushed at once for a human.
const FLUSH_NORMAL: Duration = Duration::from_millis(100);
const FLUSH_FAST: Duration = Duration::from_millis(10);
/// Batches of events queued for the sockets, and as many queued for the bus. Those that do not fit are found in the
/// database by the sweeps.
const NOTICES_MAX: usize = 1_024;
/// The least time between two sweeps.
const SWEEP_PAUSE: Duration = Duration::from_millis(200);
/// The topic of notices on the bus.
const TOPIC: &str = "push";
/// News articles that a client receives when it subscribes.
pub const NEWS_KEPT: usize = 50;

/// The timeouts and intervals of a hub.
#[derive(Clone, Copy, Debug)]
pub struct Timing {
    /// A client that sent nothing for this long is pinged …
    pub ping_after: Duration,
    /// … and is disconnected when it does not answer within this.
    pub pong_within: Duration,
    /// A client that has had neither a session nor a topic for this long is disconnected.
    pub used_within: Duration,
    /// The interval at which the streams are compared with the database, to find events that the bus lost.
    pub sweep_every: Duration,
}

impl Default for Timing {
    fn default() -> Self {
        Self {
            ping_after: Duration::from_secs(30),
            pong_within: Duration::from_secs(30),
            used_within: Duration::from_secs(60),
            sweep_every: Duration::from_secs(5),
        }
    }
}

#[derive(Debug, Error)]
pub enum HubError {
    #[error(transparent)]
    Bus(#[from] BusError),
    #[error("a push lane could not be started: {0}")]
    Lane(#[from] io::Error),
}

/// The parts of the server that a hub needs.
#[derive(Clone)]
pub struct Parts {
    pub db: Db,
    pub clock: Clock,
    pub market: Arc<dyn MarketSource>,
    /// Cancelled when the server begins to stop.
    pub stopping: CancellationToken,
    pub supervisor: Supervisor,
    pub timing: Timing,
}

/// The part of the push socket that all connections share.
pub struct Hub {
    pub(super) db: Db,
    clock: Clock,
    pub(super) sources: Sources,
    pub(super) stopping: CancellationToken,
    pub(super) timing: Timing,
    normal: Lane,
    fast: Lane,
    accounts: Accounts,
    notices: Sender<Notice>,
    /// The accounts of which another server has ended many sessions, until they are looked up.
    ended_elsewhere: Mutex<BTreeSet<AccountId>>,
    /// Wakes the sweep for `ended_elsewhere`.
    look_up: Notify,
    pub(super) next_client: AtomicU64,
    /// The sockets' tasks.
    pub(super) tasks: TaskTracker,
    bus: Bus,
}

impl std::fmt::Debug for Hub {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Hub").field("sockets", &self.tasks.len()).finish_non_exhaustive()
    }
}

impl SessionListener for Hub {
    /// Ends the account topics of the sessions' sockets, here and at the other servers.
    fn sessions_ended(&self, account: AccountId, ended: Ended) {
        self.notify(Notice::SessionsEnded(account, ended));
    }
}

impl Hub {
    /// Starts the background work; sends notices to other servers over the bus, and receives theirs.
    pub async fn start(bus: Bus, parts: Parts) -> Result<Arc<Self>, HubError> {
        let (outgoing, theirs) = (bus.outgoing(TOPIC), bus.subscribe(TOPIC).await?);
        let (notices, received) = channel(NOTICES_MAX);
        let Parts { db, clock, market, stopping, supervisor, timing } = parts;
        let (status, news) = (Arc::new(Broadcast::new(usize::MAX)), Arc::new(Broadcast::new(NEWS_KEPT)));
        let sources = Sources { market, status, news };
        let (to_bus, for_bus) = channel(NOTICES_MAX);
        let hub = Arc::new(Self {
            normal: Lane::start(
                "normal",
                FLUSH_NORMAL,
                sources.clone(),
                clock.clone(),
                supervisor.watch("push normal"),
            )?,
            fast: Lane::start("fast", FLUSH_FAST, sources.clone(), clock.clone(), supervisor.watch("push fast"))?,
            db,
            clock,
            sources,
            stopping,
            timing,
            accounts: Accounts::default(),
            notices,
            ended_elsewhere: Mutex::default(),
            look_up: Notify::new(),
            next_client: AtomicU64::new(1),
            tasks: TaskTracker::new(),
            bus,
        });
        let to_bus = outgoing.is_some().then_some(to_bus);
        supervisor.spawn("push relay", Arc::clone(&hub).relay(theirs, received, to_bus));
        if let Some(outgoing) = outgoing {
            supervisor.spawn("push bus", tell_others(outgoing, for_bus, hub.stopping.clone()));
        }
        supervisor.spawn("push sweep", Arc::clone(&hub).sweep());
        Ok(hub)
    }

    /// True if the other servers can be reached, or there are none.
    pub fn is_connected(&self) -> bool {
        self.bus.is_connected()
    }

    /// Sends a commit's events to the customers' sockets, here and at the other servers. Never waits.
    pub fn publish(&self, events: Vec<AccountEvent>) {
        if !events.is_empty() {
            self.notify(Notice::Events(events));
        }
    }

    /// The broadcast of the markets' state, one item for each calendar.
    pub const fn status(&self) -> &Arc<Broadcast> {
        &self.sources.status
    }

    /// The broadcast of the newest articles, one item for each article.
    pub const fn news(&self) -> &Arc<Broadcast> {
        &self.sources.news
    }

    fn ended_elsewhere(&self) -> MutexGuard<'_, BTreeSet<AccountId>> {
        self.ended_elsewhere.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn notify(&self, notice: Notice) {
        if self.notices.try_send(notice).is_err() {
            counter!("push_notices_dropped_total").increment(1);
        }
    }

    /// Waits until every socket has been sent the request to reconnect and has closed, or `patience` is over.
    pub async fn stopped(&self, patience: Duration) {
        self.tasks.close();
        let _ = tokio::time::timeout(patience, self.tasks.wait()).await;
    }

    pub(super) const fn lane(&self, rate: Rate) -> &Lane {
        match rate {
            Rate::Normal => &self.normal,
            Rate::Fast => &self.fast,
        }
    }

    pub(super) fn leave(&self, id: ClientId) {
        gauge!("push_clients").decrement(1);
        self.normal.leave(id);
        self.fast.leave(id);
    }

    /// `None` when the account has its most sockets already.
    pub(super) fn join(&self, session: CurrentSession, client: &Arc<Client>) -> Option<Arc<AccountStream>> {
        let stream = Arc::new(AccountStream::new(session.account_id, session.session_id, Arc::clone(client)));
        self.accounts.register(&stream).then_some(stream)
    }

    pub(super) fn part(&self, stream: &Arc<AccountStream>) {
        self.accounts.unregister(stream);
        stream.leave();
    }

    /// False when the stream's session has ended since it joined.
    pub(super) fn is_joined(&self, stream: &Arc<AccountStream>) -> bool {
        self.accounts.of(stream.account_id).iter().any(|other| Arc::ptr_eq(other, stream))
    }

    pub(super) fn catch_up(&self, stream: Arc<AccountStream>) {
        let db = self.db.clone();
        tokio::spawn(async move { stream.catch_up(&db).await });
    }

    /// Passes notices on: this server's to its sockets and to the bus, those of others to its sockets. It never waits
    /// for the bus, which may be gone for a while.
    async fn relay(
        self: Arc<Self>,
        mut theirs: Option<Incoming>,
        mut ours: Receiver<Notice>,
        to_bus: Option<Sender<Bytes>>,
    ) {
        loop {
            let notice = tokio::select! {
                notice = ours.recv() => match notice {
                    Some(notice) => {
                        if to_bus.as_ref().is_some_and(|bus| bus.try_send(notice.to_json().into()).is_err()) {
                            counter!("push_notices_dropped_total").increment(1);
                        }
                        notice
                    }
                    None => return,
                },
                notice = receive(&mut theirs) => {
                    self.hear(notice);
                    continue;
                }
                () = self.stopping.cancelled() => return,
            };
            self.take(notice);
        }
    }

    /// Takes another server's notice, which somebody may have kept and sent again. What it says of many sessions is looked up:
    /// others may have begun since.
    fn hear(&self, notice: Notice) {
        match notice {
            Notice::SessionsEnded(account, Ended::AllExcept(_) | Ended::All) => {
                self.ended_elsewhere().insert(account);
                self.look_up.notify_one();
            }
            notice @ (Notice::Events(_) | Notice::SessionsEnded(_, Ended::One(_))) => self.take(notice),
        }
    }

    fn take(&self, notice: Notice) {
        match notice {
            Notice::Events(events) => {
                counter!("push_events_total").increment(events.len() as u64);
                self.accounts.deliver(events).into_iter().for_each(|stream| self.catch_up(stream));
            }
            Notice::SessionsEnded(account, ended) => self.end_sessions(account, ended),
        }
    }

    fn end_sessions(&self, account: AccountId, ended: Ended) {
        for stream in self.accounts.end(account, ended) {
            stream.end(&Answer::error("session_required").frame());
        }
    }

    /// Looks for events that the bus did not bring: it lost them, or their server died before it sent them. Ends the sockets of
    /// sessions that have ended, at once those of accounts of which another server has ended many.
    async fn sweep(self: Arc<Self>) {
        let mut due = interval_at(Instant::now() + self.timing.sweep_every, self.timing.sweep_every);
        due.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let swept = tokio::select! {
                _ = due.tick() => self.sweep_once().await,
                () = self.look_up.notified() => {
                    let named = std::mem::take(&mut *self.ended_elsewhere());
                    self.end_dead_sessions(|account| named.contains(&account)).await
                }
                () = self.stopping.cancelled() => return,
            };
            if let Err(error) = swept {
                tracing::warn!(%error, "the account streams could not be checked");
            }
            // Notices that come without end cost no more than five looks a second.
            self.stopping.run_until_cancelled(tokio::time::sleep(SWEEP_PAUSE)).await;
        }
    }

    async fn sweep_once(&self) -> Result<(), DbError> {
        let ended = self.end_dead_sessions(|_| true).await;
        for (account, newest) in events::newest_of(&self.db, &self.accounts.listened()).await? {
            self.sweep_account(account, newest);
        }
        ended
    }

    /// Ends the sockets of `whose` sessions that do not live any more.
    async fn end_dead_sessions(&self, whose: impl Fn(AccountId) -> bool) -> Result<(), DbError> {
        let joined: Vec<_> = self.accounts.sessions().into_iter().filter(|(account, _)| whose(*account)).collect();
        let ids: Vec<_> = joined.iter().map(|(_, id)| *id).collect();
        let living = identity::session::living(&self.db, &ids, self.clock.now()).await?;
        for (account, session) in ended(joined, living) {
            self.end_sessions(account, Ended::One(session));
        }
        Ok(())
    }

    fn sweep_account(&self, account: AccountId, newest: i64) {
        for stream in self.accounts.of(account).into_iter().filter(|stream| stream.is_behind(newest)) {
            counter!("push_streams_healed_total").increment(1);
            self.catch_up(stream);
        }
    }
}

/// The next notice of another server. Never returns without a bus.
async fn receive(theirs: &mut Option<Incoming>) -> Notice {
    let Some(theirs) = theirs else { return std::future::pending().await };
    while let Some(message) = theirs.next().await {
        match Notice::from_json(&message) {
            Ok(notice) => return notice,
            Err(error) => theirs.unreadable(&error),
        }
    }
    std::future::pending().await
}

/// Sends notices to the other servers, in order, at the pace of the bus.
async fn tell_others(outgoing: Outgoing, mut notices: Receiver<Bytes>, stopping: CancellationToken) {
    let tell = async {
        while let Some(notice) = notices.recv().await {
            outgoing.send(&notice).await;
        }
    };
    stopping.run_until_cancelled(tell).await;
}

/// The sockets that joined with a session that has ended.
fn ended(joined: Vec<(AccountId, SessionId)>, living: Vec<SessionId>) -> impl Iterator<Item = (AccountId, SessionId)> {
    let living: HashSet<SessionId> = living.into_iter().collect();
    joined.into_iter().filter(move |(_, session)| !living.contains(session))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sockets_end_whose_session_does_not_live() {
        let joined = [(1, 10), (1, 11), (2, 20), (2, 20)].map(|(account, id)| (AccountId(account), SessionId(id)));
        let over: Vec<_> = ended(joined.to_vec(), vec![SessionId(11), SessionId(30)]).collect();
        assert_eq!(over, [joined[0], joined[2], joined[3]]);
    }
}
