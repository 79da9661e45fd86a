//! Unsettled money of wallets. It can be traded with at once, but cannot leave the wallet before it settles. It is
//! derived from journals, which store the moment of settlement, and is stored nowhere else.

use crate::time::UnixMillis;

/// The amount that settles in a wallet at one moment, in minor units; negative for a payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unsettled {
    pub at: UnixMillis,
    pub amount: i64,
}

/// The part of the available money that may leave a wallet at `now`, such that at no later moment more has settled out
/// of the wallet than into it.
pub fn transferable(available: i64, unsettled: &[Unsettled], now: UnixMillis) -> i64 {
    let due_after = |moment: UnixMillis| unsettled.iter().filter(move |due| due.at > moment).map(|due| due.amount);
    let moments = unsettled.iter().map(|due| due.at).filter(|at| *at > now).chain([now]);
    let settled = moments.map(|moment| due_after(moment).fold(available, i64::saturating_sub));
    settled.min().unwrap_or(available).max(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_not_settled_stays() {
        type Dues = &'static [(i64, i64)];
        let table: [(&str, i64, Dues, i64); 11] = [
            ("nothing waits", 100, &[], 100),
            ("a sale waits", 100, &[(2, 100)], 0),
            ("a sale has settled", 100, &[(1, 100)], 100),
            ("beside other money", 150, &[(2, 100)], 50),
            ("what was sold is spent on what settles with it", 50, &[(2, 100), (2, -100)], 50),
            ("what is owed for a purchase cannot leave before either", 0, &[(2, -100)], 0),
            ("a purchase that settles before the sale that pays for it", 0, &[(2, -100), (3, 100)], 0),
            ("bought with it and sold again, all at once", 100, &[(2, 100), (2, -100), (2, 100)], 0),
            ("bought with it a day later and sold again", 100, &[(2, 100), (3, -100), (3, 100)], 0),
            ("the same once the first sale has settled", 100, &[(1, 100), (3, -100), (3, 100)], 100),
            ("never less than nothing", 0, &[(3, 100)], 0),
        ];
        for (name, available, unsettled, expected) in table {
            let unsettled: Vec<Unsettled> =
                unsettled.iter().map(|(at, amount)| Unsettled { at: UnixMillis(*at), amount: *amount }).collect();
            assert_eq!(transferable(available, &unsettled, UnixMillis(1)), expected, "{name}");
        }
    }
}
