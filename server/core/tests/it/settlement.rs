//! Shares of Hong Kong, to the cent: their fees, their lots, and their proceeds, which stay until they have settled.

use std::sync::Arc;

use plumbline_core::command::needs_of;
use plumbline_core::decimal::Price;
use plumbline_core::decision::{Action, Facts, Needs, Refusal, Stamp};
use plumbline_core::funds::{ExchangePrice, QuoteTransfer, Transfer, TransferFunds};
use plumbline_core::ids::{AccountId, FirmQuoteId, InstrumentId, OrderId};
use plumbline_core::ledger::{Balance, BalanceKey, Wallet};
use plumbline_core::market::{Tick, TickSizes};
use plumbline_core::money::{Currency, Money, Rounding};
use plumbline_core::orders::{Fill, Order, OrderRef, OrderSize, Place, Side};
use plumbline_core::positions::Position;
use plumbline_core::products::{FeeRule, FeeTable, Hours, Terms, TradingRules};
use plumbline_core::testing::{self, shares};
use plumbline_core::time::UnixMillis;

const ACCOUNT: AccountId = AccountId(1);
const WALLET: BalanceKey = BalanceKey::new(ACCOUNT, Wallet::HkStock);
const TRADED: UnixMillis = UnixMillis(0);
/// Two trading days later.
const SETTLED: UnixMillis = UnixMillis(2 * UnixMillis::DAY);

/// Stamp duty of 0.1 % rounded up to a dollar; the levies of SFC and AFRC, the exchange's fee and CCASS's to the cent.
fn fees() -> Arc<FeeTable> {
    let rule = |name, rate, rounding, whole_units| FeeRule { rounding, whole_units, ..testing::fee(name, rate) };
    let rules = vec![
        rule("stamp", 1_000_000_000, Rounding::Up, true),
        rule("sfc", 27_000_000, Rounding::HalfAway, false),
        rule("afrc", 1_500_000, Rounding::HalfAway, false),
        rule("exchange", 56_500_000, Rounding::HalfAway, false),
        rule("ccass", 42_000_000, Rounding::HalfAway, false),
    ];
    testing::fees(rules)
}

fn price(text: &str) -> Price {
    text.parse().unwrap()
}

fn hkd(cents: i64) -> Money {
    Money::new(cents, Currency::Hkd)
}

/// An order at a price that is quoted, in lots of so many shares.
fn order(id: i64, side: Side, size: OrderSize, at: &str, lot: i64) -> Place {
    let (instrument, wallet, levels) =
        (InstrumentId(1), Wallet::HkStock, testing::side([(price(at), shares(100_000))]));
    let tick = Tick { seq: id, bids: levels, asks: levels, last: price(at), ..testing::tick_at(instrument, TRADED) };
    let rules = TradingRules {
        currency: Currency::Hkd,
        wallet,
        tick_sizes: Arc::new(TickSizes::single(price("0.001"))),
        lot: shares(lot),
        minimum_value: hkd(100),
        fees: fees(),
        ..testing::trading_rules(instrument)
    };
    let hours = Hours { settles_at: Some(SETTLED), ..testing::HOURS };
    let terms = Terms { hours, ..testing::terms(rules, Arc::new(tick)) };
    let at = OrderRef { wallet, ..testing::order_ref(OrderId(id), ACCOUNT, instrument) };
    Place { size, ..testing::place(at, side, shares(lot), None, terms) }
}

struct Account {
    facts: Facts,
    next_id: i64,
}

impl Account {
    fn with(cents: i64) -> Self {
        let mut facts = Facts::about(&needs_of([&move_out(0, None).into()]));
        facts.load_balance(WALLET, Balance { posted: cents, held: 0, version: 1 });
        facts.load_open::<Order>(ACCOUNT, 0);
        Self { facts, next_id: 1_000 }
    }

    fn carry_out<C: Action>(&mut self, command: &C, now: UnixMillis) -> Result<C::Done, Refusal> {
        let mut needs = Needs::default();
        command.needs(&mut needs);
        self.facts.ask(&needs);
        let mut ids = self.next_id..;
        let done = command.carry_out(&mut self.facts, &mut Stamp::new(now, &mut || ids.next().unwrap()));
        self.next_id = ids.start;
        done
    }

    fn trade(&mut self, place: &Place) -> Result<Order, Refusal> {
        self.carry_out(place, TRADED)
    }

    /// Transfers to the funding account, at a quote where there can be one.
    fn move_out(&mut self, cents: i64, now: UnixMillis) -> Result<Transfer, Refusal> {
        let (from, to) = (Currency::Hkd, Currency::Usd);
        let source = "a test".to_owned();
        let price = ExchangePrice { from, to, bid: 780_000_000, ask: 780_000_000, inverse: true, source, tick: None };
        let (from, to) = (Wallet::HkStock, Wallet::Balance);
        let quote = QuoteTransfer { account: ACCOUNT, from, to, amount: hkd(cents), price };
        let quote = match self.carry_out(&quote, now) {
            Err(Refusal::InsufficientFunds) => return Err(Refusal::InsufficientFunds),
            quoted => quoted.ok().map(|quote| quote.id),
        };
        self.carry_out(&TransferFunds { asked_at: now, ..move_out(cents, quote) }, now)
    }

    fn cents(&self) -> i64 {
        self.facts.balance(&WALLET).unwrap().unwrap().available()
    }
}

/// A transfer to the funding account.
fn move_out(cents: i64, quote: Option<FirmQuoteId>) -> TransferFunds {
    let (from, to) = (Wallet::HkStock, Wallet::Balance);
    TransferFunds { account: ACCOUNT, from, to, amount: hkd(cents), quote, asked_at: TRADED }
}

#[test]
fn five_trades_cost_what_they_cost_in_hong_kong() {
    // Shares and price; each fee and their sum; a buyer's payment and a seller's proceeds, in cents.
    let table = [
        (4_000, "0.485", [200, 5, 0, 11, 8], 224, 194_224, 193_776),
        (1_000, "9.995", [1_000, 27, 1, 56, 42], 1_126, 1_000_626, 998_374),
        (100, "44", [500, 12, 1, 25, 18], 556, 440_556, 439_444),
        (100, "615.5", [6_200, 166, 9, 348, 259], 6_982, 6_161_982, 6_148_018),
        (50_000, "2.355", [11_800, 318, 18, 665, 495], 13_296, 11_788_296, 11_761_704),
    ];
    const FUNDS: i64 = 100_000_000;
    for (quantity, at, lines, fees, pays, gets) in table {
        let mut account = Account::with(FUNDS);
        let size = OrderSize::Exact(shares(quantity));
        let bought = account.trade(&order(1, Side::Buy, size, at, 100)).unwrap();
        assert_eq!((bought.fees, FUNDS - account.cents()), (hkd(fees), pays), "{quantity} at {at}");
        let fill = account.facts.written::<Fill>().next().unwrap();
        assert_eq!(fill.fees.iter().map(|line| line.amount.minor).collect::<Vec<_>>(), lines);
        let sold = account.trade(&order(2, Side::Sell, OrderSize::FullPosition, at, 100)).unwrap();
        assert_eq!((sold.fees, account.cents()), (hkd(fees), FUNDS - pays + gets));
    }
}

#[test]
fn an_odd_lot_is_refused_unless_it_is_all_that_is_left() {
    let mut account = Account::with(100_000_000);
    let size = |whole| OrderSize::Exact(shares(whole));
    assert_eq!(account.trade(&order(1, Side::Buy, size(150), "44", 100)).unwrap_err(), Refusal::LotSize);
    account.trade(&order(2, Side::Buy, size(150), "44", 50)).unwrap();
    assert_eq!(account.trade(&order(3, Side::Sell, size(50), "44", 100)).unwrap_err(), Refusal::LotSize);
    account.trade(&order(4, Side::Sell, size(100), "44", 100)).unwrap();
    account.trade(&order(5, Side::Sell, size(50), "44", 100)).expect("all that is left");
}

#[test]
fn what_was_sold_is_traded_with_at_once_and_leaves_when_it_has_settled() {
    let mut account = Account::with(0);
    let lot = OrderSize::Exact(shares(100));
    let mut owned = Account::with(440_556);
    owned.trade(&order(1, Side::Buy, lot, "44", 100)).unwrap();
    let position = *owned.facts.written::<Position>().next().unwrap();
    account.facts.load(position);
    account.trade(&order(2, Side::Sell, lot, "44", 100)).unwrap();
    assert_eq!(account.cents(), 439_444);
    let before = UnixMillis(SETTLED.0 - 1);
    assert_eq!(account.move_out(1, before), Err(Refusal::Unsettled));
    assert_eq!(account.move_out(439_445, before), Err(Refusal::InsufficientFunds));
    account.trade(&order(3, Side::Buy, lot, "43", 100)).expect("it can be traded with at once");
    let rest = account.cents();
    assert_eq!(account.move_out(rest, before), Err(Refusal::Unsettled));
    account.move_out(rest, SETTLED).expect("it has settled");
    assert_eq!(account.cents(), 0);
}

/// Buying with proceeds and selling again, at a gain or at a loss, sets no more free than what had settled before.
#[test]
fn trading_with_what_was_sold_sets_nothing_of_it_free() {
    const SETTLED_CASH: i64 = 100_000;
    let before = UnixMillis(SETTLED.0 - 1);
    let lot = OrderSize::Exact(shares(100));
    let mut owned = Account::with(440_556);
    owned.trade(&order(1, Side::Buy, lot, "44", 100)).unwrap();
    let position = *owned.facts.written::<Position>().next().unwrap();
    let mut account = Account::with(SETTLED_CASH);
    account.facts.load(position);
    // The prices of buying after the sale, and of selling again; the last purchase takes settled money too.
    for (id, (bought_at, sold_at)) in (1..).zip([("44", "44"), ("43", "42"), ("40", "43.5"), ("53", "53")]) {
        account.trade(&order(4 * id, Side::Sell, lot, "44", 100)).unwrap();
        assert_eq!(account.move_out(SETTLED_CASH + 1, before), Err(Refusal::Unsettled));
        account.trade(&order(4 * id + 1, Side::Buy, lot, bought_at, 100)).unwrap();
        let left = account.cents();
        let more = if left > SETTLED_CASH { Refusal::Unsettled } else { Refusal::InsufficientFunds };
        assert_eq!(account.move_out(left.min(SETTLED_CASH) + 1, before), Err(more), "at {bought_at}");
        account.trade(&order(4 * id + 2, Side::Sell, lot, sold_at, 100)).unwrap();
        assert_eq!(account.move_out(SETTLED_CASH + 1, before), Err(Refusal::Unsettled), "at {sold_at}");
        account.trade(&order(4 * id + 3, Side::Buy, lot, sold_at, 100)).unwrap();
    }
    account.trade(&order(20, Side::Sell, lot, "44", 100)).unwrap();
    account.move_out(SETTLED_CASH, before).expect("what had settled may leave");
    assert_eq!(account.move_out(1, before), Err(Refusal::Unsettled));
    let rest = account.cents();
    account.move_out(rest, SETTLED).expect("and all of it once it has settled");
}
