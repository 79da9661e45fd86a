//! Random sequences keep every promise of the ledger, and give equal results when they are repeated.

use std::collections::{BTreeMap, BTreeSet};

use plumbline_core::decimal::{Leverage, Price, Quantity};
use plumbline_core::decision::{Action, Needs, Refusal, Stamp};
use plumbline_core::ids::{GroupId, InstrumentId, OrderId, Priority};
use plumbline_core::ledger::{Book, Journal};
use plumbline_core::money::{Currency, Rounding};
use plumbline_core::orders::{
    Amend, Cancel, CloseReason, Fill, FillResting, GroupRef, Legs, OfferedTo, Order, OrderKind, Place, RestingFill,
    RestingOrder, RestingOrders, SeenPrices, StopLoss, cost,
};
use plumbline_core::positions::{Direction, Position, PositionKey};
use plumbline_core::products::{
    AddMargin, Financing, FinancingRates, Night, RemoveMargin, SetLeverage, TradingRules, WarnMargin,
};
use plumbline_core::testing;
use plumbline_core::time::UnixMillis;
use proptest::prelude::*;

use super::venue::{EUR_USD, GBP_JPY, HOURS, Pair, USD_JPY, Venue, WALLET, rules, units, usd};

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
        /// Legs of what it opens: so many thousandths of the first price away.
        legs: Option<(i64, i64)>,
        /// True lets legs make way for what it closes.
        makes_way: bool,
    },
    Amend {
        nth: usize,
        at: Option<i64>,
        lots: Option<i64>,
    },
    Cancel {
        nth: usize,
    },
    /// Added to the margin; taken back where it is negative.
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
    /// A night begins; its positions are charged at once, or by whatever comes next.
    Night {
        nights: i64,
        is_charged: bool,
    },
}

fn legs() -> impl Strategy<Value = Option<(i64, i64)>> {
    proptest::option::of((-2i64..40, -2i64..40))
}

fn step() -> impl Strategy<Value = (usize, Direction, Step)> {
    let step = prop_oneof![
        6 => (prop_oneof![990i64..1_010, 900i64..1_100], 0i64..200).prop_map(|(at, size)| Step::Quote { at, size }),
        8 => (any::<bool>(), proptest::option::of(960i64..1_040), 0i64..120, 0i64..32, legs(), any::<bool>())
            .prop_map(|(opens, limit, lots, leverage, legs, makes_way)| {
                Step::Order { opens, limit, lots, leverage, legs, makes_way }
            }),
        2 => (0usize..8, proptest::option::of(900i64..1_100), proptest::option::of(0i64..120))
            .prop_map(|(nth, at, lots)| Step::Amend { nth, at, lots }),
        1 => (0usize..8).prop_map(|nth| Step::Cancel { nth }),
        1 => (-300_000i64..300_000).prop_map(|cents| Step::AddMargin { cents }),
        1 => (0i64..32).prop_map(|leverage| Step::SetLeverage { leverage }),
        2 => (proptest::option::of(900i64..1_100), proptest::option::of(900i64..1_100))
            .prop_map(|(stop, take)| Step::Protect { stop, take }),
        1 => Just(Step::Warn),
        1 => (1i64..900, any::<bool>()).prop_map(|(nights, is_charged)| Step::Night { nights, is_charged }),
    ];
    let direction = prop_oneof![Just(Direction::Long), Just(Direction::Short)];
    (0..PAIRS.len(), direction, step)
}

fn price(index: usize, thousandths: i64) -> Price {
    let (pair, begin) = PAIRS[index];
    let ticks = begin * thousandths / 1_000;
    Price::from_units(ticks * pair.tick)
}

fn rules_of(instrument: InstrumentId) -> TradingRules {
    rules(PAIRS.iter().find(|(pair, _)| pair.id == instrument).unwrap().0)
}

struct Market {
    venue: Venue,
    resting: RestingOrders,
    /// What was held as each night began.
    held: BTreeMap<(PositionKey, UnixMillis), (Night, Quantity)>,
}

impl Market {
    fn new() -> Self {
        let mut venue = Venue::with(FUNDS);
        (0..PAIRS.len()).for_each(|i| venue.quote_at(PAIRS[i].0, price(i, 1_000), price(i, 1_001), 500_000));
        Self { venue, resting: RestingOrders::default(), held: BTreeMap::new() }
    }

    fn run(&mut self, (index, direction, step): (usize, Direction, Step)) {
        let (pair, venue) = (PAIRS[index].0, &mut self.venue);
        let at = venue.at(pair, direction);
        match step {
            Step::Quote { at, size } => {
                venue.quote_at(pair, price(index, at), price(index, at + 1), size * 1_000);
                self.on_tick(pair);
            }
            Step::Order { opens, limit, lots, leverage, legs, makes_way } => {
                let limit = limit.map(|limit| price(index, limit));
                let mut place = venue.order_for(pair, direction, opens, limit, lots * 1_000, leverage);
                if let Some((take, stop)) = legs.filter(|_| opens) {
                    let away = |thousandths: i64| {
                        let begin = limit.unwrap_or(price(index, 1_000)).units() / price(index, 1_000).units().max(1);
                        let towards = if direction == Direction::Long { thousandths } else { -thousandths };
                        price(index, 1_000 * begin.max(1) + towards)
                    };
                    let id = place.at.id.0;
                    let ids = GroupRef {
                        id: GroupId(id),
                        entry: Some(place.at.id),
                        take_profit: Some(OrderId(id + 1)),
                        stop_loss: Some(OrderId(id + 2)),
                    };
                    place.at.group = Some(ids);
                    let stop_loss = Some(StopLoss { stop: away(-stop), limit: None });
                    place.legs = Legs { take_profit: Some(away(take)), stop_loss };
                }
                if makes_way && !opens {
                    place.makes_way = venue.legs(pair, direction);
                }
                self.place(place);
            }
            Step::Amend { nth, at, lots } => {
                let open = venue.facts.written::<Order>().filter(|order| order.status.is_open()).nth(nth).cloned();
                let Some(order) = open else { return };
                let index = PAIRS.iter().position(|(pair, _)| pair.id == order.at.instrument).unwrap();
                venue.next_id += 1;
                let (terms, priority) = (venue.terms(PAIRS[index].0), Priority(venue.next_id * 10_000));
                let to = at.map(|at| price(index, at));
                let _ = venue.decide(Amend {
                    price: to.filter(|_| order.kind == OrderKind::Limit),
                    stop: to.filter(|_| order.waits()),
                    quantity: lots.map(|lots| units(lots * 1_000)),
                    ..testing::amend(order.at, order.side, priority, terms)
                });
            }
            Step::Cancel { nth } => {
                let open = venue.facts.written::<Order>().filter(|order| order.status.is_open()).nth(nth);
                let open = open.map(|order| order.at);
                open.map(|order| venue.decide(Cancel::new(order, CloseReason::Customer)).unwrap());
            }
            Step::AddMargin { cents } if cents < 0 => {
                let terms = venue.terms(pair);
                let _ = venue.decide(RemoveMargin { at, amount: usd(-cents), terms });
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
            Step::Night { nights, is_charged } => {
                let rates = FinancingRates { base: 20_000_000_000, quote: 45_000_000_000, markup: 5_000_000_000 };
                let night = venue.begin_night(pair, nights, rates);
                let open = venue.facts.written::<Position>().filter(|position| !position.quantity.is_zero());
                let held = open.filter(|position| position.key.instrument == pair.id);
                self.held.extend(held.map(|position| ((position.key, night.at), (night, position.quantity))));
                if is_charged {
                    venue.charge(pair, &[Direction::Long, Direction::Short]);
                }
            }
        }
        self.take_in();
    }

    /// Places an order, and checks that its result agrees with the cost shown before.
    fn place(&mut self, place: Place) {
        if !self.venue.owed(place.at.position()).is_empty() {
            // The card is of before the charge.
            let _ = self.venue.decide(place);
            return;
        }
        let mut needs = Needs::default();
        Action::needs(&place, &mut needs);
        self.venue.facts.ask(&needs);
        let mut ids = 1..;
        let card = cost(&place, &self.venue.facts, &mut Stamp::new(self.venue.now, &mut || ids.next().unwrap()));
        let before = self.venue.balance();
        let other = place.at.position().opposite();
        let margin = |venue: &Venue| {
            let position = venue.facts.get::<Position>(&other).ok().flatten();
            position.and_then(|position| position.margin).map_or(0, |margin| margin.amount.minor)
        };
        let of_other = margin(&self.venue);
        match (card, self.venue.decide(place)) {
            (Ok(card), Ok(order)) => {
                let (posted, held) = self.venue.balance();
                assert_eq!(card.released.is_some(), !order.opens());
                if let Some(released) = card.released.filter(|_| !order.status.is_open()) {
                    assert_eq!(
                        (released, card.total),
                        (
                            usd(before.1 - held + margin(&self.venue) - of_other),
                            usd(posted - held - (before.0 - before.1))
                        )
                    );
                }
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
        }
        let tick = self.venue.ticks[&pair.id].clone();
        let conversion = self.venue.conversion(pair);
        let reach = self.resting.reach(&tick, Default::default(), None, usize::MAX);
        let rules = std::sync::Arc::new(rules(pair));
        let fill = |order: &RestingOrder| RestingFill { order: order.at, rules: rules.clone() };
        let orders = reach.orders.into_iter().map(fill).collect();
        let stops =
            self.resting.triggered(&tick, SeenPrices::default(), usize::MAX, |_| true).into_iter().map(fill).collect();
        let rest = reach.rest;
        let fill = FillResting { orders, stops, conversion, rest, ..FillResting::new(tick, i64::MAX, HOURS) };
        let reached = self.venue.decide(fill).unwrap();
        let waits = |refusal: &Refusal| *refusal == Refusal::MarginExhausted;
        let are_sound = reached.refused.iter().all(|(_, refusal)| waits(refusal));
        assert!(are_sound && reached.offered != OfferedTo::Nobody, "{reached:?}");
        self.take_in();
    }

    fn take_in(&mut self) {
        for order in self.venue.facts.written::<Order>() {
            match order.status.is_open() {
                true => self.resting.insert(RestingOrder::of(order, Some(&rules_of(order.at.instrument)))),
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
        self.check_nights();
    }

    /// Every position is charged once for each night that it owes no more, for what it held as the night began.
    fn check_nights(&self) {
        let facts = &self.venue.facts;
        let mut charged = BTreeSet::new();
        for charge in facts.written::<Financing>() {
            let (night, quantity) = self.held[&(charge.position, charge.night)];
            let (pair, _) = PAIRS.iter().find(|(pair, _)| pair.id == night.instrument).unwrap();
            let mark = night.mark(charge.position.direction).unwrap();
            let value = rules(*pair).value(mark, quantity, Rounding::HalfAway).unwrap();
            assert_eq!(charge.value, value, "for what was held as the night began");
            assert!(charged.insert((charge.position, charge.night)), "a night is charged once");
        }
        for key in self.held.keys().filter(|key| !charged.contains(key)) {
            let owed = self.venue.owed(key.0);
            assert!(owed.iter().any(|night| night.at == key.1), "a night is charged before the position is another");
        }
    }

    fn check_position(&self, position: &Position) {
        let facts = &self.venue.facts;
        let fills = facts.written::<Fill>().filter(|fill| fill.order.position() == position.key);
        let signed =
            |fill: &Fill| if position.opens(fill.side) { fill.quantity.units() } else { -fill.quantity.units() };
        assert_eq!(position.quantity.units(), fills.map(signed).sum::<i64>(), "a position is its fills");
        let closing = facts.written::<Order>().filter(|o| o.status.is_open() && !o.opens());
        let closing = closing.filter(|o| o.at.position() == position.key);
        // The legs of a group hold what they close once, and close the same.
        let mut held: BTreeMap<i64, i64> = BTreeMap::new();
        for order in closing {
            let key = order.at.group.map_or(order.at.id.0, |group| group.id.0);
            let known = held.insert(key, order.remaining().units());
            assert!(known.is_none_or(|known| known == order.remaining().units()), "{order:?}");
        }
        assert_eq!(position.held.units(), held.values().sum::<i64>(), "what it holds is what orders close");
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
        for (first_id, now, command) in &market.venue.log {
            (again.next_id, again.now) = (*first_id, *now);
            let _ = again.carry_out(command.clone());
        }
        prop_assert_eq!(digest(&market.venue), digest(&again));
    }
}
