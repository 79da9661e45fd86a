//! The latest quote of one watched instrument, and its serialised forms.

use std::sync::Arc;

use super::json::Object;
use super::quote::{Quote, QuoteSource};

#[derive(Debug)]
pub struct Slot {
    topic: Arc<str>,
    pub instrument: usize,
    /// Clients of this lane that watch it.
    pub watchers: usize,
    /// Counts the changes that a flush found; 0 until there is a quote.
    pub seq: i64,
    quote: Option<Quote>,
    /// The message for a client that saw the change before this one.
    delta: Vec<u8>,
    /// The message for everyone else, written when the first of them needs it.
    snapshot: Vec<u8>,
    snapshot_seq: i64,
}

impl Slot {
    pub const fn new(topic: Arc<str>, instrument: usize) -> Self {
        Self {
            topic,
            instrument,
            watchers: 0,
            seq: 0,
            quote: None,
            delta: Vec::new(),
            snapshot: Vec::new(),
            snapshot_seq: 0,
        }
    }

    /// Takes the newest quote in. Ticks between two flushes leave no trace.
    pub fn refresh(&mut self, source: &dyn QuoteSource) {
        let Some(quote) = source.quote(self.instrument) else { return };
        if self.quote.as_ref() == Some(&quote) {
            return;
        }
        self.seq += 1;
        message(&mut self.delta, &self.topic, self.seq, &quote, self.quote.as_ref());
        self.quote = Some(quote);
    }

    /// The message for a client whose last one had the number `seen`; `None` when it is up to date.
    pub fn fragment(&mut self, seen: i64) -> Option<&[u8]> {
        let quote = self.quote.as_ref().filter(|_| seen != self.seq)?;
        if seen > 0 && seen + 1 == self.seq {
            return Some(&self.delta);
        }
        if self.snapshot_seq != self.seq {
            message(&mut self.snapshot, &self.topic, self.seq, quote, None);
            self.snapshot_seq = self.seq;
        }
        Some(&self.snapshot)
    }
}

fn message(out: &mut Vec<u8>, topic: &str, seq: i64, quote: &Quote, base: Option<&Quote>) {
    out.clear();
    let mut message = Object::begin(out);
    message.text("topic", topic);
    message.integer("seq", seq);
    if base.is_none() {
        message.flag("snapshot", true);
    }
    message.object("data", |out| quote.write(base, out));
    message.end();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::push::quote::tests::quote;
    use serde_json::{Value, json};
    use std::sync::Mutex;

    struct Board(Mutex<Option<Quote>>);

    impl QuoteSource for Board {
        fn find(&self, _: &str, _: &str) -> Option<usize> {
            Some(0)
        }

        fn quote(&self, _: usize) -> Option<Quote> {
            self.0.lock().unwrap().clone()
        }
    }

    fn read(slot: &mut Slot, seen: i64) -> Option<Value> {
        slot.fragment(seen).map(|bytes| serde_json::from_slice(bytes).unwrap())
    }

    #[test]
    fn a_client_gets_a_snapshot_then_deltas_and_a_snapshot_again_when_it_missed_one() {
        let board = Board(Mutex::new(None));
        let mut slot = Slot::new("quote:UsStock:AAPL".into(), 0);
        slot.refresh(&board);
        assert_eq!(read(&mut slot, 0), None, "no tick yet");

        for tick_seq in 1..=3 {
            *board.0.lock().unwrap() = Some(quote("227.5", tick_seq));
            slot.refresh(&board);
            slot.refresh(&board);
        }
        assert_eq!(slot.seq, 3, "an unchanged quote is no change");
        assert_eq!(read(&mut slot, 3), None);
        let delta = json!({"topic": "quote:UsStock:AAPL", "seq": 3, "data": {"tickSeq": "3"}});
        assert_eq!(read(&mut slot, 2), Some(delta));
        for seen in [0, 1] {
            let snapshot = read(&mut slot, seen).unwrap();
            assert_eq!((&snapshot["snapshot"], &snapshot["data"]["price_nominal"]), (&json!(true), &json!("227.50")));
        }
    }
}
