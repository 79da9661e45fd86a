//! The steps of a random walk.

use plumbline_core::orders::{Distance, TimeInForce};
use plumbline_core::testing::price;
use proptest::prelude::*;

use super::{ACCOUNTS, kyc};

/// A step of the random walk; amounts are cents, quantities shares.
#[derive(Clone, Debug)]
pub enum Step {
    Tick {
        middle: i64,
        size: i64,
    },
    Order {
        account: usize,
        sell: bool,
        limit: Option<i64>,
        stop: Option<i64>,
        time: TimeInForce,
        quantity: i64,
    },
    Trail {
        account: usize,
        sell: bool,
        distance: Distance,
        quantity: i64,
    },
    Close {
        account: usize,
        half: bool,
    },
    CancelNth {
        account: usize,
        nth: usize,
    },
    AmendNth {
        account: usize,
        nth: usize,
        limit: Option<i64>,
        stop: Option<i64>,
        quantity: Option<i64>,
    },
    Transfer {
        account: usize,
        back: bool,
        hongkong: bool,
        amount: i64,
    },
    Deposit {
        account: usize,
        amount: i64,
        approve: bool,
    },
    CancelledDeposit {
        account: usize,
        amount: i64,
    },
    Identity(kyc::Step),
    /// A withdrawal that is taken through so many states, or fails on the way.
    Withdrawal {
        account: usize,
        amount: i64,
        far: u8,
        fails: bool,
    },
    Coins {
        account: usize,
        hundredths: i64,
        stands: bool,
    },
    Release {
        account: usize,
        asked: bool,
    },
}

fn cents() -> impl Strategy<Value = Option<i64>> {
    proptest::option::of(8_000i64..12_000)
}

fn distance() -> impl Strategy<Value = Distance> {
    let amount = (0i64..900).prop_map(|cents| Distance::Amount(price(cents)));
    prop_oneof![amount, (0i64..900).prop_map(Distance::Percent)]
}

fn time() -> impl Strategy<Value = TimeInForce> {
    prop_oneof![4 => Just(TimeInForce::Day), 1 => Just(TimeInForce::ImmediateOrCancel), 1 => Just(TimeInForce::FillOrKill)]
}

pub fn step() -> impl Strategy<Value = Step> {
    let account = 0..ACCOUNTS.len();
    prop_oneof![
        4 => (9_000i64..11_000, 0i64..60).prop_map(|(middle, size)| Step::Tick { middle, size }),
        6 => (account.clone(), any::<bool>(), cents(), proptest::option::weighted(0.3, 9_000i64..11_000), time(), -1i64..80)
            .prop_map(|(account, sell, limit, stop, time, quantity)| Step::Order { account, sell, limit, stop, time, quantity }),
        4 => (account.clone(), any::<bool>(), distance(), -1i64..80)
            .prop_map(|(account, sell, distance, quantity)| Step::Trail { account, sell, distance, quantity }),
        4 => (account.clone(), 0usize..8, cents(), cents(), proptest::option::of(-1i64..80))
            .prop_map(|(account, nth, limit, stop, quantity)| Step::AmendNth { account, nth, limit, stop, quantity }),
        2 => (account.clone(), any::<bool>()).prop_map(|(account, half)| Step::Close { account, half }),
        2 => (account.clone(), 0usize..8).prop_map(|(account, nth)| Step::CancelNth { account, nth }),
        2 => (account.clone(), any::<bool>(), any::<bool>(), -5i64..900_000)
            .prop_map(|(account, back, hongkong, amount)| Step::Transfer { account, back, hongkong, amount }),
        2 => (account.clone(), -5i64..2_000_000, any::<bool>())
            .prop_map(|(account, amount, approve)| Step::Deposit { account, amount, approve }),
        1 => (account.clone(), -5i64..2_000_000)
            .prop_map(|(account, amount)| Step::CancelledDeposit { account, amount }),
        2 => kyc::step().prop_map(Step::Identity),
        3 => (account.clone(), -5i64..2_000, proptest::bool::weighted(0.8))
            .prop_map(|(account, hundredths, stands)| Step::Coins { account, hundredths, stands }),
        1 => (account.clone(), any::<bool>()).prop_map(|(account, asked)| Step::Release { account, asked }),
        3 => (account, -5i64..900_000, 0u8..4, any::<bool>())
            .prop_map(|(account, amount, far, fails)| Step::Withdrawal { account, amount, far, fails }),
    ]
}
