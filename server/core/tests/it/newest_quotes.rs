//! A quote is void once its customer was given the next one, even if that was a moment ago.

use plumbline_core::command::{Listed, needs_of};
use plumbline_core::decision::{Facts, Refusal, Stamp};
use plumbline_core::funds::{ExchangePrice, FirmQuote, QuoteTransfer, TransferFunds};
use plumbline_core::ids::{AccountId, FirmQuoteId};
use plumbline_core::ledger::{Balance, BalanceKey, Wallet};
use plumbline_core::money::{Currency, Money};
use plumbline_core::time::UnixMillis;

const ANN: AccountId = AccountId(1);
const BOB: AccountId = AccountId(2);

fn quote(account: AccountId) -> QuoteTransfer {
    let (from, to) = (Currency::Usd, Currency::Hkd);
    let source = "a test".to_owned();
    let price = ExchangePrice { from, to, bid: 779_000_000, ask: 781_000_000, inverse: false, source, tick: None };
    QuoteTransfer { account, from: Wallet::Stock, to: Wallet::HkStock, amount: Money::new(100, from), price }
}

fn transfer(quote: FirmQuoteId, asked_at: i64) -> TransferFunds {
    let (from, to, amount) = (Wallet::Stock, Wallet::HkStock, Money::new(100, Currency::Usd));
    TransferFunds { account: ANN, from, to, amount, quote: Some(quote), asked_at: UnixMillis(asked_at) }
}

struct Batch {
    facts: Facts,
    next_id: i64,
}

impl Batch {
    fn new() -> Self {
        let mut facts = Facts::default();
        facts.ask(&needs_of([&transfer(FirmQuoteId(1), 0).into_command()]));
        facts.ask(&needs_of([&quote(BOB).into_command()]));
        for account in [ANN, BOB] {
            facts
                .load_balance(BalanceKey::new(account, Wallet::Stock), Balance { posted: 10_000, held: 0, version: 1 });
        }
        Self { facts, next_id: 1 }
    }

    fn run<A: Listed>(&mut self, action: A, now: i64) -> Result<A::Done, Refusal> {
        let command = action.into_command();
        let mut ids = self.next_id..;
        let done = command.carry_out(&mut self.facts, &mut Stamp::new(UnixMillis(now), &mut || ids.next().unwrap()));
        self.next_id = ids.start;
        done.map(|done| A::into_done(done).unwrap())
    }
}

#[test]
fn within_a_batch() {
    let mut batch = Batch::new();
    let [first, bobs, second] =
        [(ANN, 10), (BOB, 11), (ANN, 20)].map(|(account, at)| batch.run(quote(account), at).unwrap());
    assert_eq!(batch.run(transfer(first.id, 20), 21).map(drop), Err(Refusal::QuoteExpired));
    assert_eq!(batch.run(transfer(bobs.id, 20), 21).map(drop), Err(Refusal::QuoteUnknown));
    // A transfer requested before the next quote has only waited for its turn.
    batch.run(transfer(first.id, 19), 21).unwrap();
    batch.run(transfer(second.id, 20), 21).unwrap();
}

/// A customer without money could ask for a promise of any size.
#[test]
fn nothing_is_promised_for_more_than_there_is() {
    for (cents, expected) in [(10_000, Ok(())), (10_001, Err(Refusal::InsufficientFunds))] {
        let mut batch = Batch::new();
        let asked = QuoteTransfer { amount: Money::new(cents, Currency::Usd), ..quote(ANN) };
        assert_eq!(batch.run(asked, 10).map(drop), expected);
        assert_eq!(batch.facts.written::<FirmQuote>().count(), usize::from(expected.is_ok()));
    }
}

#[test]
fn from_batch_to_batch() {
    for (superseded_at, expected) in [(None, Ok(())), (Some(21), Ok(())), (Some(20), Err(Refusal::QuoteExpired))] {
        let made = Batch::new().run(quote(ANN), 10).unwrap();
        let stored = FirmQuote { number: 1, superseded_at: superseded_at.map(UnixMillis), ..made };
        let mut batch = Batch::new();
        batch.next_id = 100;
        batch.facts.load(stored.clone());
        assert_eq!(batch.run(transfer(stored.id, 20), 20).map(drop), expected, "{superseded_at:?}");
    }
}

/// A clock that is set back makes no quote last longer.
#[test]
fn nothing_is_made_at_a_quote_that_is_yet_to_come() {
    for (asked_at, expected) in [(9, Err(Refusal::QuoteExpired)), (10, Ok(()))] {
        let mut batch = Batch::new();
        let made = batch.run(quote(ANN), 10).unwrap();
        assert_eq!(batch.run(transfer(made.id, asked_at), 10).map(drop), expected, "{asked_at}");
    }
}

/// A quote stored by a server whose clock was ahead has the greater id, and is the earlier one.
#[test]
fn the_next_quote_may_have_a_smaller_id() {
    let made = Batch::new().run(quote(ANN), 10).unwrap();
    let mut batch = Batch::new();
    let stored = FirmQuote { id: FirmQuoteId(1_000), number: 7, ..made };
    batch.facts.ask(&needs_of([&transfer(stored.id, 0).into_command()]));
    batch.facts.load(stored.clone());
    batch.run(quote(ANN), 20).unwrap();
    assert_eq!(batch.run(transfer(stored.id, 20), 21).map(drop), Err(Refusal::QuoteExpired));
}
