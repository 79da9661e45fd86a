//! The life of a session.

use crate::time::UnixMillis;

/// A session ends by itself after this long without a request.
pub const IDLE_MAX: i64 = 30 * UnixMillis::DAY;

/// True while a session last used at `last_seen`, which ends at `ends_at` at the latest, may still be used.
pub fn is_alive(last_seen: UnixMillis, ends_at: UnixMillis, now: UnixMillis) -> bool {
    now.since(last_seen) < IDLE_MAX && now < ends_at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sessions_end_after_thirty_idle_days() {
        let (seen, late) = (UnixMillis(1_000), UnixMillis(i64::MAX));
        assert!(is_alive(seen, late, seen));
        assert!(is_alive(seen, late, seen.plus(IDLE_MAX - 1)));
        assert!(!is_alive(seen, late, seen.plus(IDLE_MAX)));
    }

    #[test]
    fn a_session_that_is_used_ends_all_the_same() {
        let ends = UnixMillis(5_000);
        assert!(is_alive(UnixMillis(4_999), ends, UnixMillis(4_999)));
        assert!(!is_alive(UnixMillis(4_999), ends, ends));
    }
}
