//! Values for tests, with the field's usual defaults. A test names what matters to it and takes the rest from here:
//! `Tick { seq: 3, ..testing::tick(instrument) }`.

use std::sync::Arc;

use crate::decimal::{Leverage, ONE, Price, Quantity};
use crate::decision::{Facts, Needs};
use crate::ids::{AccountId, InstrumentId, OrderId, PositionId, Priority};
use crate::ledger::{Balance, Wallet};
use crate::market::{DEPTH_LEVELS, Level, Session, Side, Tick, TickSizes};
use crate::money::{Currency, Money, Rounding};
use crate::multiplier::Multiplier;
use crate::orders::{Amend, Legs, Order, OrderKind, OrderRef, OrderSize, Place, TimeInForce};
use crate::positions::{Direction, Position, PositionKey};
use crate::products::{
    FeeBasis, FeeRule, FeeTable, Hours, MarginRules, OwedNights, Product, Terms, TradingRules, TriggerPrice,
};
use crate::time::UnixMillis;

/// Hours that never close, with nothing due.
pub const HOURS: Hours = Hours::ordinary(Some(UnixMillis(i64::MAX)), UnixMillis(i64::MAX));

/// A price in hundredths of its currency.
pub const fn price(cents: i64) -> Price {
    Price::from_units(cents * (ONE / 100))
}

/// A whole number of shares, or of units of anything else.
pub const fn shares(whole: i64) -> Quantity {
    Quantity::from_units(whole * ONE)
}

/// US dollars, in cents.
pub const fn usd(cents: i64) -> Money {
    Money::new(cents, Currency::Usd)
}

/// One side of a book, the best level first; levels behind the given ones are absent.
pub fn side(levels: impl IntoIterator<Item = (Price, Quantity)>) -> [Level; DEPTH_LEVELS] {
    let mut side = [Level::default(); DEPTH_LEVELS];
    for (slot, (price, size)) in side.iter_mut().zip(levels) {
        *slot = Level { price, size };
    }
    side
}

/// One side of a book, in cents and whole shares.
pub fn levels(levels: &[(i64, i64)]) -> [Level; DEPTH_LEVELS] {
    side(levels.iter().map(|(cents, whole)| (price(*cents), shares(*whole))))
}

/// The first tick of the feed `test`, in a regular session at time zero: 1,000 shares are bid for at 99.99 and asked for
/// at 100.01, and the last trade was at 100.
pub fn tick(instrument: InstrumentId) -> Tick {
    tick_at(instrument, UnixMillis(0))
}

/// A tick like [`tick`], with this time for both the exchange and the receipt.
pub fn tick_at(instrument: InstrumentId, time: UnixMillis) -> Tick {
    Tick {
        instrument,
        feed: "test".into(),
        epoch: 1,
        seq: 1,
        exchange_time: time,
        received_time: time,
        bids: levels(&[(9_999, 1_000)]),
        asks: levels(&[(10_001, 1_000)]),
        last: price(10_000),
        volume: Quantity::ZERO,
        session: Session::Regular,
    }
}

/// A fee of both sides on the value, rounded up to the minor unit, without a least or a greatest amount. The rate is in
/// 10⁻¹² of the value.
pub fn fee(name: &str, rate: i64) -> FeeRule {
    FeeRule {
        name: name.to_owned(),
        side: None,
        basis: FeeBasis::Value,
        rate,
        minimum: 0,
        maximum: None,
        rounding: Rounding::Up,
        whole_units: false,
        rule: String::new(),
    }
}

/// A fee table in force since 2026-01-01; without rules everything is free.
pub fn fees(rules: Vec<FeeRule>) -> Arc<FeeTable> {
    Arc::new(FeeTable { name: "test".into(), version: "2026-01-01".into(), rules })
}

/// The rules of a share in US dollars: prices in cents, single shares, a multiplier of one, a price band of 50 %, a collar of 5 %, orders from
/// a dollar on, no fees.
pub fn trading_rules(instrument: InstrumentId) -> TradingRules {
    TradingRules {
        instrument,
        product: Product::Spot,
        currency: Currency::Usd,
        multiplier: Multiplier::ONE,
        wallet: Wallet::Stock,
        tick_sizes: Arc::new(TickSizes::single(price(1))),
        lot: shares(1),
        fraction_step: None,
        extended_hours: false,
        band_basis_points: 5_000,
        collar_basis_points: 500,
        minimum_value: usd(100),
        fees: fees(Vec::new()),
        trigger: TriggerPrice::Last,
    }
}

/// A leverage of at most 30; a position is closed when half of its margin is left.
pub const fn margin() -> Product {
    Product::Margin(MarginRules {
        leverage_cap: Leverage::from_units(30 * ONE),
        stop_out_basis_points: 5_000,
        daily: None,
    })
}

/// Terms of a session that does not end, on a quote that does not grow old; nothing is converted.
pub fn terms(rules: impl Into<Arc<TradingRules>>, tick: impl Into<Option<Arc<Tick>>>) -> Terms {
    let (rules, tick) = (rules.into(), tick.into());
    Terms { rules, hours: HOURS, tick, conversion: None, extended: false, stale_after: i64::MAX }
}

/// An order for shares that are owned, paid from the wallet for US shares.
pub const fn order_ref(id: OrderId, account: AccountId, instrument: InstrumentId) -> OrderRef {
    OrderRef { id, account, instrument, wallet: Wallet::Stock, direction: Direction::Long, group: None }
}

/// An order for the day, without borrowing: at its limit, or at the market where it has none.
pub fn place(at: OrderRef, side: Side, quantity: Quantity, limit: Option<Price>, terms: Terms) -> Place {
    Place {
        at,
        side,
        kind: if limit.is_some() { OrderKind::Limit } else { OrderKind::Market },
        limit,
        stop: None,
        trail: None,
        size: OrderSize::Exact(quantity),
        leverage: Leverage::ONE,
        time_in_force: TimeInForce::Day,
        ends_at: None,
        client_order_id: None,
        legs: Legs::default(),
        makes_way: Vec::new(),
        terms,
    }
}

/// A change of an order that changes nothing yet, on the fees that the terms have.
pub fn amend(order: OrderRef, side: Side, priority: Priority, terms: Terms) -> Amend {
    let fee_version = terms.rules.fees.version.clone();
    let (price, stop, trails, trail) = (None, None, false, None);
    let (quantity, time_in_force, ends_at) = (None, None, None);
    Amend { order, side, price, stop, trails, trail, quantity, time_in_force, ends_at, priority, fee_version, terms }
}

/// A position of shares that cost nothing, opened at time zero; no order has set any of its shares aside.
pub fn position(key: PositionKey, quantity: Quantity) -> Position {
    let empty = trading_rules(key.instrument).empty_position(PositionId(1), key, UnixMillis(0));
    Position { quantity, version: 1, ..empty }
}

/// The facts that an order is placed on, which owes no nights: its wallet holds that many minor units, and there are no other open orders.
pub fn facts(at: OrderRef, minor: i64) -> Facts {
    let mut needs = Needs::default();
    at.trade_needs(&mut needs);
    needs.ask::<OwedNights>(at.position());
    needs.ask::<Position>(at.position().opposite());
    let mut facts = Facts::about(&needs);
    facts.load_balance(at.balance(), Balance { posted: minor, held: 0, version: 1 });
    facts.load_open::<Order>(at.account, 0);
    facts
}
