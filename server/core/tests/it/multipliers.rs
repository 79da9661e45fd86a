//! Contracts of which a point is worth more or less than a unit of currency, held on margin and owned: what is paid, gained
//! and set aside is price × quantity × multiplier.

use std::sync::Arc;

use plumbline_core::decimal::{Leverage, ONE, Price};
use plumbline_core::decision::{Action, Facts, Stamp};
use plumbline_core::ids::{AccountId, InstrumentId, OrderId};
use plumbline_core::ledger::{Balance, Wallet};
use plumbline_core::market::{Tick, TickSizes};
use plumbline_core::money::{Money, Rounding};
use plumbline_core::multiplier::Multiplier;
use plumbline_core::orders::{Fill, MarginCost, Order, OrderRef, Place, TimeInForce, cost, worst_value};
use plumbline_core::positions::{Direction, Position};
use plumbline_core::products::{Marked, Product, Terms, TradingRules};
use plumbline_core::testing::{self, price, shares, usd};
use plumbline_core::time::UnixMillis;
use proptest::prelude::*;

const RICH: i64 = 1_000_000_000_000_000;

fn multiplier(text: &str) -> Multiplier {
    text.parse().unwrap()
}

/// What points of futures are worth, and less than one.
fn multipliers() -> impl Strategy<Value = Multiplier> {
    proptest::sample::select(["1", "50", "1000", "5000", "2.5", "0.1"].map(multiplier).to_vec())
}

fn directions() -> impl Strategy<Value = Direction> {
    proptest::sample::select(vec![Direction::Long, Direction::Short])
}

/// One customer's dealings in one contract.
struct Contract {
    facts: Facts,
    rules: TradingRules,
    direction: Direction,
    tick: Arc<Tick>,
    next_id: i64,
}

impl Contract {
    fn of(multiplier: Multiplier, product: Product, direction: Direction, cents: i64) -> Self {
        let wallet = if product == Product::Spot { Wallet::Stock } else { Wallet::Future };
        let rules = TradingRules {
            product,
            multiplier,
            wallet,
            tick_sizes: Arc::new(TickSizes::single(price(1))),
            band_basis_points: 10_000_000,
            minimum_value: usd(1),
            ..testing::trading_rules(InstrumentId(1))
        };
        let tick = Arc::new(testing::tick(rules.instrument));
        let mut contract = Self { facts: Facts::default(), rules, direction, tick, next_id: 1_000 };
        contract.facts = testing::facts(contract.at(), cents);
        contract
    }

    fn at(&self) -> OrderRef {
        let order = testing::order_ref(OrderId(self.next_id), AccountId(7), self.rules.instrument);
        OrderRef { wallet: self.rules.wallet, direction: self.direction, ..order }
    }

    /// Quotes these levels, in cents and contracts, on both sides.
    fn quote(&mut self, levels: &[(i64, i64)]) {
        let (seq, shown) = (self.tick.seq + 1, testing::levels(levels));
        let last = price(levels[0].0);
        self.tick = Arc::new(Tick { seq, bids: shown, asks: shown, last, ..testing::tick(self.rules.instrument) });
    }

    fn terms(&self) -> Terms {
        testing::terms(self.rules.clone(), self.tick.clone())
    }

    fn order(&mut self, opens: bool, quantity: i64, limit: Option<i64>, leverage: i64) -> Place {
        self.next_id += 1_000;
        let side = if opens { self.direction.opening() } else { self.direction.closing() };
        Place {
            leverage: Leverage::from_whole(leverage).unwrap(),
            time_in_force: TimeInForce::GoodTillCancelled,
            ..testing::place(self.at(), side, shares(quantity), limit.map(price), self.terms())
        }
    }

    fn trade(&mut self, opens: bool, quantity: i64, limit: Option<i64>, leverage: i64) -> Order {
        let place = self.order(opens, quantity, limit, leverage);
        let mut ids = self.next_id + 1..;
        place.carry_out(&mut self.facts, &mut Stamp::new(UnixMillis(1), &mut || ids.next().unwrap())).unwrap()
    }

    fn position(&self) -> Position {
        *self.facts.get::<Position>(&self.at().position()).unwrap().unwrap()
    }

    fn balance(&self) -> Balance {
        *self.facts.balance(&self.at().balance()).unwrap().unwrap()
    }

    fn fills(&self) -> Vec<Fill> {
        self.facts.written::<Fill>().cloned().collect()
    }
}

/// `cents × quantity × multiplier` in 10⁻⁸ of a cent.
fn exact(cents: i64, quantity: i64, multiplier: Multiplier) -> i128 {
    i128::from(cents) * i128::from(quantity) * i128::from(multiplier.units())
}

/// An E-mini S&P 500: a point is worth 50 dollars.
#[test]
fn a_point_of_a_future_is_worth_its_multiplier() {
    let mut contract = Contract::of(multiplier("50"), testing::margin(), Direction::Long, 10_000_000);
    contract.quote(&[(770_600, 100)]);
    contract.trade(true, 2, None, 20);
    let position = contract.position();
    assert_eq!((position.cost, position.average_price()), (usd(77_060_000), price(770_600)));
    assert_eq!(position.margin.unwrap().initial, usd(3_853_000), "a twentieth of 770,600 dollars");
    assert_eq!(position.worth(price(770_700), shares(1)).unwrap(), usd(38_535_000));
    contract.quote(&[(771_625, 100)]);
    let terms = contract.terms();
    assert_eq!(Marked::of(&position, &terms).unwrap().unrealized().unwrap(), usd(102_500), "10.25 points of two");
    contract.trade(false, 2, None, 20);
    assert_eq!(contract.balance(), Balance { posted: 10_102_500, held: 0, version: contract.balance().version });
}

#[test]
fn the_cost_card_counts_the_multiplier() {
    let mut contract = Contract::of(multiplier("1000"), testing::margin(), Direction::Short, RICH);
    contract.quote(&[(7_143, 100)]);
    let place = contract.order(true, 3, None, 10);
    let mut ids = 1..;
    let card = cost(&place, &contract.facts, &mut Stamp::new(UnixMillis(1), &mut || ids.next().unwrap())).unwrap();
    assert_eq!((card.value, card.total, card.price), (usd(21_429_000), usd(2_142_900), price(7_143)));
    let margin = MarginCost::of(&place, &card, price(1), None).unwrap();
    assert_eq!((margin.margin, margin.pip_value), (usd(2_142_900), usd(3_000)));
    // Half of the margin is lost where three contracts have risen by 3.5715.
    assert_eq!(margin.liquidation_price.unwrap().display(4), "75.0015");
}

proptest! {
    /// Closed at once or in two parts, a position gains what its price moves by, times quantity and multiplier. Where that is
    /// no whole number of cents, each of its trades is rounded against the customer by less than one.
    #[test]
    fn a_profit_is_the_points_times_quantity_and_multiplier(
        of in multipliers(), direction in directions(), entry in 1_000i64..1_000_000, moved in 51i64..149,
        quantity in 2i64..20, first in 1i64..20,
    ) {
        let (exit, first) = (entry * moved / 100, first.min(quantity));
        let mut contract = Contract::of(of, testing::margin(), direction, RICH);
        contract.quote(&[(entry, 100)]);
        contract.trade(true, quantity, None, 1);
        contract.quote(&[(exit, 100)]);
        for part in [first, quantity - first].into_iter().filter(|part| *part > 0) {
            contract.trade(false, part, None, 1);
        }
        let sign = if direction == Direction::Long { 1 } else { -1 };
        let points = exact(sign * (exit - entry), quantity, of);
        let realized = contract.position().realized;
        let lost = points - i128::from(realized.minor) * i128::from(ONE);
        prop_assert!((0..3 * i128::from(ONE)).contains(&lost), "{lost}");
        prop_assert!(of.units() < 50 * ONE || lost == 0, "whole cents are exact");
        prop_assert_eq!(contract.balance().posted, RICH + realized.minor);
        let profits: i64 = contract.fills().iter().filter_map(|fill| fill.profit).map(|profit| profit.minor).sum();
        prop_assert_eq!(profits, realized.minor);
    }

    /// The fills of an order are worth what it says, each is worth its own price, and its average lies between them.
    #[test]
    fn fills_add_up_and_the_average_lies_between_them(
        of in multipliers(), spot in any::<bool>(), best in 1_000i64..1_000_000,
        sizes in proptest::collection::vec(1i64..6, 1..5), quantity in 1i64..20,
    ) {
        let product = if spot { Product::Spot } else { testing::margin() };
        let mut contract = Contract::of(of, product, Direction::Long, RICH);
        let asks: Vec<_> = sizes.iter().zip(best..).map(|(size, cents)| (cents, *size)).collect();
        contract.quote(&asks);
        let order = contract.trade(true, quantity, Some(best + 10), 1);
        let (fills, position) = (contract.fills(), contract.position());
        let sum: i64 = fills.iter().map(|fill| fill.value.minor).sum();
        prop_assert_eq!((order.filled_value.minor, position.cost.minor), (sum, sum));
        for fill in &fills {
            prop_assert_eq!(fill.multiplier, of);
            let value = of.value(fill.price, fill.quantity, fill.value.currency, Rounding::Up);
            prop_assert_eq!(Ok(fill.value), value);
        }
        let average = order.average_price().unwrap();
        prop_assert_eq!(average, position.average_price());
        let (lowest, highest) = (fills[0].price, fills[fills.len() - 1].price);
        // Each fill is rounded up by less than a cent, which is so much of the price of one contract.
        let cents = i128::try_from(fills.len()).unwrap() * i128::from(ONE) / 100;
        let contracts = i128::from(order.filled.units()) * i128::from(of.units()) / i128::from(ONE);
        let rounding = i64::try_from(cents * i128::from(ONE) / contracts).unwrap() + 1;
        prop_assert!(lowest <= average && average.units() <= highest.units() + rounding, "{average}");
    }

    /// However the book cuts an order, its fills cost no more than was set aside for it, whatever a point is worth.
    #[test]
    fn fills_cost_no_more_than_was_set_aside(
        of in multipliers(), spot in any::<bool>(), limit in 30i64..20_000, quantity in 1i64..200,
        books in proptest::collection::vec(proptest::collection::vec(1i64..6, 1..5), 1..6),
    ) {
        let product = if spot { Product::Spot } else { testing::margin() };
        let mut contract = Contract::of(of, product, Direction::Long, RICH);
        let worst = worst_value(price(limit), shares(quantity), &contract.rules).unwrap();
        prop_assume!(contract.rules.check_value(shares(quantity), price(limit), price(limit), false).is_ok());
        let mut rest = quantity;
        let mut spent = Money::new(0, worst.currency);
        for sizes in &books {
            let asks: Vec<_> = sizes.iter().zip(limit - sizes.len() as i64 + 1..).map(|(size, cents)| (cents, *size)).collect();
            contract.quote(&asks);
            if rest == 0 || contract.rules.check_value(shares(rest), price(limit), price(limit), false).is_err() {
                break;
            }
            let order = contract.trade(true, rest, Some(limit), 1);
            spent = spent.plus(order.filled_value).unwrap();
            prop_assert!(spent.minor + order.hold.minor <= worst.minor, "{} and {} of {}", spent, order.hold, worst);
            rest = order.remaining().units() / ONE;
            // What rests is placed anew on the next book.
            contract.facts = testing::facts(contract.at(), RICH);
        }
    }

    /// The worse of the two prices next to the liquidation price closes the position, and the better one does not.
    #[test]
    fn a_position_is_closed_from_its_liquidation_price_on(
        of in proptest::sample::select(["1", "50", "1000", "5000"].map(multiplier).to_vec()),
        direction in directions(), entry in 10_000i64..1_000_000, quantity in 1i64..20, leverage in 2i64..30,
    ) {
        let mut contract = Contract::of(of, testing::margin(), direction, RICH);
        contract.quote(&[(entry, 100)]);
        contract.trade(true, quantity, None, leverage);
        let (position, terms) = (contract.position(), contract.terms());
        let at = Marked::of(&position, &terms).unwrap().liquidation_price().unwrap();
        // The price itself closes it.
        let cent = ONE / 100;
        let (worse, better) = match direction {
            Direction::Long => (at.units().div_euclid(cent), at.units().div_euclid(cent) + 1),
            Direction::Short => (-(-at.units()).div_euclid(cent), -(-at.units()).div_euclid(cent) - 1),
        };
        let mut is_closed_at = |cents: i64| {
            contract.quote(&[(cents, 100)]);
            Marked::of(&position, &contract.terms()).unwrap().is_stopped_out().unwrap()
        };
        prop_assert!(is_closed_at(worse) && !is_closed_at(better), "{} around {}", position.average_price(), at);
        // Half of what was set aside at the leverage is lost there: that share of the price, whatever a point is worth.
        let margin = i128::from(entry) * i128::from(ONE) / 100 / i128::from(leverage) / 2;
        let moved = i128::from((at.units() - Price::from_units(entry * ONE / 100).units()).abs());
        prop_assert!((margin - moved).abs() <= i128::from(ONE / 100), "{margin} {moved}");
    }
}
