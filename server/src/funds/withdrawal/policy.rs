//! The operator's settings of withdrawals.

use clap::Args;
use plumbline_core::funds::WithdrawalPolicy;
use plumbline_core::time::UnixMillis;

use crate::mode::Mode;

/// The longest of each setting: ten years.
const HOURS_MAX: i64 = 87_600;
/// The default duration of locks.
const LIVE_LOCK: i64 = 24 * UnixMillis::HOUR;
/// The default with paper money, which cannot be stolen: long enough to be seen, short enough for a first try.
const PAPER_LOCK: i64 = UnixMillis::MINUTE;

#[derive(Args, Clone, Debug)]
pub struct WithdrawalFlags {
    /// True to let only customers withdraw whose identity is verified.
    #[arg(long, env = "PLUMBLINE_WITHDRAWALS_NEED_KYC", default_value_t = true, value_name = "BOOL",
          action = clap::ArgAction::Set)]
    pub withdrawals_need_kyc: bool,

    /// Hours for which nothing is sent to a bank account or address after it was saved or changed, 0 for no such lock; by
    /// default 24, and one minute in paper mode.
    #[arg(long, env = "PLUMBLINE_NEW_ADDRESS_LOCK_HOURS", value_name = "HOURS",
          value_parser = clap::value_parser!(i64).range(0..=HOURS_MAX))]
    pub new_address_lock_hours: Option<i64>,

    /// Hours for which a customer cannot withdraw after a password was set, changed or reset, 0 for no such pause; by default
    /// 24, and one minute in paper mode.
    #[arg(long, env = "PLUMBLINE_COOLING_OFF_HOURS", value_name = "HOURS",
          value_parser = clap::value_parser!(i64).range(0..=HOURS_MAX))]
    pub cooling_off_hours: Option<i64>,

    /// Hours for which money that was paid in cannot be withdrawn; it can be traded with at once.
    #[arg(long, env = "PLUMBLINE_NEW_CREDIT_HOLD_HOURS", default_value_t = 0, value_name = "HOURS",
          value_parser = clap::value_parser!(i64).range(0..=HOURS_MAX))]
    pub new_credit_hold_hours: i64,
}

impl WithdrawalFlags {
    pub fn policy(&self, mode: Mode) -> WithdrawalPolicy {
        let lock = |hours: Option<i64>| match (hours, mode) {
            (Some(hours), _) => hours * UnixMillis::HOUR,
            (None, Mode::Live) => LIVE_LOCK,
            (None, Mode::Paper) => PAPER_LOCK,
        };
        WithdrawalPolicy {
            needs_identity: self.withdrawals_need_kyc,
            address_lock: lock(self.new_address_lock_hours),
            cooling_off: lock(self.cooling_off_hours),
            credit_hold: self.new_credit_hold_hours * UnixMillis::HOUR,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn policy(hours: Option<i64>, mode: Mode) -> WithdrawalPolicy {
        let flags = WithdrawalFlags {
            withdrawals_need_kyc: true,
            new_address_lock_hours: hours,
            cooling_off_hours: hours,
            new_credit_hold_hours: 0,
        };
        flags.policy(mode)
    }

    #[test]
    fn real_money_waits_a_day_and_paper_a_minute_unless_it_is_set() {
        for (hours, mode, millis) in [
            (None, Mode::Live, 24 * UnixMillis::HOUR),
            (None, Mode::Paper, UnixMillis::MINUTE),
            (Some(2), Mode::Live, 2 * UnixMillis::HOUR),
            (Some(2), Mode::Paper, 2 * UnixMillis::HOUR),
            (Some(0), Mode::Live, 0),
        ] {
            let policy = policy(hours, mode);
            assert_eq!((policy.address_lock, policy.cooling_off), (millis, millis), "{hours:?} {mode:?}");
            assert_eq!(policy.credit_hold, 0);
        }
    }
}
