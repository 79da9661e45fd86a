//! An account's events on one socket: every event of the subscribed topics, once, in order.
//!
//! The database is the queue. Events that the bus brings are an acceleration: when one is missing or comes out of
//! order, the stream reads on from the database, and so it heals whatever the bus lost.

use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use plumbline_core::ids::{AccountId, SessionId};

use super::client::Client;
use super::events::{self, AccountEvent, Chunk};
use super::frame::Frame;
use super::json::Object;
use super::topic::UserTopic;
use crate::db::{Db, DbError};

/// Rows of events read from the database at a time while a client catches up.
const CHUNK: i64 = 64;
/// Events that a client may be behind and still resume; beyond that, reading again over HTTP is cheaper.
const RESUME_MAX: i64 = 2_000;
/// How often a catching-up stream looks whether the client has taken the last chunk.
const PACE: Duration = Duration::from_millis(10);

#[derive(Debug)]
pub struct AccountStream {
    pub account_id: AccountId,
    pub session_id: SessionId,
    client: Arc<Client>,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// For each topic, the last event that the client has or has waived; `None` when it is not subscribed.
    marks: [Option<i64>; UserTopic::ALL.len()],
    /// The last event of the account that was looked at. `None` until the first subscription.
    last_seq: Option<i64>,
    catching_up: bool,
    /// Something arrived while the stream was catching up, so it has to look again.
    more: bool,
}

/// What a subscription found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subscribed {
    /// The account's newest event when the subscription began.
    pub last_seq: i64,
    /// Topics whose missed events are no longer kept: the client has to read again over HTTP.
    pub resync: Vec<UserTopic>,
}

impl AccountStream {
    pub fn new(account_id: AccountId, session_id: SessionId, client: Arc<Client>) -> Self {
        Self { account_id, session_id, client, state: Mutex::default() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Subscribes to topics, each from the event after `since` or from now on. Call [`Self::catch_up`] afterwards.
    /// The stream must be registered before, so that no event can fall between reading the bounds and the first push.
    pub async fn subscribe(&self, db: &Db, topics: &[(UserTopic, Option<i64>)]) -> Result<Subscribed, DbError> {
        let bounds = events::bounds(db, self.account_id).await?;
        let mut state = self.state();
        let mut resync = Vec::new();
        for &(topic, since) in topics {
            let on = state.marks[topic as usize].is_some();
            let kept = on || since.is_none_or(|since| bounds.covers(since) && bounds.last - since <= RESUME_MAX);
            if !kept {
                resync.push(topic);
            }
            state.begin(topic, since.filter(|_| kept).unwrap_or(bounds.last));
        }
        Ok(Subscribed { last_seq: bounds.last, resync })
    }

    /// Subscribes as [`Self::subscribe`] does without asking the database, if nothing of the past is wanted: the topics
    /// are on already, or begin where the stream is.
    pub fn subscribe_from_here(&self, topics: &[(UserTopic, Option<i64>)]) -> Option<Subscribed> {
        let mut state = self.state();
        let here = state.last_seq?;
        let begins_here = |since: Option<i64>| !state.catching_up && since.is_none_or(|since| since == here);
        if !topics.iter().all(|(topic, since)| state.marks[*topic as usize].is_some() || begins_here(*since)) {
            return None;
        }
        topics.iter().for_each(|(topic, _)| state.begin(*topic, here));
        Some(Subscribed { last_seq: here, resync: Vec::new() })
    }

    pub fn unsubscribe(&self, topic: UserTopic) {
        self.state().marks[topic as usize] = None;
    }

    /// The session is over: nothing more of the account goes out after this last frame.
    pub fn end(&self, last: &[u8]) {
        self.state().marks = Default::default();
        self.client.send(last);
    }

    /// Sends what the bus brought, in the bus's order. True when the stream has to [`Self::catch_up`].
    pub fn deliver(&self, events: &[AccountEvent]) -> bool {
        let mut state = self.state();
        let Some(last) = state.last_seq else { return false };
        if state.catching_up {
            state.more = true;
            return false;
        }
        let new: Vec<&AccountEvent> = events.iter().filter(|event| event.seq > last).collect();
        let without_gap = new.iter().zip(last + 1..).take_while(|(event, expected)| event.seq == *expected).count();
        self.send(&mut state, &new[..without_gap]);
        without_gap < new.len()
    }

    /// True when the account's newest event has not been looked at.
    pub fn is_behind(&self, newest: i64) -> bool {
        let state = self.state();
        !state.catching_up && state.last_seq.is_some_and(|last| last < newest)
    }

    /// Sends what the database has and the client has not, at the pace at which the client reads.
    pub async fn catch_up(&self, db: &Db) {
        let Some(mut last) = self.begin_catching_up() else { return };
        while !self.client.is_closing() {
            if self.client.is_blocked() {
                tokio::time::sleep(PACE).await;
                continue;
            }
            match events::since(db, self.account_id, last, CHUNK).await {
                Ok(chunk) => match self.take_chunk(last, &chunk) {
                    Some(next) => last = next,
                    None => return,
                },
                Err(error) => {
                    tracing::warn!(%error, "events could not be read; the stream tries again at the next sweep");
                    break;
                }
            }
        }
        self.state().catching_up = false;
    }

    fn begin_catching_up(&self) -> Option<i64> {
        let mut state = self.state();
        let last = state.last_seq?;
        if state.catching_up {
            state.more = true;
            return None;
        }
        state.catching_up = true;
        state.more = false;
        Some(last)
    }

    /// Sends the chunk after `from`; gives where the next one begins, or `None` when the stream is live again.
    fn take_chunk(&self, from: i64, chunk: &Chunk) -> Option<i64> {
        let mut state = self.state();
        if state.last_seq != Some(from) {
            // A topic was added meanwhile that begins earlier.
            return state.last_seq;
        }
        self.send(&mut state, &chunk.events.iter().collect::<Vec<_>>());
        if !chunk.more && !std::mem::take(&mut state.more) {
            state.catching_up = false;
            return None;
        }
        state.last_seq
    }

    /// Sends the subscribed ones among `events` in one frame.
    fn send(&self, state: &mut State, events: &[&AccountEvent]) {
        let mut frame = Frame::default();
        let mut message = Vec::new();
        for event in events {
            state.last_seq = Some(event.seq);
            let Some(mark) = event.user_topic().and_then(|topic| state.marks[topic as usize].as_mut()) else {
                continue;
            };
            if event.seq > *mark {
                *mark = event.seq;
                write(&mut message, event);
                frame.push(&message);
            }
        }
        if frame.messages() > 0 {
            self.client.send(frame.finish());
        }
    }
}

impl State {
    /// Turns a topic on from the event after `from`, unless it is on.
    fn begin(&mut self, topic: UserTopic, from: i64) {
        let mark = &mut self.marks[topic as usize];
        if mark.is_some() {
            return;
        }
        *mark = Some(from);
        // An earlier start than the stream's position rewinds it; the marks keep other topics from repeating.
        self.last_seq = Some(self.last_seq.map_or(from, |last| last.min(from)));
    }
}

fn write(out: &mut Vec<u8>, event: &AccountEvent) {
    out.clear();
    let mut message = Object::begin(out);
    message.text("topic", &event.topic);
    message.integer("seq", event.seq);
    message.object("data", |out| out.extend_from_slice(event.data.as_bytes()));
    message.end();
}
