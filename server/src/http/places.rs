//! A bounded number of places, for all together and for one network. A place comes back when it is dropped.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard};

/// Why there is no place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Full {
    /// This network has all that one may have.
    Network,
    /// Everything is taken.
    Everywhere,
}

/// What is given out.
#[derive(Debug)]
pub struct Places {
    all: usize,
    one_network: usize,
    taken: Mutex<Taken>,
}

#[derive(Debug, Default)]
struct Taken {
    all: usize,
    by_network: HashMap<IpAddr, usize>,
}

/// One of them.
#[derive(Debug)]
pub struct Place {
    places: Arc<Places>,
    network: Option<IpAddr>,
}

impl Places {
    /// 0 lifts a limit.
    pub fn new(all: u32, one_network: u32) -> Arc<Self> {
        let limit = |count| if count == 0 { usize::MAX } else { count as usize };
        Arc::new(Self { all: limit(all), one_network: limit(one_network), taken: Mutex::default() })
    }

    /// Takes a place for `network`; `None` is counted among all only.
    pub fn take(self: &Arc<Self>, network: Option<IpAddr>) -> Result<Place, Full> {
        let mut taken = self.taken();
        if network.and_then(|network| taken.by_network.get(&network)).is_some_and(|have| *have >= self.one_network) {
            return Err(Full::Network);
        }
        if taken.all >= self.all {
            return Err(Full::Everywhere);
        }
        Ok(self.give(&mut taken, network))
    }

    /// Takes a place although everything is taken, because another one is about to come back.
    pub fn take_over(self: &Arc<Self>, network: Option<IpAddr>) -> Place {
        self.give(&mut self.taken(), network)
    }

    fn give(self: &Arc<Self>, taken: &mut Taken, network: Option<IpAddr>) -> Place {
        taken.all += 1;
        if let Some(network) = network {
            *taken.by_network.entry(network).or_default() += 1;
        }
        Place { places: Arc::clone(self), network }
    }

    fn taken(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.places.taken();
        taken.all -= 1;
        let Some(network) = self.network else { return };
        if let Some(have) = taken.by_network.get_mut(&network) {
            *have -= 1;
            if *have == 0 {
                taken.by_network.remove(&network);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_and_all_together_have_a_bounded_number() {
        let places = Places::new(4, 2);
        let [ann, bob]: [Option<IpAddr>; 2] = [Some([192, 0, 2, 1].into()), Some([192, 0, 2, 2].into())];
        let first = places.take(ann).unwrap();
        let _second = places.take(ann).unwrap();
        assert_eq!(places.take(ann).unwrap_err(), Full::Network);
        let _third = places.take(bob).unwrap();
        let _proxy = places.take(None).unwrap();
        assert_eq!(places.take(bob).unwrap_err(), Full::Everywhere);
        drop(first);
        let _again = places.take(ann).expect("a place that was given back is taken again");
        assert_eq!(places.take(None).unwrap_err(), Full::Everywhere);
        drop(places.take_over(None));
        assert_eq!(places.taken().by_network.len(), 2, "whoever has no place is forgotten");
    }

    #[test]
    fn zero_lifts_a_limit() {
        let places = Places::new(0, 0);
        let network = Some([192, 0, 2, 1].into());
        let taken: Vec<_> = (0..1_000).map_while(|_| places.take(network).ok()).collect();
        assert_eq!(taken.len(), 1_000);
    }
}
