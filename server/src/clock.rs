//! The one place that reads the time. Everything else is handed a [`Clock`].

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use plumbline_core::time::UnixMillis;

/// What the clocks of servers on one database differ by at most: who must not be ahead of another waits so long.
pub const CLOCKS_APART: i64 = 10 * UnixMillis::SECOND;

/// The wall clock, or one that a test sets.
#[derive(Clone, Debug, Default)]
pub enum Clock {
    #[default]
    System,
    Manual(Arc<AtomicI64>),
}

impl Clock {
    /// A clock that stands still until [`Clock::advance`].
    pub fn manual(start: UnixMillis) -> Self {
        Clock::Manual(Arc::new(AtomicI64::new(start.0)))
    }

    #[allow(clippy::disallowed_methods)]
    pub fn now(&self) -> UnixMillis {
        match self {
            Clock::System => UnixMillis(jiff::Timestamp::now().as_millisecond()),
            Clock::Manual(millis) => UnixMillis(millis.load(Ordering::SeqCst)),
        }
    }

    /// Moves a manual clock on; the system clock ignores it.
    pub fn advance(&self, millis: i64) {
        if let Clock::Manual(now) = self {
            now.fetch_add(millis, Ordering::SeqCst);
        }
    }
}
