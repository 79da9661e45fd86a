use proptest::prelude::*;

use super::*;
use crate::decimal::ONE;

fn price(text: &str) -> Price {
    text.parse().unwrap()
}

fn whole(units: i64) -> Quantity {
    Quantity::from_whole(units).unwrap()
}

/// `B 24.05:200 24.00:1000; S 23.95:400`, and `*` for an order without a limit.
fn book(text: &str) -> Vec<AuctionOrder> {
    let side_of = |word: &str| if word == "B" { Side::Buy } else { Side::Sell };
    let sides = text.split("; ").map(|side| side.split_once(' ').unwrap());
    let order = |side: Side, text: &str| {
        let (limit, quantity) = text.split_once(':').unwrap();
        let limit = (limit != "*").then(|| price(limit));
        AuctionOrder { side, limit, quantity: whole(quantity.parse().unwrap()) }
    };
    sides.flat_map(|(side, orders)| orders.split(' ').map(move |text| order(side_of(side), text))).collect()
}

fn cents() -> TickSizes {
    TickSizes::single(price("0.01"))
}

/// Examples that exchanges and textbooks print: HKEX's of its auctions, with and without an order at any price, that of
/// CME, and two of courses on market microstructure.
#[test]
fn books_clear_where_their_examples_say() {
    let table = [
        ("B 24.05:200 24.00:1000 23.95:400; S 23.95:400 24.00:600 24.05:800", "24", "0.05", "24", 1_000, 200),
        ("B 24.05:200 24.00:1000 23.95:400; S 23.95:400 24.00:600 24.05:800 *:1000", "24", "0.05", "23.95", 1_400, 200),
        (
            "B 51:10 50:20 49:30 48:40 47:50 46:30 45:100; S 51:30 50:100 49:1 48:25 46:50 45:90 44:4 43:6",
            "47",
            "1",
            "47",
            150,
            0,
        ),
        ("B 30:150 27:200 25:250 22:180 18:150; S 17:190 21:200 25:220 27:150", "25", "1", "25", 600, -10),
        // All prices from 10.15 to 10.20 are equally good: the reference decides.
        ("B 10.20:1000 10.10:200; S 9.90:600 10.15:300 10.30:500", "10", "0.01", "10.15", 900, 100),
        ("B 10.20:1000 10.10:200; S 9.90:600 10.15:300 10.30:500", "10.18", "0.01", "10.18", 900, 100),
        // Every price of the grid is eligible, and not only those that orders name.
        ("B 100:25 97:25; S 98:25 95:25", "99", "1", "99", 25, -25),
        ("B *:100; S *:300", "12.345", "0.01", "12.35", 100, -200),
    ];
    for (text, reference, step, expected, paired, imbalance) in table {
        let found = auction(&book(text), price(reference), &TickSizes::single(price(step))).unwrap();
        assert_eq!((found.price, found.paired), (price(expected), whole(paired)), "{text}");
        assert_eq!(found.imbalance.units(), imbalance * ONE, "{text}");
    }
}

#[test]
fn what_does_not_cross_does_not_clear() {
    for text in ["B 9:100; S 10:100", "B 9:100 *:5", "S *:5"] {
        assert_eq!(auction(&book(text), price("9.5"), &cents()), None, "{text}");
    }
    assert_eq!(auction(&[], price("9.5"), &cents()), None);
}

#[test]
fn of_two_prices_as_near_the_higher_one_clears() {
    // At 10 more is bought, and at 12 as much more is sold; the grid has no price between, and both are as near.
    let text = "B 10:20 12:10; S 10:10 12:20";
    let found = auction(&book(text), price("11"), &TickSizes::single(price("2"))).unwrap();
    assert_eq!(found.price, price("12"));
}

#[test]
fn absurd_books_do_not_overflow() {
    let most = |side, limit| AuctionOrder { side, limit, quantity: Quantity::from_units(i64::MAX) };
    let orders = [
        most(Side::Buy, Some(Price::from_units(i64::MAX))),
        most(Side::Buy, None),
        most(Side::Sell, Some(Price::from_units(i64::MIN))),
        most(Side::Sell, None),
    ];
    let found = auction(&orders, Price::from_units(i64::MAX), &cents()).unwrap();
    assert_eq!(found.paired.units(), i64::MAX);
}

/// The steps of Hong Kong: two bands, so that the grid is coarser above.
fn bands() -> TickSizes {
    TickSizes::new(vec![(price("10"), price("0.005")), (Price::MAX, price("0.01"))]).unwrap()
}

fn orders() -> impl Strategy<Value = Vec<AuctionOrder>> {
    let order = (any::<bool>(), 1_980i64..2_020, 0u8..6, 1i64..50).prop_map(|(buys, halves, any_price, lots)| {
        let side = if buys { Side::Buy } else { Side::Sell };
        let limit = Price::from_units(halves * ONE / 200);
        // Above ten only every second step is on the grid.
        let limit = if limit > price("10") { limit.round_down_to(price("0.01")) } else { limit };
        AuctionOrder { side, limit: (any_price > 0).then_some(limit), quantity: whole(lots * 100) }
    });
    prop::collection::vec(order, 0..30)
}

fn other(side: Side) -> Side {
    if side == Side::Buy { Side::Sell } else { Side::Buy }
}

fn wanted(orders: &[AuctionOrder], side: Side, at: Price) -> i64 {
    let takes = |order: &&AuctionOrder| {
        order.side == side && order.limit.is_none_or(|limit| if side == Side::Buy { limit >= at } else { limit <= at })
    };
    orders.iter().filter(takes).map(|order| order.quantity.units()).sum()
}

/// All prices of the grid.
fn grid(sizes: &TickSizes) -> impl Iterator<Item = Price> {
    let all = (1_900i64..2_100).map(|halves| Price::from_units(halves * ONE / 200));
    all.filter(|price| sizes.allows(*price))
}

proptest! {
    #[test]
    fn no_price_trades_more_or_leaves_less(orders in orders(), halves in 1_950i64..2_050) {
        let (sizes, reference) = (bands(), Price::from_units(halves * ONE / 200));
        let at = |price| {
            let (bought, sold) = (wanted(&orders, Side::Buy, price), wanted(&orders, Side::Sell, price));
            (bought.min(sold), -(bought - sold).abs(), -(price.units() - reference.units()).abs(), price)
        };
        match auction(&orders, reference, &sizes) {
            None => prop_assert!(grid(&sizes).all(|price| at(price).0 == 0)),
            Some(found) => {
                prop_assert!(sizes.allows(found.price), "{} is off the grid", found.price);
                let best = grid(&sizes).map(at).max().unwrap();
                prop_assert_eq!(at(found.price), best);
                prop_assert_eq!(found.paired.units(), best.0);
                // Only one side has orders left over: the other one is used up.
                let left = |side| wanted(&orders, side, found.price) - found.paired.units();
                prop_assert!(left(Side::Buy) == 0 || left(Side::Sell) == 0);
                prop_assert_eq!(found.imbalance.units(), left(Side::Buy) - left(Side::Sell));
            }
        }
    }

    /// Buyers and sellers can be exchanged, with all prices mirrored: the result is the mirror image.
    #[test]
    fn buyers_and_sellers_are_treated_alike(orders in orders()) {
        let (sizes, reference) = (cents(), price("10"));
        let orders: Vec<AuctionOrder> = orders
            .into_iter()
            .map(|order| AuctionOrder { limit: order.limit.map(|limit| limit.round_down_to(price("0.01"))), ..order })
            .collect();
        let mirror = |price: Price| Price::from_units(2 * reference.units() - price.units());
        let mirrored: Vec<AuctionOrder> = orders
            .iter()
            .map(|order| AuctionOrder { side: other(order.side), limit: order.limit.map(mirror), ..*order })
            .collect();
        let (here, there) = (auction(&orders, reference, &sizes), auction(&mirrored, reference, &sizes));
        prop_assert_eq!(here.is_some(), there.is_some());
        if let (Some(here), Some(there)) = (here, there) {
            prop_assert_eq!(here.paired, there.paired);
            // Of two prices equally good and equally near, the higher one clears on both sides of the mirror.
            let tie = here.price == there.price && here.price > reference;
            prop_assert!(tie || (there.price == mirror(here.price) && here.imbalance.units() == -there.imbalance.units()));
        }
    }

    #[test]
    fn the_order_in_which_orders_came_does_not_matter(orders in orders()) {
        let backwards: Vec<AuctionOrder> = orders.iter().rev().copied().collect();
        let cleared = |orders: &[AuctionOrder]| auction(orders, price("10.02"), &bands());
        prop_assert_eq!(cleared(&orders), cleared(&backwards));
    }
}
