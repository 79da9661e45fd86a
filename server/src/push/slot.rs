//! The newest state of one watched topic, and its messages.

use std::mem::swap;
use std::net::IpAddr;

use plumbline_core::time::UnixMillis;
use smallvec::SmallVec;

use super::bars::Bars;
use super::broadcast::Listening;
use super::content::{Content, Refreshed};
use super::depth::Depth;
use super::json::Object;
use super::quote::{Quote, shown_decimals};
use super::source::Sources;
use super::topic::Subject;
use super::trades::Trades;

#[derive(Debug)]
pub struct Slot {
    /// The beginning of every message, up to the topic. Stored inline, because a flush goes through all slots.
    opening: SmallVec<[u8; 48]>,
    /// The index at which a flush stores the span of its message.
    pub place: u32,
    /// Clients of this lane that watch the topic.
    watchers: usize,
    /// The number of changes so far; 0 until there is a state.
    seq: i64,
    /// True if the last change can only be sent as a whole state.
    anew: bool,
    kept: Kept,
}

/// Quotes are most of all topics, so they are stored inline.
enum Kept {
    Quote(u32, Quote),
    Other(Box<dyn Content>),
}

impl std::fmt::Debug for Kept {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Kept::Quote(instrument, quote) => f.debug_tuple("Quote").field(instrument).field(quote).finish(),
            Kept::Other(_) => f.write_str("Other"),
        }
    }
}

impl Kept {
    fn new(subject: Subject, Sources { market, status, news }: &Sources) -> Self {
        let content: Box<dyn Content> = match subject {
            Subject::Quote(instrument) => return Kept::Quote(instrument, Quote::default()),
            Subject::Depth(instrument) => Box::new(Depth::of(market.clone(), instrument)),
            Subject::Trades(instrument) => Box::new(Trades::of(market.clone(), instrument)),
            Subject::Bars(instrument, period) => {
                let decimals = shown_decimals(market.decimals(instrument));
                Box::new(Bars::of(market.follow_bar(instrument, period), decimals))
            }
            Subject::Status(calendar) => {
                Box::new(Listening::to(status.clone(), calendar.map(|number| market.calendar_code(number))))
            }
            Subject::News => Box::new(Listening::to(news.clone(), None)),
        };
        Kept::Other(content)
    }
}

impl Slot {
    pub fn new(topic: &str, subject: Subject, place: u32, sources: &Sources) -> Self {
        let mut opening = Vec::new();
        Object::begin(&mut opening).text("topic", topic);
        let kept = Kept::new(subject, sources);
        Self { opening: opening.into(), place, watchers: 0, seq: 0, anew: false, kept }
    }

    /// Counts one more watcher of a site; gives the number of watchers.
    pub fn join(&mut self, site: Option<IpAddr>) -> usize {
        self.watchers += 1;
        if let Kept::Other(content) = &mut self.kept {
            content.join(site);
        }
        self.watchers
    }

    /// Counts one watcher of a site less; gives the number of watchers.
    pub fn leave(&mut self, site: Option<IpAddr>) -> usize {
        self.watchers -= 1;
        if let Kept::Other(content) = &mut self.kept {
            content.leave(site);
        }
        self.watchers
    }

    /// Reads the newest state; states in between are skipped. True when it changed: `other` is then the previous quote,
    /// and has no meaning for other topics.
    pub fn refresh(&mut self, sources: &Sources, now: UnixMillis, other: &mut Quote) -> bool {
        match &mut self.kept {
            Kept::Quote(instrument, quote) => {
                if !sources.market.read(*instrument, now, other) || self.seq > 0 && quote == other {
                    return false;
                }
                swap(quote, other);
            }
            Kept::Other(content) => match content.refresh(now) {
                Refreshed::Same => return false,
                refreshed => self.anew = refreshed == Refreshed::Anew,
            },
        }
        self.seq += 1;
        true
    }

    pub const fn has_state(&self) -> bool {
        self.seq > 0
    }

    /// Writes the message for clients that have the previous state; `before` is the previous quote. The first state is
    /// written whole.
    pub fn write_change(&self, before: &Quote, out: &mut Vec<u8>) {
        let whole = self.seq == 1 || self.anew;
        self.write(Some(before).filter(|_| !whole), out);
    }

    /// Writes the message for clients that have an older state, or none.
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
        message.object("data", |out| match &self.kept {
            Kept::Quote(_, quote) => quote.write(base, out),
            Kept::Other(content) if base.is_some() => content.write_change(out),
            Kept::Other(content) => content.write_whole(out),
        });
        message.end();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::push::broadcast::Broadcast;
    use crate::push::tests::support::Board;
    use serde_json::{Value, json};
    use std::sync::Arc;

    fn written(write: impl FnOnce(&mut Vec<u8>)) -> Value {
        let mut out = Vec::new();
        write(&mut out);
        serde_json::from_slice(&out).unwrap()
    }

    #[test]
    fn a_slot_tells_what_changed_since_the_refresh_before_and_the_whole() {
        let board = Arc::new(Board::default());
        let none = || Arc::new(Broadcast::new(1));
        let sources = Sources { market: board.clone(), status: none(), news: none() };
        let mut slot = Slot::new("quote:UsStock:\"A\"", Subject::Quote(0), 0, &sources);
        let mut other = Quote::default();
        assert!(!slot.refresh(&sources, UnixMillis(0), &mut other) && !slot.has_state(), "no tick yet");

        for tick_seq in 1..=3 {
            board.set(0, "227.5", tick_seq);
            assert!(slot.refresh(&sources, UnixMillis(0), &mut other));
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
            assert!(!slot.refresh(&sources, UnixMillis(0), &mut other), "an unchanged quote is no change");
        }
    }
}
