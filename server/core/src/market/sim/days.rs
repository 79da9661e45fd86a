//! Days with seeds of their own. Without a day's seed nobody can know its prices, and with it everybody can compute
//! them.
//!
//! A day is a date of UTC, in all markets: a moment belongs to exactly one. Each stream of randomness has a key derived
//! from the day's seed by HMAC-SHA-256, which reveals neither the seed nor the keys of other streams.

use std::fmt;
use std::sync::{PoisonError, RwLock};

use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use siphasher::sip::SipHasher24;

use super::steps::{EPOCH, STEP_MILLIS, step_at, time_of};
use crate::time::UnixMillis;

/// Steps of a day.
pub const DAY_STEPS: i64 = UnixMillis::DAY / STEP_MILLIS;

/// The secret that a day's prices depend on, besides public data. `Debug` does not print it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct DaySeed(pub [u8; 32]);

impl DaySeed {
    /// The commitment that is published before the day begins: the seed's SHA-256.
    pub fn commitment(&self) -> [u8; 32] {
        Sha256::digest(self.0).into()
    }
}

impl fmt::Debug for DaySeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DaySeed")
    }
}

/// The key of a stream on a day.
#[derive(Clone, Copy)]
pub(super) struct StreamKey(u64, u64);

impl StreamKey {
    /// A random number by its place in the stream: SipHash-2-4 (J.-P. Aumasson, D. J. Bernstein 2012), so that the
    /// results of some numbers reveal nothing of others.
    pub fn draw(self, place: u64) -> u64 {
        SipHasher24::new_with_keys(self.0, self.1).hash(&place.to_le_bytes())
    }
}

impl fmt::Debug for StreamKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("StreamKey")
    }
}

/// The days that have seeds, one after the other without a gap. New ones are added while the market runs.
pub struct Days {
    /// Days from [`EPOCH`] to the first of them.
    first: i64,
    /// The makers of each day's keys, from its seed.
    makers: RwLock<Vec<Hmac<Sha256>>>,
}

impl Days {
    /// The first day is the date that `at` lies on.
    pub fn new(at: UnixMillis, seed: DaySeed) -> Self {
        Self { first: day_of(step_at(at)), makers: RwLock::new(vec![maker(seed)]) }
    }

    /// Adds the seed of the day that begins at [`Days::known_until`].
    pub fn add(&self, seed: DaySeed) {
        self.makers.write().unwrap_or_else(PoisonError::into_inner).push(maker(seed));
    }

    /// The start of the first day without a seed.
    pub fn known_until(&self) -> UnixMillis {
        let known = self.makers.read().unwrap_or_else(PoisonError::into_inner).len();
        time_of((self.first + i64::try_from(known).unwrap_or(0)) * DAY_STEPS)
    }

    /// Days from [`EPOCH`] to the first day.
    pub(super) const fn first(&self) -> i64 {
        self.first
    }

    /// The key of the stream `name` on a day, counted from the first.
    pub(super) fn key(&self, day: usize, name: &str) -> Option<StreamKey> {
        let mut mac = self.makers.read().unwrap_or_else(PoisonError::into_inner).get(day)?.clone();
        mac.update(name.as_bytes());
        let made = mac.finalize().into_bytes();
        let number = |at: usize| u64::from_le_bytes(std::array::from_fn(|byte| made[at + byte]));
        Some(StreamKey(number(0), number(8)))
    }
}

impl fmt::Debug for Days {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Days").field("first", &self.first).field("known_until", &self.known_until()).finish()
    }
}

fn maker(seed: DaySeed) -> Hmac<Sha256> {
    <Hmac<Sha256>>::new_from_slice(&seed.0).expect("HMAC takes a key of any length")
}

/// Days from [`EPOCH`] to the day of a step.
pub const fn day_of(step: i64) -> i64 {
    step.div_euclid(DAY_STEPS)
}

/// The date's number, in days since 1970-01-01, of a day that is counted from [`EPOCH`].
pub const fn number_of(day: i64) -> i64 {
    day + EPOCH.0 / UnixMillis::DAY
}
