//! Random sequences keep every promise of the ledger, and give equal results when they are repeated.

use std::collections::BTreeMap;

use plumbline_core::decimal::{Leverage, Price};
use plumbline_core::decision::{Needs, Stamp};
use plumbline_core::ledger::{Book, Journal};
use plumbline_core::money::Currency;
use plumbline_core::orders::{
    Cancel, CloseReason, Fill, FillResting, OfferedTo, Order, RestingFill, RestingOrder, RestingOrders, cost,
};
use plumbline_core::positions::{Direction, Position};
use plumbline_core::products::{AddMargin, ChargeFinancing, FinancingRates, Held, SetLeverage, WarnMargin};
use plumbline_core::testing;
use plumbline_core::time::UnixMillis;
use proptest::prelude::*;

use super::venue::{EUR_USD, GBP_JPY, HOURS, Pair, USD_JPY, Venue, WALLET, rules, usd};

const PAIRS: [(Pair, i64); 3] = [(EUR_USD, 108_500), (USD_JPY, 150_000), (GBP_JPY, 190_500)];
const FUNDS: i64 = 2_000_000;

#[derive(Clone, Debug)]
enum Step {
    /// The price, in thousandths of the first one, and the displayed size, in lots.
    Quote {
        at: i64,
        size: i64,
    },
    Order {
        opens: bool,
        limit: Option<i64>,
        lots: i64,
        leverage: i64,
    },
    Cancel {
        nth: usize,
    },
    AddMargin {
        cents: i64,
    },
    SetLeverage {
        leverage: i64,
    },
    /// A stop-loss and a take-profit, in thousandths of the first price.
    Protect {
        stop: Option<i64>,
        take: Option<i64>,
    },
    Warn,
    Finance {
        night: i64,
        nights: i64,
    },
}

fn step() -> impl Strategy<Value = (usize, Direction, Step)> {
    let step = prop_oneof![
        6 => (prop_oneof![990i64..1_010, 900i64..1_100], 0i64..200).prop_map(|(at, size)| Step::Quote { at, size }),
        6 => (any::<bool>(), proptest::option::of(960i64..1_040), 0i64..120, 0i64..32)
            .prop_map(|(opens, limit, lots, leverage)| Step::Order { opens, limit, lots, leverage }),
        1 => (0usize..8).prop_map(|nth| Step::Cancel { nth }),
        1 => (-5i64..300_000).prop_map(|cents| Step::AddMargin { cents }),
        1 => (0i64..32).prop_map(|leverage| Step::SetLeverage { leverage }),
        2 => (proptest::option::of(900i64..1_100), proptest::option::of(900i64..1_100))
            .prop_map(|(stop, take)| Step::Protect { stop, take }),
        1 => Just(Step::Warn),
        1 => (0i64..5, 1i64..900).prop_map(|(night, nights)| Step::Finance { night, nights }),
    ];
    let direction = prop_oneof![Just(Direction::Long), Just(Direction::Short)];
    (0..PAIRS.len(), direction, step)
}

fn price(index: usize, thousandths: i64) -> Price {
    let (pair, begin) = PAIRS[index];
    let ticks = begin * thousandths / 1_000;
    Price::from_units(ticks * pair.tick)
}

struct Market {
    venue: Venue,
    resting: RestingOrders,
}

impl Market {
    fn new() -> Self {
        let mut venue = Venue::with(FUNDS);
        (0..PAIRS.len()).for_each(|i| venue.quote_at(PAIRS[i].0, price(i, 1_000), price(i, 1_001), 500_000));
        Self { venue, resting: RestingOrders::default() }
    }

    fn run(&mut self, (index, direction, step): (usize, Direction, Step)) {
        let (pair, venue) = (PAIRS[index].0, &mut self.venue);
        let at = venue.at(pair, direction);
        match step {
            Step::Quote { at, size } => {
                venue.quote_at(pair, price(index, at), price(index, at + 1), size * 1_000);
                self.on_tick(pair);
            }
            Step::Order { opens, limit, lots, leverage } => {
                let limit = limit.map(|limit| price(index, limit));
                self.place(pair, direction, opens, limit, lots * 1_000, leverage);
            }
            Step::Cancel { nth } => {
                let open = venue.facts.written::<Order>().filter(|order| order.status.is_open()).nth(nth);
                let open = open.map(|order| order.at);
                open.map(|order| venue.decide(Cancel { order, reason: CloseReason::Customer }).unwrap());
            }
            Step::AddMargin { cents } => drop(venue.decide(AddMargin { at, amount: usd(cents) })),
            Step::SetLeverage { leverage } => {
                let (leverage, terms) = (Leverage::from_whole(leverage).unwrap(), venue.terms(pair));
                let _ = venue.decide(SetLeverage { at, leverage, terms });
            }
            Step::Protect { stop, take } => {
                let _ =
                    venue.protect(pair, direction, stop.map(|at| price(index, at)), take.map(|at| price(index, at)));
            }
            Step::Warn => {
                let terms = venue.terms(pair);
                let _ = venue.decide(WarnMargin { at, terms });
            }
            Step::Finance { night, nights } => {
                let rates = FinancingRates { base: 20_000_000_000, quote: 45_000_000_000, markup: 5_000_000_000 };
                let terms = venue.terms(pair);
                if let Some(position) = venue.facts.get::<Position>(&at.key).ok().flatten() {
                    let (held, night) = (Held::from(position), UnixMillis(night));
                    let _ = venue.decide(ChargeFinancing { at, held, night, nights, rates, terms });
                }
            }
        }
        self.take_in();
    }

    /// Places an order, and checks that its result agrees with the cost shown before.
    fn place(
        &mut self,
        pair: Pair,
        direction: Direction,
        opens: bool,
        limit: Option<Price>,
        quantity: i64,
        leverage: i64,
    ) {
        let place = self.venue.order_for(pair, direction, opens, limit, quantity, leverage);
        let mut needs = Needs::default();
        place.at.trade_needs(&mut needs);
        self.venue.facts.ask(&needs);
        let mut ids = 1..;
        let card = cost(&place, &self.venue.facts, &mut Stamp::new(UnixMillis(1), &mut || ids.next().unwrap()));
        match (card, self.venue.decide(place)) {
            (Ok(card), Ok(order)) => {
                let (posted, held) = self.venue.balance();
                assert_eq!((card.refusal, card.held, card.available_after), (None, order.hold, usd(posted - held)));
            }
            (Ok(card), Err(refusal)) => assert_eq!(card.refusal, Some(refusal)),
            (card, placed) => assert_eq!(card.err(), placed.err()),
        }
    }

    /// A tick closes positions that have lost too much, and fills waiting orders.
    fn on_tick(&mut self, pair: Pair) {
        for direction in [Direction::Long, Direction::Short] {
            let _ = self.venue.liquidate(pair, direction);
            self.take_in();
            let _ = self.venue.trigger(pair, direction);
            self.take_in();
        }
        let tick = self.venue.ticks[&pair.id].clone();
        let conversion = self.venue.conversion(pair);
        let reach = self.resting.reach(&tick, Default::default(), None, usize::MAX);
        let rules = std::sync::Arc::new(rules(pair));
        let fill = |order: &RestingOrder| RestingFill { order: order.at, rules: rules.clone() };
        let orders = reach.orders.into_iter().map(fill).collect();
        let fill = FillResting { orders, conversion, rest: reach.rest, ..FillResting::new(tick, i64::MAX, HOURS) };
        let reached = self.venue.decide(fill).unwrap();
        assert!(reached.refused.is_empty() && reached.offered != OfferedTo::Nobody, "{reached:?}");
        self.take_in();
    }

    fn take_in(&mut self) {
        for order in self.venue.facts.written::<Order>() {
            match order.status.is_open() {
                true => {
                    self.resting.insert(RestingOrder::of(order, Some(&testing::trading_rules(order.at.instrument))))
                }
                false => self.resting.remove(order.at.id),
            }
        }
    }

    fn check(&self) {
        let facts = &self.venue.facts;
        let mut sums: BTreeMap<Currency, i64> = BTreeMap::new();
        for posting in facts.journals().iter().flat_map(Journal::postings) {
            *sums.entry(posting.amount.currency).or_default() += posting.amount.minor;
        }
        assert!(sums.values().all(|sum| *sum == 0), "the house and its customers sum to nothing");
        let own = facts.journals().iter().flat_map(Journal::postings).filter(|p| matches!(p.book, Book::Wallet(_)));
        let (posted, held) = self.venue.balance();
        assert_eq!(posted - FUNDS, own.map(|p| p.amount.minor).sum::<i64>(), "the balance is its postings");
        assert!(posted >= held && held >= 0, "nothing is below zero");
        let orders = facts.written::<Order>().map(|order| order.hold.minor).sum::<i64>();
        let margins = facts.written::<Position>().filter_map(|p| p.margin).map(|margin| margin.amount.minor);
        assert_eq!(held, orders + margins.sum::<i64>(), "what is held is margins and open orders");
        let holds = facts.holds().filter(|hold| hold.key == WALLET).map(|hold| hold.amount.minor).sum::<i64>();
        assert_eq!(held, holds);
        for position in facts.written::<Position>() {
            self.check_position(position);
        }
    }

    fn check_position(&self, position: &Position) {
        let facts = &self.venue.facts;
        let fills = facts.written::<Fill>().filter(|fill| fill.order.position() == position.key);
        let signed =
            |fill: &Fill| if position.opens(fill.side) { fill.quantity.units() } else { -fill.quantity.units() };
        assert_eq!(position.quantity.units(), fills.map(signed).sum::<i64>(), "a position is its fills");
        let closing = facts.written::<Order>().filter(|o| o.status.is_open() && !o.opens());
        let closing = closing.filter(|o| o.at.position() == position.key).map(|o| o.remaining().units());
        assert_eq!(position.held.units(), closing.sum::<i64>(), "what it holds is what orders close");
        let Some(margin) = position.margin else { return assert!(position.quantity.is_zero()) };
        if position.quantity.is_zero() {
            assert_eq!((position.cost.minor, margin.amount.minor, margin.initial.minor), (0, 0, 0), "nothing stays");
        }
        assert!(margin.amount.minor >= 0 && margin.initial.minor >= 0 && position.cost.minor >= 0);
    }
}

/// All decisions, as text.
fn digest(venue: &Venue) -> String {
    let facts = &venue.facts;
    let records = (facts.written::<Order>(), facts.written::<Fill>(), facts.written::<Position>());
    let [orders, fills, positions] = [
        format!("{:?}", records.0.collect::<Vec<_>>()),
        format!("{:?}", records.1.collect::<Vec<_>>()),
        format!("{:?}", records.2.collect::<Vec<_>>()),
    ];
    format!("{orders}{fills}{positions}{:?}", facts.journals())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn margins_are_sound_and_repeat(steps in proptest::collection::vec(step(), 1..80)) {
        let mut market = Market::new();
        for step in steps {
            market.run(step);
            market.check();
        }
        let mut again = Venue::with(FUNDS);
        for (first_id, command) in &market.venue.log {
            again.next_id = *first_id;
            let _ = again.carry_out(command.clone());
        }
        prop_assert_eq!(digest(&market.venue), digest(&again));
    }
}
