//! The core with everything that is traded: its facts, its quotes, and the log of its commands. All that a command has
//! changed is told to the model.

use std::collections::BTreeMap;
use std::sync::Arc;

use plumbline_core::command::{Command, Done, Listed, needs_of};
use plumbline_core::decimal::{Price, Quantity};
use plumbline_core::decision::{Facts, Needs, Refusal, Stamp};
use plumbline_core::ids::{AccountId, InstrumentId};
use plumbline_core::inbox::{Notice, NoticeKind};
use plumbline_core::ledger::{Balance, BalanceKey};
use plumbline_core::market::Tick;
use plumbline_core::money::Currency;
use plumbline_core::orders::{BestPrices, Fill, FillSource, Order, RestingOrder, RestingOrders};
use plumbline_core::positions::{Direction, Position, PositionKey, PositionRef};
use plumbline_core::products::{
    Conversion, Financing, Hours, Night, OwedNights, OwedSettlements, Settlement, Terms, TradingRules, Variation,
};
use plumbline_core::testing;
use plumbline_core::time::UnixMillis;

use super::events::Event;
use super::model::Model;
use super::pair;
use super::product::{PAIR, PRODUCTS, SHARES, product_of};

pub const ACCOUNTS: [i64; 2] = [7, 8];
pub const DIRECTIONS: [Direction; 2] = [Direction::Long, Direction::Short];
/// A trading day, and the age at which a quote is traded on no more, in milliseconds.
pub const DAY: i64 = 60_000;
pub const STALE_AFTER: i64 = 30_000;

pub struct Market {
    pub facts: Facts,
    pub model: Model,
    pub resting: RestingOrders,
    pub ticks: BTreeMap<i64, Arc<Tick>>,
    pub now: UnixMillis,
    pub next_id: i64,
    /// The month of the future that is traded.
    pub month: i64,
    /// Each command with the first of its ids and its moment.
    pub log: Vec<(i64, UnixMillis, Command)>,
    /// The names of the commands that were carried out, by product.
    pub done: Vec<(usize, &'static str)>,
    seen: Seen,
}

/// How many records of each kind the model knows.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    fills: usize,
    nights: usize,
    variations: usize,
    notices: usize,
}

pub fn purse_of(account: i64, product: usize) -> BalanceKey {
    BalanceKey::new(AccountId(account), PRODUCTS[product].wallet)
}

impl Market {
    pub fn new() -> Self {
        let (mut facts, mut needs) = (Facts::default(), Needs::default());
        for account in ACCOUNTS {
            facts.load_open::<Order>(AccountId(account), 0);
            for (index, product) in PRODUCTS.iter().enumerate() {
                let balance = Balance { posted: product.paid_in, held: 0, version: 1 };
                facts.load_balance(purse_of(account, index), balance);
                needs.ask_unsettled(purse_of(account, index), UnixMillis(0));
            }
        }
        facts.ask(&needs);
        Self {
            facts,
            model: Model::with(&ACCOUNTS),
            resting: RestingOrders::default(),
            ticks: BTreeMap::new(),
            now: UnixMillis(1),
            next_id: 1,
            month: 0,
            log: Vec::new(),
            done: Vec::new(),
            seen: Seen::default(),
        }
    }

    pub fn id(&mut self) -> i64 {
        self.next_id += 1;
        self.next_id
    }

    /// The instrument of a product that is traded now.
    pub fn instrument(&self, product: usize) -> InstrumentId {
        let is_future = PRODUCTS[product].on_margin().is_some_and(|margin| margin.daily.is_some());
        InstrumentId(PRODUCTS[product].instrument + if is_future { self.month } else { 0 })
    }

    pub fn rules(instrument: InstrumentId) -> Arc<TradingRules> {
        Arc::new((PRODUCTS[product_of(instrument)].rules)(instrument))
    }

    pub fn hours(&self, product: usize) -> Hours {
        let day_ends = UnixMillis((self.now.0 / DAY + 1) * DAY);
        let settles_at = (product == SHARES).then(|| day_ends.plus(DAY));
        Hours { settles_at, ..Hours::ordinary(Some(UnixMillis(i64::MAX)), day_ends) }
    }

    pub fn conversion(&self, product: usize) -> Option<Conversion> {
        let tick = self.ticks.get(&pair::RATE).filter(|_| product == PAIR)?.clone();
        Some(Conversion { from: Currency::Jpy, to: Currency::Usd, tick, inverse: true })
    }

    /// The bid and the ask of dollars in yen, for the pair.
    pub fn rate(&self, product: usize) -> Option<(i64, i64)> {
        self.conversion(product).map(|by| (by.tick.bid().units(), by.tick.ask().units()))
    }

    pub fn terms(&self, product: usize) -> Terms {
        let instrument = self.instrument(product);
        let tick = self.ticks.get(&instrument.0).cloned();
        let (hours, conversion) = (self.hours(product), self.conversion(product));
        let terms = testing::terms(Self::rules(instrument), tick);
        Terms { hours, conversion, stale_after: STALE_AFTER, ..terms }
    }

    pub fn position_at(&self, account: i64, product: usize, direction: Direction) -> PositionRef {
        let key = PositionKey { account: AccountId(account), instrument: self.instrument(product), direction };
        PositionRef { key, wallet: PRODUCTS[product].wallet }
    }

    pub fn position(&self, at: &PositionRef) -> Option<&Position> {
        self.facts.get::<Position>(&at.key).ok().flatten()
    }

    pub fn open_orders(&self) -> impl Iterator<Item = &Order> {
        self.facts.written::<Order>().filter(|order| order.status.is_open())
    }

    /// Takes a new quote with these prices and sizes on both sides, best first.
    pub fn quote(&mut self, instrument: InstrumentId, bids: &[(i64, i64)], asks: &[(i64, i64)], last: i64) {
        let seq = self.ticks.get(&instrument.0).map_or(1, |tick| tick.seq + 1);
        let side = |levels: &[(i64, i64)]| {
            testing::side(levels.iter().map(|(price, size)| (Price::from_units(*price), Quantity::from_units(*size))))
        };
        let (bids, asks, last) = (side(bids), side(asks), Price::from_units(last));
        let tick = Tick { seq, bids, asks, last, ..testing::tick_at(instrument, self.now) };
        self.ticks.insert(instrument.0, Arc::new(tick));
    }

    /// Decides on a command about a product, and tells the model what has come of it.
    pub fn decide<A: Listed>(&mut self, product: usize, action: A) -> Result<A::Done, Refusal> {
        let command = action.into_command();
        let written = serde_json::to_string(&command).unwrap();
        let read = serde_json::from_str::<Command>(&written).unwrap();
        assert_eq!(read, command);
        self.log.push((self.next_id, self.now, read));
        let done = self.carry_out(&command);
        if done.is_ok() {
            self.done.push((product, command.name()));
        }
        self.follow(product);
        done.map(|done| A::into_done(done).unwrap())
    }

    /// Decides on a command without telling anybody.
    pub fn carry_out(&mut self, command: &Command) -> Result<Done, Refusal> {
        let needs = needs_of([command]);
        self.facts.ask(&needs);
        for position in needs.of::<OwedNights>().into_iter().flatten() {
            let nights = Some(self.owed::<Night>(*position, |night| (night.instrument, night.at)));
            self.facts.load(OwedNights { position: *position, nights });
        }
        for position in needs.of::<OwedSettlements>().into_iter().flatten() {
            let settlements =
                Some(self.owed::<Settlement>(*position, |settlement| (settlement.instrument, settlement.at)));
            self.facts.load(OwedSettlements { position: *position, settlements });
        }
        let mut ids = self.next_id + 1..;
        let done = command.carry_out(&mut self.facts, &mut Stamp::new(self.now, &mut || ids.next().unwrap()));
        self.next_id = ids.start;
        if let Err(refusal) = &done {
            assert_ne!(refusal.word(), "internal", "{command:?}");
        }
        done
    }

    /// The recorded nights or settlements that a position has not been charged for, as the database gives them.
    fn owed<R: plumbline_core::decision::Record + Copy>(
        &self,
        key: PositionKey,
        named: fn(&R) -> (InstrumentId, UnixMillis),
    ) -> Vec<R> {
        let position = self.facts.get::<Position>(&key).ok().flatten().filter(|position| !position.quantity.is_zero());
        let Some(margin) = position.and_then(|position| position.margin) else { return Vec::new() };
        let is_owed = |record: &&R| named(record).0 == key.instrument && named(record).1 > margin.charged_until;
        self.facts.written::<R>().filter(is_owed).copied().collect()
    }

    /// All that the last command has written, in the order in which it was decided.
    pub fn news(&mut self) -> Vec<(i64, Event)> {
        let (facts, seen) = (&self.facts, &mut self.seen);
        let mut news = Vec::new();
        let order = |id| facts.get::<Order>(id).unwrap().unwrap();
        for fill in facts.written::<Fill>().skip(seen.fills) {
            if let FillSource::Tick(tick) = &fill.source {
                assert!(!tick.is_stale(self.now, STALE_AFTER), "no fill on a stale quote: {fill:?}");
                assert_eq!(tick.seq, self.ticks[&tick.instrument.0].seq, "no fill on an old quote: {fill:?}");
            }
            assert!(fill.side.reaches(fill.limit, fill.price), "no fill is worse than its limit: {fill:?}");
            news.push((fill.id.0, Event::of_fill(fill, order(&fill.order.id))));
        }
        for charge in facts.written::<Financing>().skip(seen.nights) {
            news.push((charge.id.0, Event::of_charge(charge)));
        }
        for variation in facts.written::<Variation>().skip(seen.variations) {
            news.push((variation.id.0, Event::of_variation(variation)));
        }
        for notice in facts.written::<Notice>().skip(seen.notices) {
            match notice.kind {
                NoticeKind::OrderEnded { order: id, .. } => news.push((notice.id.0, Event::Ended(id.0))),
                NoticeKind::MarginRefilled { position, amount, .. } => {
                    let of = facts.written::<Position>().find(|of| of.id == position).unwrap();
                    news.push((notice.id.0, Event::Refilled(of.key, amount.minor)));
                }
                _ => {}
            }
        }
        *seen = Seen {
            fills: facts.written::<Fill>().count(),
            nights: facts.written::<Financing>().count(),
            variations: facts.written::<Variation>().count(),
            notices: facts.written::<Notice>().count(),
        };
        news.sort_by_key(|(id, _)| *id);
        news
    }

    /// Brings the book of open orders up to date.
    pub fn take_in(&mut self) {
        self.facts.written::<BestPrices>().for_each(|best| self.resting.set_best(best));
        for order in self.facts.written::<Order>() {
            if order.status.is_open() {
                let is_known = self.resting.get(order.at.id).is_some_and(|known| known.version == order.version);
                if !is_known {
                    self.resting.insert(RestingOrder::of(order, Some(&Self::rules(order.at.instrument))));
                }
            } else {
                self.resting.remove(order.at.id);
            }
        }
    }

    /// All that was decided, as text.
    pub fn digest(&self) -> String {
        let facts = &self.facts;
        let orders: Vec<_> = facts.written::<Order>().collect();
        let fills: Vec<_> = facts.written::<Fill>().collect();
        let positions: Vec<_> = facts.written::<Position>().collect();
        let charges: Vec<_> = facts.written::<Financing>().collect();
        let variations: Vec<_> = facts.written::<Variation>().collect();
        let notices: Vec<_> = facts.written::<Notice>().collect();
        let best: Vec<_> = facts.written::<BestPrices>().collect();
        let balances: Vec<_> = facts.balances_written().collect();
        let holds: Vec<_> = facts.holds().collect();
        let traded = format!("{orders:?}{fills:?}{positions:?}{best:?}{charges:?}{variations:?}");
        format!("{traded}{notices:?}{balances:?}{holds:?}{:?}{:?}", facts.journals(), facts.house())
    }
}
