//! A limited number of places: in total, for one network and for one site. A place is returned when it is dropped.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard};

use super::client_address::{ClientAddress, NETWORKS_A_SITE};

/// The reason why there is no place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Full {
    /// This network, or its site, has all places that it may have.
    Network,
    /// All places are taken.
    Everywhere,
}

/// The places, and the numbers taken.
#[derive(Debug)]
pub struct Places {
    all: usize,
    one_network: usize,
    one_site: usize,
    taken: Mutex<Taken>,
}

#[derive(Debug, Default)]
struct Taken {
    all: usize,
    by_network: Counts,
    by_site: Counts,
}

/// The places taken by each address; those with none are removed.
#[derive(Debug, Default)]
struct Counts(HashMap<IpAddr, usize>);

/// A taken place.
#[derive(Debug)]
pub struct Place {
    places: Arc<Places>,
    client: Option<ClientAddress>,
}

impl Places {
    /// 0 lifts a limit. A site, an IPv6 /48, has the share of a few networks.
    pub fn new(all: u32, one_network: u32) -> Arc<Self> {
        let limit = |count| if count == 0 { usize::MAX } else { count as usize };
        let one_site = limit(one_network.saturating_mul(NETWORKS_A_SITE));
        Arc::new(Self { all: limit(all), one_network: limit(one_network), one_site, taken: Mutex::default() })
    }

    /// Takes a place for `client`; `None` counts towards the total only.
    pub fn take(self: &Arc<Self>, client: Option<ClientAddress>) -> Result<Place, Full> {
        let mut taken = self.taken();
        let has_all = |client: ClientAddress| {
            taken.by_network.of(&client.network()) >= self.one_network
                || taken.by_site.of(&client.site()) >= self.one_site
        };
        if client.is_some_and(has_all) {
            return Err(Full::Network);
        }
        if taken.all >= self.all {
            return Err(Full::Everywhere);
        }
        Ok(self.give(&mut taken, client))
    }

    /// Takes a place even if all are taken, because another is about to be returned.
    pub fn take_over(self: &Arc<Self>, client: Option<ClientAddress>) -> Place {
        self.give(&mut self.taken(), client)
    }

    fn give(self: &Arc<Self>, taken: &mut Taken, client: Option<ClientAddress>) -> Place {
        taken.all += 1;
        if let Some(client) = client {
            taken.by_network.add(client.network());
            taken.by_site.add(client.site());
        }
        Place { places: Arc::clone(self), client }
    }

    fn taken(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

impl Place {
    /// The client that the place is counted for; `None` if it counts towards the total only.
    pub const fn client(&self) -> Option<ClientAddress> {
        self.client
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.places.taken();
        taken.all -= 1;
        if let Some(client) = self.client {
            taken.by_network.remove(&client.network());
            taken.by_site.remove(&client.site());
        }
    }
}

impl Counts {
    fn of(&self, key: &IpAddr) -> usize {
        self.0.get(key).copied().unwrap_or(0)
    }

    fn add(&mut self, key: IpAddr) {
        *self.0.entry(key).or_default() += 1;
    }

    fn remove(&mut self, key: &IpAddr) {
        if let Some(count) = self.0.get_mut(key) {
            *count -= 1;
            if *count == 0 {
                self.0.remove(key);
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
        let [ann, bob] = [1, 2].map(|host| Some(ClientAddress([192, 0, 2, host].into())));
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
        assert_eq!(places.taken().by_network.0.len(), 2, "whoever has no place is forgotten");
        assert_eq!(places.taken().by_site.0.len(), 2);
    }

    #[test]
    fn the_networks_of_one_site_have_a_share_together() {
        let places = Places::new(0, 10);
        let take = |address: String| places.take(Some(ClientAddress(address.parse().unwrap())));
        let taken: Vec<_> = (0..200).map_while(|line| take(format!("2001:db8:1:{line:x}::1")).ok()).collect();
        assert_eq!(taken.len(), 40);
        assert_eq!(take("2001:db8:1:ffff::1".to_owned()).unwrap_err(), Full::Network);
        assert!(take("2001:db8:2::1".to_owned()).is_ok(), "another site has a share of its own");
        let of_one_line: Vec<_> = (0..20).map_while(|host| take(format!("2001:db8:3::{host:x}")).ok()).collect();
        assert_eq!(of_one_line.len(), 10);
        drop((taken, of_one_line));
        assert!(places.taken().by_site.0.is_empty());
    }

    #[test]
    fn zero_lifts_a_limit() {
        let places = Places::new(0, 0);
        let client = Some(ClientAddress([192, 0, 2, 1].into()));
        let taken: Vec<_> = (0..1_000).map_while(|_| places.take(client).ok()).collect();
        assert_eq!(taken.len(), 1_000);
    }
}
