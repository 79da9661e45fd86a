//! An order book as a topic: all levels once, then those that changed.

use std::cmp::Ordering;
use std::iter;
use std::sync::Arc;

use plumbline_core::market::{DEPTH_LEVELS, Level, Side};
use plumbline_core::time::UnixMillis;

use super::json::{Object, decimal};

/// The newest book of one instrument, best levels first, each price once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Book {
    pub bids: [Level; DEPTH_LEVELS],
    pub asks: [Level; DEPTH_LEVELS],
    /// The tick of `feed` that the book comes from.
    pub tick_seq: i64,
    pub feed: Arc<str>,
    pub quote_time: UnixMillis,
    /// True when the tick is older than the feed's limit.
    pub stale: bool,
}

impl Book {
    /// Writes the data object: the whole book, or the levels that differ from `base`.
    pub fn write(&self, base: Option<&Book>, decimals: usize, out: &mut Vec<u8>) {
        let mut object = Object::begin(out);
        let level = |out: &mut Vec<u8>, level| write_level(level, decimals, out);
        match base {
            None => {
                object.array("bids", shown(&self.bids), level);
                object.array("asks", shown(&self.asks), level);
            }
            Some(base) => {
                object.array_of_any("bids", changed(&self.bids, &base.bids, Side::Buy), level);
                object.array_of_any("asks", changed(&self.asks, &base.asks, Side::Sell), level);
            }
        }
        if base.is_none_or(|base| base.tick_seq != self.tick_seq) {
            object.integer_text("tickSeq", self.tick_seq);
        }
        if base.is_none_or(|base| base.quote_time != self.quote_time) {
            object.integer_text("quoteTimestamp", self.quote_time.0);
        }
        if base.is_none_or(|base| base.feed != self.feed) {
            object.text("feed", &self.feed);
        }
        if base.is_none_or(|base| base.stale != self.stale) {
            object.flag("stale", self.stale);
        }
        object.end();
    }
}

fn shown(levels: &[Level]) -> impl Iterator<Item = Level> {
    levels.iter().filter(|level| level.size.is_positive()).copied()
}

/// The levels that were not in `before`, and with a size of zero those of `before` that are gone, best first. Both
/// lists are sorted best first, so one pass over them is enough.
fn changed<'a>(levels: &'a [Level], before: &'a [Level], side: Side) -> impl Iterator<Item = Level> + 'a {
    let (mut levels, mut before) = (shown(levels).peekable(), shown(before).peekable());
    iter::from_fn(move || {
        loop {
            let order = match (levels.peek(), before.peek()) {
                (None, None) => return None,
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (Some(level), Some(known)) if side == Side::Buy => known.price.cmp(&level.price),
                (Some(level), Some(known)) => level.price.cmp(&known.price),
            };
            match order {
                Ordering::Less => return levels.next(),
                Ordering::Greater => return before.next().map(|gone| Level { price: gone.price, ..Level::default() }),
                Ordering::Equal => {
                    let (level, known) = (levels.next(), before.next());
                    if level != known {
                        return level;
                    }
                }
            }
        }
    })
}

fn write_level(level: Level, decimals: usize, out: &mut Vec<u8>) {
    out.push(b'[');
    decimal(out, level.price.units(), decimals);
    out.push(b',');
    decimal(out, level.size.units(), 0);
    out.push(b']');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::levels;
    use proptest::prelude::*;
    use serde_json::{Value, json};
    use std::collections::BTreeMap;

    fn written(book: &Book, base: Option<&Book>) -> Value {
        let mut out = Vec::new();
        book.write(base, 2, &mut out);
        serde_json::from_slice(&out).unwrap()
    }

    #[test]
    fn a_change_has_the_levels_that_are_other_and_those_that_are_gone() {
        let (bids, asks) = (levels(&[(9_999, 300), (9_998, 100)]), levels(&[(10_001, 200)]));
        let before = Book { bids, asks, tick_seq: 9, feed: "sim:7".into(), ..Book::default() };
        let whole = json!({"bids": [["99.99", "300"], ["99.98", "100"]], "asks": [["100.01", "200"]], "tickSeq": "9",
            "quoteTimestamp": "0", "feed": "sim:7", "stale": false});
        assert_eq!(written(&before, None), whole);
        let after = Book { bids: levels(&[(10_000, 50), (9_999, 300)]), tick_seq: 10, ..before.clone() };
        let change = json!({"bids": [["100.00", "50"], ["99.98", "0"]], "tickSeq": "10"});
        assert_eq!(written(&after, Some(&before)), change);
        let empty = Book { asks: Default::default(), stale: true, ..after.clone() };
        assert_eq!(written(&empty, Some(&after)), json!({"asks": [["100.01", "0"]], "stale": true}));
        assert_eq!(written(&Book::default(), None)["bids"], json!([]), "a book without levels says so");
    }

    /// A client's copy of one side after it applies a change.
    fn taken(known: &mut BTreeMap<String, String>, change: &Value) {
        for level in change.as_array().into_iter().flatten() {
            let (price, size) = (level[0].as_str().unwrap().to_owned(), level[1].as_str().unwrap().to_owned());
            if size == "0" {
                known.remove(&price)
            } else {
                known.insert(price, size)
            };
        }
    }

    proptest! {
        #[test]
        fn changes_put_together_are_the_book(
            books in proptest::collection::vec(proptest::collection::btree_map(1i64..30, 1i64..4, 0..11), 1..20),
        ) {
            let (mut known, mut before) = ([BTreeMap::new(), BTreeMap::new()], None);
            for sizes in books {
                let rising: Vec<_> = sizes.into_iter().collect();
                let falling: Vec<_> = rising.iter().rev().copied().collect();
                let book = Book { bids: levels(&falling), asks: levels(&rising), ..Book::default() };
                let (change, all) = (written(&book, before.as_ref()), written(&book, None));
                for (known, name) in known.iter_mut().zip(["bids", "asks"]) {
                    taken(known, &change[name]);
                    let mut whole = BTreeMap::new();
                    taken(&mut whole, &all[name]);
                    prop_assert_eq!((&*known, known.len()), (&whole, rising.len()));
                }
                before = Some(book);
            }
        }
    }
}
