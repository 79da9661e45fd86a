//! Random steps of two customers and of the market, in small numbers.

use proptest::prelude::*;

use super::product::{COINS, FUTURE, PAIR, SHARES};

/// Something that happens to a product.
#[derive(Clone, Debug)]
pub struct Step {
    pub product: usize,
    /// Which of the accounts does it, and with which of its positions.
    pub account: usize,
    pub long: bool,
    pub act: Act,
}

#[derive(Clone, Debug)]
pub enum Act {
    /// The market moves by so many ten-thousandths, to a spread of so many ticks, with so much on each level; a tick is
    /// offered to so many orders at once.
    Quote {
        by: i64,
        spread: i64,
        sizes: [i64; 3],
        at_once: usize,
    },
    /// The rate of the pair moves.
    Rate {
        by: i64,
    },
    /// Nothing is quoted for so many milliseconds.
    Pause {
        millis: i64,
    },
    Order(Ticket),
    /// Changes one of the open orders: limit and stop in ten-thousandths of the last price, and the whole quantity.
    Amend {
        nth: usize,
        limit: Option<i64>,
        stop: Option<i64>,
        trail: Option<i64>,
        size: Option<i64>,
        time: Option<Time>,
    },
    Cancel {
        nth: usize,
    },
    Protect {
        legs: Protection,
        size: Option<i64>,
    },
    AddMargin {
        minor: i64,
    },
    SetLeverage {
        leverage: i64,
    },
    /// A night of the pair; its positions are charged at once, or by whatever comes next.
    Night {
        nights: i64,
        is_charged: bool,
    },
    /// A settlement of the future.
    Settle {
        is_charged: bool,
    },
    /// The last settlement of the future, whose next month is traded then.
    End,
    /// From the wallet of the product to that of another one.
    Transfer {
        to: usize,
        minor: i64,
    },
}

#[derive(Clone, Debug)]
pub struct Ticket {
    pub opens: bool,
    /// The number of its type on the wire.
    pub kind: i64,
    /// How far its limit lies from the last price, and its stop beyond it, in ten-thousandths.
    pub limit: i64,
    pub stop: i64,
    pub size: Size,
    pub leverage: i64,
    pub time: Time,
    pub legs: Option<Protection>,
    /// True lets the legs of the position make way for what it closes.
    pub makes_way: bool,
}

#[derive(Clone, Copy, Debug)]
pub enum Size {
    Units(i64),
    Fractions(i64),
    /// In thousandths of what the wallet had at first.
    Amount(i64),
    Half,
    All,
}

#[derive(Clone, Copy, Debug)]
pub enum Time {
    Day,
    UntilCancelled,
    /// Until so many milliseconds from now.
    Until(i64),
    AtOnce,
    AllAtOnce,
}

/// A take-profit and a stop-loss, so many ten-thousandths away from the last price, and the limit of the stop-loss behind it.
#[derive(Clone, Copy, Debug)]
pub struct Protection {
    pub take: Option<i64>,
    pub stop: Option<i64>,
    pub limit: Option<i64>,
}

fn protection() -> impl Strategy<Value = Protection> {
    let option = proptest::option::weighted;
    (option(0.7, -5i64..300), option(0.7, -5i64..300), option(0.3, 0i64..60))
        .prop_map(|(take, stop, limit)| Protection { take, stop, limit })
}

fn time() -> impl Strategy<Value = Time> {
    prop_oneof![
        4 => Just(Time::Day),
        3 => Just(Time::UntilCancelled),
        1 => (-10i64..90_000).prop_map(Time::Until),
        1 => Just(Time::AtOnce),
        1 => Just(Time::AllAtOnce),
    ]
}

fn size() -> impl Strategy<Value = Size> {
    prop_oneof![
        8 => (0i64..1_000).prop_map(Size::Units),
        2 => (1i64..30_000_000).prop_map(Size::Fractions),
        2 => (0i64..500).prop_map(Size::Amount),
        1 => Just(Size::Half),
        2 => Just(Size::All),
    ]
}

fn ticket() -> impl Strategy<Value = Ticket> {
    let kind = prop_oneof![3 => Just(0i64), 4 => Just(1), 2 => Just(2), 1 => Just(3), 2 => Just(4)];
    let legs = proptest::option::weighted(0.4, protection());
    let shape = (prop_oneof![3 => Just(true), 2 => Just(false)], kind, -80i64..80, -2i64..120);
    let rest = (size(), 1i64..32, time(), legs, proptest::bool::weighted(0.3));
    (shape, rest).prop_map(|((opens, kind, limit, stop), (size, leverage, time, legs, makes_way))| {
        // Most of those who trade on margin borrow much.
        let leverage = if leverage < 8 { leverage } else { 30 };
        Ticket { opens, kind, limit, stop, size, leverage, time, legs, makes_way }
    })
}

fn act() -> impl Strategy<Value = Act> {
    let option = proptest::option::weighted;
    // Now and then a gap.
    let by = prop_oneof![6 => -40i64..=40, 1 => -900i64..900];
    let sizes = prop_oneof![3 => [0i64..30, 0i64..30, 0i64..60], 1 => [0i64..3, 0i64..3, 0i64..3]];
    prop_oneof![
        24 => (by, 1i64..6, sizes, prop_oneof![Just(1usize), Just(2), Just(1_000)])
            .prop_map(|(by, spread, sizes, at_once)| Act::Quote { by, spread, sizes, at_once }),
        1 => (-60i64..60).prop_map(|by| Act::Rate { by }),
        2 => prop_oneof![12 => 1i64..45_000, 1 => Just(86_400_000)].prop_map(|millis| Act::Pause { millis }),
        28 => ticket().prop_map(Act::Order),
        6 => (0usize..12, option(0.5, -80i64..80), option(0.5, -2i64..120), option(0.3, 1i64..80), option(0.4, 0i64..50), proptest::option::weighted(0.2, time()))
            .prop_map(|(nth, limit, stop, trail, size, time)| Act::Amend { nth, limit, stop, trail, size, time }),
        2 => (0usize..12).prop_map(|nth| Act::Cancel { nth }),
        5 => (protection(), option(0.3, 1i64..30)).prop_map(|(legs, size)| Act::Protect { legs, size }),
        3 => (-5i64..300_000).prop_map(|minor| Act::AddMargin { minor }),
        3 => (0i64..32).prop_map(|leverage| Act::SetLeverage { leverage }),
        3 => (1i64..60, any::<bool>()).prop_map(|(nights, is_charged)| Act::Night { nights, is_charged }),
        5 => any::<bool>().prop_map(|is_charged| Act::Settle { is_charged }),
        1 => Just(Act::End),
        2 => (0usize..4, -5i64..900_000).prop_map(|(to, minor)| Act::Transfer { to, minor }),
    ]
}

pub fn step() -> impl Strategy<Value = Step> {
    let product = prop_oneof![2 => Just(SHARES), 2 => Just(PAIR), 3 => Just(FUTURE), 2 => Just(COINS)];
    // Most of what happens is one account's, and long, so that it meets what was done before.
    let account = prop_oneof![3 => Just(0usize), 1 => Just(1)];
    (product, account, proptest::bool::weighted(0.7), act()).prop_map(|(product, account, long, act)| Step {
        product,
        account,
        long,
        act,
    })
}
