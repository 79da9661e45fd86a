//! Decisions on splits and dividends.

use std::sync::Arc;

use plumbline_core::command::{Listed, needs_of};
use plumbline_core::decimal::{ONE, Price, Quantity};
use plumbline_core::decision::{Facts, Needs, Refusal, Stamp, Unsound};
use plumbline_core::ids::{AccountId, CorporateActionId, InstrumentId, OrderId};
use plumbline_core::inbox::Notice;
use plumbline_core::ledger::{BalanceKey, Wallet};
use plumbline_core::market::{SplitRatio, Tick};
use plumbline_core::orders::{Cancel, CloseReason, Order, OrderStatus, Place, Side, TimeInForce};
use plumbline_core::positions::{Direction, Position, PositionKey};
use plumbline_core::products::{
    Dividend, DividendStatus, EntitleDividend, Hours, PayDividend, ShareSplit, SplitShares, Terms,
};
use plumbline_core::testing::{self, price, shares, usd};
use plumbline_core::time::UnixMillis;
use proptest::prelude::*;

const ACCOUNT: AccountId = AccountId(7);
const INSTRUMENT: InstrumentId = InstrumentId(3);
const KEY: PositionKey = PositionKey { account: ACCOUNT, instrument: INSTRUMENT, direction: Direction::Long };
const SPLIT: CorporateActionId = CorporateActionId(1);
/// The moment of the split.
const SPLITS_AT: UnixMillis = UnixMillis(1_000);

fn owned(quantity: Quantity) -> Position {
    Position { cost: usd(123_456), fees: usd(7), ..testing::position(KEY, quantity) }
}

fn split(new: i64, old: i64) -> SplitShares {
    SplitShares { split: SPLIT, position: KEY, ratio: SplitRatio::new(new, old).unwrap() }
}

/// Facts about `action`, with a position if given, and without open notices and orders.
fn facts<A: Listed + Clone>(action: &A, position: Option<Position>) -> Facts {
    let mut facts = Facts::about(&needs_of([&action.clone().into_command()]));
    position.into_iter().for_each(|position| facts.load(position));
    facts.load_open::<Notice>(ACCOUNT, 0);
    facts.load_open::<Order>(ACCOUNT, 0);
    facts
}

fn at<A: Listed>(facts: &mut Facts, now: UnixMillis, action: &A) -> Result<A::Done, Refusal> {
    let before = facts.journals().len() + facts.written::<Notice>().count() + facts.written::<Order>().count();
    let mut ids = 1_000 + 100 * before as i64..;
    action.carry_out(facts, &mut Stamp::new(now, &mut || ids.next().unwrap()))
}

proptest! {
    #[test]
    fn a_split_multiplies_what_is_owned_and_keeps_what_it_cost(
        new in 1i64..=1_000, old in 1i64..=1_000, quantity in 1i64..1_000_000_000_000,
    ) {
        prop_assume!(new != old);
        let (action, before) = (split(new, old), owned(Quantity::from_units(quantity)));
        let mut facts = facts(&action, Some(before));
        let done = at(&mut facts, SPLITS_AT, &action).unwrap();
        let after = *facts.get::<Position>(&KEY).unwrap().unwrap();
        prop_assert_eq!((done.before, done.after), (before.quantity, after.quantity));
        let exact = i128::from(quantity) * i128::from(new);
        let lost = exact - i128::from(after.quantity.units()) * i128::from(old);
        // Less than the least part of a share is lost, and no position becomes zero.
        prop_assert!(lost < i128::from(old) && after.quantity.is_positive());
        prop_assert_eq!((after.cost, after.fees, after.realized, after.opened_at), (before.cost, before.fees, before.realized, before.opened_at));
        prop_assert!(facts.journals().is_empty(), "no money moves");
        prop_assert_eq!(at(&mut facts, SPLITS_AT, &action), Err(Refusal::SplitApplied));
        prop_assert_eq!(facts.get::<Position>(&KEY).unwrap().unwrap().quantity, after.quantity);
        prop_assert_eq!(facts.written::<Notice>().count(), 1);
    }

    #[test]
    fn a_dividend_is_paid_once_and_out_of_the_house(quantity in 1i64..1_000_000_000_000, amount in 1i64..1_000 * ONE) {
        let entitle = entitle(Quantity::from_units(quantity), Price::from_units(amount));
        let pay = PayDividend { dividend: SPLIT, account: ACCOUNT, wallet: Wallet::Stock };
        let mut facts = Facts::about(&needs_of(&[entitle.into_command(), pay.into_command()]));
        facts.load_open::<Notice>(ACCOUNT, 0);
        // 10⁻⁸ of a share times 10⁻⁸ of a dollar, in cents, rounded down.
        let due = i64::try_from(i128::from(quantity) * i128::from(amount) * 100 / i128::from(ONE) / i128::from(ONE)).unwrap();
        if due == 0 {
            prop_assert_eq!(at(&mut facts, SPLITS_AT, &entitle), Err(Refusal::QuantityInvalid));
            return Ok(());
        }
        prop_assert_eq!(at(&mut facts, SPLITS_AT, &pay), Err(Refusal::DividendUnknown));
        prop_assert_eq!(at(&mut facts, SPLITS_AT, &entitle).unwrap().amount, usd(due));
        prop_assert_eq!(at(&mut facts, SPLITS_AT, &entitle), Err(Refusal::DividendEntitled));
        prop_assert_eq!(at(&mut facts, entitle.pays_at.plus(-1), &pay), Err(Refusal::DividendNotDue));
        prop_assert!(facts.journals().is_empty());
        let paid = at(&mut facts, entitle.pays_at, &pay).unwrap();
        prop_assert_eq!(at(&mut facts, entitle.pays_at, &pay), Err(Refusal::DividendPaid));
        let [journal] = facts.journals() else { panic!("one journal") };
        prop_assert_eq!(paid.status, DividendStatus::Paid(journal.id));
        prop_assert_eq!(journal.postings().iter().map(|posting| posting.amount.minor).sum::<i64>(), 0);
        let key = BalanceKey::new(ACCOUNT, Wallet::Stock);
        prop_assert_eq!(facts.balance(&key).unwrap().unwrap().posted, due);
        prop_assert_eq!(facts.get::<Dividend>(&(SPLIT, ACCOUNT)).unwrap().unwrap().version, 2);
    }
}

fn entitle(quantity: Quantity, amount: Price) -> EntitleDividend {
    EntitleDividend {
        dividend: SPLIT,
        account: ACCOUNT,
        instrument: INSTRUMENT,
        quantity,
        amount,
        wallet: Wallet::Stock,
        pays_at: UnixMillis(5_000),
    }
}

#[test]
fn what_is_held_by_an_order_or_not_there_is_not_split() {
    let action = split(10, 1);
    let held = Position { held: shares(1), ..owned(shares(5)) };
    let table = [
        (None, Refusal::PositionUnknown),
        (Some(owned(Quantity::ZERO)), Refusal::PositionUnknown),
        (Some(held), Refusal::PositionHeld),
        (Some(owned(Quantity::MAX)), Refusal::OutOfRange),
    ];
    for (position, refusal) in table {
        assert_eq!(at(&mut facts(&action, position), SPLITS_AT, &action), Err(refusal), "{position:?}");
    }
}

/// Terms with a quote of 100, and with a split that is still to come.
fn terms() -> Terms {
    let tick = Arc::new(testing::tick_at(INSTRUMENT, SPLITS_AT.plus(-1)));
    let hours = Hours { splits_at: Some(SPLITS_AT), ex_at: Some(SPLITS_AT), ..testing::HOURS };
    Terms { hours, stale_after: 30_000, ..testing::terms(testing::trading_rules(INSTRUMENT), tick) }
}

fn sell(limit: Option<i64>) -> Place {
    let at = testing::order_ref(OrderId(4), ACCOUNT, INSTRUMENT);
    let place = testing::place(at, Side::Sell, shares(2), limit.map(price), terms());
    Place { time_in_force: TimeInForce::GoodTillCancelled, ..place }
}

/// An order requested before the split and decided after it would sell a tenth of the intended shares, or rest at ten
/// times its price.
#[test]
fn what_waits_in_the_queue_over_the_split_is_refused() {
    for limit in [None, Some(11_000), Some(9_000)] {
        let place = sell(limit);
        let mut late = facts(&place, Some(owned(shares(5))));
        assert_eq!(at(&mut late, SPLITS_AT, &place), Err(Refusal::InstrumentHalted), "{limit:?}");
        let mut in_time = facts(&place, Some(owned(shares(5))));
        assert!(at(&mut in_time, SPLITS_AT.plus(-1), &place).is_ok(), "{limit:?}");
    }
}

/// A holder of shares as the ex date begins has a claim to the dividend, and the price falls by it with the first tick
/// of the day. Until then no sale at the price of the day before is allowed, which would leave the seller both.
#[test]
fn nothing_is_traded_on_a_price_from_before_the_ex_moment() {
    let mut place = sell(None);
    place.terms.hours.splits_at = None;
    let mut late = facts(&place, Some(owned(shares(5))));
    assert_eq!(at(&mut late, SPLITS_AT, &place), Err(Refusal::StaleQuote));
    let mut in_time = facts(&place, Some(owned(shares(5))));
    assert!(at(&mut in_time, SPLITS_AT.plus(-1), &place).is_ok());
    let of_the_day = Tick { exchange_time: SPLITS_AT, ..(*terms().tick.unwrap()).clone() };
    place.terms.tick = Some(Arc::new(of_the_day));
    let mut after = facts(&place, Some(owned(shares(5))));
    assert!(at(&mut after, SPLITS_AT, &place).is_ok());
}

/// The order ends and frees its shares, whoever ends it; its position stays unsplit until it is adjusted.
#[test]
fn an_order_that_rests_ends_before_its_position_is_split() {
    for reason in [CloseReason::Split, CloseReason::Customer, CloseReason::Expired] {
        let mut place = sell(Some(11_000));
        (place.terms.hours.day_ends, place.time_in_force) = (SPLITS_AT.plus(9), TimeInForce::Day);
        let mut facts = facts(&place, Some(owned(shares(5))));
        let action = split(10, 1);
        facts.ask(&needs_of([&action.into_command()]));
        let resting = at(&mut facts, SPLITS_AT.plus(-1), &place).unwrap();
        assert_eq!(
            (resting.status, at(&mut facts, SPLITS_AT, &action)),
            (OrderStatus::Accepted, Err(Refusal::PositionHeld))
        );
        let cancel = Cancel::new(resting.at, reason);
        facts.ask(&needs_of([&cancel.into_command()]));
        let ended = at(&mut facts, SPLITS_AT.plus(9), &cancel).unwrap();
        assert_eq!((ended.status.is_open(), ended.reason), (false, Some(reason)));
        let free = *facts.get::<Position>(&KEY).unwrap().unwrap();
        assert!(free.held.is_zero() && free.updated_at < SPLITS_AT, "{reason:?}: it is one of before the split");
        let done = at(&mut facts, SPLITS_AT.plus(9), &action).unwrap();
        assert_eq!(done.after, shares(50));
        assert!(facts.get::<Position>(&KEY).unwrap().unwrap().updated_at >= SPLITS_AT);
    }
}

/// A record that was not asked for is never taken for absent: it is a fault of ours, and changes nothing.
#[test]
fn nothing_is_decided_on_what_was_not_loaded() {
    let (action, entitle) = (split(10, 1), entitle(shares(3), Price::from_units(ONE)));
    let pay = PayDividend { dividend: SPLIT, account: ACCOUNT, wallet: Wallet::Stock };
    let fault = |kind| Err(Refusal::Unsound(Unsound::NotLoaded(kind)));
    let mut none = Facts::default();
    assert_eq!(at(&mut none, SPLITS_AT, &action).map(drop), fault("share split"));
    assert_eq!(at(&mut none, SPLITS_AT, &entitle).map(drop), fault("dividend"));
    assert_eq!(at(&mut none, SPLITS_AT, &pay).map(drop), fault("dividend"));
    let mut needs = Needs::default();
    needs.ask::<ShareSplit>((SPLIT, KEY));
    assert_eq!(at(&mut Facts::about(&needs), SPLITS_AT, &action).map(drop), fault("position"));
    let mut without_balance = facts(&entitle, None);
    at(&mut without_balance, SPLITS_AT, &entitle).unwrap();
    assert_eq!(at(&mut without_balance, entitle.pays_at, &pay).map(drop), fault("balance"));
    assert!(without_balance.journals().is_empty());
}
