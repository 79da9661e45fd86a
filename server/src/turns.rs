//! One turn at a time, for each asker.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::OwnedMutexGuard;

/// Most requests of one asker that may wait or run; more are never needed at once.
const QUEUE_MAX: usize = 32;

/// The askers that have a turn or wait for one. Each asker has one turn at a time, so that one with many requests waits
/// for itself and takes no more than its share from the others. Unused entries are removed.
#[derive(Debug)]
pub struct Turns<K>(Mutex<HashMap<K, Place>>);

impl<K> Default for Turns<K> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

#[derive(Debug, Default)]
struct Place {
    askers: usize,
    gate: Arc<tokio::sync::Mutex<()>>,
}

/// A place in an asker's queue; dropping it gives the place up.
#[derive(Debug)]
pub struct Seat<K: Copy + Eq + Hash> {
    turns: Arc<Turns<K>>,
    asker: K,
    gate: Arc<tokio::sync::Mutex<()>>,
}

/// The turn itself, while it is held.
#[derive(Debug)]
pub struct Held<K: Copy + Eq + Hash> {
    // The gate opens before the seat is given up, so that the next in the queue finds that gate.
    _gate: OwnedMutexGuard<()>,
    _seat: Seat<K>,
}

impl<K: Copy + Eq + Hash> Turns<K> {
    /// A place in the queue of `asker`; `None` if it is full.
    pub fn seat(self: &Arc<Self>, asker: K) -> Option<Seat<K>> {
        let mut places = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let place = places.entry(asker).or_default();
        if place.askers >= QUEUE_MAX {
            return None;
        }
        place.askers += 1;
        Some(Seat { turns: Arc::clone(self), asker, gate: Arc::clone(&place.gate) })
    }
}

impl<K: Copy + Eq + Hash> Seat<K> {
    /// Waits until the earlier ones are done.
    pub async fn turn(self) -> Held<K> {
        let gate = Arc::clone(&self.gate).lock_owned().await;
        Held { _gate: gate, _seat: self }
    }
}

impl<K: Copy + Eq + Hash> Drop for Seat<K> {
    fn drop(&mut self) {
        let mut places = self.turns.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(place) = places.get_mut(&self.asker) {
            place.askers -= 1;
            if place.askers == 0 {
                places.remove(&self.asker);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;

    fn turn_now(turns: &Arc<Turns<i64>>, asker: i64) -> Option<Held<i64>> {
        turns.seat(asker).expect("the queue has room").turn().now_or_never()
    }

    #[test]
    fn a_held_turn_holds_up_nobody_else() {
        let turns = Arc::new(Turns::default());
        let held = turn_now(&turns, 1 << 20);
        assert!(held.is_some() && turn_now(&turns, 1 << 20).is_none(), "one at a time");
        // Ids of a quiet server all end alike.
        let others: Vec<_> = (2..500).map(|n| turn_now(&turns, n << 20)).collect();
        assert!(others.iter().all(Option::is_some));
        drop(held);
        assert!(turn_now(&turns, 1 << 20).is_some());
    }

    #[test]
    fn a_queue_has_an_end_and_leaves_nothing_behind() {
        let turns = Arc::new(Turns::default());
        let seats: Vec<_> = std::iter::from_fn(|| turns.seat(7)).take(2 * QUEUE_MAX).collect();
        assert_eq!(seats.len(), QUEUE_MAX);
        assert!(turns.seat(8).is_some());
        drop(seats);
        assert!(turns.seat(7).is_some());
        assert!(turns.0.lock().unwrap().is_empty());
    }
}
