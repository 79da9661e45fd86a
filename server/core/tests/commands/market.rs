//! One share, its fees, and what its market displays.

use std::sync::Arc;

use plumbline_core::decimal::{ONE, Price, Quantity};
use plumbline_core::ledger::Wallet;
use plumbline_core::market::{DEPTH_LEVELS, Level, Session, Tick, TickSizes};
use plumbline_core::money::{Currency, Money, Rounding};
use plumbline_core::orders::Side;
use plumbline_core::products::{Contract, FeeBasis, FeeRule, FeeTable, Hours, Product};
use plumbline_core::time::UnixMillis;

use super::INSTRUMENT;

pub fn cents(cents: i64) -> Price {
    Price::from_units(cents * ONE / 100)
}

fn fees() -> Arc<FeeTable> {
    let rule = |name: &str, side, basis, rate, minimum| FeeRule {
        name: name.to_owned(),
        side,
        basis,
        rate,
        minimum,
        maximum: Some(979),
        rounding: Rounding::Up,
        whole_units: false,
        rule: String::new(),
    };
    let rules = vec![
        rule("sec", Some(Side::Sell), FeeBasis::Value, 20_600_000, 0),
        rule("taf", Some(Side::Sell), FeeBasis::Quantity, 195_000_000, 0),
        rule("levy", None, FeeBasis::Value, 56_500_000, 3),
    ];
    Arc::new(FeeTable { name: "test".into(), version: "2026-04-04".into(), rules })
}

pub const HOURS: Hours = Hours::ordinary(Some(UnixMillis(i64::MAX)), UnixMillis(i64::MAX));

pub fn contract() -> Arc<Contract> {
    Arc::new(Contract {
        instrument: INSTRUMENT,
        product: Product::Spot,
        currency: Currency::Usd,
        wallet: Wallet::Stock,
        tick_sizes: Arc::new(TickSizes::new(vec![(Price::MAX, cents(1))]).unwrap()),
        lot: Quantity::from_whole(1).unwrap(),
        band_basis_points: 5_000,
        collar_basis_points: 500,
        minimum_value: Money::new(100, Currency::Usd),
        fees: fees(),
    })
}

pub fn tick(seq: i64, middle: i64, size: i64) -> Arc<Tick> {
    let side = |direction: i64| {
        let mut levels = [Level::default(); DEPTH_LEVELS];
        for (i, level) in levels.iter_mut().enumerate() {
            let price = cents(middle + direction * (1 + i as i64));
            *level = Level { price, size: Quantity::from_whole(size * (1 + i as i64)).unwrap() };
        }
        levels
    };
    Arc::new(Tick {
        instrument: INSTRUMENT,
        feed: "test".into(),
        epoch: 1,
        seq,
        exchange_time: UnixMillis(seq),
        received_time: UnixMillis(seq),
        bids: side(-1),
        asks: side(1),
        last: cents(middle),
        volume: Quantity::ZERO,
        session: Session::Regular,
    })
}
