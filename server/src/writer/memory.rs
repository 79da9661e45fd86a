//! The writer's memory from batch to batch.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use plumbline_core::ids::AccountId;
use plumbline_core::market::Liquidity;

/// Pause before accounts in doubt are read again when no command waits.
pub(super) const AGAIN: Duration = Duration::from_secs(1);
/// Time for the first try, in which callers wait.
const WITHIN: Duration = Duration::from_secs(3);
/// How often that time is doubled at most: to 12 s. A leader whose term ends waits for its writer for 20 s, and ends its
/// process where the disk takes longer.
const DOUBLED_MAX: u32 = 2;

/// The writer's state between batches.
#[derive(Debug, Default)]
pub(super) struct Memory {
    /// Sizes taken from the newest ticks.
    pub taken: Liquidity,
    /// Accounts of batches that failed: what is stored of them, and what the book knows, may differ.
    pub in_doubt: BTreeSet<AccountId>,
    /// How reading them again has gone.
    pub recovery: Recovery,
}

/// The last tries to read accounts in doubt again.
#[derive(Debug, Default)]
pub(super) struct Recovery {
    /// When the last one ended.
    ended_at: Option<Instant>,
    /// Tries in a row that took too long.
    overdue: u32,
}

impl Recovery {
    /// True within a second after a try.
    pub(super) fn is_recent(&self) -> bool {
        self.ended_at.is_some_and(|at| at.elapsed() < AGAIN)
    }

    /// True within a second after a try that took too long: nobody waits for the next one.
    pub(super) fn was_just_too_slow(&self) -> bool {
        self.is_recent() && self.overdue > 0
    }

    /// Time for the next try: twice as long after each that took too long, as the venue has many orders to read.
    pub(super) fn limit(&self) -> Duration {
        WITHIN * 2_u32.pow(self.overdue.min(DOUBLED_MAX))
    }

    pub(super) fn ended(&mut self, too_slow: bool) {
        self.ended_at = Some(Instant::now());
        self.overdue = if too_slow { self.overdue + 1 } else { 0 };
    }
}
