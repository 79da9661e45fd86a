//! Contracts, their quotes and settlements, and one customer.

use std::collections::HashMap;
use std::sync::Arc;

use plumbline_core::command::{Listed, needs_of};
use plumbline_core::decimal::{Leverage, ONE, Price};
use plumbline_core::decision::{Facts, Refusal, Stamp};
use plumbline_core::ids::{AccountId, InstrumentId, OrderId};
use plumbline_core::ledger::{Balance, BalanceKey, Wallet};
use plumbline_core::market::{Tick, TickSizes};
use plumbline_core::money::{Currency, Money, Rounding};
use plumbline_core::multiplier::Multiplier;
use plumbline_core::orders::{CloseAtSettlement, Fill, Liquidate, Order, OrderRef, TimeInForce};
use plumbline_core::positions::{Direction, Position, PositionKey, PositionRef};
use plumbline_core::products::{
    ChargeNights, Conversion, DailySettlement, Directions, FeeBasis, FeeRule, MarginRules, OwedSettlements, Product,
    RecordSettlements, Settlement, SettlementMethod, Terms, TradingRules, TriggerPrice,
};
use plumbline_core::testing::{self, shares};
use plumbline_core::time::UnixMillis;

const CUSTOMER: AccountId = AccountId(7);
const WALLET: BalanceKey = BalanceKey::new(CUSTOMER, Wallet::Future);
const USD_HKD: InstrumentId = InstrumentId(9);

/// A contract: its number, what a point is worth, its tick in 10⁻⁸, its maintenance in millionths, and the ratio of its
/// initial margin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contract {
    pub id: InstrumentId,
    pub multiplier: i64,
    pub tick: i64,
    pub maintenance: i64,
    pub ratio: i64,
    pub currency: Currency,
}

const fn contract(id: i64, multiplier: i64, tick: i64, maintenance: i64, ratio: i64, currency: Currency) -> Contract {
    Contract { id: InstrumentId(id), multiplier, tick, maintenance, ratio, currency }
}

pub const ES: Contract = contract(1, 50, 25_000_000, 60_000, 11_000, Currency::Usd);
pub const SB: Contract = contract(2, 112_000, 10_000, 80_000, 11_000, Currency::Usd);
pub const ZW: Contract = contract(3, 5_000, 250_000, 70_000, 13_000, Currency::Usd);
pub const HSI: Contract = contract(4, 50, ONE, 60_000, 11_000, Currency::Hkd);

pub fn price(text: &str) -> Price {
    text.parse().unwrap()
}

/// A price in hundredths.
pub fn cents(hundredths: i64) -> Price {
    Price::from_units(hundredths * (ONE / 100))
}

fn rules(contract: Contract) -> TradingRules {
    let Contract { maintenance, ratio, .. } = contract;
    let daily = Some(DailySettlement { maintenance, initial_basis_points: ratio });
    TradingRules {
        product: Product::Margin(MarginRules { leverage_cap: Leverage::ONE, stop_out_basis_points: 5_000, daily }),
        currency: contract.currency,
        multiplier: Multiplier::from_units(contract.multiplier * ONE).unwrap(),
        wallet: Wallet::Future,
        tick_sizes: Arc::new(TickSizes::single(Price::from_units(contract.tick))),
        minimum_value: Money::new(100, contract.currency),
        trigger: TriggerPrice::Quote,
        ..testing::trading_rules(contract.id)
    }
}

/// The actions of an account, one command after the other.
pub struct Venue {
    pub facts: Facts,
    pub paid_in: i64,
    pub unread_settlements: bool,
    /// The direction whose settlements cannot be read.
    pub unread_of: Option<Direction>,
    /// The commission for a contract, in cents.
    pub fee: i64,
    ticks: HashMap<InstrumentId, Arc<Tick>>,
    settlements: Vec<Settlement>,
    next_id: i64,
    now: UnixMillis,
}

impl Venue {
    pub fn with(minor: i64) -> Self {
        let mut facts = Facts::default();
        facts.load_balance(WALLET, Balance { posted: minor, held: 0, version: 1 });
        facts.load_open::<Order>(CUSTOMER, 0);
        Self {
            facts,
            paid_in: minor,
            unread_settlements: false,
            unread_of: None,
            fee: 0,
            ticks: HashMap::new(),
            settlements: Vec::new(),
            next_id: 1_000,
            now: UnixMillis(1),
        }
    }

    /// Adds money to the wallet.
    pub fn pay_in(&mut self, minor: i64) {
        let balance = *self.facts.balance(&WALLET).unwrap().unwrap();
        self.facts.load_balance(WALLET, Balance { posted: balance.posted + minor, ..balance });
        self.paid_in += minor;
    }

    pub fn quote(&mut self, contract: Contract, bid: &str, ask: &str) {
        self.quote_at(contract, price(bid), price(ask));
    }

    pub fn quote_at(&mut self, contract: Contract, bid: Price, ask: Price) {
        self.tick(contract.id, bid, ask);
    }

    /// The rate from dollars to Hong Kong dollars.
    pub fn rate(&mut self, bid: &str, ask: &str) {
        self.tick(USD_HKD, price(bid), price(ask));
    }

    fn tick(&mut self, id: InstrumentId, bid: Price, ask: Price) {
        let seq = self.ticks.get(&id).map_or(1, |tick| tick.seq + 1);
        let tick = Tick {
            seq,
            exchange_time: UnixMillis(seq),
            bids: testing::side([(bid, shares(1_000))]),
            asks: testing::side([(ask, shares(1_000))]),
            last: bid,
            ..testing::tick(id)
        };
        self.ticks.insert(id, Arc::new(tick));
    }

    fn conversion(&self, contract: Contract) -> Option<Conversion> {
        let tick = self.ticks.get(&USD_HKD).filter(|_| contract.currency == Currency::Hkd)?.clone();
        Some(Conversion { from: Currency::Hkd, to: Currency::Usd, tick, inverse: true })
    }

    pub fn terms(&self, contract: Contract) -> Terms {
        let tick = self.ticks.get(&contract.id).cloned();
        let commission = FeeRule {
            basis: FeeBasis::Quantity,
            rounding: Rounding::HalfAway,
            ..testing::fee("commission", self.fee * 10_000_000_000)
        };
        let rules = TradingRules { fees: testing::fees(vec![commission]), ..rules(contract) };
        Terms { conversion: self.conversion(contract), ..testing::terms(rules, tick) }
    }

    pub fn at(&self, contract: Contract, direction: Direction) -> PositionRef {
        let key = PositionKey { account: CUSTOMER, instrument: contract.id, direction };
        PositionRef { key, wallet: Wallet::Future }
    }

    pub fn decide<A: Listed>(&mut self, action: A) -> Result<A::Done, Refusal> {
        let command = action.into_command();
        let written = serde_json::to_string(&command).unwrap();
        assert_eq!(serde_json::from_str::<plumbline_core::command::Command>(&written).unwrap(), command);
        let needs = needs_of([&command]);
        self.facts.ask(&needs);
        for position in needs.of::<OwedSettlements>().into_iter().flatten() {
            let is_unread = self.unread_settlements || self.unread_of == Some(position.direction);
            let settlements = (!is_unread).then(|| self.owed(*position));
            self.facts.load(OwedSettlements { position: *position, settlements });
        }
        let mut ids = self.next_id..;
        let done = command.carry_out(&mut self.facts, &mut Stamp::new(self.now, &mut || ids.next().unwrap()));
        self.next_id = ids.start + 1;
        done.map(|done| A::into_done(done).unwrap())
    }

    fn owed(&self, key: PositionKey) -> Vec<Settlement> {
        let position = self.facts.get::<Position>(&key).ok().flatten().filter(|position| !position.quantity.is_zero());
        let Some(margin) = position.and_then(|position| position.margin) else { return Vec::new() };
        let owed = self.settlements.iter().filter(|it| it.instrument == key.instrument && it.at > margin.charged_until);
        owed.copied().collect()
    }

    pub fn open(&mut self, contract: Contract, direction: Direction, quantity: i64) -> Result<Order, Refusal> {
        self.place(contract, direction, true, quantity)
    }

    pub fn close(&mut self, contract: Contract, direction: Direction, quantity: i64) -> Result<Order, Refusal> {
        self.place(contract, direction, false, quantity)
    }

    fn place(
        &mut self,
        contract: Contract,
        direction: Direction,
        opens: bool,
        quantity: i64,
    ) -> Result<Order, Refusal> {
        self.next_id += 1;
        self.now = self.now.plus(1);
        let id = OrderId(self.next_id * 10_000);
        let at = OrderRef { wallet: Wallet::Future, direction, ..testing::order_ref(id, CUSTOMER, contract.id) };
        let side = if opens { direction.opening() } else { direction.closing() };
        let place = testing::place(at, side, shares(quantity), None, self.terms(contract));
        self.decide(plumbline_core::orders::Place { time_in_force: TimeInForce::GoodTillCancelled, ..place })
    }

    /// Records a settlement without paying anybody.
    pub fn record(&mut self, contract: Contract, price_text: &str, closes: bool) -> Settlement {
        self.record_at(contract, price(price_text), closes)
    }

    fn record_at(&mut self, contract: Contract, price: Price, closes: bool) -> Settlement {
        self.now = self.now.plus(1);
        let settlement = Settlement {
            instrument: contract.id,
            at: self.now,
            price,
            method: SettlementMethod::Trades,
            closes,
            days_left: if closes { 0 } else { 20 },
            rate: self.conversion(contract).map(|by| by.rate()),
        };
        self.decide(RecordSettlements { settlements: vec![settlement] }).unwrap();
        self.settlements.push(settlement);
        settlement
    }

    /// Settles all positions in a contract at a price.
    pub fn settle(&mut self, contract: Contract, at: &str) {
        self.settle_at(contract, price(at));
    }

    pub fn settle_at(&mut self, contract: Contract, at: Price) {
        self.record_at(contract, at, false);
        self.charge_all(contract);
    }

    /// Settles all positions in a contract for the last time.
    pub fn settle_finally(&mut self, contract: Contract, at: &str) -> Settlement {
        let settlement = self.record(contract, at, true);
        self.end(contract, settlement.at);
        settlement
    }

    /// Closes what is open in a contract that has ended.
    pub fn end(&mut self, contract: Contract, settled_at: UnixMillis) {
        let positions = [Direction::Long, Direction::Short].map(|direction| self.at(contract, direction)).to_vec();
        let close =
            CloseAtSettlement { directions: Directions::Both, rules: rules(contract).into(), settled_at, positions };
        assert_eq!(self.decide(close).unwrap().refused, []);
    }

    fn charge_all(&mut self, contract: Contract) {
        for direction in [Direction::Long, Direction::Short] {
            self.charge(contract, direction);
        }
    }

    pub fn charge(&mut self, contract: Contract, direction: Direction) {
        let positions = vec![self.at(contract, direction)];
        let charge =
            ChargeNights { directions: Directions::Both, rules: rules(contract).into(), positions, until: self.now };
        assert_eq!(self.decide(charge).unwrap().refused, []);
    }

    /// A book with one contract at each price on both sides.
    pub fn quote_in_parts(&mut self, contract: Contract, prices: &[&str]) {
        let levels = prices.iter().map(|text| (price(text), shares(1)));
        self.quote_at(contract, price(prices[0]), price(prices[0]));
        let tick = Tick { bids: testing::side(levels), ..(*self.ticks[&contract.id]).clone() };
        self.ticks.insert(contract.id, Arc::new(tick));
    }

    pub fn liquidate(&mut self, contract: Contract, direction: Direction) -> Result<Vec<Order>, Refusal> {
        let (at, terms) = (self.at(contract, direction), self.terms(contract));
        self.decide(Liquidate { at, orders: Vec::new(), others: Vec::new(), regardless: false, terms })
    }

    pub fn position(&self, contract: Contract, direction: Direction) -> Position {
        *self.facts.get::<Position>(&self.at(contract, direction).key).unwrap().unwrap()
    }

    /// Whole contracts that are held; none where there has never been any.
    pub fn held(&self, contract: Contract, direction: Direction) -> i64 {
        let position = self.facts.get::<Position>(&self.at(contract, direction).key).ok().flatten();
        position.map_or(0, |position| position.quantity.units() / ONE)
    }

    pub fn last_fill(&self) -> Fill {
        self.facts.written::<Fill>().max_by_key(|fill| fill.id).unwrap().clone()
    }

    pub fn order(&self, id: OrderId) -> Order {
        self.facts.get::<Order>(&id).unwrap().unwrap().clone()
    }

    /// The posted and the held money, in minor units.
    pub fn balance(&self) -> (i64, i64) {
        let balance = self.facts.balance(&WALLET).unwrap().unwrap();
        (balance.posted, balance.held)
    }
}
