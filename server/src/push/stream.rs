//! An account's events on one socket: every event of the subscribed topics, once, in order.
//!
//! The database is the queue. Events that the bus brings only arrive sooner: when one is missing or comes out of order,
//! the stream reads on from the database, so events that the bus lost are sent too.

use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use plumbline_core::ids::{AccountId, SessionId};

use super::client::Client;
use super::events::{self, AccountEvent, BEHIND_MAX, Missed, PART};
use super::frame::Frame;
use super::json::Object;
use super::protocol::Answer;
use super::topic::UserTopic;
use crate::db::{Db, DbError};

/// The interval at which a catching-up stream checks if the client has taken the last part.
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
    /// For each topic, the last event of the account that the client was sent or has waived; `None` when it is not
    /// subscribed. Beyond [`Self::last_seq`] where the topic began later than another, or is read again over HTTP.
    marks: [Option<i64>; UserTopic::ALL.len()],
    /// The last event of the account that was looked at. `None` until the first subscription.
    last_seq: Option<i64>,
    catching_up: bool,
    /// The session is over, or the socket's customer is another one: no topic is turned on any more.
    left: bool,
    /// True if an event arrived while the stream was catching up, so that it has to look again.
    more: bool,
}

/// The result of a subscription.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subscribed {
    /// The account's newest event when the subscription began.
    pub last_seq: i64,
    /// Topics that cannot begin where they were asked for: the client has to read again over HTTP.
    pub resync: Vec<UserTopic>,
}

impl AccountStream {
    pub fn new(account_id: AccountId, session_id: SessionId, client: Arc<Client>) -> Self {
        Self { account_id, session_id, client, state: Mutex::default() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Subscribes to topics, each from the event after `since` or from now on. Call [`Self::catch_up`] afterwards,
    /// which finds out if all events since then are kept. Register the stream first, so that no event can fall between
    /// reading the newest number and the first push.
    pub async fn subscribe(&self, db: &Db, topics: &[(UserTopic, Option<i64>)]) -> Result<Subscribed, DbError> {
        let newest = events::newest(db, self.account_id).await?;
        // A number from the future means that the client talked to another database.
        let can_resume = |since: i64| (0..=BEHIND_MAX).contains(&newest.saturating_sub(since));
        let mut state = self.state();
        let mut resync = Vec::new();
        for &(topic, since) in topics {
            if state.marks[topic as usize].is_none() && !since.is_none_or(can_resume) {
                resync.push(topic);
            }
            state.begin(topic, since.filter(|since| can_resume(*since)).unwrap_or(newest));
        }
        Ok(Subscribed { last_seq: newest, resync })
    }

    /// Subscribes as [`Self::subscribe`] does without reading the database, if no earlier events are wanted: the topics
    /// are on already, or begin at the stream's position. `None` otherwise.
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

    /// Stops the account's events, also where the stream is catching up.
    pub fn leave(&self) {
        let mut state = self.state();
        (state.marks, state.left) = (Default::default(), true);
    }

    /// Ends the session's stream: none of the account's events follow this last frame.
    pub fn end(&self, last: &[u8]) {
        self.leave();
        self.client.send(last);
    }

    /// Sends events that the bus brought, in the bus's order. True when the stream has to [`Self::catch_up`].
    pub fn deliver(&self, events: &[AccountEvent]) -> bool {
        let mut state = self.state();
        let Some(last) = state.last_seq else { return false };
        if state.catching_up {
            state.more = true;
            return false;
        }
        let new: Vec<&AccountEvent> = events.iter().filter(|event| event.seq > last).collect();
        let without_gap = new.iter().zip(last + 1..).take_while(|(event, expected)| event.seq == *expected).count();
        let mut sent = 0;
        // A client that is blocked reads on from the database, at its own pace.
        for part in new[..without_gap].chunks(PART as usize).take_while(|_| !self.client.is_blocked()) {
            self.send(&mut state, part);
            sent += part.len();
        }
        sent < new.len()
    }

    /// True when the stream has not reached the account's newest event.
    pub fn is_behind(&self, newest: i64) -> bool {
        let state = self.state();
        !state.catching_up && state.last_seq.is_some_and(|last| last < newest)
    }

    /// Sends the events of the database that the client has not received, at the pace at which the client reads. Topics
    /// with events that are no longer kept, or are too many, have to be read again over HTTP.
    pub async fn catch_up(&self, db: &Db) {
        let Some(mut last) = self.begin_catching_up() else { return };
        while !self.client.is_closing() {
            match self.tell_missed(db, last).await {
                Ok(Some(next)) => last = next,
                Ok(None) => return,
                Err(error) => {
                    tracing::warn!(%error, "events could not be read; the stream tries again at the next sweep");
                    break;
                }
            }
        }
        self.state().catching_up = false;
    }

    /// Sends the account's events after `last`; gives the event to look after next, or `None` when the stream is live.
    async fn tell_missed(&self, db: &Db, last: i64) -> Result<Option<i64>, DbError> {
        let mut missed = Missed::since(db, self.account_id, last).await?;
        let mut at = self.skip(last, missed.after, missed.newest);
        while let Some(from) = at
            && from < missed.newest
            && !self.client.is_closing()
        {
            if self.client.is_blocked() {
                tokio::time::sleep(PACE).await;
            } else {
                let part = missed.next(db).await?;
                at = self.take_part(from, missed.newest, &part);
            }
        }
        let mut state = self.state();
        if at.is_some() && !std::mem::take(&mut state.more) && !self.client.is_closing() {
            state.catching_up = false;
            return Ok(None);
        }
        Ok(state.last_seq)
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

    /// Sends the events after `from`; gives the new position, or `None` when the stream is no longer at `from`.
    fn take_part(&self, from: i64, newest: i64, part: &[AccountEvent]) -> Option<i64> {
        let without_gap = part.iter().zip(from + 1..).all(|(event, expected)| event.seq == expected);
        if part.is_empty() || !without_gap {
            // The part was purged while the client was sent the one before.
            return self.skip(from, newest, newest);
        }
        let mut state = self.state();
        if state.last_seq != Some(from) {
            return None;
        }
        self.send(&mut state, &part.iter().collect::<Vec<_>>());
        state.last_seq
    }

    /// Moves from the event `from` to `after`; if they differ, the events between cannot be sent: clients read the
    /// topics that may have missed one again over HTTP, and are sent their events newer than `newest`. `None` when the
    /// stream is not at `from`: a topic was added that begins earlier, or no topic wants events after `after`.
    fn skip(&self, from: i64, after: i64, newest: i64) -> Option<i64> {
        let mut state = self.state();
        if state.last_seq != Some(from) {
            return None;
        }
        if after == from {
            return Some(from);
        }
        let mut resync = Vec::new();
        for topic in UserTopic::ALL {
            if let Some(mark) = &mut state.marks[topic as usize]
                && *mark < after
            {
                *mark = newest;
                resync.push(topic.code());
            }
        }
        if !resync.is_empty() {
            self.client.send(&Answer::Resync { topics: resync }.frame());
        }
        let next = state.marks.iter().flatten().min().map_or(newest, |mark| after.max(*mark));
        state.last_seq = Some(next);
        (next == after).then_some(after)
    }

    /// Sends the events of subscribed topics in one frame.
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
        if self.left || self.marks[topic as usize].is_some() {
            return;
        }
        // An earlier start than the stream's position rewinds it; the marks keep other topics from repeating.
        let last = self.last_seq.unwrap_or(from);
        self.marks.iter_mut().flatten().for_each(|mark| *mark = (*mark).max(last));
        self.marks[topic as usize] = Some(from);
        self.last_seq = Some(last.min(from));
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

#[cfg(test)]
mod tests {
    use tokio::io::AsyncReadExt;
    use tokio::net::{TcpListener, TcpStream};

    use super::*;
    use crate::push::UserTopic::{Orders, Positions, Wallets};
    use crate::push::tests::support::event;

    #[tokio::test]
    async fn what_is_purged_while_a_client_catches_up_is_read_again_over_http() {
        let orders_after_3 = |seq| event(7, seq, Orders);
        let gaps = [vec![], vec![orders_after_3(5)], vec![orders_after_3(4), orders_after_3(6)]];
        for part in gaps {
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            let mut peer = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
            let client = Arc::new(Client::new(listener.accept().await.unwrap().0, None));
            let stream = AccountStream::new(AccountId(7), SessionId(70), Arc::clone(&client));
            for (topic, from) in [(Orders, 3), (Positions, 9), (Wallets, 8)] {
                stream.state().begin(topic, from);
            }
            assert_eq!(stream.take_part(2, 9, &part), None, "the stream is elsewhere");
            assert_eq!(stream.take_part(3, 9, &part), Some(9));
            let live: Vec<AccountEvent> = [(10, Wallets), (11, Orders)].map(|(seq, topic)| event(7, seq, topic)).into();
            assert!(!stream.deliver(&live), "it goes on behind them");
            let mut events = Frame::default();
            events.push(br#"{"topic":"wallets","seq":10,"data":{"n":10}}"#);
            events.push(br#"{"topic":"orders","seq":11,"data":{"n":11}}"#);
            let expected = [&Answer::Resync { topics: vec!["orders", "wallets"] }.frame(), events.finish()].concat();
            let mut received = vec![0; expected.len()];
            peer.read_exact(&mut received).await.unwrap();
            assert_eq!(received, expected);
        }
    }

    /// One socket logs in as another customer.
    #[tokio::test]
    async fn a_stream_that_was_left_tells_nothing_while_it_catches_up() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mut peer = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let client = Arc::new(Client::new(listener.accept().await.unwrap().0, None));
        let stream = AccountStream::new(AccountId(7), SessionId(70), Arc::clone(&client));
        stream.state().begin(Orders, 3);
        assert_eq!(stream.take_part(3, 9, &[event(7, 4, Orders)]), Some(4));
        stream.leave();
        // A subscription that was requested before the stream was left.
        stream.state().begin(Orders, 4);
        assert_eq!(stream.take_part(4, 9, &[event(7, 5, Orders)]), Some(5));
        client.send(b"last");
        let mut events = Frame::default();
        events.push(br#"{"topic":"orders","seq":4,"data":{"n":4}}"#);
        let expected = [events.finish(), b"last"].concat();
        let mut received = vec![0; expected.len()];
        peer.read_exact(&mut received).await.unwrap();
        assert_eq!(received, expected);
    }
}
