//! Customers are notified of everything that we do to their property, and of nothing that they do themselves or that
//! was refused.

use std::sync::Arc;

use plumbline_core::command::{Listed, needs_of};
use plumbline_core::decision::{Facts, Refusal, Stamp};
use plumbline_core::funds::{CancelDeposit, Converted, DepositChannel, DepositFailure, RequestDeposit, ReviewDeposit};
use plumbline_core::ids::{AccountId, InstrumentId, OrderId};
use plumbline_core::inbox::{Notice, NoticeKind};
use plumbline_core::kyc::ReviewedBy;
use plumbline_core::ledger::{Balance, BalanceKey, Wallet};
use plumbline_core::market::Tick;
use plumbline_core::money::{Currency, Money};
use plumbline_core::orders::{
    Cancel, CloseReason, FillResting, Order, OrderRef, Place, RestingFill, Side, TimeInForce,
};
use plumbline_core::testing::{self, HOURS, price, shares};
use plumbline_core::time::UnixMillis;

const ANN: AccountId = AccountId(1);
const NOW: UnixMillis = UnixMillis(1_000);
const AT: OrderRef = testing::order_ref(OrderId(9), ANN, InstrumentId(1));

/// A venue with Ann's stock wallet.
struct Venue {
    facts: Facts,
    next_id: i64,
    now: UnixMillis,
}

impl Venue {
    fn new() -> Self {
        let mut facts = Facts::default();
        facts.ask(&needs_of([&place().into_command()]));
        facts.load_balance(BalanceKey::new(ANN, Wallet::Stock), Balance { posted: 1_000_000, held: 0, version: 1 });
        facts.load_open::<Order>(ANN, 0);
        Self { facts, next_id: 1_000, now: NOW }
    }

    fn run<A: Listed>(&mut self, action: A) -> Result<A::Done, Refusal> {
        let command = action.into_command();
        self.facts.ask(&needs_of([&command]));
        let mut ids = self.next_id..;
        let done = command.carry_out(&mut self.facts, &mut Stamp::new(self.now, &mut || ids.next().unwrap()));
        self.next_id = ids.start;
        done.map(|done| A::into_done(done).unwrap())
    }

    /// The notices in order, all of them to Ann, and of the moments that there were.
    fn told(&self) -> Vec<NoticeKind> {
        let notices: Vec<&Notice> = self.facts.written().collect();
        assert!(notices.iter().all(|notice| notice.account == ANN && [NOW, self.now].contains(&notice.created_at)));
        notices.into_iter().map(|notice| notice.kind.clone()).collect()
    }
}

/// A tick with so many shares on offer, each level a dollar above the one before.
fn tick(seq: i64, sizes: &[i64]) -> Arc<Tick> {
    let asks = testing::side((98..).zip(sizes).map(|(dollars, size)| (price(dollars * 100), shares(*size))));
    Arc::new(Tick { seq, bids: testing::levels(&[]), asks, ..testing::tick_at(AT.instrument, NOW) })
}

/// A limit order at a hundred dollars for ten shares, where nothing is offered.
fn place() -> Place {
    let terms = testing::terms(testing::trading_rules(AT.instrument), tick(1, &[]));
    let place = testing::place(AT, Side::Buy, shares(10), Some(price(10_000)), terms);
    Place { time_in_force: TimeInForce::GoodTillCancelled, ..place }
}

fn meets(tick: Arc<Tick>) -> FillResting {
    let orders = vec![RestingFill { order: AT, rules: testing::trading_rules(AT.instrument).into() }];
    FillResting { orders, ..FillResting::new(tick, i64::MAX, HOURS) }
}

fn filled(quantity: i64, price: &str, filled: i64) -> NoticeKind {
    NoticeKind::OrderFilled {
        order: AT.id,
        instrument: AT.instrument,
        side: Side::Buy,
        quantity: shares(quantity),
        price: price.parse().unwrap(),
        filled: shares(filled),
        whole: shares(10),
    }
}

#[test]
fn each_fill_of_a_resting_order_is_told_with_its_average_price() {
    let mut venue = Venue::new();
    venue.run(place()).unwrap();
    assert!(venue.told().is_empty(), "who places an order knows it");
    venue.run(meets(tick(2, &[1, 3]))).unwrap();
    venue.run(meets(tick(3, &[]))).unwrap();
    venue.run(meets(tick(4, &[20]))).unwrap();
    assert_eq!(venue.told(), [filled(4, "98.75", 4), filled(6, "98", 10)], "a tick that fills nothing is not told");
}

#[test]
fn an_order_that_fills_as_it_is_placed_is_told_by_its_reply_alone() {
    let mut venue = Venue::new();
    let mut market = place();
    market.terms.tick = Some(tick(1, &[20]));
    assert!(!venue.run(market).unwrap().status.is_open());
    assert!(venue.told().is_empty());
}

#[test]
fn the_end_of_an_order_is_told_where_its_customer_did_not_end_it() {
    for (reason, code) in
        CloseReason::ALL.map(|reason| (reason, (reason != CloseReason::Customer).then_some(reason.code())))
    {
        let mut venue = Venue::new();
        let order = venue.run(Place { time_in_force: TimeInForce::Day, ..place() }).unwrap();
        venue.run(meets(tick(2, &[4]))).unwrap();
        if reason == CloseReason::Expired {
            venue.now = order.expires_at.unwrap();
        }
        venue.run(Cancel::new(AT, reason)).unwrap();
        assert!(venue.run(Cancel::new(AT, reason)).is_err(), "it has ended");
        let told = venue.told();
        let ended = |reason: &str| NoticeKind::OrderEnded {
            order: AT.id,
            instrument: AT.instrument,
            side: Side::Buy,
            filled: shares(4),
            whole: shares(10),
            reason: reason.to_owned(),
        };
        assert_eq!(told[1..], code.map(ended).into_iter().collect::<Vec<_>>(), "{reason:?}");
        let expected = if reason == CloseReason::Expired { "order_expired" } else { "order_cancelled" };
        assert!(told[1..].iter().all(|kind| kind.code() == expected));
    }
}

#[test]
fn a_review_of_a_deposit_is_told_once() {
    let request = RequestDeposit {
        account: ANN,
        channel: DepositChannel::Wallet,
        sent_currency: "USDT".into(),
        sent_amount: "12.50".into(),
        credit: Money::new(1_249, Currency::Usd),
        rate: Some(99_950_000),
        proof_url: None,
    };
    let mut venue = Venue::new();
    let mut made = || venue.run(request.clone()).unwrap().id;
    let [credited, rejected, called_off] = [made(), made(), made()];
    let credit = Money::new(1_249, Currency::Usd);
    let review = |deposit, decision: Result<(), DepositFailure>| {
        let converted = decision.is_ok().then_some(Converted { credit, rate: 99_950_000 });
        ReviewDeposit { deposit, account: ANN, decision, converted, by: ReviewedBy::Reviewers }
    };
    venue.run(review(credited, Ok(()))).unwrap();
    venue.run(review(credited, Ok(()))).unwrap_err();
    venue.run(review(rejected, Err(DepositFailure::NotReceived))).unwrap();
    venue.run(CancelDeposit { deposit: called_off, account: ANN }).unwrap();
    let (currency, amount) = ("USDT".to_owned(), "12.50".to_owned());
    let expected = [
        NoticeKind::DepositCredited {
            deposit: credited,
            currency: currency.clone(),
            amount: amount.clone(),
            credit: Money::new(1_249, Currency::Usd),
        },
        NoticeKind::DepositRejected { deposit: rejected, currency, amount, reason: "not_received".into() },
    ];
    assert_eq!(venue.told(), expected);
}

/// Rows of the database have this form: a released name stays.
#[test]
fn a_notice_is_written_down_with_its_kind() {
    let written = serde_json::to_string(&filled(4, "98.75", 4)).unwrap();
    let expected = r#"{"kind":"order_filled","order":9,"instrument":1,"side":"Buy","quantity":400000000,"price":9875000000,"filled":400000000,"whole":1000000000}"#;
    assert_eq!(written, expected);
    assert_eq!(serde_json::from_str::<NoticeKind>(&written).unwrap(), filled(4, "98.75", 4));
    assert_eq!(serde_json::to_string(&NoticeKind::PasswordChanged).unwrap(), r#"{"kind":"password_changed"}"#);
}
