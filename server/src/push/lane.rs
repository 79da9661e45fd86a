//! A flush loop: one thread that sends each of its clients the newest quotes, once an interval.
//!
//! There is no queue of quotes anywhere. A watched instrument has one slot; at each flush the slot reads the latest
//! quote, and what changed is serialised once for all clients. A client's frame is joined from those fragments and
//! written without waiting. A client whose socket is blocked skips the flush, and gets a snapshot when it can be
//! written to again.

use std::collections::HashMap;
use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use metrics::{counter, histogram};
use tokio::sync::oneshot;

use super::client::{Client, Sent};
use super::frame::Frame;
use super::quote::QuoteSource;
use super::slot::Slot;

/// Names a socket within this process.
pub type ClientId = u64;

/// A quote that a client watches.
#[derive(Clone, Debug)]
pub struct Watch {
    /// The topic's text, as the client will see it.
    pub topic: Arc<str>,
    /// The instrument's number at the [`QuoteSource`].
    pub instrument: usize,
}

#[derive(Debug)]
enum Command {
    Watch(ClientId, Arc<Client>, Vec<Watch>),
    /// Answered when no more of these quotes will be sent.
    Unwatch(ClientId, Vec<usize>, oneshot::Sender<()>),
    Leave(ClientId),
}

/// The handle of a lane. The thread ends when its handle is dropped.
#[derive(Debug)]
pub struct Lane {
    commands: Sender<Command>,
}

impl Lane {
    /// Starts the thread, which rests while nobody watches anything.
    pub fn start(name: &'static str, interval: Duration, source: Arc<dyn QuoteSource>) -> io::Result<Self> {
        let (commands, received) = channel();
        let lane = Loop { name, source, slots: Slots::default(), clients: Vec::new(), frame: Frame::default() };
        thread::Builder::new().name(format!("push-{name}")).spawn(move || lane.run(&received, interval))?;
        Ok(Self { commands })
    }

    /// Adds quotes for a client. Snapshots of them are sent at once.
    pub fn watch(&self, id: ClientId, client: &Arc<Client>, watches: Vec<Watch>) {
        self.command(Command::Watch(id, Arc::clone(client), watches));
    }

    /// Takes quotes away from a client. Returns when no more of them will be sent, so that another lane may begin.
    pub async fn unwatch(&self, id: ClientId, instruments: Vec<usize>) {
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

/// Which slot a client watches, and the last change of it that the client was sent.
#[derive(Debug)]
struct Subscription {
    slot: usize,
    seen: i64,
}

#[derive(Debug)]
struct Subscriber {
    id: ClientId,
    client: Arc<Client>,
    subscriptions: Vec<Subscription>,
}

/// The slots of the watched instruments. A slot that nobody watches any more is used again.
#[derive(Debug, Default)]
struct Slots {
    slots: Vec<Slot>,
    by_instrument: HashMap<usize, usize>,
    free: Vec<usize>,
}

struct Loop {
    name: &'static str,
    source: Arc<dyn QuoteSource>,
    slots: Slots,
    clients: Vec<Subscriber>,
    frame: Frame,
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
        let position = self.clients.iter().position(|subscriber| subscriber.id == id).unwrap_or(self.clients.len());
        if position == self.clients.len() {
            self.clients.push(Subscriber { id, client, subscriptions: Vec::with_capacity(watches.len()) });
        }
        let subscriber = &mut self.clients[position];
        for watch in watches {
            let slot = self.slots.take(&watch, &*self.source);
            if subscriber.subscriptions.iter().any(|s| s.slot == slot) {
                self.slots.release(slot);
            } else {
                subscriber.subscriptions.push(Subscription { slot, seen: 0 });
            }
        }
        subscriber.send(&mut self.slots.slots, &mut self.frame);
    }

    fn unwatch(&mut self, id: ClientId, instruments: &[usize]) {
        let Some(position) = self.clients.iter().position(|subscriber| subscriber.id == id) else { return };
        let slots = &mut self.slots;
        self.clients[position].subscriptions.retain(|subscription| {
            let drop = instruments.contains(&slots.slots[subscription.slot].instrument);
            if drop {
                slots.release(subscription.slot);
            }
            !drop
        });
        if self.clients[position].subscriptions.is_empty() {
            self.clients.swap_remove(position);
        }
    }

    fn leave(&mut self, id: ClientId) {
        if let Some(position) = self.clients.iter().position(|subscriber| subscriber.id == id) {
            let left = self.clients.swap_remove(position);
            left.subscriptions.iter().for_each(|subscription| self.slots.release(subscription.slot));
        }
    }

    fn flush(&mut self) {
        for slot in self.slots.slots.iter_mut().filter(|slot| slot.watchers > 0) {
            slot.refresh(&*self.source);
        }
        let mut messages = 0;
        for subscriber in &mut self.clients {
            messages += subscriber.send(&mut self.slots.slots, &mut self.frame);
        }
        counter!("push_quotes_sent_total", "lane" => self.name).increment(messages);
    }
}

impl Slots {
    /// The slot of an instrument, with one more watcher.
    fn take(&mut self, watch: &Watch, source: &dyn QuoteSource) -> usize {
        let index = match self.by_instrument.get(&watch.instrument) {
            Some(index) => *index,
            None => self.open(watch, source),
        };
        self.slots[index].watchers += 1;
        index
    }

    fn open(&mut self, watch: &Watch, source: &dyn QuoteSource) -> usize {
        let mut slot = Slot::new(Arc::clone(&watch.topic), watch.instrument);
        slot.refresh(source);
        let index = match self.free.pop() {
            Some(index) => {
                self.slots[index] = slot;
                index
            }
            None => {
                self.slots.push(slot);
                self.slots.len() - 1
            }
        };
        self.by_instrument.insert(watch.instrument, index);
        index
    }

    fn release(&mut self, index: usize) {
        let slot = &mut self.slots[index];
        slot.watchers -= 1;
        if slot.watchers == 0 {
            self.by_instrument.remove(&slot.instrument);
            self.free.push(index);
        }
    }
}

impl Subscriber {
    /// Sends one frame with what this client has not seen; gives the number of quotes in it.
    fn send(&mut self, slots: &mut [Slot], frame: &mut Frame) -> u64 {
        frame.clear();
        let mut messages = 0;
        for subscription in &self.subscriptions {
            if let Some(fragment) = slots[subscription.slot].fragment(subscription.seen) {
                frame.push(fragment);
                messages += 1;
            }
        }
        if messages == 0 {
            return 0;
        }
        if self.client.send_latest(frame.finish()) == Sent::Skipped {
            counter!("push_flushes_skipped_total").increment(1);
            return 0;
        }
        for subscription in &mut self.subscriptions {
            subscription.seen = slots[subscription.slot].seq;
        }
        messages
    }
}
