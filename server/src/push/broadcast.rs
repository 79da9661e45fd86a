//! Small events that are sent to everyone; the newest of them are kept for clients that subscribe later.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use plumbline_core::time::UnixMillis;

use super::content::{Content, Refreshed};
use super::json::Object;

/// The items of one topic that are sent to everyone, bounded to the newest `kept`.
#[derive(Debug)]
pub struct Broadcast {
    kept: usize,
    told: Mutex<Told>,
}

#[derive(Debug, Default)]
struct Told {
    /// Number of items so far; each item's number is this count when it was published.
    count: u64,
    /// The newest last.
    items: VecDeque<Item>,
}

#[derive(Clone, Debug)]
struct Item {
    number: u64,
    id: Arc<str>,
    json: Arc<str>,
}

impl Broadcast {
    /// Keeps the newest `kept` items.
    pub fn new(kept: usize) -> Self {
        Self { kept, told: Mutex::default() }
    }

    fn told(&self) -> MutexGuard<'_, Told> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Publishes an item, which is JSON. It replaces an item of an equal id; if that has the same JSON, nothing is
    /// sent.
    pub fn publish(&self, id: &str, json: &str) {
        let mut told = self.told();
        if let Some(known) = told.items.iter().position(|item| &*item.id == id) {
            if &*told.items[known].json == json {
                return;
            }
            told.items.remove(known);
        }
        if told.items.len() == self.kept {
            told.items.pop_front();
        }
        told.count += 1;
        let item = Item { number: told.count, id: id.into(), json: json.into() };
        told.items.push_back(item);
    }
}

impl Broadcast {
    /// Makes `items` the topic's items, the newest last: those behind all known ones are sent, and those not in `items`
    /// dropped.
    pub fn replace(&self, items: Vec<(String, String)>) {
        let mut told = self.told();
        let known = std::mem::take(&mut told.items);
        let number = |id: &str| known.iter().find(|item| &*item.id == id).map(|item| item.number);
        let old = items.iter().rposition(|(id, _)| number(id).is_some()).map_or(0, |last| last + 1);
        for (place, (id, json)) in items.into_iter().enumerate() {
            // An older item that is among the newest again because another was withdrawn is not sent as new.
            let number = if place < old { number(&id).unwrap_or(0) } else { told.count + 1 };
            told.count = told.count.max(number);
            told.items.push_back(Item { number, id: id.into(), json: json.into() });
        }
        // Subscribers look at the items only when the count has risen.
        let same = |(one, other): (&Item, &Item)| one.id == other.id && one.json == other.json;
        if old == told.items.len() && !(known.len() == old && known.iter().zip(&told.items).all(same)) {
            told.count += 1;
        }
    }
}

/// One subscription: to all items, or to the item with one id.
pub struct Listening {
    broadcast: Arc<Broadcast>,
    only: Option<Arc<str>>,
    /// The count of the broadcast at the last refresh; `None` before the first.
    heard: Option<u64>,
    /// Newest first; `fresh` of them came with the last refresh.
    items: Vec<Item>,
    fresh: usize,
}

impl Listening {
    pub const fn to(broadcast: Arc<Broadcast>, only: Option<Arc<str>>) -> Self {
        Self { broadcast, only, heard: None, items: Vec::new(), fresh: 0 }
    }
}

impl Content for Listening {
    fn refresh(&mut self, _: UnixMillis) -> Refreshed {
        let told = self.broadcast.told();
        let heard = self.heard.replace(told.count);
        if heard == Some(told.count) {
            return Refreshed::Same;
        }
        let wanted = |item: &&Item| self.only.as_ref().is_none_or(|only| *only == item.id);
        self.items = told.items.iter().rev().filter(wanted).cloned().collect();
        drop(told);
        self.fresh = self.items.iter().filter(|item| heard.is_none_or(|heard| item.number > heard)).count();
        if self.fresh > 0 || heard.is_none() { Refreshed::Changed } else { Refreshed::Same }
    }

    fn write_change(&self, out: &mut Vec<u8>) {
        write(&self.items[..self.fresh], out);
    }

    fn write_whole(&self, out: &mut Vec<u8>) {
        write(&self.items, out);
    }
}

fn write(items: &[Item], out: &mut Vec<u8>) {
    let mut object = Object::begin(out);
    object.array("items", items, |out, item| out.extend_from_slice(item.json.as_bytes()));
    object.end();
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(listening: &mut Listening) -> Option<(String, String)> {
        let (mut change, mut whole) = (Vec::new(), Vec::new());
        if listening.refresh(UnixMillis(0)) == Refreshed::Same {
            return None;
        }
        listening.write_change(&mut change);
        listening.write_whole(&mut whole);
        Some((String::from_utf8(change).unwrap(), String::from_utf8(whole).unwrap()))
    }

    fn items(change: &str, whole: &str) -> Option<(String, String)> {
        Some((format!(r#"{{"items":[{change}]}}"#), format!(r#"{{"items":[{whole}]}}"#)))
    }

    #[test]
    fn the_newest_are_kept_and_an_item_takes_the_place_of_its_own() {
        let broadcast = Arc::new(Broadcast::new(2));
        let mut all = Listening::to(broadcast.clone(), None);
        assert_eq!(heard(&mut all), items("", ""), "nothing is a state too");
        broadcast.publish("a", "1");
        broadcast.publish("b", "2");
        assert_eq!(heard(&mut all), items("2,1", "2,1"));
        broadcast.publish("b", "2");
        assert_eq!(heard(&mut all), None, "what is told already");
        broadcast.publish("a", "3");
        assert_eq!(heard(&mut all), items("3", "3,2"));
        broadcast.publish("c", "4");
        assert_eq!(heard(&mut all), items("4", "4,3"), "the oldest goes");
        let mut one = Listening::to(broadcast.clone(), Some("a".into()));
        assert_eq!(heard(&mut one), items("3", "3"));
        broadcast.publish("c", "5");
        assert_eq!(heard(&mut one), None, "another's");
        broadcast.publish("a", "6");
        assert_eq!(heard(&mut one), items("6", "6"));
    }

    #[test]
    fn what_is_replaced_tells_what_is_new_and_forgets_what_is_gone() {
        let broadcast = Arc::new(Broadcast::new(3));
        let told =
            |ids: &[&str]| broadcast.replace(ids.iter().map(|id| ((*id).to_owned(), (*id).to_owned())).collect());
        let mut all = Listening::to(broadcast.clone(), None);
        told(&["2", "3", "4"]);
        assert_eq!(heard(&mut all), items("4,3,2", "4,3,2"));
        told(&["2", "3", "4"]);
        assert_eq!(heard(&mut all), None);
        // Item 3 is withdrawn, so that an older one is among the newest again.
        told(&["1", "2", "4"]);
        assert_eq!(heard(&mut all), None, "no news");
        assert_eq!(heard(&mut Listening::to(broadcast.clone(), None)), items("4,2,1", "4,2,1"));
        told(&["2", "4", "5"]);
        assert_eq!(heard(&mut all), items("5", "5,4,2"));
    }
}
