//! Worked figures: US fees on sales, Hong Kong's fees, and an order in one fill or in many.

use proptest::prelude::*;

use super::*;
use crate::decimal::Price;
use crate::multiplier::Multiplier;

fn rule(name: &str, side: Option<Side>, basis: FeeBasis, rate: i64, maximum: Option<i64>) -> FeeRule {
    let (minimum, rounding, whole_units, rule) = (0, Rounding::Up, false, String::new());
    FeeRule { name: name.into(), side, basis, rate, minimum, maximum, rounding, whole_units, rule }
}

fn table(rules: Vec<FeeRule>) -> FeeTable {
    FeeTable { name: "test".into(), version: "2026-04-04".into(), rules }
}

/// SEC $20.60 per $1M from 2026-04-04 and TAF $0.000195 a share, at most $9.79, from 2026-01-01.
fn us() -> FeeTable {
    table(vec![
        rule("sec", Some(Side::Sell), FeeBasis::Value, 20_600_000, None),
        rule("taf", Some(Side::Sell), FeeBasis::Quantity, 195_000_000, Some(979)),
    ])
}

fn filled(minor: i64, shares: i64, currency: Currency) -> Filled {
    let quantity = Quantity::from_whole(shares).unwrap();
    Filled { value: Money::new(minor, currency), quantity, ..Filled::nothing(currency, currency) }
}

#[test]
fn us_fees() {
    let table = [
        (Side::Buy, 100_000_000, 10_000, 0),
        (Side::Sell, 100_000_000, 10_000, 2060 + 195),
        (Side::Sell, 1, 1, 2),
        (Side::Sell, 227_310, 10, 5 + 1),
        (Side::Sell, 100_000_000, 1_000_000, 2060 + 979),
        (Side::Sell, 0, 1, 1),
        (Side::Sell, 0, 0, 0),
    ];
    for (side, minor, shares, expected) in table {
        let total = us().total(side, filled(minor, shares, Currency::Usd)).unwrap();
        assert_eq!(total.minor, expected, "{side:?} {shares} for {minor}");
    }
}

/// 300 at 10.01, 300 at 10.02 and 400 at 10.03: the SEC's fee is 0.21 on the order, 0.23 if each fill rounded alone.
#[test]
fn an_order_in_three_fills_pays_its_rounding_once() {
    let (us, mut before, mut paid) = (us(), filled(0, 0, Currency::Usd), Vec::new());
    for (shares, cents) in [(300, 1_001), (300, 1_002), (400, 1_003)] {
        let after = Filled {
            value: before.value.plus(Money::new(shares * cents, Currency::Usd)).unwrap(),
            quantity: before.quantity.checked_add(Quantity::from_whole(shares).unwrap()).unwrap(),
            ..before
        };
        let lines = us.lines(Side::Sell, before, after).unwrap();
        paid.push((lines[0].amount.minor, lines[1].amount.minor));
        before = after;
    }
    assert_eq!(paid, [(7, 6), (6, 6), (8, 8)], "0.21 to the SEC, 0.20 to FINRA");
}

fn hong_kong() -> FeeTable {
    let nearest =
        |name, rate| FeeRule { rounding: Rounding::HalfAway, ..rule(name, None, FeeBasis::Value, rate, None) };
    let duty = FeeRule { whole_units: true, ..rule("stamp", None, FeeBasis::Value, 1_000_000_000, None) };
    table(vec![
        duty,
        nearest("sfc", 27_000_000),
        nearest("afrc", 1_500_000),
        nearest("exchange", 56_500_000),
        nearest("ccass", 42_000_000),
    ])
}

/// Stamp duty is rounded up to a dollar, the others to the nearest cent; the AFRC's can be nothing.
#[test]
fn hong_kong_fees() {
    let trades = [
        (4_000, "0.485", [200, 5, 0, 11, 8]),
        (1_000, "9.995", [1_000, 27, 1, 56, 42]),
        (100, "44", [500, 12, 1, 25, 18]),
        (100, "615.5", [6_200, 166, 9, 348, 259]),
        (50_000, "2.355", [11_800, 318, 18, 665, 495]),
    ];
    for (shares, price, expected) in trades {
        let (price, quantity): (Price, _) = (price.parse().unwrap(), Quantity::from_whole(shares).unwrap());
        let value = Multiplier::ONE.value(price, quantity, Currency::Hkd, Rounding::Up).unwrap();
        let before = filled(0, 0, Currency::Hkd);
        let lines = hong_kong().lines(Side::Buy, before, Filled { value, quantity, ..before }).unwrap();
        assert_eq!(lines.iter().map(|line| line.amount.minor).collect::<Vec<_>>(), expected, "{shares} at {price:?}");
    }
}

#[test]
fn stamp_duty_rounds_up_to_a_dollar() {
    let of = |minor| hong_kong().rules[0].fee(filled(minor, 1, Currency::Hkd)).unwrap().minor;
    assert_eq!((of(100_000), of(100_001), of(1), of(0)), (100, 200, 100, 0));
}

/// 0.1 % each, to the sixth decimal of a USDT.
fn coins() -> FeeTable {
    let of = |name, basis| rule(name, None, basis, 1_000_000_000, None);
    table(vec![of("maker", FeeBasis::MakerValue), of("taker", FeeBasis::TakerValue)])
}

/// Ten orders: the price, what takes, what rests and is filled then, and both fees in millionths of a USDT. They are 0.1 %
/// of the values, rounded up.
#[test]
fn ten_orders_of_coins_as_makers_and_takers() {
    let trades = [
        ("71573.46", "0.00123", "0", 0, 88_036),
        ("71573.46", "0", "0.00123", 88_036, 0),
        ("71573.46", "0.5", "0.00001", 716, 35_786_730),
        ("2210.21", "0.0023", "0.0047", 10_388, 5_084),
        ("0.0072", "1000.1", "0", 0, 7_201),
        ("0.007201", "0.1", "0.1", 1, 1),
        ("1.4558", "1234567.8", "0", 0, 1_797_283_804),
        ("90.02", "0", "0.001", 91, 0),
        ("100", "1", "1", 100_000, 100_000),
        ("0.00000391", "1", "0", 0, 1),
    ];
    for (price, takes, makes, maker_fee, taker_fee) in trades {
        let price: Price = price.parse().unwrap();
        let value = |quantity: &str| {
            Multiplier::ONE.value(price, quantity.parse().unwrap(), Currency::Usdt, Rounding::Up).unwrap()
        };
        let nothing = Filled::nothing(Currency::Usdt, Currency::Usdt);
        let taken = Filled { value: value(takes), ..nothing };
        let whole = Filled { value: taken.value.plus(value(makes)).unwrap(), maker_value: value(makes), ..taken };
        let lines = |before, after| -> Vec<(String, i64)> {
            let lines = coins().lines(Side::Buy, before, after).unwrap();
            lines.into_iter().map(|line| (line.name, line.amount.minor)).collect()
        };
        let of = |name: &str, fee| if fee > 0 { vec![(name.to_owned(), fee)] } else { vec![] };
        assert_eq!(lines(nothing, taken), of("taker", taker_fee), "{takes} at {price:?}");
        assert_eq!(lines(taken, whole), of("maker", maker_fee), "{makes} at {price:?}");
        assert_eq!(coins().total(Side::Buy, whole).unwrap().minor, maker_fee + taker_fee);
    }
}

proptest! {
    /// Whatever is filled of an order as a maker or as a taker, its fees so far and the most that the rest can cost
    /// together never rise, and cover what is charged.
    #[test]
    fn the_most_that_fees_come_to_never_rises(
        fills in proptest::collection::vec((1i64..50_000_000, any::<bool>()), 1..20),
        maker in 0i64..3_000_000_000, taker in 0i64..3_000_000_000,
    ) {
        let of = |name, basis, rate| rule(name, None, basis, rate, None);
        let rules = vec![of("maker", FeeBasis::MakerValue, maker), of("taker", FeeBasis::TakerValue, taker)];
        let table = table(rules);
        let usdt = |minor| Money::new(minor, Currency::Usdt);
        let whole = usdt(fills.iter().map(|(minor, _)| minor).sum());
        let mut filled = Filled::nothing(Currency::Usdt, Currency::Usdt);
        let most = |filled: Filled| table.most(Side::Buy, filled, Filled { value: whole, ..filled }).unwrap();
        let mut before = most(filled);
        for (minor, rested) in fills {
            filled.value = filled.value.plus(usdt(minor)).unwrap();
            if rested {
                filled.maker_value = filled.maker_value.plus(usdt(minor)).unwrap();
            }
            let now = most(filled);
            prop_assert!(now.minor <= before.minor);
            prop_assert!(table.total(Side::Buy, filled).unwrap().minor <= now.minor);
            before = now;
        }
    }

    /// However an order is cut, its fills pay what one fill of the whole pays, and none pays less than nothing.
    #[test]
    fn fills_pay_together_what_one_fill_pays(
        fills in proptest::collection::vec((1i64..5_000_000, 1i64..10_000), 1..20),
        minimum in 0i64..500, maximum in 500i64..2_000, whole_units: bool, nearest: bool,
    ) {
        let rounding = if nearest { Rounding::HalfAway } else { Rounding::Up };
        let terms = |rule: FeeRule| FeeRule { minimum, maximum: Some(maximum), rounding, whole_units, ..rule };
        let table = table(vec![
            terms(rule("value", None, FeeBasis::Value, 1_000_000_000, None)),
            terms(rule("quantity", None, FeeBasis::Quantity, 195_000_000, None)),
        ]);
        let (mut before, mut paid) = (filled(0, 0, Currency::Usd), Money::zero(Currency::Usd));
        for (minor, shares) in fills {
            let after = filled(before.value.minor + minor, before.quantity.units() / ONE + shares, Currency::Usd);
            let lines = table.lines(Side::Buy, before, after).unwrap();
            prop_assert!(lines.iter().all(|line| line.amount.minor >= 0));
            paid = paid.plus(sum_of(&lines, Currency::Usd).unwrap()).unwrap();
            before = after;
        }
        prop_assert_eq!(paid, table.total(Side::Buy, before).unwrap());
    }
}
