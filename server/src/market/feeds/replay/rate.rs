//! The speed of a replay.

use std::str::FromStr;

use plumbline_core::decimal::parse_units;
use thiserror::Error;

/// Bars a second, in thousandths: from 0.001 to 10,000.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplayRate(i64);

#[derive(Clone, Copy, Debug, Error)]
#[error("the replay rate is a number of bars a second from 0.001 to 10000")]
pub struct ReplayRateError;

impl FromStr for ReplayRate {
    type Err = ReplayRateError;

    fn from_str(text: &str) -> Result<Self, ReplayRateError> {
        let thousandths = parse_units(text, 3).map_err(|_| ReplayRateError)?;
        if (1..=10_000_000).contains(&thousandths) { Ok(Self(thousandths)) } else { Err(ReplayRateError) }
    }
}

impl ReplayRate {
    /// The number of quarters of a bar that are played in the first `millis`.
    pub const fn quarters(self, millis: i64) -> i64 {
        millis.saturating_mul(self.0).saturating_mul(4) / 1_000_000
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_plays_so_many_quarters_of_a_bar() {
        let table = [("1", 1_000, 4), ("0.2", 5_000, 4), ("20", 1_000, 80), ("1", 249, 0), ("0.001", 1_000, 0)];
        for (rate, millis, quarters) in table {
            assert_eq!(rate.parse::<ReplayRate>().unwrap().quarters(millis), quarters, "{rate} in {millis} ms");
        }
        for wrong in ["0", "-1", "0.0001", "10001", "fast", ""] {
            assert!(wrong.parse::<ReplayRate>().is_err(), "{wrong}");
        }
    }
}
