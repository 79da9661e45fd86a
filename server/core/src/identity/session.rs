//! How long a session lives.

use crate::time::UnixMillis;

/// A session ends by itself after this long without a request.
pub const IDLE_MAX: i64 = 30 * UnixMillis::DAY;

/// True while a session last used at `last_seen` may still be used.
pub fn is_alive(last_seen: UnixMillis, now: UnixMillis) -> bool {
    now.since(last_seen) < IDLE_MAX
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sessions_end_after_thirty_idle_days() {
        let seen = UnixMillis(1_000);
        assert!(is_alive(seen, seen));
        assert!(is_alive(seen, seen.plus(IDLE_MAX - 1)));
        assert!(!is_alive(seen, seen.plus(IDLE_MAX)));
    }
}
