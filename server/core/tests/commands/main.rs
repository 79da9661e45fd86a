//! Random sequences of commands keep the promises of the ledger, whatever they are.

#![allow(clippy::unwrap_used)] // A test that meets what it does not expect stops there.

mod amend;
mod funds;

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use plumbline_core::command::{Command, Done, Listed, needs_of};
use plumbline_core::decimal::{Leverage, ONE, Price, Quantity};
use plumbline_core::decision::{Action, Facts, Needs, Record, Refusal, Stamp};
use plumbline_core::funds::{Deposit, FirmQuote, Withdrawal, WithdrawalStatus};
use plumbline_core::ids::{AccountId, InstrumentId, OrderId};
use plumbline_core::ledger::{BalanceKey, Book, Journal, Wallet};
use plumbline_core::market::{DEPTH_LEVELS, Level, Session, Tick, TickSizes};
use plumbline_core::money::{Currency, Money, Rounding};
use plumbline_core::orders::{
    Ahead, Cancel, CloseReason, Fill, FillResting, OfferedTo, Order, OrderKind, OrderRef, OrderSize, Place,
    RestingFill, RestingOrder, RestingOrders, Side, TimeInForce, cost,
};
use plumbline_core::positions::{Direction, Position};
use plumbline_core::products::{Contract, FeeBasis, FeeRule, FeeTable, Hours, Product, Terms};
use plumbline_core::time::UnixMillis;
use proptest::prelude::*;

const ACCOUNTS: [AccountId; 2] = [AccountId(1), AccountId(2)];
const INSTRUMENT: InstrumentId = InstrumentId(1);

fn cents(cents: i64) -> Price {
    Price::from_units(cents * ONE / 100)
}

fn fees() -> Arc<FeeTable> {
    let rule = |name: &str, side, basis, rate, minimum| FeeRule {
        name: name.to_owned(),
        side,
        basis,
        rate,
        minimum,
        maximum: Some(979),
        rounding: Rounding::Up,
        whole_units: false,
        rule: String::new(),
    };
    let rules = vec![
        rule("sec", Some(Side::Sell), FeeBasis::Value, 20_600_000, 0),
        rule("taf", Some(Side::Sell), FeeBasis::Quantity, 195_000_000, 0),
        rule("levy", None, FeeBasis::Value, 56_500_000, 3),
    ];
    Arc::new(FeeTable { name: "test".into(), version: "2026-04-04".into(), rules })
}

const HOURS: Hours = Hours::ordinary(Some(UnixMillis(i64::MAX)), UnixMillis(i64::MAX));

fn contract() -> Arc<Contract> {
    Arc::new(Contract {
        instrument: INSTRUMENT,
        product: Product::Spot,
        currency: Currency::Usd,
        wallet: Wallet::Stock,
        tick_sizes: Arc::new(TickSizes::new(vec![(Price::MAX, cents(1))]).unwrap()),
        lot: Quantity::from_whole(1).unwrap(),
        band_basis_points: 5_000,
        collar_basis_points: 500,
        minimum_value: Money::new(100, Currency::Usd),
        fees: fees(),
    })
}

fn tick(seq: i64, middle: i64, size: i64) -> Arc<Tick> {
    let side = |direction: i64| {
        let mut levels = [Level::default(); DEPTH_LEVELS];
        for (i, level) in levels.iter_mut().enumerate() {
            let price = cents(middle + direction * (1 + i as i64));
            *level = Level { price, size: Quantity::from_whole(size * (1 + i as i64)).unwrap() };
        }
        levels
    };
    Arc::new(Tick {
        instrument: INSTRUMENT,
        feed: "test".into(),
        epoch: 1,
        seq,
        exchange_time: UnixMillis(seq),
        received_time: UnixMillis(seq),
        bids: side(-1),
        asks: side(1),
        last: cents(middle),
        volume: Quantity::ZERO,
        session: Session::Regular,
    })
}

/// What may happen next; amounts are cents, quantities shares.
#[derive(Clone, Debug)]
enum Step {
    Tick {
        middle: i64,
        size: i64,
    },
    Order {
        account: usize,
        sell: bool,
        limit: Option<i64>,
        quantity: i64,
    },
    Close {
        account: usize,
        half: bool,
    },
    CancelNth {
        account: usize,
        nth: usize,
    },
    AmendNth {
        account: usize,
        nth: usize,
        limit: Option<i64>,
        quantity: Option<i64>,
    },
    Transfer {
        account: usize,
        back: bool,
        hongkong: bool,
        amount: i64,
    },
    Deposit {
        account: usize,
        amount: i64,
        approve: bool,
    },
    CancelledDeposit {
        account: usize,
        amount: i64,
    },
    /// It is taken so many states far, or comes to nothing on the way.
    Withdrawal {
        account: usize,
        amount: i64,
        far: u8,
        fails: bool,
    },
}

fn step() -> impl Strategy<Value = Step> {
    let account = 0..ACCOUNTS.len();
    prop_oneof![
        4 => (9_000i64..11_000, 0i64..60).prop_map(|(middle, size)| Step::Tick { middle, size }),
        6 => (account.clone(), any::<bool>(), proptest::option::of(8_000i64..12_000), -1i64..80)
            .prop_map(|(account, sell, limit, quantity)| Step::Order { account, sell, limit, quantity }),
        4 => (account.clone(), 0usize..8, proptest::option::of(8_000i64..12_000), proptest::option::of(-1i64..80))
            .prop_map(|(account, nth, limit, quantity)| Step::AmendNth { account, nth, limit, quantity }),
        2 => (account.clone(), any::<bool>()).prop_map(|(account, half)| Step::Close { account, half }),
        2 => (account.clone(), 0usize..8).prop_map(|(account, nth)| Step::CancelNth { account, nth }),
        2 => (account.clone(), any::<bool>(), any::<bool>(), -5i64..900_000)
            .prop_map(|(account, back, hongkong, amount)| Step::Transfer { account, back, hongkong, amount }),
        2 => (account.clone(), -5i64..2_000_000, any::<bool>())
            .prop_map(|(account, amount, approve)| Step::Deposit { account, amount, approve }),
        1 => (account.clone(), -5i64..2_000_000)
            .prop_map(|(account, amount)| Step::CancelledDeposit { account, amount }),
        3 => (account, -5i64..900_000, 0u8..4, any::<bool>())
            .prop_map(|(account, amount, far, fails)| Step::Withdrawal { account, amount, far, fails }),
    ]
}

/// A venue of one process: facts, a book of resting orders, and the newest tick.
struct Venue {
    facts: Facts,
    resting: RestingOrders,
    tick: Arc<Tick>,
    next_id: i64,
    orders: Vec<OrderId>,
}

impl Venue {
    fn new() -> Self {
        let (mut facts, resting) = (Facts::default(), RestingOrders::default());
        ACCOUNTS.iter().for_each(|account| facts.load_open::<Order>(*account, 0));
        Self { facts, resting, tick: tick(1, 10_000, 20), next_id: 1_000, orders: Vec::new() }
    }

    /// Decides on everything that there is, and then again on what the command says that it needs: it is the same.
    fn decide<A: Listed>(&mut self, action: A) -> Result<A::Done, Refusal> {
        let done = self.carry_out(action.into_command());
        done.map(|done| A::into_done(done).expect("what was done is what was asked for"))
    }

    fn carry_out(&mut self, command: Command) -> Result<Done, Refusal> {
        let needs = needs_of([&command]);
        self.facts.ask(&needs);
        let mut enough = self.only(&needs);
        let (now, first) = (UnixMillis(self.next_id), self.next_id);
        let before = format!("{:?}", self.facts);
        let mut ids = first..;
        let done = command.carry_out(&mut self.facts, &mut Stamp::new(now, &mut || ids.next().unwrap()));
        self.next_id = ids.start;
        let mut ids = first..;
        let again = command.carry_out(&mut enough, &mut Stamp::new(now, &mut || ids.next().unwrap()));
        assert_eq!(done, again, "{command:?} says what it needs");
        self.next_id += 1;
        let written = serde_json::to_string(&(&command, &done)).unwrap();
        let read: (Command, Result<Done, Refusal>) = serde_json::from_str(&written).unwrap();
        assert_eq!((&read.0, &read.1), (&command, &done), "what was decided can be written down");
        match &done {
            Ok(Done::Place(order) | Done::Amend(order)) if order.status.is_open() => {
                self.resting.insert(RestingOrder::from(order));
            }
            Ok(Done::Place(order) | Done::Amend(order) | Done::Cancel(order)) => self.resting.remove(order.at.id),
            Ok(_) => {}
            Err(refusal) => {
                assert_ne!(refusal.word(), "internal", "{command:?}");
                assert_eq!(before, format!("{:?}", self.facts), "a refusal changes nothing");
            }
        }
        done
    }

    /// These records and no others.
    fn only(&self, needs: &Needs) -> Facts {
        let mut facts = Facts::about(needs);
        for key in needs.balances() {
            self.facts.balance(key).unwrap().into_iter().for_each(|balance| facts.load_balance(*key, *balance));
        }
        for key in needs.unsettled().keys() {
            facts.load_unsettled(*key, self.facts.unsettled(key).unwrap().to_vec());
        }
        self.copy::<Order>(needs, &mut facts);
        self.copy::<Position>(needs, &mut facts);
        self.copy::<Deposit>(needs, &mut facts);
        self.copy::<FirmQuote>(needs, &mut facts);
        self.copy::<Withdrawal>(needs, &mut facts);
        ACCOUNTS.iter().for_each(|a| facts.load_open::<Order>(*a, self.facts.count_open::<Order>(*a).unwrap()));
        facts.load_liquidity(self.facts.liquidity().clone());
        facts
    }

    fn copy<R: Record>(&self, needs: &Needs, to: &mut Facts) {
        for account in needs.open_of::<R>().into_iter().flatten() {
            to.load_open::<R>(*account, self.facts.count_open::<R>(*account).unwrap());
        }
        let keys = needs.of::<R>().into_iter().flatten();
        keys.filter_map(|key| self.facts.get::<R>(key).unwrap()).for_each(|record| to.load(record.clone()));
    }

    fn run(&mut self, step: Step) {
        match step {
            Step::Tick { middle, size } => self.on_tick(tick(self.tick.seq + 1, middle, size)),
            Step::Order { account, sell, limit, quantity } => {
                let size = OrderSize::Exact(Quantity::from_whole(quantity).unwrap());
                self.place(account, if sell { Side::Sell } else { Side::Buy }, limit, size);
            }
            Step::Close { account, half } => {
                let size = if half { OrderSize::HalfPosition } else { OrderSize::FullPosition };
                self.place(account, Side::Sell, None, size);
            }
            Step::CancelNth { account, nth } => self.cancel(account, nth),
            Step::AmendNth { account, nth, limit, quantity } => self.amend(account, nth, limit, quantity),
            Step::Transfer { account, back, hongkong, amount } => self.transfer(account, back, hongkong, amount),
            Step::Deposit { account, amount, approve } => self.deposit(account, amount, approve),
            Step::CancelledDeposit { account, amount } => self.cancelled_deposit(account, amount),
            Step::Withdrawal { account, amount, far, fails } => self.withdraw(account, amount, far, fails),
        }
    }

    fn on_tick(&mut self, tick: Arc<Tick>) {
        self.tick = tick.clone();
        let fill = |order: &RestingOrder| RestingFill { order: order.at, contract: contract() };
        let mut command = FillResting::new(tick.clone(), i64::MAX, HOURS);
        let mut orders: Vec<RestingFill> = Vec::new();
        loop {
            let reach = self.resting.reach(&tick, Ahead::default(), command.from, usize::MAX);
            (command.orders, command.rest) = (reach.orders.into_iter().map(fill).collect(), reach.rest);
            orders.extend(command.orders.clone());
            let reached = self.decide(command.clone()).unwrap();
            assert!(reached.gone.is_empty() && reached.refused.is_empty(), "{reached:?}");
            if reached.offered == OfferedTo::All {
                break;
            }
            command.from = Some(command.rest);
        }
        for order in orders.iter().filter_map(|fill| self.facts.get::<Order>(&fill.order.id).unwrap()) {
            assert_ne!(order.reason, Some(CloseReason::InsufficientFunds), "what is held can always be paid");
            if order.status.is_open() {
                self.resting.insert(RestingOrder::from(order));
            } else {
                self.resting.remove(order.at.id);
            }
        }
    }

    fn place(&mut self, account: usize, side: Side, limit: Option<i64>, size: OrderSize) {
        let id = OrderId(self.next_id * 10_000);
        let at = OrderRef {
            id,
            account: ACCOUNTS[account],
            instrument: INSTRUMENT,
            wallet: Wallet::Stock,
            direction: Direction::Long,
        };
        let place = Place {
            at,
            side,
            kind: if limit.is_some() { OrderKind::Limit } else { OrderKind::Market },
            limit: limit.map(cents),
            size,
            leverage: Leverage::ONE,
            time_in_force: TimeInForce::Day,
            terms: Terms {
                contract: contract(),
                hours: HOURS,
                tick: Some(self.tick.clone()),
                conversion: None,
                stale_after: i64::MAX,
            },
        };
        let mut needs = Needs::default();
        Action::needs(&place, &mut needs);
        self.facts.ask(&needs);
        let mut ids = self.next_id..;
        let card = cost(&place, &self.facts, &mut Stamp::new(UnixMillis(self.next_id), &mut || ids.next().unwrap()));
        let placed = self.decide(place);
        match (card, placed) {
            (Ok(card), Ok(order)) => {
                assert_eq!(card.refusal, None);
                assert_eq!(card.held, order.hold);
                assert_eq!(card.available_after.minor, self.available(at.balance()));
                if order.remaining().is_zero() {
                    assert_eq!(card.fee_total, order.fees, "the card's fees are the fill's fees");
                }
                self.orders.push(id);
            }
            (Ok(card), Err(refusal)) => assert_eq!(card.refusal, Some(refusal)),
            (card, placed) => assert_eq!(card.err(), placed.err()),
        }
    }

    fn available(&self, key: BalanceKey) -> i64 {
        self.facts.balance(&key).unwrap().map_or(0, |balance| balance.available())
    }

    fn cancel(&mut self, account: usize, nth: usize) {
        let Some(id) = self.orders.get(nth).copied() else { return };
        let order = OrderRef {
            id,
            account: ACCOUNTS[account],
            instrument: INSTRUMENT,
            wallet: Wallet::Stock,
            direction: Direction::Long,
        };
        let owner = self.facts.get::<Order>(&id).unwrap().unwrap().at.account;
        let done = self.decide(Cancel { order, reason: CloseReason::Customer });
        assert!(owner == ACCOUNTS[account] || done == Err(Refusal::OrderUnknown));
    }

    fn check(&self) {
        let mut posted: HashMap<BalanceKey, i64> = HashMap::new();
        for journal in self.facts.journals() {
            let mut sums: BTreeMap<Currency, i64> = BTreeMap::new();
            for posting in journal.postings() {
                *sums.entry(posting.amount.currency).or_default() += posting.amount.minor;
                if let Book::Wallet(wallet) = posting.book {
                    *posted.entry(BalanceKey::new(posting.account, wallet)).or_default() += posting.amount.minor;
                }
            }
            assert!(sums.values().all(|sum| *sum == 0), "{journal:?}");
        }
        let house: i64 = self.facts.journals().iter().flat_map(Journal::postings).map(|p| p.amount.minor).sum();
        assert_eq!(house, 0);
        for (key, balance) in self.facts.balances_written() {
            assert_eq!(balance.posted, posted.get(key).copied().unwrap_or(0), "balance equals its postings");
            assert!(balance.available() >= 0 && balance.held >= 0);
            let held = self.open().filter(|o| o.at.balance() == *key).map(|o| o.hold.minor).sum::<i64>();
            let unsent = |w: &&Withdrawal| {
                let waits = matches!(w.status, WithdrawalStatus::Requested | WithdrawalStatus::Approved);
                waits && Withdrawal::paid_from(w.account) == *key
            };
            let unsent = self.facts.written().filter(unsent).map(|w| w.debit.minor).sum::<i64>();
            assert_eq!(balance.held, held + unsent, "holds equal open orders and withdrawals");
            let holds = self.facts.holds().filter(|hold| hold.key == *key).map(|hold| hold.amount.minor);
            assert_eq!(balance.held, holds.sum::<i64>(), "each owner's amount is its hold");
        }
        self.check_positions();
    }

    fn open(&self) -> impl Iterator<Item = &Order> {
        self.orders.iter().filter_map(|id| self.facts.get::<Order>(id).unwrap()).filter(|order| order.status.is_open())
    }

    fn check_positions(&self) {
        for position in self.facts.written::<Position>() {
            let key = &position.key;
            let fills = self.facts.written::<Fill>().filter(|f| f.order.position() == *key);
            let filled: i64 =
                fills.map(|f| if f.side == Side::Buy { f.quantity.units() } else { -f.quantity.units() }).sum();
            assert_eq!(position.quantity.units(), filled, "positions equal fills");
            let selling = self.open().filter(|o| o.at.position() == *key && o.side == Side::Sell);
            assert_eq!(position.held.units(), selling.map(|o| o.remaining().units()).sum::<i64>());
            assert!(position.quantity.units() > 0 || position.cost.minor == 0, "no cost stays behind");
        }
        for fill in self.facts.written::<Fill>() {
            let levels = if fill.side == Side::Buy { fill.tick.asks } else { fill.tick.bids };
            assert!(levels.iter().any(|level| level.price == fill.price), "every fill is on a level of its tick");
        }
        assert_eq!(self.resting.len(), self.open().count());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn random_commands_keep_the_ledger_sound(steps in proptest::collection::vec(step(), 1..120)) {
        let mut venue = Venue::new();
        venue.deposit(0, 5_000_000, true);
        venue.transfer(0, false, false, 4_000_000);
        for step in steps {
            venue.run(step);
            venue.check();
        }
    }
}

#[test]
fn the_same_commands_give_the_same_state() {
    let run = || {
        let mut venue = Venue::new();
        venue.deposit(0, 5_000_000, true);
        venue.transfer(0, false, false, 4_000_000);
        for i in 0..40 {
            venue.run(Step::Order {
                account: 0,
                sell: i % 3 == 0,
                limit: (i % 2 == 0).then_some(9_990 + i),
                quantity: i,
            });
            venue.run(Step::Tick { middle: 9_980 + i, size: 7 });
        }
        let mut orders: Vec<_> = venue.orders.iter().map(|id| format!("{:?}", venue.facts.get::<Order>(id))).collect();
        orders.push(format!("{:?}", venue.facts.written::<Fill>().collect::<Vec<_>>()));
        orders
    };
    assert_eq!(run(), run());
}
