//! Limits on guessing a secret: some free tries, then a wait that doubles with each further one.

use crate::time::UnixMillis;

/// A limit on guessing. Waits are in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Policy {
    /// Tries before the first wait.
    pub free_tries: i64,
    pub first_wait: i64,
    /// Waits double up to this, so that nobody can lock a customer out for long.
    pub longest_wait: i64,
    /// A pause this long resets the count of tries.
    pub forgotten_after: i64,
}

/// Logging in to one account from one network.
pub const LOGIN: Policy = Policy {
    free_tries: 3,
    first_wait: UnixMillis::SECOND,
    longest_wait: UnixMillis::MINUTE,
    forgotten_after: UnixMillis::HOUR,
};

/// Logging in to one account from all networks on which its customer has never logged in. However many networks guess
/// together, they have 100 tries and then one in half a minute, 2,980 a day, at a password that withstands 100,000. The
/// wait is short, so that a customer who comes from a new network in the middle of it gets through; one who comes from
/// a known network does not notice it.
pub const LOGIN_ANYWHERE: Policy = Policy {
    free_tries: 100,
    first_wait: UnixMillis::SECOND,
    longest_wait: 30 * UnixMillis::SECOND,
    forgotten_after: UnixMillis::HOUR,
};

/// Asking for an e-mail code for one address from one network: after a minute, then after two, four, eight and ten.
pub const ASK_FOR_CODE: Policy = Policy {
    free_tries: 1,
    first_wait: UnixMillis::MINUTE,
    longest_wait: 10 * UnixMillis::MINUTE,
    forgotten_after: UnixMillis::HOUR,
};

/// Guessing an e-mail code from one network: five tries, then one in ten minutes, 149 a day.
pub const CODE: Policy = Policy {
    free_tries: 5,
    first_wait: 10 * UnixMillis::MINUTE,
    longest_wait: 10 * UnixMillis::MINUTE,
    forgotten_after: UnixMillis::HOUR,
};

/// Guessing the codes of one address from all networks on which its customer has never logged in. A botnet has 25 tries
/// and then one in two minutes: 745 a day, each right by two in a million (two codes are good at most), so that a whole
/// day of it succeeds by 0.15 %, and the customer gets more than a hundred messages that reveal it. Five networks with
/// five tries each meet no wait. Tries from a known network are not counted here, nor those from a network that asked
/// for one of the two newest messages, so that guessing alone holds up no sign-up: there are at most some 300 messages
/// a day, and five tries for each are another 0.3 %.
pub const CODE_ANYWHERE: Policy = Policy {
    free_tries: 25,
    first_wait: UnixMillis::SECOND,
    longest_wait: 2 * UnixMillis::MINUTE,
    forgotten_after: UnixMillis::HOUR,
};

/// The pay password: five tries, then a quarter of an hour before each further one. Only somebody who is logged in to
/// the account can use them up.
pub const PAY_PASSWORD: Policy = Policy {
    free_tries: 5,
    first_wait: 15 * UnixMillis::MINUTE,
    longest_wait: 15 * UnixMillis::MINUTE,
    forgotten_after: UnixMillis::DAY,
};

/// The failed tries so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tries {
    pub made: i64,
    pub last_at: UnixMillis,
    pub blocked_until: UnixMillis,
}

/// The milliseconds for which the try must wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blocked(pub i64);

impl Blocked {
    /// Whole seconds to wait, rounded up.
    pub fn seconds(self) -> u64 {
        u64::try_from(self.0).unwrap_or(0).div_ceil(1_000)
    }
}

impl Policy {
    /// Counts a try as failed before its outcome is known, so that parallel guesses cannot slip past. A successful try
    /// resets the count.
    pub fn attempt(&self, so_far: Tries, now: UnixMillis) -> Result<Tries, Blocked> {
        let wait = so_far.blocked_until.since(now);
        if wait > 0 {
            return Err(Blocked(wait));
        }
        let forgotten = now.since(so_far.last_at) >= self.forgotten_after;
        let made = if forgotten { 1 } else { so_far.made + 1 };
        Ok(Tries { made, last_at: now, blocked_until: now.plus(self.wait_after(made)) })
    }

    /// Free tries that are left after `tries`.
    pub fn left(&self, tries: Tries) -> i64 {
        (self.free_tries - tries.made).max(0)
    }

    fn wait_after(&self, made: i64) -> i64 {
        let beyond = made - self.free_tries;
        if beyond < 0 {
            return 0;
        }
        let doublings = u32::try_from(beyond.min(32)).unwrap_or(32);
        self.first_wait.saturating_mul(1 << doublings).min(self.longest_wait)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The waits in seconds between repeated failures, each try made as soon as it is allowed.
    fn waits(policy: Policy, tries: usize) -> Vec<i64> {
        let mut so_far = Tries::default();
        let mut now = UnixMillis(1_000_000_000);
        let step = |_| {
            so_far = policy.attempt(so_far, now).unwrap();
            let wait = so_far.blocked_until.since(now);
            now = so_far.blocked_until;
            wait / UnixMillis::SECOND
        };
        (0..tries).map(step).collect()
    }

    #[test]
    fn waits_double_up_to_the_longest() {
        assert_eq!(waits(LOGIN, 11), [0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60]);
        assert_eq!(waits(PAY_PASSWORD, 7), [0, 0, 0, 0, 900, 900, 900]);
        assert_eq!(waits(LOGIN, 200).last(), Some(&60), "the doubling does not overflow");
        assert_eq!(waits(ASK_FOR_CODE, 6), [60, 120, 240, 480, 600, 600]);
    }

    /// Tries within a day, each made as soon as it is allowed.
    fn tries_a_day(policy: Policy) -> usize {
        let mut left = UnixMillis::DAY / UnixMillis::SECOND;
        let used_up = |wait: &i64| {
            left -= wait;
            left < 0
        };
        waits(policy, 10_000).iter().position(used_up).unwrap() + 1
    }

    #[test]
    fn the_guesses_of_a_day_are_few_beside_what_there_is_to_guess() {
        assert!(tries_a_day(CODE) <= 150, "{}", tries_a_day(CODE));
        assert!(tries_a_day(CODE_ANYWHERE) <= 750, "{}", tries_a_day(CODE_ANYWHERE));
        assert!(tries_a_day(LOGIN_ANYWHERE) <= 3_000, "{}", tries_a_day(LOGIN_ANYWHERE));
    }

    #[test]
    fn a_try_inside_the_wait_is_refused_and_not_counted() {
        let now = UnixMillis(5_000_000);
        let blocked = Tries { made: 5, last_at: now, blocked_until: now.plus(1_500) };
        assert_eq!(LOGIN.attempt(blocked, now), Err(Blocked(1_500)));
        assert_eq!(Blocked(1_500).seconds(), 2);
        assert_eq!(LOGIN.attempt(blocked, now.plus(1_500)).unwrap().made, 6);
    }

    #[test]
    fn a_long_pause_wipes_the_slate() {
        let now = UnixMillis(5_000_000);
        let tries = Tries { made: 50, last_at: now, blocked_until: now.plus(60_000) };
        let later = LOGIN.attempt(tries, now.plus(LOGIN.forgotten_after)).unwrap();
        assert_eq!((later.made, LOGIN.left(later)), (1, 2));
    }
}
