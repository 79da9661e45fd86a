//! The life of a code that proves an e-mail address.

use super::throttle::Blocked;
use crate::time::UnixMillis;

/// A code is good for ten minutes, in milliseconds.
pub const VALID_FOR: i64 = 10 * UnixMillis::MINUTE;
/// Guesses at one code.
pub const TRIES_MAX: i64 = 5;
/// The pause before the next code to the same address, in milliseconds.
pub const RESEND_AFTER: i64 = UnixMillis::MINUTE;

/// Codes that follow each other after [`RESEND_AFTER`] only. Beyond them each waits for the previous one's end,
/// so that guessing five times a code again and again stays hopeless (720 guesses a day at a million codes).
const QUICK_RESENDS: i64 = 5;
/// A pause this long begins a new series.
const SERIES_FORGOTTEN_AFTER: i64 = UnixMillis::HOUR;

/// The newest code that was sent to an address for one purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SentCode {
    pub sent_at: UnixMillis,
    /// Codes sent in this series, this one included.
    pub sent_count: i64,
    /// Guesses at it, the present one included.
    pub tries: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeRefusal {
    Wrong,
    Expired,
    TooManyTries,
}

/// Six digits from a random number. The bias of the remainder is below 10⁻¹³.
pub fn six_digits(random: u64) -> String {
    format!("{:06}", random % 1_000_000)
}

impl SentCode {
    /// The record of a new code, or the wait before one may be sent.
    pub fn send(previous: Option<SentCode>, now: UnixMillis) -> Result<SentCode, Blocked> {
        let series = previous.filter(|code| now.since(code.sent_at) < SERIES_FORGOTTEN_AFTER);
        let wait = series.map_or(0, |code| code.resend_after() - now.since(code.sent_at));
        if wait > 0 {
            return Err(Blocked(wait));
        }
        Ok(SentCode { sent_at: now, sent_count: series.map_or(0, |code| code.sent_count) + 1, tries: 0 })
    }

    /// Judges the guess that [`SentCode::tries`] already counts. Only a guess in time and within the tries says
    /// whether it was right.
    pub fn judge(&self, matches: bool, now: UnixMillis) -> Result<(), CodeRefusal> {
        if now.since(self.sent_at) >= VALID_FOR {
            return Err(CodeRefusal::Expired);
        }
        if self.tries > TRIES_MAX {
            return Err(CodeRefusal::TooManyTries);
        }
        if matches { Ok(()) } else { Err(CodeRefusal::Wrong) }
    }

    /// Milliseconds after which the next code may follow this one.
    pub const fn resend_after(&self) -> i64 {
        if self.sent_count < QUICK_RESENDS { RESEND_AFTER } else { VALID_FOR }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: UnixMillis = UnixMillis(1_000_000_000);

    #[test]
    fn codes_have_six_digits() {
        let table = [(0, "000000"), (42, "000042"), (999_999, "999999"), (1_000_000, "000000"), (u64::MAX, "551615")];
        for (random, code) in table {
            assert_eq!(six_digits(random), code);
        }
    }

    #[test]
    fn a_guess_is_judged_by_time_then_tries_then_match() {
        let table = [
            (0, 1, true, Ok(())),
            (VALID_FOR - 1, 5, true, Ok(())),
            (0, 1, false, Err(CodeRefusal::Wrong)),
            (VALID_FOR, 1, true, Err(CodeRefusal::Expired)),
            (0, 6, true, Err(CodeRefusal::TooManyTries)),
            (VALID_FOR, 6, false, Err(CodeRefusal::Expired)),
        ];
        for (age, tries, matches, expected) in table {
            let code = SentCode { sent_at: NOW, sent_count: 1, tries };
            assert_eq!(code.judge(matches, NOW.plus(age)), expected, "age {age}, try {tries}, {matches}");
        }
    }

    #[test]
    fn the_first_codes_follow_each_other_after_a_minute_and_later_ones_after_ten() {
        let mut now = NOW;
        let mut code = SentCode::send(None, now).unwrap();
        let mut waits = Vec::new();
        for _ in 0..7 {
            let Err(Blocked(wait)) = SentCode::send(Some(code), now) else { panic!("no wait after {code:?}") };
            waits.push(wait / UnixMillis::SECOND);
            now = now.plus(wait);
            code = SentCode::send(Some(code), now).unwrap();
        }
        assert_eq!(waits, [60, 60, 60, 60, 600, 600, 600]);
        assert_eq!(SentCode::send(Some(code), now.plus(SERIES_FORGOTTEN_AFTER)).unwrap().sent_count, 1);
    }
}
