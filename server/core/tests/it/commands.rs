//! Random sequences of commands keep the promises of the ledger, whatever they are.

mod amend;
mod chains;
mod checks;
mod funds;
mod kyc;
mod market;
mod step;

use std::sync::Arc;

use plumbline_core::command::{Command, Done, Listed, needs_of};
use plumbline_core::decimal::Quantity;
use plumbline_core::decision::{Action, Facts, Needs, Record, Refusal, Stamp};
use plumbline_core::funds::chains::{ChainDeposit, SeenOutput};
use plumbline_core::funds::{Deposit, FirmQuote, Withdrawal};
use plumbline_core::ids::{AccountId, ChainDepositId, InstrumentId, OrderId};
use plumbline_core::ledger::BalanceKey;
use plumbline_core::market::Tick;
use plumbline_core::orders::{
    Ahead, BestPrices, Cancel, CloseReason, Fill, FillResting, OfferedTo, Order, OrderKind, OrderSize, Place,
    RestingFill, RestingOrder, RestingOrders, SeenPrices, Side, TimeInForce, Trailing, cost,
};
use plumbline_core::positions::Position;
use plumbline_core::products::TriggerPrice;
use plumbline_core::testing::{self, HOURS, price, shares};
use plumbline_core::time::UnixMillis;
use proptest::prelude::*;

use market::{rules, tick};
use step::{Step, step};

const ACCOUNTS: [AccountId; 2] = [AccountId(1), AccountId(2)];
const INSTRUMENT: InstrumentId = InstrumentId(1);

/// A venue of one process: facts, a book of resting orders, and the newest tick.
struct Venue {
    facts: Facts,
    resting: RestingOrders,
    tick: Arc<Tick>,
    next_id: i64,
    orders: Vec<OrderId>,
    coins: Vec<ChainDepositId>,
}

impl Venue {
    fn new() -> Self {
        let (mut facts, resting) = (Facts::default(), RestingOrders::default());
        ACCOUNTS.iter().for_each(|account| facts.load_open::<Order>(*account, 0));
        Self { facts, resting, tick: tick(1, 10_000, 20), next_id: 1_000, orders: Vec::new(), coins: Vec::new() }
    }

    /// Decides with all facts, and then again with those alone that the command needs: the results are equal.
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
        self.facts.written::<BestPrices>().for_each(|best| self.resting.set_best(best));
        match &done {
            Ok(Done::Place(order) | Done::Amend(order)) if order.status.is_open() => {
                self.resting.insert(RestingOrder::of(order, Some(&rules())));
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

    /// Facts with the needed records and no others.
    fn only(&self, needs: &Needs) -> Facts {
        let mut facts = Facts::about(needs);
        for key in needs.balances() {
            self.facts.balance(key).unwrap().into_iter().for_each(|balance| facts.load_balance(*key, *balance));
        }
        for key in needs.unsettled().keys() {
            facts.load_unsettled(*key, self.facts.unsettled(key).unwrap().to_vec());
        }
        self.copy::<Order>(needs, &mut facts);
        self.copy::<BestPrices>(needs, &mut facts);
        self.copy::<Position>(needs, &mut facts);
        self.copy::<Deposit>(needs, &mut facts);
        self.copy::<FirmQuote>(needs, &mut facts);
        self.copy::<Withdrawal>(needs, &mut facts);
        self.copy::<SeenOutput>(needs, &mut facts);
        self.copy::<ChainDeposit>(needs, &mut facts);
        self.copy_identities(needs, &mut facts);
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
            Step::Order { account, sell, limit, stop, time, quantity } => {
                let size = OrderSize::Exact(shares(quantity));
                let side = if sell { Side::Sell } else { Side::Buy };
                self.place(account, side, (limit, stop, time), size);
            }
            Step::Trail { account, sell, distance, quantity } => {
                let side = if sell { Side::Sell } else { Side::Buy };
                self.place_with(account, side, OrderSize::Exact(shares(quantity)), |place| {
                    (place.kind, place.trail) = (OrderKind::TrailingStop, Some(distance));
                });
            }
            Step::Close { account, half } => {
                let size = if half { OrderSize::HalfPosition } else { OrderSize::FullPosition };
                self.place(account, Side::Sell, (None, None, TimeInForce::Day), size);
            }
            Step::CancelNth { account, nth } => self.cancel(account, nth),
            Step::AmendNth { account, nth, limit, stop, quantity } => self.amend(account, nth, limit, stop, quantity),
            Step::Transfer { account, back, hongkong, amount } => self.transfer(account, back, hongkong, amount),
            Step::Deposit { account, amount, approve } => self.deposit(account, amount, approve),
            Step::CancelledDeposit { account, amount } => self.cancelled_deposit(account, amount),
            Step::Identity(step) => self.identity(&step),
            Step::Withdrawal { account, amount, far, fails } => self.withdraw(account, amount, far, fails),
            Step::Coins { account, hundredths, stands } => self.coins(account, hundredths, stands),
            Step::Release { account, asked } => self.release(account, asked),
        }
    }

    fn on_tick(&mut self, tick: Arc<Tick>) {
        self.tick = tick.clone();
        let fill = |order: &RestingOrder| RestingFill { order: order.at, rules: rules() };
        let mut command = FillResting::new(tick.clone(), i64::MAX, HOURS);
        let mut orders: Vec<RestingFill> = Vec::new();
        loop {
            let reach = self.resting.reach(&tick, Ahead::default(), command.from, usize::MAX);
            (command.orders, command.rest) = (reach.orders.into_iter().map(fill).collect(), reach.rest);
            command.stops = self
                .resting
                .triggered(&tick, SeenPrices::default(), usize::MAX, |_| true)
                .into_iter()
                .map(fill)
                .collect();
            let follow = |(side, oldest)| Trailing { side, trigger: TriggerPrice::Last, oldest, anew: false };
            command.trailing = self.resting.trailing(INSTRUMENT).into_iter().map(follow).collect();
            orders.extend(command.all().cloned());
            let reached = self.decide(command.clone()).unwrap();
            assert!(reached.gone.is_empty() && reached.refused.is_empty() && reached.unmoved.is_empty(), "{reached:?}");
            if reached.offered == OfferedTo::All {
                break;
            }
            command.from = Some(command.rest);
        }
        assert!(orders.len() >= self.resting.triggered(&tick, SeenPrices::default(), usize::MAX, |_| true).len());
        for order in orders.iter().filter_map(|fill| self.facts.get::<Order>(&fill.order.id).unwrap()) {
            assert_ne!(order.reason, Some(CloseReason::InsufficientFunds), "what is held can always be paid");
            if order.status.is_open() {
                self.resting.insert(RestingOrder::of(order, Some(&rules())));
            } else {
                self.resting.remove(order.at.id);
            }
        }
    }

    fn place(
        &mut self,
        account: usize,
        side: Side,
        (limit, stop, time_in_force): (Option<i64>, Option<i64>, TimeInForce),
        size: OrderSize,
    ) {
        let kind = match (limit, stop) {
            (None, None) => OrderKind::Market,
            (Some(_), None) => OrderKind::Limit,
            (None, Some(_)) => OrderKind::Stop,
            (Some(_), Some(_)) => OrderKind::StopLimit,
        };
        self.place_with(account, side, size, |place| {
            (place.kind, place.limit, place.stop) = (kind, limit.map(price), stop.map(price));
            place.time_in_force = time_in_force;
        });
    }

    fn place_with(&mut self, account: usize, side: Side, size: OrderSize, change: impl FnOnce(&mut Place)) {
        let id = OrderId(self.next_id * 10_000);
        let at = testing::order_ref(id, ACCOUNTS[account], INSTRUMENT);
        let terms = testing::terms(rules(), self.tick.clone());
        let mut place = Place { size, ..testing::place(at, side, Quantity::ZERO, None, terms) };
        change(&mut place);
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
        let order = testing::order_ref(id, ACCOUNTS[account], INSTRUMENT);
        let owner = self.facts.get::<Order>(&id).unwrap().unwrap().at.account;
        let done = self.decide(Cancel::new(order, CloseReason::Customer));
        assert!(owner == ACCOUNTS[account] || done == Err(Refusal::OrderUnknown));
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
                stop: (i % 5 == 0).then_some(9_985 + i),
                time: TimeInForce::Day,
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
