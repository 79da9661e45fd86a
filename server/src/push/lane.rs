//! A flush loop: one thread that sends each of its clients the newest quotes, once an interval.
//!
//! There is no queue of quotes anywhere. A watched instrument has one slot; at each flush the slots read the newest
//! quotes, and what changed is serialised once for all clients, one message behind the other. A client's frame is
//! joined from those and written without waiting.
//!
//! A client is either in step, and then it was told what every slot that it watches held at the last flush, so that
//! it needs the changes of this one. Or its socket was blocked: it skips flushes, and when it can be written to again
//! it gets a snapshot of all that it watches. So nothing has to be remembered for each quote of each client.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use metrics::{counter, histogram};
use plumbline_core::time::UnixMillis;
use tokio::sync::oneshot;

use super::client::{Client, Sent};
use super::frame::Frame;
use super::quote::{Quote, QuoteSource};
use super::slot::Slot;
use crate::clock::Clock;
use crate::supervision;

/// Clients whose frames are joined before the first of them is written. A write drives everything else out of the
/// processor's nearest caches, so that joining and writing in turns would make both wait for memory.
const BATCH: usize = 32;

/// Names a socket within this process.
pub type ClientId = u64;

/// A quote that a client watches.
#[derive(Clone, Debug)]
pub struct Watch {
    /// The topic's text, as the client will see it.
    pub topic: Arc<str>,
    /// The instrument's number at the [`QuoteSource`].
    pub instrument: u32,
}

#[derive(Debug)]
enum Command {
    Watch(ClientId, Arc<Client>, Vec<Watch>),
    /// Answered when no more of these quotes will be sent.
    Unwatch(ClientId, Vec<u32>, oneshot::Sender<()>),
    Leave(ClientId),
}

/// The handle of a lane. The thread ends when its handle is dropped.
#[derive(Debug)]
pub struct Lane {
    commands: Sender<Command>,
}

impl Lane {
    /// Starts the thread, which rests while nobody watches anything.
    pub fn start(
        name: &'static str,
        interval: Duration,
        source: Arc<dyn QuoteSource>,
        clock: Clock,
        watch: supervision::Watch,
    ) -> io::Result<Self> {
        let (commands, received) = channel();
        let lane = Loop {
            name,
            source,
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

    /// Adds quotes for a client. Snapshots of them are sent at once.
    pub fn watch(&self, id: ClientId, client: &Arc<Client>, watches: Vec<Watch>) {
        self.command(Command::Watch(id, Arc::clone(client), watches));
    }

    /// Takes quotes away from a client. Returns when no more of them will be sent, so that another lane may begin.
    pub async fn unwatch(&self, id: ClientId, instruments: Vec<u32>) {
        let (done, ended) = oneshot::channel();
        self.command(Command::Unwatch(id, instruments, done));
        // An error means that the lane has ended, and then nothing is sent either.
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
    /// What it watches.
    instruments: Vec<u32>,
    /// False when it missed something, and has to be sent snapshots.
    in_step: bool,
}

/// The slots of the watched instruments, in the order in which the source has them in memory.
type Slots = BTreeMap<u32, Slot>;

/// What the last flush found: the messages of all slots, in one piece of memory that is used again at each flush.
#[derive(Debug, Default)]
struct Changes {
    messages: Vec<u8>,
    /// Where an instrument's message begins and ends; nowhere when it did not change. Entries of instruments that
    /// nobody watches are of no meaning.
    spans: Vec<(u32, u32)>,
    /// The quote that a slot had before.
    before: Quote,
}

struct Loop {
    name: &'static str,
    source: Arc<dyn QuoteSource>,
    clock: Clock,
    slots: Slots,
    changes: Changes,
    clients: Vec<Subscriber>,
    /// Where each client is among them.
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
            Command::Unwatch(id, instruments, done) => {
                self.unwatch(id, &instruments);
                let _ = done.send(());
            }
            Command::Leave(id) => self.leave(id),
        }
    }

    fn watch(&mut self, id: ClientId, client: Arc<Client>, watches: Vec<Watch>) {
        let position = *self.positions.entry(id).or_insert(self.clients.len());
        if position == self.clients.len() {
            self.clients.push(Subscriber { id, client, instruments: Vec::with_capacity(watches.len()), in_step: true });
        }
        let subscriber = &mut self.clients[position];
        let watched = subscriber.instruments.len();
        let now = self.clock.now();
        for Watch { topic, instrument } in watches {
            if !subscriber.instruments.contains(&instrument) {
                subscriber.instruments.push(instrument);
                let slot = self.slots.entry(instrument).or_insert_with(|| {
                    let mut slot = Slot::new(&topic, instrument);
                    slot.refresh(&*self.source, now, &mut Quote::default());
                    slot
                });
                slot.watchers += 1;
            }
        }
        let unknown = if subscriber.in_step { watched } else { 0 };
        let frame = &mut self.frames[0];
        subscriber.join_snapshots(unknown, &self.slots, frame);
        subscriber.send(frame);
    }

    fn unwatch(&mut self, id: ClientId, instruments: &[u32]) {
        let Some(&position) = self.positions.get(&id) else { return };
        let (dropped, kept) = self.clients[position].instruments.iter().partition(|i| instruments.contains(i));
        self.release(dropped);
        self.clients[position].instruments = kept;
        if self.clients[position].instruments.is_empty() {
            self.remove(id);
        }
    }

    fn leave(&mut self, id: ClientId) {
        if let Some(left) = self.remove(id) {
            self.release(left.instruments);
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

    /// Somebody does not watch these any more.
    fn release(&mut self, instruments: Vec<u32>) {
        for instrument in instruments {
            if let Entry::Occupied(mut slot) = self.slots.entry(instrument) {
                slot.get_mut().watchers -= 1;
                if slot.get().watchers == 0 {
                    slot.remove();
                }
            }
        }
    }

    fn flush(&mut self) {
        self.changes.collect(&mut self.slots, &*self.source, self.clock.now());
        let mut sent = 0;
        for clients in self.clients.chunks_mut(BATCH) {
            for (subscriber, frame) in clients.iter_mut().zip(&mut self.frames) {
                subscriber.join(&self.slots, &self.changes, frame);
            }
            for (subscriber, frame) in clients.iter_mut().zip(&mut self.frames) {
                sent += subscriber.send(frame);
            }
        }
        counter!("push_quotes_sent_total", "lane" => self.name).increment(sent);
    }
}

impl Changes {
    fn collect(&mut self, slots: &mut Slots, source: &dyn QuoteSource, now: UnixMillis) {
        self.messages.clear();
        let instruments = slots.last_key_value().map_or(0, |(last, _)| *last as usize + 1);
        self.spans.resize(instruments, (0, 0));
        for (instrument, slot) in slots {
            let begin = self.messages.len() as u32;
            if slot.refresh(source, now, &mut self.before) {
                slot.write_change(&self.before, &mut self.messages);
            }
            self.spans[*instrument as usize] = (begin, self.messages.len() as u32);
        }
    }

    /// The message of what changed; none when nothing did.
    fn of(&self, instrument: u32) -> Option<&[u8]> {
        let (begin, end) = self.spans[instrument as usize];
        (begin < end).then(|| &self.messages[begin as usize..end as usize])
    }
}

impl Subscriber {
    /// Joins the frame of a flush: what it found, or all quotes when the client is not in step.
    fn join(&mut self, slots: &Slots, changes: &Changes, frame: &mut Frame) {
        if !self.in_step {
            return self.join_snapshots(0, slots, frame);
        }
        frame.clear();
        for message in self.instruments.iter().filter_map(|instrument| changes.of(*instrument)) {
            frame.push(message);
        }
    }

    /// Joins a frame of whole quotes, from the one at `first`; an empty one while the client is blocked.
    fn join_snapshots(&mut self, first: usize, slots: &Slots, frame: &mut Frame) {
        frame.clear();
        if !self.client.takes_latest() {
            return self.skip();
        }
        let watched = self.instruments[first..].iter().filter_map(|instrument| slots.get(instrument));
        for slot in watched.filter(|slot| slot.has_quote()) {
            frame.push_with(|out| slot.write_snapshot(out));
        }
    }

    /// Sends a frame, unless it is empty; gives the number of quotes that are on their way.
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
