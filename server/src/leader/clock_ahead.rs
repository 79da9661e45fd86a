//! How far this server's clock is ahead of the database's.

use plumbline_core::time::UnixMillis;
use tokio::time::Instant;

use crate::clock::Clock;

/// The difference as it was read last, and the moment of that: where this server's clock jumps later, that shows at once and
/// not only when the database is asked again.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ClockAhead {
    millis: i64,
    /// This server's time and the monotonic time; `None` where there is nothing to compare.
    read: Option<(UnixMillis, Instant)>,
}

impl ClockAhead {
    /// The least difference to the database's clock, which was `database` after it was `asked`.
    pub fn read(clock: &Clock, database: UnixMillis, asked: Instant) -> Self {
        if !clock.runs() {
            return Self::default();
        }
        let (own, now) = (clock.now(), Instant::now());
        let (at_most, took) = (own.since(database), millis(asked, now));
        let ahead = if at_most < 0 { at_most } else { at_most.saturating_sub(took).max(0) };
        Self { millis: ahead, read: Some((own, now)) }
    }

    /// Milliseconds by which the clock is ahead now.
    pub fn now(&self, clock: &Clock) -> i64 {
        let jumped = |(own, at)| clock.now().since(own).saturating_sub(millis(at, Instant::now()));
        self.millis.saturating_add(self.read.map_or(0, jumped))
    }
}

fn millis(from: Instant, to: Instant) -> i64 {
    i64::try_from(to.duration_since(from).as_millis()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_jump_shows_before_the_database_is_asked_again() {
        let clock = Clock::wrong(700);
        let ahead = ClockAhead::read(&clock, Clock::System.now(), Instant::now());
        let is_about = |millis: i64| (millis - 50..=millis + 50).contains(&ahead.now(&clock));
        assert!(is_about(700), "{ahead:?}");
        clock.advance(UnixMillis::HOUR);
        assert!(is_about(UnixMillis::HOUR + 700));
        clock.advance(-2 * UnixMillis::HOUR);
        assert!(is_about(700 - UnixMillis::HOUR));
    }

    #[test]
    fn a_clock_without_another_to_compare_with_is_never_wrong() {
        let manual = Clock::manual(UnixMillis(1));
        let ahead = ClockAhead::read(&manual, UnixMillis(1_000_000), Instant::now());
        manual.advance(UnixMillis::HOUR);
        assert_eq!((ahead.now(&manual), ClockAhead::default().now(&Clock::System)), (0, 0));
    }
}
