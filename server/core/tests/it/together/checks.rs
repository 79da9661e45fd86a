//! What has to hold after each step: the core and the model agree to the minor unit, and nothing is sold, held or filled
//! that should not be.

use std::collections::BTreeMap;

use plumbline_core::decimal::Price;
use plumbline_core::ledger::{Book, Journal};
use plumbline_core::market::Side;
use plumbline_core::money::Currency;
use plumbline_core::orders::{Fill, FillSource, LiquiditySide, Order, OrderStatus, TimeInForce};
use plumbline_core::positions::Position;

use super::arithmetic::ONE;
use super::events::key_of;
use super::market::{ACCOUNTS, Market, purse_of};
use super::model::Held;
use super::product::{PRODUCTS, product_of};

impl Market {
    pub fn check(&self) {
        self.check_wallets();
        self.check_house();
        self.facts.written::<Order>().for_each(|order| self.check_order(order));
        self.facts.written::<Position>().for_each(|position| self.check_position(position));
        let open = self.model.positions.values().filter(|held| held.quantity > 0).count();
        assert_eq!(self.facts.written::<Position>().filter(|position| !position.quantity.is_zero()).count(), open);
    }

    fn check_wallets(&self) {
        let mut holds: BTreeMap<_, i64> = BTreeMap::new();
        self.facts.holds().for_each(|hold| *holds.entry(hold.key).or_default() += hold.amount.minor);
        let mut posted: BTreeMap<_, i64> = BTreeMap::new();
        for posting in self.facts.journals().iter().flat_map(Journal::postings) {
            if let Book::Wallet(wallet) = posting.book {
                *posted.entry((posting.account.0, wallet)).or_default() += posting.amount.minor;
            }
        }
        for (account, (index, product)) in
            ACCOUNTS.iter().flat_map(|id| PRODUCTS.iter().enumerate().map(move |of| (*id, of)))
        {
            let key = purse_of(account, index);
            let balance = self.facts.balance(&key).unwrap().copied().unwrap();
            let (expected, held) = (self.model.wallets[&(account, index)], self.model.held((account, index)));
            assert_eq!((balance.posted, balance.held), (expected, held), "{account} {:?}", product.wallet);
            assert!(balance.posted >= balance.held && balance.held >= 0, "nobody is below zero: {balance:?}");
            assert_eq!(holds.get(&key).copied().unwrap_or(0), held, "what is held is orders and margins: {key:?}");
            let postings = posted.get(&(account, product.wallet)).copied().unwrap_or(0);
            assert_eq!(balance.posted - product.paid_in, postings, "a balance is its postings: {key:?}");
        }
    }

    fn check_house(&self) {
        let mut sums: BTreeMap<Currency, i64> = BTreeMap::new();
        for posting in self.facts.journals().iter().flat_map(Journal::postings) {
            *sums.entry(posting.amount.currency).or_default() += posting.amount.minor;
        }
        assert!(sums.values().all(|sum| *sum == 0), "the house and its customers sum to nothing: {sums:?}");
        let house = self.facts.house().iter().filter(|(_, sum)| **sum != 0);
        let house: BTreeMap<_, _> =
            house.map(|((book, currency), sum)| ((book.code(), currency.code()), *sum)).collect();
        let model = self.model.house.iter().filter(|(_, sum)| **sum != 0).map(|(book, sum)| (*book, *sum));
        assert_eq!(house, model.collect(), "the house mirrors its customers");
    }

    fn check_order(&self, order: &Order) {
        let (filled, fees) = self.model.filled(order.at.id.0);
        let core = (order.filled.units(), order.filled_value.minor, order.maker_value.minor, order.fees.minor);
        assert_eq!(core, (filled.quantity, filled.value, filled.maker, fees), "an order is its fills: {order:?}");
        assert!(
            order.filled <= order.quantity || !order.status.is_open(),
            "no order is filled beyond itself: {order:?}"
        );
        assert!(!order.status.is_open() || order.time_in_force.ends_at_once().is_none(), "it does not rest: {order:?}");
        let is_whole = order.filled.is_zero() || order.remaining().is_zero();
        assert!(order.time_in_force != TimeInForce::FillOrKill || is_whole, "all or nothing: {order:?}");
        assert!(order.hold.minor >= 0 && (order.opens() || order.hold.minor == 0), "{order:?}");
    }

    fn check_position(&self, position: &Position) {
        let empty = Held::default();
        let held = self.model.positions.get(&key_of(position.key)).unwrap_or(&empty);
        let core = (position.quantity.units(), position.cost.minor);
        assert_eq!(core, (held.quantity, held.cost), "a position is its fills: {position:?}");
        if let Some(margin) = position.margin {
            let settled = margin.settled.map_or((held.basis, held.credited), |s| (s.basis.minor, s.credited.minor));
            let core = (margin.amount.minor, margin.initial.minor, settled);
            assert_eq!(core, (held.margin, held.initial, (held.basis, held.credited)), "{position:?}");
            let taken = margin.taken.map_or((0, 0), |taken| (taken.day, taken.profit.minor));
            assert_eq!(taken, held.taken, "the profit of a day is what was taken, less what has paid: {position:?}");
        }
        // The legs of a group hold what they close once, and close the same.
        let mut closing: BTreeMap<i64, i64> = BTreeMap::new();
        for order in self.open_orders().filter(|order| !order.opens() && order.at.position() == position.key) {
            let group = order.at.group.map_or(order.at.id.0, |group| group.id.0);
            let known = closing.insert(group, order.remaining().units());
            assert!(known.is_none_or(|known| known == order.remaining().units()), "{order:?}");
            assert!(order.remaining() <= position.quantity, "no leg closes more than there is: {order:?}");
            assert!(order.remaining().is_positive(), "an open order has something to do: {order:?}");
        }
        assert_eq!(position.held.units(), closing.values().sum::<i64>(), "{position:?}");
        assert!((0..=position.quantity.units()).contains(&position.held.units()), "{position:?}");
    }
}

/// The orders of an instrument before a tick, with which its fills are compared.
pub struct Before {
    orders: BTreeMap<i64, Order>,
    fills: usize,
}

/// Better prices first, then the earlier place in time.
fn rank(order: &Order) -> (i64, i64) {
    let limit = order.limit.units();
    (if order.side == Side::Buy { -limit } else { limit }, order.priority.0)
}

impl Before {
    pub fn of(market: &Market) -> Self {
        let orders = market.facts.written::<Order>().map(|order| (order.at.id.0, order.clone())).collect();
        Self { orders, fills: market.facts.written::<Fill>().count() }
    }

    /// What rests was filled by price and time, then what the tick has triggered by the place that it waited at; nobody was
    /// passed over; and no level gave more than it displayed.
    pub fn check(&self, market: &Market) {
        let fills: Vec<&Fill> = market.facts.written::<Fill>().skip(self.fills).collect();
        let mut is_triggering = false;
        let (mut last, mut last_triggered) = (BTreeMap::new(), i64::MIN);
        for fill in &fills {
            let before = &self.orders[&fill.order.id.0];
            assert_ne!(
                before.status,
                OrderStatus::Pending,
                "a leg is filled by no tick that brought it to life: {fill:?}"
            );
            let is_maker = fill.liquidity == LiquiditySide::Maker;
            assert_eq!(is_maker, !before.waits(), "who rested is the maker: {fill:?}");
            if is_maker {
                assert!(!is_triggering, "what rests comes before what is triggered: {fill:?}");
                let earlier = last.insert(fill.side, rank(before));
                assert!(earlier.is_none_or(|earlier| earlier <= rank(before)), "by price and time: {fill:?}");
                self.check_passed(market, before, fill);
            } else {
                is_triggering = true;
                assert!(last_triggered <= before.priority.0, "by the place that they waited at: {fill:?}");
                last_triggered = before.priority.0;
            }
        }
        check_displayed(market);
    }

    /// Who stood before a filled order and accepted its price has taken all that could be taken.
    fn check_passed(&self, market: &Market, filled: &Order, fill: &Fill) {
        let ahead = |order: &&Order| {
            order.status.is_open()
                && !order.waits()
                && (order.at.instrument, order.side) == (filled.at.instrument, filled.side)
                && rank(order) < rank(filled)
                && order.side.reaches(order.limit, fill.price)
        };
        for before in self.orders.values().filter(ahead) {
            let after = market.facts.get::<Order>(&before.at.id).unwrap().unwrap();
            // A leg may have become larger or smaller after its turn.
            if !after.status.is_open() || after.quantity != before.quantity {
                continue;
            }
            let rules = Market::rules(before.at.instrument);
            let product = &PRODUCTS[product_of(before.at.instrument)];
            let (left, given) = (after.remaining().units(), fill.quantity.units());
            assert!(given < left, "{before:?} was passed over by {fill:?}");
            // What is taken and what is left are worth a unit of currency each.
            let least =
                -(-i128::from(ONE) * i128::from(ONE)).div_euclid(i128::from(before.limit.units() * product.multiplier));
            let least = i64::try_from(least).unwrap();
            let part = given.min(left - least);
            assert!(part - part.rem_euclid(rules.lot.units()) < least, "{before:?} was passed over by {fill:?}");
        }
    }
}

/// All fills of the newest tick of each instrument together take no more than its levels display.
fn check_displayed(market: &Market) {
    let mut taken: BTreeMap<(i64, Side, Price), i64> = BTreeMap::new();
    for fill in market.facts.written::<Fill>() {
        let FillSource::Tick(tick) = &fill.source else { continue };
        let (instrument, newest) = (tick.instrument.0, &market.ticks[&tick.instrument.0]);
        if tick.seq == newest.seq {
            *taken.entry((instrument, fill.side, fill.price)).or_default() += fill.quantity.units();
        }
    }
    for ((instrument, side, price), units) in taken {
        let level = side.levels(&market.ticks[&instrument]).iter().find(|level| level.price == price).unwrap();
        assert!(units <= level.size.units(), "{units} of {level:?}");
    }
}
