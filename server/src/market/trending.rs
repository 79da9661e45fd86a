//! The instruments that customers look at lately: how often each is opened or put on watchlists, without storing by
//! whom.
//!
//! - Only customers count, from their second day on, and one for each network. Steering the ranking takes as many
//!   accounts as networks, a day ahead; visitors who are not logged in count nothing.
//! - An instrument gets a point when a customer opens or watches it, and no other by that customer for a day at least.
//! - Points fade by an eighth an hour, so half of them are gone after five hours and nearly all after a day.
//! - An instrument is shown once enough customers have looked at it: the looks of a few stay private.
//! - A customer counts for few instruments. All records fit into some megabytes: when they are full the oldest is
//!   dropped, so that no customer can fill them for others.
//!
//! Customers are stored only as numbers that cannot be reversed: hashes with a random key of this process, dropped
//! within two days. A restart begins anew, and each server counts its own requests.

use std::collections::HashMap;
use std::convert::Infallible;
use std::hash::{BuildHasher, RandomState};
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

use axum::extract::{FromRef, FromRequestParts};
use axum::http::request::Parts;
use hashlink::LruCache;
use plumbline_core::ids::{AccountId, InstrumentId};
use plumbline_core::time::UnixMillis;

use crate::http::{Origin, TrustedProxies};
use crate::identity::CurrentSession;
use crate::ids::Ids;

/// The points of one look, so that they can fade in whole numbers.
const POINT: u64 = 1_000;
/// Reached by five customers within some hours. One who comes back every day yields at most 1,043, and four at most
/// 4,172.
const LEAST: u64 = 4_200;
/// The age of an account from which its looks count.
const COUNTS_AFTER: i64 = UnixMillis::DAY;
/// Instruments that one customer counts for in a day.
const INSTRUMENTS_A_CUSTOMER: u32 = 40;
/// Records of a day: looks at an instrument, by the account and by the network.
const LOOKS_MAX: usize = 50_000;
/// Customers whose looks are counted on a day.
const CUSTOMERS_MAX: usize = 10_000;
const HOUR_MILLIS: i64 = 3_600_000;
const DAY_HOURS: i64 = 24;

/// The visitor of an instrument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visitor {
    /// With the network that the customer comes from; `None` if many customers share its address.
    Customer(AccountId, Option<IpAddr>),
    /// A visitor who is not logged in.
    Stranger,
}

/// Must follow the session among a handler's arguments, so that the session is known.
impl<S: Sync> FromRequestParts<S> for Visitor
where
    TrustedProxies: FromRef<S>,
{
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let proxies = TrustedProxies::from_ref(state);
        let network = Origin::of(parts, &proxies).counted_by(&proxies).map(|client| client.site());
        let session = parts.extensions.get::<CurrentSession>();
        Ok(session.map_or(Self::Stranger, |session| Self::Customer(session.account_id, network)))
    }
}

/// The counts, in this process.
#[derive(Debug, Default)]
pub struct Trending {
    key: RandomState,
    count: Mutex<Count>,
}

#[derive(Debug, Default)]
struct Count {
    hour: i64,
    points: HashMap<InstrumentId, u64>,
    today: Day,
    yesterday: Day,
}

/// The looks and customers of a day, as hashes.
#[derive(Debug)]
struct Day {
    number: i64,
    looks: LruCache<u64, ()>,
    customers: LruCache<u64, u32>,
}

impl Day {
    fn new(number: i64) -> Self {
        Self { number, looks: LruCache::new(LOOKS_MAX), customers: LruCache::new(CUSTOMERS_MAX) }
    }
}

impl Default for Day {
    fn default() -> Self {
        Self::new(0)
    }
}

impl Trending {
    /// Counts that an instrument was opened or watched.
    pub fn note(&self, visitor: &Visitor, instrument: InstrumentId, now: UnixMillis) {
        let Visitor::Customer(account, network) = *visitor else { return };
        // The id contains the time of its creation.
        if account.0 >= Ids::first_at(now.plus(-COUNTS_AFTER)) {
            return;
        }
        let customer = self.key.hash_one(account);
        let by_account = self.key.hash_one((account, instrument));
        let by_network = network.map(|network| self.key.hash_one((network, instrument)));
        let looks = || std::iter::once(by_account).chain(by_network);
        let mut count = self.count.lock().unwrap_or_else(PoisonError::into_inner);
        count.go_on_to(now);
        let Count { today, yesterday, points, .. } = &mut *count;
        if looks().any(|look| today.looks.contains_key(&look) || yesterday.looks.contains_key(&look)) {
            return;
        }
        let counted = today.customers.get(&customer).copied().unwrap_or(0);
        if counted >= INSTRUMENTS_A_CUSTOMER {
            return;
        }
        today.customers.insert(customer, counted + 1);
        for look in looks() {
            today.looks.insert(look, ());
        }
        *points.entry(instrument).or_default() += POINT;
    }

    /// The instruments that enough customers look at, the most viewed first.
    pub fn ranked(&self, now: UnixMillis) -> Vec<InstrumentId> {
        let mut count = self.count.lock().unwrap_or_else(PoisonError::into_inner);
        count.go_on_to(now);
        let mut ranked: Vec<(u64, InstrumentId)> =
            count.points.iter().filter(|(_, points)| **points >= LEAST).map(|(id, points)| (*points, *id)).collect();
        drop(count);
        ranked.sort_unstable_by_key(|(points, id)| (std::cmp::Reverse(*points), *id));
        ranked.into_iter().map(|(_, id)| id).collect()
    }
}

impl Count {
    /// Lets the points fade for each hour that has begun, and drops the looks from before yesterday. A clock that is
    /// set back changes nothing.
    fn go_on_to(&mut self, now: UnixMillis) {
        let hour = now.0.div_euclid(HOUR_MILLIS);
        if hour <= self.hour {
            return;
        }
        let hours = u32::try_from(hour - self.hour).unwrap_or(u32::MAX).min(200);
        self.hour = hour;
        for _ in 0..hours {
            self.points.retain(|_, points| {
                *points -= points.div_ceil(8);
                *points > 0
            });
        }
        let day = hour.div_euclid(DAY_HOURS);
        if day > self.today.number {
            let before = std::mem::replace(&mut self.today, Day::new(day));
            self.yesterday = if before.number == day - 1 { before } else { Day::default() };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    const START: UnixMillis = UnixMillis(1_790_000_000_000 / 86_400_000 * 86_400_000);
    const ONE: InstrumentId = InstrumentId(1);
    const TWO: InstrumentId = InstrumentId(2);

    fn from(account: i64, network: u32) -> Visitor {
        Visitor::Customer(AccountId(account), Some(IpAddr::V4(Ipv4Addr::from_bits(network))))
    }

    /// An old account with a network of its own.
    fn customer(number: u32) -> Visitor {
        from(number.into(), number)
    }

    fn after(hours: i64) -> UnixMillis {
        START.plus(hours * HOUR_MILLIS)
    }

    #[test]
    fn what_many_look_at_comes_first_and_fades() {
        let trending = Trending::default();
        for number in 0..8 {
            trending.note(&customer(number), TWO, START);
        }
        for number in 0..5 {
            trending.note(&customer(number), ONE, START);
        }
        assert_eq!(trending.ranked(START), [TWO, ONE]);
        assert_eq!(trending.ranked(after(4)), [TWO], "five looks have faded below what is told");
        assert!(trending.ranked(after(24)).is_empty());
        assert!(trending.ranked(after(24 * 400)).is_empty());
        assert!(trending.count.lock().unwrap().points.is_empty(), "what has faded takes no place");
    }

    #[test]
    fn a_few_make_no_trend_however_often_they_look() {
        let trending = Trending::default();
        for hour in 0..24 * 14 {
            for number in 0..4 {
                for _ in 0..50 {
                    trending.note(&customer(number), ONE, after(hour));
                }
            }
            assert!(trending.ranked(after(hour)).is_empty(), "after {hour} hours");
        }
    }

    #[test]
    fn to_steer_it_takes_customers_of_yesterday_behind_as_many_networks() {
        let trending = Trending::default();
        let told = || trending.ranked(START);
        for number in 0..100 {
            trending.note(&Visitor::Stranger, ONE, START);
            trending.note(&from(number, 1), ONE, START);
            trending.note(&from(1_000, u32::try_from(number).unwrap()), ONE, START);
            let registered_today = Ids::first_at(START.plus(-COUNTS_AFTER)) + number;
            trending.note(&from(registered_today, 1_000 + u32::try_from(number).unwrap()), ONE, START);
        }
        assert!(told().is_empty(), "strangers, one network, one account and accounts of today count twice together");
        for number in 2_000..2_003 {
            trending.note(&customer(number), ONE, START);
        }
        assert_eq!(told(), [ONE]);
        // Many customers come through one proxy that does not forward their addresses.
        for number in 0..5 {
            trending.note(&Visitor::Customer(AccountId(number), None), TWO, START);
        }
        assert_eq!(told(), [ONE, TWO]);
    }

    #[test]
    fn what_is_kept_is_bounded_and_shuts_nobody_out() {
        let trending = Trending::default();
        for instrument in 10..1_000 {
            trending.note(&customer(1), InstrumentId(instrument), START);
        }
        assert_eq!(trending.count.lock().unwrap().points.len(), INSTRUMENTS_A_CUSTOMER as usize);
        for number in 0..60_000 {
            trending.note(&customer(number), ONE, START);
        }
        {
            let count = trending.count.lock().unwrap();
            assert_eq!((count.today.looks.len(), count.today.customers.len()), (LOOKS_MAX, CUSTOMERS_MAX));
        }
        for number in 70_000..70_005 {
            trending.note(&customer(number), TWO, START);
        }
        assert_eq!(trending.ranked(START), [ONE, TWO]);
    }

    #[test]
    fn who_has_looked_is_forgotten_within_two_days() {
        let trending = Trending::default();
        trending.note(&customer(1), ONE, START);
        trending.ranked(after(47));
        assert_eq!(trending.count.lock().unwrap().yesterday.looks.len(), 2);
        trending.ranked(after(48));
        let count = trending.count.lock().unwrap();
        assert_eq!((count.today.looks.len(), count.yesterday.looks.len()), (0, 0));
    }
}
