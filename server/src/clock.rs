//! The one place that reads the time. Everything else is handed a [`Clock`].

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use plumbline_core::time::UnixMillis;

/// The wall clock, one that goes wrong by so many milliseconds, or one that a test sets.
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

    /// A wall clock that is so many milliseconds ahead, and that [`Clock::advance`] sets further.
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

    /// True of a clock that runs by itself, so that it can be held against another one.
    pub const fn runs(&self) -> bool {
        !matches!(self, Clock::Manual(_))
    }

    /// Moves a clock of a test on; the system clock ignores it.
    pub fn advance(&self, millis: i64) {
        if let Clock::Manual(set) | Clock::Wrong(set) = self {
            set.fetch_add(millis, Ordering::SeqCst);
        }
    }
}
