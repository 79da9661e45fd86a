//! The newest quote of one watched instrument, and the messages that tell it.

use std::mem::swap;

use plumbline_core::time::UnixMillis;
use smallvec::SmallVec;

use super::json::Object;
use super::quote::{Quote, QuoteSource};

#[derive(Debug)]
pub struct Slot {
    /// How every message begins, up to the topic. Inside the slot, because a flush goes through all of them.
    opening: SmallVec<[u8; 48]>,
    pub instrument: u32,
    /// Clients of this lane that watch it.
    pub watchers: usize,
    /// Counts the changes that were found; 0 until there is a quote.
    seq: i64,
    quote: Quote,
}

impl Slot {
    pub fn new(topic: &str, instrument: u32) -> Self {
        let mut opening = Vec::new();
        Object::begin(&mut opening).text("topic", topic);
        Self { opening: opening.into(), instrument, watchers: 0, seq: 0, quote: Quote::default() }
    }

    /// Takes the newest quote in, of which ticks in between leave no trace. True when it is another, and then `other`
    /// is the quote before; otherwise `other` is of no use.
    pub fn refresh(&mut self, source: &dyn QuoteSource, now: UnixMillis, other: &mut Quote) -> bool {
        if !source.read(self.instrument, now, other) || self.has_quote() && self.quote == *other {
            return false;
        }
        swap(&mut self.quote, other);
        self.seq += 1;
        true
    }

    pub const fn has_quote(&self) -> bool {
        self.seq > 0
    }

    /// Writes the message for those who were told `before`, the quote before this one: a snapshot when this is the
    /// first.
    pub fn write_change(&self, before: &Quote, out: &mut Vec<u8>) {
        self.write(Some(before).filter(|_| self.seq > 1), out);
    }

    /// Writes the message for those who were told something else, or nothing.
    pub fn write_snapshot(&self, out: &mut Vec<u8>) {
        self.write(None, out);
    }

    fn write(&self, base: Option<&Quote>, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.opening);
        let mut message = Object::resume(out);
        message.integer("seq", self.seq);
        if base.is_none() {
            message.flag("snapshot", true);
        }
        message.object("data", |out| self.quote.write(base, out));
        message.end();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::push::quote::tests::quote;
    use serde_json::{Value, json};
    use std::sync::Mutex;

    struct Board(Mutex<Option<Quote>>);

    impl QuoteSource for Board {
        fn find(&self, _: &str, _: &str) -> Option<u32> {
            Some(0)
        }

        fn read(&self, _: u32, _: UnixMillis, quote: &mut Quote) -> bool {
            let newest = self.0.lock().unwrap().clone();
            newest.map(|newest| *quote = newest).is_some()
        }
    }

    fn written(write: impl FnOnce(&mut Vec<u8>)) -> Value {
        let mut out = Vec::new();
        write(&mut out);
        serde_json::from_slice(&out).unwrap()
    }

    #[test]
    fn a_slot_tells_what_changed_since_the_refresh_before_and_the_whole() {
        let board = Board(Mutex::new(None));
        let mut slot = Slot::new("quote:UsStock:\"A\"", 0);
        let mut other = Quote::default();
        assert!(!slot.refresh(&board, UnixMillis(0), &mut other) && !slot.has_quote(), "no tick yet");

        for tick_seq in 1..=3 {
            *board.0.lock().unwrap() = Some(quote("227.5", tick_seq));
            assert!(slot.refresh(&board, UnixMillis(0), &mut other));
            let change = written(|out| slot.write_change(&other, out));
            let snapshot = written(|out| slot.write_snapshot(out));
            assert_eq!((&snapshot["topic"], &snapshot["snapshot"]), (&json!("quote:UsStock:\"A\""), &json!(true)));
            assert_eq!((&snapshot["seq"], &snapshot["data"]["price_nominal"]), (&json!(tick_seq), &json!("227.50")));
            if tick_seq == 1 {
                assert_eq!(change, snapshot, "the first quote changes everything");
            } else {
                let data = json!({"tickSeq": tick_seq.to_string()});
                assert_eq!(change, json!({"topic": "quote:UsStock:\"A\"", "seq": tick_seq, "data": data}));
            }
            assert!(!slot.refresh(&board, UnixMillis(0), &mut other), "an unchanged quote is no change");
        }
    }
}
