//! The life of a code that proves an e-mail address.
//!
//! Anybody may ask for a code to anybody's address, so no request of a stranger may spoil the owner's code. While a
//! code is good, every further request sends that code again; the code changes every ten minutes, and the one before it
//! stays good, so that a code that was just sent never ends early. Guesses are counted by network
//! ([`super::throttle::CODE`], [`super::throttle::CODE_ANYWHERE`]).

use crate::time::UnixMillis;

/// A code is good for at least ten minutes after it was sent, in milliseconds.
pub const VALID_FOR: i64 = 10 * UnixMillis::MINUTE;

/// The pause between two messages to one address, whoever asks for them.
const RESEND_AFTER: i64 = UnixMillis::MINUTE;
/// Messages of a series that follow each other after [`RESEND_AFTER`]; after them comes [`LATER_RESEND_AFTER`], which
/// leaves at least half of its life to the code that lies in the mailbox.
const QUICK_RESENDS: i64 = 5;
const LATER_RESEND_AFTER: i64 = VALID_FOR / 2;
/// A pause this long begins a new series.
const SERIES_FORGOTTEN_AFTER: i64 = UnixMillis::HOUR;

/// The codes sent to an address for one purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SentCode {
    /// The moment at which the first of an unbroken row of good codes was sent.
    pub born_at: UnixMillis,
    pub sent_at: UnixMillis,
    /// Messages of this series, the newest included.
    pub sent_count: i64,
}

/// The result of a request for a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// A message with a new code, not derived from any before it.
    Fresh(SentCode),
    /// A message with the code that is good now.
    Again(SentCode),
    /// No message: a good code was sent a moment ago.
    Lately(SentCode),
}

/// Six digits from a random number. The bias of the remainder is below 10⁻¹³.
pub fn six_digits(random: u64) -> String {
    format!("{:06}", random % 1_000_000)
}

impl SentCode {
    /// Asks for a code after `previous`.
    pub fn ask(previous: Option<SentCode>, now: UnixMillis) -> Asked {
        let series = previous.filter(|code| now.since(code.sent_at) < SERIES_FORGOTTEN_AFTER);
        let sent_count = series.map_or(0, |code| code.sent_count) + 1;
        match previous.filter(|code| code.is_good(now)) {
            None => Asked::Fresh(SentCode { born_at: now, sent_at: now, sent_count }),
            Some(code) if now.since(code.sent_at) < code.pause() => Asked::Lately(code),
            Some(code) => Asked::Again(SentCode { sent_at: now, sent_count, ..code }),
        }
    }

    /// True if the newest code is still good.
    pub fn is_good(&self, now: UnixMillis) -> bool {
        self.ends_in(now) > 0
    }

    /// Milliseconds for which the newest code is good.
    pub fn ends_in(&self, now: UnixMillis) -> i64 {
        VALID_FOR - now.since(self.sent_at)
    }

    /// The number of the code that is sent at `now`.
    pub fn number(&self, now: UnixMillis) -> i64 {
        now.since(self.born_at).max(0) / VALID_FOR
    }

    /// The numbers of the codes that are good at `now`: at most two.
    pub fn good_numbers(&self, now: UnixMillis) -> std::ops::RangeInclusive<i64> {
        let newest = self.number(now);
        (newest - 1).max(0)..=newest
    }

    const fn pause(&self) -> i64 {
        if self.sent_count < QUICK_RESENDS { RESEND_AFTER } else { LATER_RESEND_AFTER }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: UnixMillis = UnixMillis(1_000_000_000);
    const MINUTE: i64 = UnixMillis::MINUTE;

    fn sent(previous: Option<SentCode>, now: UnixMillis) -> SentCode {
        match SentCode::ask(previous, now) {
            Asked::Fresh(code) | Asked::Again(code) => code,
            Asked::Lately(code) => panic!("nothing was sent after {code:?}"),
        }
    }

    #[test]
    fn codes_have_six_digits() {
        let table = [(0, "000000"), (42, "000042"), (999_999, "999999"), (1_000_000, "000000"), (u64::MAX, "551615")];
        for (random, code) in table {
            assert_eq!(six_digits(random), code);
        }
    }

    #[test]
    fn a_code_is_good_for_ten_minutes() {
        let code = sent(None, NOW);
        assert!(code.is_good(NOW.plus(VALID_FOR - 1)) && !code.is_good(NOW.plus(VALID_FOR)));
        assert_eq!(SentCode::ask(Some(code), NOW.plus(VALID_FOR)), Asked::Fresh(sent(Some(code), NOW.plus(VALID_FOR))));
    }

    #[test]
    fn whoever_asks_again_spoils_no_code() {
        let mut code = sent(None, NOW);
        for at in (0..120).map(|half_minute| NOW.plus(half_minute * MINUTE / 2)) {
            // A customer got the newest code; a stranger asks every half a minute for as long as it must be good.
            let (held, mut later) = (code.number(code.sent_at), code);
            for asked_at in (0..20).map(|step| at.plus(step * MINUTE / 2)) {
                if let Asked::Again(again) = SentCode::ask(Some(later), asked_at) {
                    later = again;
                }
                let told = asked_at.since(code.sent_at) < VALID_FOR;
                assert!(!told || later.good_numbers(asked_at).contains(&held), "{code:?} at {asked_at:?}");
            }
            if let Asked::Again(again) = SentCode::ask(Some(code), at) {
                code = again;
            }
        }
    }

    #[test]
    fn the_first_messages_follow_each_other_after_a_minute_and_later_ones_after_five() {
        let mut now = NOW;
        let mut code = sent(None, now);
        let mut pauses = Vec::new();
        for _ in 0..7 {
            let asked = |wait: i64| SentCode::ask(Some(code), now.plus(wait));
            let pause = (0..=10 * MINUTE).step_by(1_000).find(|wait| !matches!(asked(*wait), Asked::Lately(_)));
            pauses.push(pause.unwrap() / UnixMillis::SECOND);
            now = now.plus(pause.unwrap());
            code = sent(Some(code), now);
        }
        assert_eq!(pauses, [60, 60, 60, 60, 300, 300, 300]);
        assert_eq!(sent(Some(code), now.plus(SERIES_FORGOTTEN_AFTER)).sent_count, 1);
    }

    #[test]
    fn at_most_two_codes_are_good_at_once() {
        let code = sent(None, NOW);
        assert_eq!(code.good_numbers(NOW), 0..=0);
        assert_eq!(code.good_numbers(NOW.plus(VALID_FOR)), 0..=1);
        assert_eq!(code.good_numbers(NOW.plus(7 * VALID_FOR)), 6..=7);
    }
}
