//! The lines that add up to the amount that can be withdrawn.

use plumbline_core::funds::Withdrawal;
use plumbline_core::ledger::{Unsettled, transferable};
use plumbline_core::money::{Money, MoneyError};
use plumbline_core::time::UnixMillis;

use super::store::Funding;
use crate::funds::rates::CreditRate;

/// The funding account with everything that holds its money back, in cents.
#[derive(Clone, Debug)]
pub struct Explained {
    pub funding: Funding,
    pub unsettled: Vec<Unsettled>,
    /// Money credited so recently that it is held.
    pub new_credit: i64,
    /// The name of the lock that blocks all withdrawals; `None` if there is none.
    pub locked: Option<&'static str>,
}

/// A line's name and amount.
pub type Line = (&'static str, i64);

impl Explained {
    /// The amount that can be requested, and the lines that add up to it, in hundredths of the currency of `rate`.
    /// Lines of zero are left out, except for the balance.
    pub fn lines(&self, rate: &CreditRate, now: UnixMillis) -> Result<(i64, Vec<Line>), MoneyError> {
        let pays_for = |cents| rate.most_for(Money::new(cents, Withdrawal::PAID_IN)).map(|most| most.minor);
        let held = &self.funding;
        let available = held.available().max(0);
        let settled = transferable(available, &self.unsettled, now);
        let new_credit = settled.min(self.new_credit);
        let free = pays_for(settled - new_credit)?;
        let mut lines = vec![
            ("balance", pays_for(held.posted)?),
            ("held_for_withdrawals", -pays_for(held.held_for_withdrawals)?),
            ("held_for_orders", -pays_for(held.held_for_orders())?),
            ("held_for_margin", -pays_for(held.held_for_margin)?),
            ("unsettled", -pays_for(available - settled)?),
            ("new_credit", -pays_for(new_credit)?),
        ];
        let sum = |lines: &[Line]| lines.iter().map(|(_, amount)| amount).sum::<i64>();
        lines.push(("rounding", free - sum(&lines)));
        lines.extend(self.locked.map(|lock| (lock, -free)));
        let usable = sum(&lines);
        lines.retain(|(name, amount)| *name == "balance" || *amount != 0);
        Ok((usable, lines))
    }
}

#[cfg(test)]
mod tests {
    use plumbline_core::funds::RATE_ONE;
    use plumbline_core::money::Rounding;
    use proptest::prelude::*;

    use super::*;

    const DOLLAR: CreditRate = CreditRate { rate: RATE_ONE, origin: None };

    proptest! {
        /// The lines add up to the most that the funding account can pay, at any rate and with any holds.
        #[test]
        fn the_lines_add_up_to_what_can_just_be_paid(
            free in 0i64..1_000_000_000_000, withdrawals in 0i64..1_000_000, orders in 0i64..1_000_000, margin in 0i64..1_000_000,
            dues in proptest::collection::vec((0i64..10, -1_000_000i64..1_000_000), 0..4),
            new_credit in 0i64..2_000_000, rate in 1_000_000i64..1_000_000_000, locked in any::<bool>(),
        ) {
            let held = withdrawals + orders + margin;
            let funding = Funding {
                posted: free + held,
                held,
                held_for_withdrawals: withdrawals,
                held_for_margin: margin,
            };
            let unsettled: Vec<_> = dues.into_iter().map(|(at, amount)| Unsettled { at: UnixMillis(at), amount }).collect();
            let (now, rate) = (UnixMillis(4), CreditRate { rate, origin: None });
            let locked = locked.then_some("cooling_off");
            let account = Explained { funding, unsettled: unsettled.clone(), new_credit, locked };
            let (usable, lines) = account.lines(&rate, now).unwrap();
            prop_assert_eq!(lines.iter().map(|(_, amount)| amount).sum::<i64>(), usable);
            let can_pay = transferable(free, &unsettled, now).saturating_sub(new_credit).max(0);
            let costs = |hundredths| {
                Money::new(hundredths, Withdrawal::PAID_IN).scaled(rate.rate, RATE_ONE, Rounding::Up).unwrap().minor
            };
            if locked.is_some() {
                prop_assert_eq!(usable, 0);
            } else {
                prop_assert!(usable >= 0 && costs(usable) <= can_pay);
                prop_assert!(costs(usable + 1) > can_pay, "not a hundredth less than there is");
            }
        }
    }

    #[test]
    fn each_line_says_what_keeps_the_money_back() {
        let funding = Funding { posted: 1_000, held: 300, held_for_withdrawals: 200, held_for_margin: 40 };
        let unsettled = vec![Unsettled { at: UnixMillis(9), amount: 100 }];
        let account = Explained { funding, unsettled, new_credit: 50, locked: Some("new_address") };
        let (usable, lines) = account.lines(&DOLLAR, UnixMillis(1)).unwrap();
        let expected = [
            ("balance", 1_000),
            ("held_for_withdrawals", -200),
            ("held_for_orders", -60),
            ("held_for_margin", -40),
            ("unsettled", -100),
            ("new_credit", -50),
            ("new_address", -550),
        ];
        assert_eq!((usable, lines), (0, expected.to_vec()));
        let empty = Explained { funding: Funding::default(), unsettled: vec![], new_credit: 0, locked: None };
        assert_eq!(empty.lines(&DOLLAR, UnixMillis(1)).unwrap(), (0, vec![("balance", 0)]));
    }
}
