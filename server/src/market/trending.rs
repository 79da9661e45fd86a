//! What customers look at lately: how often instruments are opened or put on watchlists, without keeping by whom.
//!
//! - An instrument gets a point when a client opens or watches it, and from the same client not again for a day at least.
//! - Points fade by an eighth an hour, so half of them are gone after five hours and nearly all after a day.
//! - Until enough clients have looked at the same, nothing is told: what one or two people look at is theirs.
//! - A client counts for few instruments, and all of them for so many pairs that what is kept fits into two megabytes.
//!
//! Of a client stays a number that nobody can turn back: a hash with a key that this process made up and never tells,
//! which is forgotten within two days. A restart begins anew, and each server counts what it is asked.

use std::collections::{HashMap, HashSet};
use std::convert::Infallible;
use std::hash::{BuildHasher, RandomState};
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

use axum::extract::{FromRef, FromRequestParts};
use axum::http::request::Parts;
use plumbline_core::ids::{AccountId, InstrumentId};
use plumbline_core::time::UnixMillis;

use crate::http::{Origin, TrustedProxies};
use crate::identity::CurrentSession;

/// What one look is worth, so that it can fade in whole numbers.
const POINT: u64 = 1_000;
/// Three clients within some hours. One that comes back every day has no more than 1,043, and two no more than 2,086.
const LEAST: u64 = 2_500;
/// Instruments that one client counts for in a day.
const INSTRUMENTS_A_CLIENT: u32 = 40;
/// Pairs of a client and an instrument that are remembered of a day.
const PAIRS_MAX: usize = 50_000;
const HOUR_MILLIS: i64 = 3_600_000;
const DAY_HOURS: i64 = 24;

/// Who looks: by the network, and where many customers share this machine's, by the account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Visitor {
    Network(IpAddr),
    Account(AccountId),
    /// A visitor without either.
    Nobody,
}

/// It stands behind the session among a handler's arguments, so that the session is known.
impl<S: Sync> FromRequestParts<S> for Visitor
where
    TrustedProxies: FromRef<S>,
{
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let proxies = TrustedProxies::from_ref(state);
        let network = Origin::of(parts, &proxies).counted_by(&proxies).map(|client| Self::Network(client.network()));
        let account = || parts.extensions.get::<CurrentSession>().map(|session| Self::Account(session.account_id));
        Ok(network.or_else(account).unwrap_or(Self::Nobody))
    }
}

/// The count, in this process.
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

/// Who has counted on a day, as hashes.
#[derive(Debug, Default)]
struct Day {
    number: i64,
    pairs: HashSet<u64>,
    clients: HashMap<u64, u32>,
}

impl Trending {
    /// Counts that an instrument was opened or watched.
    pub fn note(&self, visitor: &Visitor, instrument: InstrumentId, now: UnixMillis) {
        if *visitor == Visitor::Nobody {
            return;
        }
        let (client, pair) = (self.key.hash_one(visitor), self.key.hash_one((visitor, instrument)));
        let mut count = self.count.lock().unwrap_or_else(PoisonError::into_inner);
        count.go_on_to(now);
        if count.today.pairs.contains(&pair) || count.yesterday.pairs.contains(&pair) {
            return;
        }
        let looks = count.today.clients.get(&client).copied().unwrap_or(0);
        if looks >= INSTRUMENTS_A_CLIENT || count.today.pairs.len() >= PAIRS_MAX {
            return;
        }
        count.today.pairs.insert(pair);
        count.today.clients.insert(client, looks + 1);
        *count.points.entry(instrument).or_default() += POINT;
    }

    /// The instruments that enough clients look at, the most looked at first.
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
    /// Lets the points fade for each hour that has begun, and forgets who counted before yesterday. A clock that is set back
    /// changes nothing.
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
            let before = std::mem::replace(&mut self.today, Day { number: day, ..Day::default() });
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

    fn client(number: u32) -> Visitor {
        Visitor::Network(IpAddr::V4(Ipv4Addr::from_bits(number)))
    }

    fn after(hours: i64) -> UnixMillis {
        START.plus(hours * HOUR_MILLIS)
    }

    #[test]
    fn what_many_look_at_comes_first_and_fades() {
        let trending = Trending::default();
        for number in 0..5 {
            trending.note(&client(number), TWO, START);
        }
        for number in 0..3 {
            trending.note(&client(number), ONE, START);
        }
        assert_eq!(trending.ranked(START), [TWO, ONE]);
        assert_eq!(trending.ranked(after(5)), [TWO], "three looks have faded below what is told");
        assert!(trending.ranked(after(24)).is_empty());
        assert!(trending.ranked(after(24 * 400)).is_empty());
        assert!(trending.count.lock().unwrap().points.is_empty(), "what has faded takes no place");
    }

    #[test]
    fn one_client_makes_no_trend_however_often_it_looks() {
        let trending = Trending::default();
        for hour in 0..24 * 14 {
            for number in 0..2 {
                for _ in 0..50 {
                    trending.note(&client(number), ONE, after(hour));
                }
            }
            trending.note(&Visitor::Nobody, ONE, after(hour));
            assert!(trending.ranked(after(hour)).is_empty(), "after {hour} hours");
        }
    }

    #[test]
    fn what_is_kept_is_bounded() {
        let trending = Trending::default();
        for instrument in 0..1_000 {
            trending.note(&client(1), InstrumentId(instrument), START);
        }
        assert_eq!(trending.count.lock().unwrap().points.len(), INSTRUMENTS_A_CLIENT as usize);
        for number in 0..60_000 {
            trending.note(&client(number), ONE, START);
        }
        let count = trending.count.lock().unwrap();
        assert_eq!(count.today.pairs.len(), PAIRS_MAX);
        assert!(count.today.clients.len() <= PAIRS_MAX);
    }

    #[test]
    fn who_has_looked_is_forgotten_within_two_days() {
        let trending = Trending::default();
        trending.note(&client(1), ONE, START);
        trending.ranked(after(47));
        assert_eq!(trending.count.lock().unwrap().yesterday.pairs.len(), 1);
        trending.ranked(after(48));
        let count = trending.count.lock().unwrap();
        assert_eq!((count.today.pairs.len(), count.yesterday.pairs.len()), (0, 0));
    }
}
