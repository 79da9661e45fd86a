//! What is needed to trade: an order for shares, and a position on margin.

use std::sync::Arc;

use plumbline_core::decimal::{Leverage, ONE, Price, Quantity};
use plumbline_core::ids::{InstrumentId, OrderId};
use plumbline_core::ledger::Wallet;
use plumbline_core::market::{DEPTH_LEVELS, Level, Session, Tick, TickSizes};
use plumbline_core::money::Currency;
use plumbline_core::orders::{OrderKind, OrderRef, OrderSize, Place, Side, TimeInForce};
use plumbline_core::positions::Direction;
use plumbline_core::products::{Contract, FeeTable, Hours, MarginRules, Product, Terms};
use plumbline_core::time::UnixMillis;

use crate::{ACCOUNTS, usd};

pub const INSTRUMENT: InstrumentId = InstrumentId(1);

pub fn fees() -> Arc<FeeTable> {
    Arc::new(FeeTable { name: "none".into(), version: "2026-01-01".into(), rules: vec![] })
}

pub const HOURS: Hours = Hours::ordinary(Some(UnixMillis(i64::MAX)), UnixMillis(1_000_000));

pub fn contract() -> Arc<Contract> {
    let cent = Price::from_units(ONE / 100);
    Arc::new(Contract {
        instrument: INSTRUMENT,
        product: Product::Spot,
        currency: Currency::Usd,
        wallet: Wallet::Stock,
        tick_sizes: Arc::new(TickSizes::new(vec![(Price::MAX, cent)]).unwrap()),
        lot: Quantity::from_whole(1).unwrap(),
        band_basis_points: 5_000,
        collar_basis_points: 500,
        minimum_value: usd(100),
        fees: fees(),
    })
}

/// Every level shows `size` shares, a cent apart.
pub fn tick(seq: i64, size: i64) -> Arc<Tick> {
    let side = |direction: i64| {
        let level = |i: usize| Level {
            price: Price::from_units((10_000 + direction * (1 + i as i64)) * ONE / 100),
            size: Quantity::from_whole(size).unwrap(),
        };
        std::array::from_fn::<Level, DEPTH_LEVELS, _>(level)
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
        last: Price::from_units(100 * ONE),
        volume: Quantity::ZERO,
        session: Session::Regular,
    })
}

pub fn buy(quantity: i64, size: i64) -> Place {
    let at = OrderRef {
        id: OrderId(9),
        account: ACCOUNTS[0],
        instrument: INSTRUMENT,
        wallet: Wallet::Stock,
        direction: Direction::Long,
    };
    Place {
        at,
        side: Side::Buy,
        kind: OrderKind::Market,
        limit: None,
        size: OrderSize::Exact(Quantity::from_whole(quantity).unwrap()),
        leverage: Leverage::ONE,
        time_in_force: TimeInForce::Day,
        terms: Terms {
            contract: contract(),
            hours: HOURS,
            tick: Some(tick(1, size)),
            conversion: None,
            stale_after: i64::MAX,
        },
    }
}

/// A short position on margin, at the quote of a tick.
pub fn short(id: i64, tick: Arc<Tick>) -> Place {
    let rules = MarginRules { leverage_cap: Leverage::from_whole(30).unwrap(), stop_out_basis_points: 5_000 };
    let pair = InstrumentId(2);
    let contract = Contract { instrument: pair, product: Product::Margin(rules), ..(*contract()).clone() };
    let place = buy(10, 20);
    Place {
        at: OrderRef { id: OrderId(id), instrument: pair, direction: Direction::Short, ..place.at },
        side: Side::Sell,
        leverage: Leverage::from_whole(10).unwrap(),
        terms: Terms {
            contract: Arc::new(contract),
            tick: Some(Arc::new(Tick { instrument: pair, ..(*tick).clone() })),
            ..place.terms
        },
        ..place
    }
}
