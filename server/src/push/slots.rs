//! The slots of watched topics; a slot exists while its topic has watchers.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::net::IpAddr;

use plumbline_core::time::UnixMillis;

use super::quote::Quote;
use super::slot::Slot;
use super::source::Sources;
use super::topic::Subject;

/// Slots in the order in which the source has their instruments in memory.
#[derive(Debug, Default)]
pub struct Slots {
    slots: BTreeMap<Subject, Slot>,
    /// Places that removed slots have left.
    free: Vec<u32>,
    /// The number of places in use or free.
    places: u32,
}

impl Slots {
    /// Counts one more watcher, of a site, and gives the slot's place: a small number that no other slot has meanwhile.
    pub fn watch(
        &mut self,
        subject: Subject,
        topic: &str,
        site: Option<IpAddr>,
        sources: &Sources,
        now: UnixMillis,
    ) -> u32 {
        let slot = self.slots.entry(subject).or_insert_with(|| {
            let place = self.free.pop().unwrap_or_else(|| {
                self.places += 1;
                self.places - 1
            });
            Slot::new(topic, subject, place, sources)
        });
        if slot.join(site) == 1 {
            slot.refresh(sources, now, &mut Quote::default());
        }
        slot.place
    }

    /// Counts one watcher of the site less.
    pub fn release(&mut self, subject: Subject, site: Option<IpAddr>) {
        if let Entry::Occupied(mut slot) = self.slots.entry(subject)
            && slot.get_mut().leave(site) == 0
        {
            self.free.push(slot.remove().place);
        }
    }

    pub fn get(&self, subject: Subject) -> Option<&Slot> {
        self.slots.get(&subject)
    }

    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut Slot> {
        self.slots.values_mut()
    }

    /// One more than the greatest place.
    pub const fn places(&self) -> usize {
        self.places as usize
    }
}
