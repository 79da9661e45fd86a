//! The fee and the minimum of withdrawals, by the day from which they are in force: `data/withdrawal_rules.csv`. A
//! change is a new row with a new date; a withdrawal keeps the fee of its request.

use std::sync::LazyLock;

use plumbline_core::funds::parse_hundredths;
use plumbline_core::time::UnixMillis;
use serde::{Deserialize, Deserializer};

use crate::funds::cards::AccountType;
use crate::funds::rates;

/// A way to take money out.
#[derive(Clone, Debug, Deserialize)]
pub struct Rule {
    pub method: AccountType,
    /// The currency that is sent: `USD`, `EUR`, `USDT`, …
    pub currency: String,
    effective_from: String,
    /// In hundredths of `currency`; it comes out of the amount.
    #[serde(deserialize_with = "hundredths")]
    pub fee: i64,
    /// The least amount, the fee included, in hundredths of `currency`: always more than the fee.
    #[serde(deserialize_with = "hundredths")]
    pub min_amount: i64,
}

static RULES: LazyLock<Vec<Rule>> = LazyLock::new(|| {
    let rows = csv::Reader::from_reader(include_str!("../../../data/withdrawal_rules.csv").as_bytes());
    rows.into_deserialize().collect::<Result<_, _>>().expect("the embedded file is valid, as a test checks")
});

/// The rule in force at `now`, which begins with its day in UTC; `None` if this way does not exist.
pub fn in_force(method: AccountType, currency: &str, now: UnixMillis) -> Option<&'static Rule> {
    newest(&RULES, method, currency, &rates::day_of(now))
}

/// The ways in which `currency` can be withdrawn.
pub fn ways(currency: &str, now: UnixMillis) -> impl Iterator<Item = &'static Rule> {
    AccountType::ALL.into_iter().filter_map(move |method| in_force(method, currency, now))
}

/// Every rule in force at `now`, in the order of the file.
pub fn all_in_force(now: UnixMillis) -> impl Iterator<Item = &'static Rule> {
    let is_newest = move |rule: &&Rule| {
        in_force(rule.method, &rule.currency, now).is_some_and(|newest| std::ptr::eq(newest, *rule))
    };
    RULES.iter().filter(is_newest)
}

fn newest<'a>(rules: &'a [Rule], method: AccountType, currency: &str, day: &str) -> Option<&'a Rule> {
    let of_it = rules.iter().filter(|rule| rule.method == method && rule.currency == currency);
    of_it.filter(|rule| rule.effective_from.as_str() <= day).max_by_key(|rule| rule.effective_from.as_str())
}

fn hundredths<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i64, D::Error> {
    let text = String::deserialize(deserializer)?;
    parse_hundredths(&text).map_err(serde::de::Error::custom)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::funds::channels;
    use crate::mode::Mode;
    use plumbline_core::funds::Withdrawal;

    const NOW: UnixMillis = UnixMillis(1_795_000_000_000);

    #[test]
    fn what_comes_in_can_go_out_and_the_fee_always_leaves_something() {
        for channel in channels::offered(Mode::Paper) {
            assert!(ways(&channel.currency, NOW).count() > 0, "{channel:?}");
        }
        for rule in RULES.iter() {
            assert!(0 <= rule.fee && rule.fee < rule.min_amount, "{rule:?}");
            assert!(rule.effective_from.parse::<jiff::civil::Date>().is_ok(), "{rule:?}");
        }
        let free = ways(Withdrawal::PAID_IN.code(), NOW).find(|rule| rule.fee == 0).unwrap();
        assert_eq!(free.min_amount, 1, "whoever has a cent can take it out, and need not pay in before");
        let all: Vec<_> = all_in_force(NOW).map(|rule| (rule.method, rule.currency.as_str())).collect();
        assert!(all.iter().all(|(method, currency)| in_force(*method, currency, NOW).is_some()));
        assert!(all.contains(&(AccountType::Card, "USD")) && all_in_force(UnixMillis(0)).next().is_none());
        assert!(in_force(AccountType::Wallet, "BTC", NOW).is_none());
        assert!(in_force(AccountType::Wallet, "USD", NOW).is_none());
    }

    #[test]
    fn a_rule_is_in_force_from_its_day_on() {
        let rule = |effective_from: &str, fee| Rule {
            method: AccountType::Card,
            currency: "USD".to_owned(),
            effective_from: effective_from.to_owned(),
            fee,
            min_amount: 1_000,
        };
        let rules = [rule("2026-02-01", 2), rule("2026-01-01", 1)];
        let fee = |day| newest(&rules, AccountType::Card, "USD", day).map(|rule| rule.fee);
        let found = ["2025-12-31", "2026-01-01", "2026-01-31", "2026-02-01", "2027-01-01"].map(fee);
        assert_eq!(found, [None, Some(1), Some(1), Some(2), Some(2)]);
    }
}
