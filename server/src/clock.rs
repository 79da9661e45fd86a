//! The one place that reads the time. All other code gets a [`Clock`].

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use plumbline_core::time::UnixMillis;

/// The wall clock, one that is wrong by some milliseconds, or one that a test sets.
#[derive(Clone, Debug, Default)]
pub enum Clock {
    #[default]
    System,
    Wrong(Arc<AtomicI64>),
    Manual(Arc<AtomicI64>),
}

impl Clock {
    /// A clock that stands still until [`Clock::advance`].
    pub fn manual(start: UnixMillis) -> Self {
        Clock::Manual(Arc::new(AtomicI64::new(start.0)))
    }

    /// A wall clock that is `ahead` by some milliseconds; [`Clock::advance`] adds to that.
    pub fn wrong(ahead: i64) -> Self {
        Clock::Wrong(Arc::new(AtomicI64::new(ahead)))
    }

    #[allow(clippy::disallowed_methods)]
    pub fn now(&self) -> UnixMillis {
        match self {
            Clock::System => UnixMillis(jiff::Timestamp::now().as_millisecond()),
            Clock::Wrong(ahead) => {
                UnixMillis(jiff::Timestamp::now().as_millisecond()).plus(ahead.load(Ordering::SeqCst))
            }
            Clock::Manual(millis) => UnixMillis(millis.load(Ordering::SeqCst)),
        }
    }

    /// True if the clock runs by itself, so that it can be compared with another one.
    pub const fn runs(&self) -> bool {
        !matches!(self, Clock::Manual(_))
    }

    /// Advances a test's clock; the system clock ignores it.
    pub fn advance(&self, millis: i64) {
        if let Clock::Manual(set) | Clock::Wrong(set) = self {
            set.fetch_add(millis, Ordering::SeqCst);
        }
    }
}
