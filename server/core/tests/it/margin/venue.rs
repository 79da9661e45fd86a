//! Pairs of currencies, their quotes, and one customer.

use std::collections::HashMap;
use std::sync::Arc;

use plumbline_core::command::{Command, Done, Listed, needs_of};
use plumbline_core::decimal::{Leverage, Price};
use plumbline_core::decision::{Facts, Refusal, Stamp};
use plumbline_core::ids::{AccountId, GroupId, InstrumentId, OrderId};
use plumbline_core::ledger::{Balance, BalanceKey, Wallet};
use plumbline_core::market::{Tick, TickSizes};
use plumbline_core::money::{Currency, Money};
use plumbline_core::orders::{
    FillResting, GroupRef, Legs, Liquidate, OfferedTo, Order, OrderRef, Place, Protect, Protected, Reached,
    RestingFill, RestingOrder, RestingOrders, SeenPrices, StopLoss, TimeInForce,
};
use plumbline_core::positions::{Direction, LegKind, Position, PositionKey, PositionRef};
use plumbline_core::products::{
    ChargeNights, Conversion, Directions, Financing, FinancingRates, Night, OwedNights, RecordNights, Terms,
    TradingRules, TriggerPrice,
};
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
        trigger: TriggerPrice::Quote,
        ..testing::trading_rules(pair.id)
    }
}

/// The actions of an account, one command after the other. Each is serialised and read back before it is decided.
pub struct Venue {
    pub facts: Facts,
    pub ticks: HashMap<InstrumentId, Arc<Tick>>,
    /// Each command, with the first of its ids and its moment.
    pub log: Vec<(i64, UnixMillis, Command)>,
    pub next_id: i64,
    pub now: UnixMillis,
    /// True while no recorded night can be read.
    pub unread_nights: bool,
}

impl Venue {
    pub fn with(cents: i64) -> Self {
        let mut facts = Facts::default();
        facts.load_balance(WALLET, Balance { posted: cents, held: 0, version: 1 });
        facts.load_open::<Order>(CUSTOMER, 0);
        Self { facts, ticks: HashMap::new(), log: Vec::new(), next_id: 1_000, now: UnixMillis(1), unread_nights: false }
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
        self.log.push((self.next_id, self.now, read));
        let needs = needs_of([&command]);
        self.facts.ask(&needs);
        for position in needs.of::<OwedNights>().into_iter().flatten() {
            self.facts
                .load(OwedNights { position: *position, nights: (!self.unread_nights).then(|| self.owed(*position)) });
        }
        let charges = self.facts.written::<Financing>().count();
        let before = format!("{:?}", self.facts);
        let mut ids = self.next_id..;
        let done = command.carry_out(&mut self.facts, &mut Stamp::new(self.now, &mut || ids.next().unwrap()));
        self.next_id = ids.start + 1;
        if let Err(refusal) = &done {
            assert_ne!(refusal.word(), "internal", "{command:?}");
            let has_charged = self.facts.written::<Financing>().count() > charges;
            assert!(has_charged || before == format!("{:?}", self.facts), "a refusal changes nothing");
        }
        done
    }

    /// The recorded nights that a position has not been charged for, as the database gives them.
    pub fn owed(&self, key: PositionKey) -> Vec<Night> {
        let position = self.facts.get::<Position>(&key).ok().flatten().filter(|position| !position.quantity.is_zero());
        let Some(margin) = position.and_then(|position| position.margin) else { return Vec::new() };
        let nights = self.facts.written::<Night>();
        nights.filter(|night| night.instrument == key.instrument && night.at > margin.charged_until).copied().collect()
    }

    /// Begins a night of a pair at its quote, and records it.
    pub fn begin_night(&mut self, pair: Pair, nights: i64, rates: FinancingRates) -> Night {
        self.now = self.now.plus(1);
        let tick = &self.ticks[&pair.id];
        let (bid, ask, rate) = (tick.bid(), tick.ask(), self.conversion(pair).map(|conversion| conversion.rate()));
        let night = Night { instrument: pair.id, at: self.now, nights, rates, bid, ask, rate };
        self.decide(RecordNights { nights: vec![night] }).unwrap();
        night
    }

    /// Charges positions in a pair for all nights that they owe.
    pub fn charge(&mut self, pair: Pair, directions: &[Direction]) {
        let positions = directions.iter().map(|direction| self.at(pair, *direction)).collect();
        let charged = self
            .decide(ChargeNights {
                directions: Directions::Both,
                rules: rules(pair).into(),
                positions,
                until: self.now,
            })
            .unwrap();
        assert_eq!(charged.refused, []);
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
        Liquidate {
            at: self.at(pair, direction),
            orders,
            others: Vec::new(),
            regardless: false,
            terms: self.terms(pair),
        }
    }

    /// Liquidates a position, with the open orders that close it and those that close the other direction.
    pub fn liquidate(&mut self, pair: Pair, direction: Direction) -> Result<Vec<Order>, Refusal> {
        let (at, orders, terms) = (self.at(pair, direction), self.closing(pair, direction), self.terms(pair));
        let others = self.closing(pair, direction.opposite());
        self.decide(Liquidate { at, orders, others, regardless: false, terms })
    }

    /// The open orders that close a position.
    fn closing(&self, pair: Pair, direction: Direction) -> Vec<OrderRef> {
        let key = self.at(pair, direction).key;
        let closing = |order: &&Order| order.status.is_open() && !order.opens() && order.at.position() == key;
        self.facts.written::<Order>().filter(closing).map(|order| order.at).collect()
    }

    /// The open legs of a position.
    pub fn legs(&self, pair: Pair, direction: Direction) -> Vec<OrderRef> {
        self.closing(pair, direction).into_iter().filter(|order| order.leg().is_some()).collect()
    }

    /// Sets a stop-loss and a take-profit in place of all legs of the position.
    pub fn protect(
        &mut self,
        pair: Pair,
        direction: Direction,
        stop_loss: Option<Price>,
        take_profit: Option<Price>,
    ) -> Result<Protected, Refusal> {
        let protect = self.protection(pair, direction, stop_loss, take_profit);
        self.decide(protect)
    }

    pub fn protection(
        &mut self,
        pair: Pair,
        direction: Direction,
        stop_loss: Option<Price>,
        take_profit: Option<Price>,
    ) -> Protect {
        self.next_id += 1;
        let (at, terms, first) = (self.at(pair, direction), self.terms(pair), self.next_id * 10_000);
        let group = GroupRef {
            id: GroupId(first),
            entry: None,
            take_profit: take_profit.map(|_| OrderId(first + 1)),
            stop_loss: stop_loss.map(|_| OrderId(first + 2)),
        };
        let legs = Legs { take_profit, stop_loss: stop_loss.map(|stop| StopLoss { stop, limit: None }) };
        let group = (!legs.is_empty()).then_some(group);
        let replaces = self.legs(pair, direction);
        Protect { at, group, legs, quantity: None, replaces, terms }
    }

    /// Offers the newest tick of a pair to all open orders.
    pub fn offer(&mut self, pair: Pair) {
        let reached = self.offered(pair);
        assert!(reached.refused.is_empty() && reached.offered != OfferedTo::Nobody, "{reached:?}");
    }

    /// The outcome of an offer.
    pub fn offered(&mut self, pair: Pair) -> Reached {
        let (tick, rules) = (self.ticks[&pair.id].clone(), Arc::new(rules(pair)));
        let mut resting = RestingOrders::default();
        let open = self.facts.written::<Order>().filter(|order| order.status.is_open());
        open.for_each(|order| resting.insert(RestingOrder::of(order, Some(&rules))));
        let fill = |order: &RestingOrder| RestingFill { order: order.at, rules: rules.clone() };
        let reach = resting.reach(&tick, Default::default(), None, usize::MAX);
        let orders = reach.orders.into_iter().map(fill).collect();
        let stops =
            resting.triggered(&tick, SeenPrices::default(), usize::MAX, |_| true).into_iter().map(fill).collect();
        let (conversion, rest) = (self.conversion(pair), reach.rest);
        let fill = FillResting { orders, stops, conversion, rest, ..FillResting::new(tick, i64::MAX, HOURS) };
        self.decide(fill).unwrap()
    }

    /// The newest leg of a kind.
    pub fn leg(&self, kind: LegKind) -> Order {
        self.facts.written::<Order>().filter(|order| order.at.leg() == Some(kind)).last().unwrap().clone()
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
