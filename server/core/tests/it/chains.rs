//! Coins received on chains are booked once for each output, whatever is requested and in whichever order.

use plumbline_core::command::{Listed, needs_of};
use plumbline_core::decimal::Quantity;
use plumbline_core::decision::{Facts, Needs, Refusal, Stamp, Unsound};
use plumbline_core::funds::chains::{
    ChainDeposit, ChainDepositStatus, Output, RecordOutput, ReleaseSuspense, SeenOutput,
};
use plumbline_core::ids::{AccountId, ChainDepositId};
use plumbline_core::ledger::{BalanceKey, House, Wallet};
use plumbline_core::money::Currency;
use plumbline_core::time::UnixMillis;
use proptest::prelude::*;

const ANN: AccountId = AccountId(1);

#[derive(Default)]
struct Venue {
    facts: Facts,
    next_id: i64,
}

impl Venue {
    fn run<A: Listed>(&mut self, action: A) -> Result<A::Done, Refusal> {
        let command = action.into_command();
        self.facts.ask(&needs_of([&command]));
        let mut ids = self.next_id + 1_000..;
        let done = command.carry_out(&mut self.facts, &mut Stamp::new(UnixMillis(1), &mut || ids.next().unwrap()));
        self.next_id = ids.start;
        done.map(|done| A::into_done(done).unwrap())
    }

    /// Records an output that a block contains.
    fn records(&mut self, id: i64, units: i64, rate: i64) -> Result<ChainDeposit, Refusal> {
        let known = self.facts.get::<SeenOutput>(&ChainDepositId(id)).is_ok_and(|known| known.is_some());
        if !known {
            self.facts.load(seen(id, units));
        }
        self.run(record(id, rate))
    }

    fn balance(&self) -> i64 {
        self.facts.balance(&BalanceKey::new(ANN, Wallet::Balance)).unwrap().map_or(0, |balance| balance.posted)
    }

    fn suspense(&self) -> i64 {
        let of = |journal: &plumbline_core::ledger::Journal| -> i64 {
            let suspense = |p: &&plumbline_core::ledger::Posting| {
                p.book == plumbline_core::ledger::Book::House(House::Suspense) && p.amount.currency == Currency::Usd
            };
            journal.postings().iter().filter(suspense).map(|p| p.amount.minor).sum()
        };
        self.facts.journals().iter().map(of).sum()
    }
}

fn seen(id: i64, units: i64) -> SeenOutput {
    SeenOutput {
        id: ChainDepositId(id),
        account: ANN,
        output: Output { chain: "A chain".into(), transaction: "abc".into(), contract: String::new(), index: id },
        currency: "USDT".into(),
        amount: Quantity::from_units(units),
        stands: true,
        recorded: false,
    }
}

fn record(id: i64, rate: i64) -> RecordOutput {
    RecordOutput { id: ChainDepositId(id), account: ANN, rate, minimum: "1".parse().unwrap() }
}

fn release(ids: &[i64], rate: i64) -> ReleaseSuspense {
    let deposits = ids.iter().copied().map(ChainDepositId).collect();
    ReleaseSuspense { account: ANN, currency: "USDT".into(), deposits, rate, asked: true }
}

#[test]
fn less_than_the_minimum_is_the_customers_and_is_credited_later() {
    let mut venue = Venue::default();
    let small = venue.records(1, 99_999_999, 100_000_000).unwrap();
    assert_eq!((small.status, small.booked.minor), (ChainDepositStatus::InSuspense, 99));
    assert_eq!((venue.balance(), venue.suspense()), (0, 99));
    // An output of less than a cent has no journal, and is not lost.
    venue.records(2, 1, 100_000_000).unwrap();
    assert_eq!(venue.run(release(&[2], 100_000_000)), Err(Refusal::NothingInSuspense));
    // The rate has changed since: the difference goes to the bank.
    let freed = venue.run(release(&[1, 2, 2, 1, 77], 101_000_000)).unwrap();
    assert_eq!((freed.credit.minor, freed.amount.units()), (101, 100_000_000));
    assert_eq!((venue.balance(), venue.suspense()), (101, 0));
    assert_eq!(venue.run(release(&[1, 2], 100_000_000)), Err(Refusal::NothingInSuspense));
    assert_eq!(venue.run(record(1, 100_000_000)), Err(Refusal::OutputRecorded));
}

#[test]
fn what_no_block_has_any_more_is_not_credited() {
    let mut venue = Venue::default();
    assert_eq!(venue.run(record(1, 100_000_000)), Err(Refusal::OutputOffChain), "it was never seen");
    venue.facts.load(SeenOutput { stands: false, ..seen(2, 500_000_000) });
    assert_eq!(venue.run(record(2, 100_000_000)), Err(Refusal::OutputOffChain));
    venue.facts.load(SeenOutput { account: AccountId(2), ..seen(3, 500_000_000) });
    assert_eq!(venue.run(record(3, 100_000_000)), Err(Refusal::OutputOffChain), "it is somebody else's");
    venue.facts.load(SeenOutput { recorded: true, ..seen(4, 500_000_000) });
    assert_eq!(venue.run(record(4, 100_000_000)), Err(Refusal::OutputRecorded));
    assert_eq!(venue.balance(), 0);
}

#[test]
fn only_the_customers_own_of_the_currency_is_released() {
    let mut venue = Venue::default();
    venue.records(1, 50_000_000, 100_000_000).unwrap();
    let other = ReleaseSuspense { account: AccountId(2), ..release(&[1], 100_000_000) };
    assert_eq!(venue.run(other), Err(Refusal::NothingInSuspense));
    let coin = ReleaseSuspense { currency: "USDC".into(), ..release(&[1], 100_000_000) };
    assert_eq!(venue.run(coin), Err(Refusal::NothingInSuspense));
    assert_eq!(venue.records(5, 0, 100_000_000), Err(Refusal::AmountInvalid));
    assert_eq!(venue.records(6, -1, 100_000_000), Err(Refusal::AmountInvalid));
    assert_eq!(venue.records(7, i64::MAX, i64::MAX), Err(Refusal::OutOfRange));
}

#[test]
fn what_was_not_loaded_is_never_taken_for_nothing() {
    let fault = |action: &dyn Fn(&mut Stamp, &mut Facts) -> Result<(), Refusal>, needs: &Needs| {
        let mut ids = 1_000..;
        action(&mut Stamp::new(UnixMillis(1), &mut || ids.next().unwrap()), &mut Facts::about(needs))
    };
    let (mut outputs, mut deposits, mut balances) = (Needs::default(), Needs::default(), Needs::default());
    outputs.ask::<SeenOutput>(ChainDepositId(1));
    deposits.ask::<SeenOutput>(ChainDepositId(1));
    deposits.ask::<ChainDeposit>(ChainDepositId(1));
    balances.ask_balance(BalanceKey::new(ANN, Wallet::Balance));
    let output = record(1, 100_000_000).into_command();
    let recorded = |stamp: &mut Stamp, facts: &mut Facts| {
        if facts.get::<SeenOutput>(&ChainDepositId(1)).is_ok() {
            facts.load(seen(1, 100_000_000));
        }
        output.carry_out(facts, stamp).map(drop)
    };
    assert_eq!(fault(&recorded, &balances), Err(Refusal::Unsound(Unsound::NotLoaded("seen output"))));
    assert_eq!(fault(&recorded, &outputs), Err(Refusal::Unsound(Unsound::NotLoaded("chain deposit"))));
    assert_eq!(fault(&recorded, &deposits), Err(Refusal::Unsound(Unsound::NotLoaded("balance"))));
    let release = release(&[1], 100_000_000).into_command();
    let released = |stamp: &mut Stamp, facts: &mut Facts| release.carry_out(facts, stamp).map(drop);
    assert_eq!(fault(&released, &balances), Err(Refusal::Unsound(Unsound::NotLoaded("chain deposit"))));
}

proptest! {
    /// Records and releases in any order and number: credits and suspense add up to the outputs.
    #[test]
    fn each_output_is_booked_once(steps in proptest::collection::vec((0i64..12, any::<bool>()), 1..80)) {
        let (mut venue, mut came) = (Venue::default(), std::collections::BTreeMap::new());
        for (id, frees) in steps {
            if frees {
                let _ = venue.run(release(&(0..=id).collect::<Vec<_>>(), 100_000_000));
            } else {
                let cents = 1 + id * 23;
                let recorded = venue.records(id, cents * 1_000_000, 100_000_000);
                prop_assert_eq!(recorded.is_ok(), came.insert(id, cents).is_none());
            }
            prop_assert_eq!(venue.balance() + venue.suspense(), came.values().sum::<i64>());
        }
    }
}
