//! A flush loop: one thread that sends each of its clients the newest states of its topics, once an interval.
//!
//! There is no queue anywhere. A watched topic has one slot; at each flush the slots read the newest states, and the
//! changes are serialised once for all clients, one message behind the other. A client's frame is joined from those and
//! written without waiting.
//!
//! A client is in step when it has received the state of all its slots at the last flush, so that it needs only the
//! changes of the next. A client whose socket was blocked skips flushes, and when it can be written to again it gets a
//! snapshot of all its topics. So nothing has to be stored for each topic of each client.

use std::collections::HashMap;
use std::io;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use metrics::{counter, histogram};
use plumbline_core::time::UnixMillis;
use tokio::sync::oneshot;

use super::client::{Client, Sent};
use super::frame::Frame;
use super::quote::Quote;
use super::slots::Slots;
use super::source::Sources;
use super::topic::Subject;
use crate::clock::Clock;
use crate::supervision;

/// Clients whose frames are joined before the first of them is written. A write drives all other data out of the
/// processor's nearest caches, so alternating joins and writes would make both wait for memory.
const BATCH: usize = 32;

/// The number of a socket within this process.
pub type ClientId = u64;

/// A topic that a client watches.
#[derive(Clone, Debug)]
pub struct Watch {
    /// The topic's text, as the client will receive it.
    pub topic: Arc<str>,
    pub subject: Subject,
}

#[derive(Debug)]
enum Command {
    Watch(ClientId, Arc<Client>, Vec<Watch>),
    /// Answered when no more messages of these subjects will be sent.
    Unwatch(ClientId, Vec<Subject>, oneshot::Sender<()>),
    Leave(ClientId),
}

/// The handle of a lane. The thread ends when its handle is dropped.
#[derive(Debug)]
pub struct Lane {
    commands: Sender<Command>,
}

impl Lane {
    /// Starts the thread, which sleeps while no topic is watched.
    pub fn start(
        name: &'static str,
        interval: Duration,
        sources: Sources,
        clock: Clock,
        watch: supervision::Watch,
    ) -> io::Result<Self> {
        let (commands, received) = channel();
        let lane = Loop {
            name,
            sources,
            clock,
            slots: Slots::default(),
            changes: Changes::default(),
            clients: Vec::new(),
            positions: HashMap::new(),
            frames: Default::default(),
        };
        let run = move || {
            let _watch = watch;
            lane.run(&received, interval);
        };
        thread::Builder::new().name(format!("push-{name}")).spawn(run)?;
        Ok(Self { commands })
    }

    /// Adds topics for a client. Snapshots of them are sent at once.
    pub fn watch(&self, id: ClientId, client: &Arc<Client>, watches: Vec<Watch>) {
        self.command(Command::Watch(id, Arc::clone(client), watches));
    }

    /// Takes topics away from a client. Returns when no more of their messages will be sent, so that another lane may
    /// begin.
    pub async fn unwatch(&self, id: ClientId, subjects: Vec<Subject>) {
        let (done, ended) = oneshot::channel();
        self.command(Command::Unwatch(id, subjects, done));
        // An error means that the lane has ended, and then it sends nothing either.
        let _ = ended.await;
    }

    pub fn leave(&self, id: ClientId) {
        self.command(Command::Leave(id));
    }

    fn command(&self, command: Command) {
        if self.commands.send(command).is_err() {
            tracing::error!("a push lane has ended");
        }
    }
}

#[derive(Debug)]
struct Subscriber {
    id: ClientId,
    client: Arc<Client>,
    watched: Vec<Watched>,
    /// False when the client skipped a flush, and has to be sent snapshots.
    in_step: bool,
}

/// A topic of a subscriber, and the place of its slot.
#[derive(Clone, Copy, Debug)]
struct Watched {
    subject: Subject,
    place: u32,
}

/// The result of the last flush: the messages of all slots, in one buffer that is reused at each flush.
#[derive(Debug, Default)]
struct Changes {
    messages: Vec<u8>,
    /// The begin and end of the message of the slot at a place; equal when the slot did not change. Entries of places
    /// without a slot have no meaning.
    spans: Vec<(u32, u32)>,
    /// The previous quote of the slot that is being refreshed.
    before: Quote,
}

struct Loop {
    name: &'static str,
    sources: Sources,
    clock: Clock,
    slots: Slots,
    changes: Changes,
    clients: Vec<Subscriber>,
    /// The index of each client in `clients`.
    positions: HashMap<ClientId, usize>,
    /// The frames of one [`BATCH`].
    frames: [Frame; BATCH],
}

impl Loop {
    fn run(mut self, commands: &Receiver<Command>, interval: Duration) {
        let mut due = Instant::now() + interval;
        loop {
            let command = if self.clients.is_empty() {
                commands.recv().map_err(|_| RecvTimeoutError::Disconnected)
            } else {
                commands.recv_timeout(due.saturating_duration_since(Instant::now()))
            };
            match command {
                Ok(command) => self.obey(command),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
            let now = Instant::now();
            if now >= due {
                self.flush();
                histogram!("push_flush_seconds", "lane" => self.name).record(now.elapsed().as_secs_f64());
                // A late flush does not make the following ones hurry.
                due = (due + interval).max(now + interval / 2);
            }
        }
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::Watch(id, client, watches) => self.watch(id, client, watches),
            Command::Unwatch(id, subjects, done) => {
                self.unwatch(id, &subjects);
                let _ = done.send(());
            }
            Command::Leave(id) => self.leave(id),
        }
    }

    fn watch(&mut self, id: ClientId, client: Arc<Client>, watches: Vec<Watch>) {
        let position = *self.positions.entry(id).or_insert(self.clients.len());
        if position == self.clients.len() {
            self.clients.push(Subscriber { id, client, watched: Vec::with_capacity(watches.len()), in_step: true });
        }
        let subscriber = &mut self.clients[position];
        let watched = subscriber.watched.len();
        let now = self.clock.now();
        for Watch { topic, subject } in watches {
            if !subscriber.watched.iter().any(|known| known.subject == subject) {
                let place = self.slots.watch(subject, &topic, subscriber.client.site, &self.sources, now);
                subscriber.watched.push(Watched { subject, place });
            }
        }
        let unknown = if subscriber.in_step { watched } else { 0 };
        let frame = &mut self.frames[0];
        subscriber.join_snapshots(unknown, &self.slots, frame);
        subscriber.send(frame);
    }

    fn unwatch(&mut self, id: ClientId, subjects: &[Subject]) {
        let Some(&position) = self.positions.get(&id) else { return };
        let (dropped, kept) = self.clients[position].watched.iter().partition(|of| subjects.contains(&of.subject));
        self.release(dropped, self.clients[position].client.site);
        self.clients[position].watched = kept;
        if self.clients[position].watched.is_empty() {
            self.remove(id);
        }
    }

    fn leave(&mut self, id: ClientId) {
        if let Some(left) = self.remove(id) {
            self.release(left.watched, left.client.site);
        }
    }

    fn remove(&mut self, id: ClientId) -> Option<Subscriber> {
        let position = self.positions.remove(&id)?;
        let removed = self.clients.swap_remove(position);
        if let Some(moved) = self.clients.get(position) {
            self.positions.insert(moved.id, position);
        }
        Some(removed)
    }

    /// Removes a client of a site from the watchers of these topics.
    fn release(&mut self, watched: Vec<Watched>, site: Option<IpAddr>) {
        watched.into_iter().for_each(|watched| self.slots.release(watched.subject, site));
    }

    fn flush(&mut self) {
        self.changes.collect(&mut self.slots, &self.sources, self.clock.now());
        let mut sent = 0;
        for clients in self.clients.chunks_mut(BATCH) {
            for (subscriber, frame) in clients.iter_mut().zip(&mut self.frames) {
                subscriber.join(&self.slots, &self.changes, frame);
            }
            for (subscriber, frame) in clients.iter_mut().zip(&mut self.frames) {
                sent += subscriber.send(frame);
            }
        }
        counter!("push_messages_sent_total", "lane" => self.name).increment(sent);
    }
}

impl Changes {
    fn collect(&mut self, slots: &mut Slots, sources: &Sources, now: UnixMillis) {
        self.messages.clear();
        self.spans.resize(slots.places(), (0, 0));
        for slot in slots.iter_mut() {
            let begin = self.messages.len() as u32;
            if slot.refresh(sources, now, &mut self.before) {
                slot.write_change(&self.before, &mut self.messages);
            }
            self.spans[slot.place as usize] = (begin, self.messages.len() as u32);
        }
    }

    /// The message of a changed topic; `None` when it did not change.
    fn of(&self, watched: &Watched) -> Option<&[u8]> {
        let (begin, end) = self.spans[watched.place as usize];
        (begin < end).then(|| &self.messages[begin as usize..end as usize])
    }
}

impl Subscriber {
    /// Joins the frame of a flush: the changed topics, or snapshots of all when the client is not in step.
    fn join(&mut self, slots: &Slots, changes: &Changes, frame: &mut Frame) {
        if !self.in_step {
            return self.join_snapshots(0, slots, frame);
        }
        frame.clear();
        for message in self.watched.iter().filter_map(|watched| changes.of(watched)) {
            frame.push(message);
        }
    }

    /// Joins a frame of snapshots, from the one at `first`; empty while the client is blocked.
    fn join_snapshots(&mut self, first: usize, slots: &Slots, frame: &mut Frame) {
        frame.clear();
        if !self.client.takes_latest() {
            return self.skip();
        }
        let watched = self.watched[first..].iter().filter_map(|watched| slots.get(watched.subject));
        for slot in watched.filter(|slot| slot.has_state()) {
            frame.push_with(|out| slot.write_snapshot(out));
        }
    }

    /// Sends a frame, unless it is empty; gives the number of messages sent.
    fn send(&mut self, frame: &mut Frame) -> u64 {
        let messages = frame.messages();
        if messages == 0 {
            return 0;
        }
        if self.client.send_latest(frame.finish()) == Sent::Skipped {
            self.skip();
            return 0;
        }
        self.in_step = true;
        messages
    }

    fn skip(&mut self) {
        self.in_step = false;
        counter!("push_flushes_skipped_total").increment(1);
    }
}
