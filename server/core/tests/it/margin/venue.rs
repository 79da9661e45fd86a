//! Pairs of currencies, their quotes, and one customer.

use std::collections::HashMap;
use std::sync::Arc;

use plumbline_core::command::{Command, Done, Listed, needs_of};
use plumbline_core::decimal::{Leverage, Price};
use plumbline_core::decision::{Facts, Refusal, Stamp};
use plumbline_core::ids::{AccountId, InstrumentId, OrderId};
use plumbline_core::ledger::{Balance, BalanceKey, Wallet};
use plumbline_core::market::{Tick, TickSizes};
use plumbline_core::money::{Currency, Money};
use plumbline_core::orders::{Liquidate, Order, OrderRef, Place, TimeInForce, Trigger};
use plumbline_core::positions::{Direction, Position, PositionKey, PositionRef, Protection};
use plumbline_core::products::{Conversion, Protect, Terms, TradingRules};
use plumbline_core::testing;
pub use plumbline_core::testing::{HOURS, shares as units, usd};
use plumbline_core::time::UnixMillis;

pub const CUSTOMER: AccountId = AccountId(7);
pub const WALLET: BalanceKey = BalanceKey::new(CUSTOMER, Wallet::Forex);

/// A pair: its number, the currency that it is quoted in, and its tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pair {
    pub id: InstrumentId,
    pub quoted_in: Currency,
    pub tick: i64,
}

const fn pair(id: i64, quoted_in: Currency, tick: i64) -> Pair {
    Pair { id: InstrumentId(id), quoted_in, tick }
}

pub const EUR_USD: Pair = pair(1, Currency::Usd, 1_000);
pub const USD_JPY: Pair = pair(2, Currency::Jpy, 100_000);
pub const GBP_JPY: Pair = pair(3, Currency::Jpy, 100_000);
pub const GBP_USD: Pair = pair(4, Currency::Usd, 1_000);
pub const USD_HKD: Pair = pair(5, Currency::Hkd, 1_000);

pub fn price(text: &str) -> Price {
    text.parse().unwrap()
}

pub fn rules(pair: Pair) -> TradingRules {
    TradingRules {
        product: testing::margin(),
        currency: pair.quoted_in,
        wallet: Wallet::Forex,
        tick_sizes: Arc::new(TickSizes::single(Price::from_units(pair.tick))),
        lot: units(1_000),
        collar_basis_points: 100,
        minimum_value: Money::new(1, pair.quoted_in),
        ..testing::trading_rules(pair.id)
    }
}

/// The actions of an account, one command after the other. Each is serialised and read back before it is decided.
pub struct Venue {
    pub facts: Facts,
    pub ticks: HashMap<InstrumentId, Arc<Tick>>,
    /// Each command, with the first of its ids.
    pub log: Vec<(i64, Command)>,
    pub next_id: i64,
}

impl Venue {
    pub fn with(cents: i64) -> Self {
        let mut facts = Facts::default();
        facts.load_balance(WALLET, Balance { posted: cents, held: 0, version: 1 });
        facts.load_open::<Order>(CUSTOMER, 0);
        Self { facts, ticks: HashMap::new(), log: Vec::new(), next_id: 1_000 }
    }

    pub fn quote(&mut self, pair: Pair, bid: &str, ask: &str) {
        self.quote_at(pair, price(bid), price(ask), 10_000_000);
    }

    /// Quotes one price on each side, with that size.
    pub fn quote_at(&mut self, pair: Pair, bid: Price, ask: Price, size: i64) {
        let seq = self.ticks.get(&pair.id).map_or(1, |tick| tick.seq + 1);
        let tick = Tick {
            seq,
            exchange_time: UnixMillis(seq),
            bids: testing::side([(bid, units(size))]),
            asks: testing::side([(ask, units(size))]),
            last: bid,
            ..testing::tick(pair.id)
        };
        self.ticks.insert(pair.id, Arc::new(tick));
    }

    /// The conversion of yen and Hong Kong dollars, at their pairs with the dollar.
    pub fn conversion(&self, pair: Pair) -> Option<Conversion> {
        let by = match pair.quoted_in {
            Currency::Jpy => USD_JPY,
            Currency::Hkd => USD_HKD,
            _ => return None,
        };
        let tick = self.ticks[&by.id].clone();
        Some(Conversion { from: pair.quoted_in, to: Currency::Usd, tick, inverse: true })
    }

    pub fn terms(&self, pair: Pair) -> Terms {
        let tick = self.ticks.get(&pair.id).cloned();
        Terms { conversion: self.conversion(pair), ..testing::terms(rules(pair), tick) }
    }

    pub fn at(&self, pair: Pair, direction: Direction) -> PositionRef {
        let key = PositionKey { account: CUSTOMER, instrument: pair.id, direction };
        PositionRef { key, wallet: Wallet::Forex }
    }

    pub fn decide<A: Listed>(&mut self, action: A) -> Result<A::Done, Refusal> {
        self.carry_out(action.into_command()).map(|done| A::into_done(done).unwrap())
    }

    pub fn carry_out(&mut self, command: Command) -> Result<Done, Refusal> {
        let written = serde_json::to_string(&command).unwrap();
        let read = serde_json::from_str::<Command>(&written).unwrap();
        assert_eq!(read, command);
        self.log.push((self.next_id, read));
        self.facts.ask(&needs_of([&command]));
        let before = format!("{:?}", self.facts);
        let mut ids = self.next_id..;
        let done = command.carry_out(&mut self.facts, &mut Stamp::new(UnixMillis(1), &mut || ids.next().unwrap()));
        self.next_id = ids.start + 1;
        if let Err(refusal) = &done {
            assert_ne!(refusal.word(), "internal", "{command:?}");
            assert_eq!(before, format!("{:?}", self.facts), "a refusal changes nothing");
        }
        done
    }

    pub fn open(&mut self, pair: Pair, direction: Direction, quantity: i64, leverage: i64) -> Result<Order, Refusal> {
        self.place(pair, direction, true, None, quantity, leverage)
    }

    pub fn close(&mut self, pair: Pair, direction: Direction, quantity: i64) -> Result<Order, Refusal> {
        self.place(pair, direction, false, None, quantity, 1)
    }

    pub fn place(
        &mut self,
        pair: Pair,
        direction: Direction,
        opens: bool,
        limit: Option<&str>,
        quantity: i64,
        leverage: i64,
    ) -> Result<Order, Refusal> {
        let place = self.order_for(pair, direction, opens, limit.map(price), quantity, leverage);
        self.decide(place)
    }

    pub fn order_for(
        &mut self,
        pair: Pair,
        direction: Direction,
        opens: bool,
        limit: Option<Price>,
        quantity: i64,
        leverage: i64,
    ) -> Place {
        self.next_id += 1;
        let id = OrderId(self.next_id * 10_000);
        let at = OrderRef { wallet: Wallet::Forex, direction, ..testing::order_ref(id, CUSTOMER, pair.id) };
        let side = if opens { direction.opening() } else { direction.closing() };
        Place {
            leverage: Leverage::from_whole(leverage).unwrap(),
            time_in_force: TimeInForce::GoodTillCancelled,
            ..testing::place(at, side, units(quantity), limit, self.terms(pair))
        }
    }

    pub fn liquidation(&self, pair: Pair, direction: Direction, orders: &[&Order]) -> Liquidate {
        let orders = orders.iter().map(|order| order.at).collect();
        Liquidate { at: self.at(pair, direction), orders, regardless: false, terms: self.terms(pair) }
    }

    /// Liquidates a position, together with the open orders that close it.
    pub fn liquidate(&mut self, pair: Pair, direction: Direction) -> Result<Vec<Order>, Refusal> {
        let (at, orders, terms) = (self.at(pair, direction), self.closing(pair, direction), self.terms(pair));
        self.decide(Liquidate { at, orders, regardless: false, terms })
    }

    /// The open orders that close a position.
    fn closing(&self, pair: Pair, direction: Direction) -> Vec<OrderRef> {
        let key = self.at(pair, direction).key;
        let closing = |order: &&Order| order.status.is_open() && !order.opens() && order.at.position() == key;
        self.facts.written::<Order>().filter(closing).map(|order| order.at).collect()
    }

    /// Closes a position that has reached its stop-loss or its take-profit.
    pub fn trigger(&mut self, pair: Pair, direction: Direction) -> Result<Order, Refusal> {
        self.next_id += 1;
        let (at, id) = (self.at(pair, direction), OrderId(self.next_id * 10_000));
        let (orders, terms) = (self.closing(pair, direction), self.terms(pair));
        self.decide(Trigger { at, id, orders, terms })
    }

    /// Sets a stop-loss and a take-profit.
    pub fn protect(
        &mut self,
        pair: Pair,
        direction: Direction,
        stop_loss: Option<Price>,
        take_profit: Option<Price>,
    ) -> Result<Position, Refusal> {
        let (at, terms) = (self.at(pair, direction), self.terms(pair));
        self.decide(Protect { at, protection: Protection { stop_loss, take_profit }, terms })
    }

    pub fn order(&self, id: OrderId) -> Order {
        self.facts.get::<Order>(&id).unwrap().unwrap().clone()
    }

    pub fn position(&self, pair: Pair, direction: Direction) -> Position {
        *self.facts.get::<Position>(&self.at(pair, direction).key).unwrap().unwrap()
    }

    /// The posted and the held money, in cents.
    pub fn balance(&self) -> (i64, i64) {
        let balance = self.facts.balance(&WALLET).unwrap().unwrap();
        (balance.posted, balance.held)
    }
}
