//! Every step from every state of a withdrawal: none takes more than was requested, and a failed withdrawal leaves the
//! balance as it was.

use plumbline_core::command::{Command, Listed, needs_of};
use plumbline_core::decision::{Facts, Refusal, Stamp};
use plumbline_core::funds::payout::{Destination, WalletAddress};
use plumbline_core::funds::{
    CancelWithdrawal, MAX_OPEN_WITHDRAWALS, Payout, RequestWithdrawal, ReturnReason, ReturnWithdrawal,
    ReviewWithdrawal, SendWithdrawal, Sending, SettleWithdrawal, Withdrawal, WithdrawalFailure, WithdrawalPolicy,
    WithdrawalStatus,
};
use plumbline_core::ids::{AccountId, PayoutAccountId, WithdrawalId};
use plumbline_core::kyc::ReviewedBy;
use plumbline_core::ledger::{Balance, Book, House, Journal};
use plumbline_core::money::{Currency, Money};
use plumbline_core::time::UnixMillis;
use proptest::prelude::*;

const ANN: AccountId = AccountId(1);
const BO: AccountId = AccountId(2);
/// 104.11 dollars for a hundred.
const RATE: i64 = 104_110_000;

/// A venue with nothing but Ann's funding account.
struct Venue {
    facts: Facts,
    next_id: i64,
}

impl Venue {
    fn with(cents: i64) -> Self {
        let mut facts = Facts::about(&needs_of([&Command::from(request(1))]));
        facts.load_balance(Withdrawal::paid_from(ANN), Balance { posted: cents, held: 0, version: 1 });
        Self { facts, next_id: 1_000 }
    }

    fn run<A: Listed>(&mut self, action: A) -> Result<A::Done, Refusal> {
        let command = action.into_command();
        self.facts.ask(&needs_of([&command]));
        let mut ids = self.next_id..;
        let done = command.carry_out(&mut self.facts, &mut Stamp::new(UnixMillis(7), &mut || ids.next().unwrap()));
        self.next_id = ids.start;
        done.map(|done| A::into_done(done).unwrap())
    }

    fn balance(&self) -> Balance {
        *self.facts.balance(&Withdrawal::paid_from(ANN)).unwrap().unwrap()
    }

    /// The sum of all postings to a book of the house, in cents.
    fn house(&self, house: House) -> i64 {
        let postings = self.facts.journals().iter().flat_map(Journal::postings);
        postings.filter(|posting| posting.book == Book::House(house)).map(|posting| posting.amount.minor).sum()
    }

    /// A withdrawal of Ann's in this state.
    fn made(&mut self, status: WithdrawalStatus, amount: i64) -> Withdrawal {
        let made = self.run(request(amount)).unwrap();
        let steps: &[Step] = match status {
            WithdrawalStatus::Requested => &[],
            WithdrawalStatus::Approved => &[Step::Approve],
            WithdrawalStatus::Sent => &[Step::Approve, Step::Send],
            WithdrawalStatus::Settled => &[Step::Approve, Step::Send, Step::Settle],
            WithdrawalStatus::Rejected => &[Step::Reject],
            WithdrawalStatus::Cancelled => &[Step::Cancel],
        };
        let last = steps.iter().map(|step| step.take(self, made.id, ANN).unwrap()).last();
        last.unwrap_or(made)
    }
}

fn destination() -> Destination {
    Destination::Wallet(WalletAddress::read("USDT", "tron", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t").unwrap())
}

/// A request for so many hundredths of a coin that is worth more than a dollar, with a fee of one coin.
fn request(amount: i64) -> RequestWithdrawal {
    RequestWithdrawal {
        account: ANN,
        payout_account: PayoutAccountId(5),
        destination: destination(),
        currency: "USDT".into(),
        amount,
        fee: 100,
        rate: Some(RATE),
        policy: WithdrawalPolicy::NONE,
        asked_at: UnixMillis(0),
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Approve,
    Reject,
    Cancel,
    Send,
    Settle,
    Return(ReturnReason),
}

impl Step {
    const ALL: [Step; 9] = [
        Self::Approve,
        Self::Reject,
        Self::Cancel,
        Self::Send,
        Self::Settle,
        Self::Return(ReturnReason::NotTold),
        Self::Return(ReturnReason::AccountUnknown),
        Self::Return(ReturnReason::AccountClosed),
        Self::Return(ReturnReason::NotTaken),
    ];

    fn take(self, venue: &mut Venue, withdrawal: WithdrawalId, account: AccountId) -> Result<Withdrawal, Refusal> {
        let (payout_account, policy) = (PayoutAccountId(5), WithdrawalPolicy::NONE);
        let review = |decision| ReviewWithdrawal {
            withdrawal,
            account,
            payout_account,
            decision,
            by: ReviewedBy::Reviewers,
            policy,
        };
        match self {
            Self::Approve => venue.run(review(Ok(()))),
            Self::Reject => venue.run(review(Err(WithdrawalFailure::HolderDiffers))),
            Self::Cancel => venue.run(CancelWithdrawal { withdrawal, account }),
            Self::Send => {
                venue.run(SendWithdrawal { withdrawal, account, payout_account, sending: Sending::Simulated, policy })
            }
            Self::Settle => venue.run(SettleWithdrawal { withdrawal, account }),
            Self::Return(reason) => venue.run(ReturnWithdrawal { withdrawal, account, reason }),
        }
    }

    /// The state that the step leads to, or the refusal.
    fn leads(self, from: WithdrawalStatus) -> Result<WithdrawalStatus, Refusal> {
        use WithdrawalStatus::{Approved, Cancelled, Rejected, Requested, Sent, Settled};
        match (self, from) {
            (Self::Approve, Requested) => Ok(Approved),
            (Self::Reject, Requested | Approved) | (Self::Return(_), Sent | Settled) => Ok(Rejected),
            (Self::Cancel, Requested) => Ok(Cancelled),
            (Self::Send, Approved) => Ok(Sent),
            (Self::Settle, Sent) => Ok(Settled),
            (Self::Approve | Self::Reject | Self::Cancel, Cancelled) => Err(Refusal::WithdrawalCancelled),
            (Self::Approve | Self::Reject | Self::Cancel, _) => Err(Refusal::WithdrawalReviewed),
            (Self::Send, _) => Err(Refusal::WithdrawalNotApproved),
            (Self::Settle | Self::Return(_), _) => Err(Refusal::WithdrawalNotSent),
        }
    }
}

/// The account has exactly the cost of the withdrawal, so that a request for a cent more would be refused.
#[test]
fn no_step_from_any_state_takes_more_than_was_asked_for() {
    let cost = 10_413; // A hundred and one hundredth at the rate are 104.120411 dollars, rounded up.
    for from in WithdrawalStatus::ALL {
        for step in Step::ALL {
            let mut venue = Venue::with(cost);
            let before = venue.made(from, 10_001);
            assert_eq!((before.status, before.debit), (from, Money::new(cost, Currency::Usd)));
            let (facts, balance) = (format!("{:?}", venue.facts), venue.balance());
            let taken = step.take(&mut venue, before.id, ANN);
            assert_eq!(
                taken.as_ref().map(|done| done.status).map_err(|refusal| *refusal),
                step.leads(from),
                "{step:?} of {from:?}"
            );
            let Ok(done) = taken else {
                // A refused step leaves all facts as they were.
                assert_eq!((facts, balance), (format!("{:?}", venue.facts), venue.balance()), "{step:?} of {from:?}");
                continue;
            };
            let now = venue.balance();
            let (posted, held) = match done.status {
                WithdrawalStatus::Requested | WithdrawalStatus::Approved => (cost, cost),
                WithdrawalStatus::Sent | WithdrawalStatus::Settled => (0, 0),
                WithdrawalStatus::Rejected | WithdrawalStatus::Cancelled => (cost, 0),
            };
            assert_eq!((now.posted, now.held), (posted, held), "{step:?} of {from:?}");
            // A hundredth less one whole coin costs 103.079311 dollars, rounded up too, and the rest is the fee.
            let (banked, fees) = if posted == 0 { (10_308, 105) } else { (0, 0) };
            assert_eq!((venue.house(House::Bank), venue.house(House::Fees)), (banked, fees), "{step:?} of {from:?}");
            let reason = match (step, done.status) {
                (Step::Return(reason), _) => Some(reason.word()),
                (_, WithdrawalStatus::Rejected) => Some("holder_differs"),
                _ => None,
            };
            assert_eq!(done.reason.as_deref(), reason);
            assert_eq!(done.ended_at.is_some(), !done.status.is_open());
            assert_eq!(done.reviewed_at.is_some(), done.reviewed_by.is_some());
            // A sent withdrawal has one payout, whatever becomes of it, and no other withdrawal has any.
            let payouts: Vec<&Payout> = venue.facts.written::<Payout>().collect();
            let was_sent = matches!(done.status, WithdrawalStatus::Sent | WithdrawalStatus::Settled)
                || matches!(step, Step::Return(_));
            assert_eq!((payouts.len(), done.sent_at.is_some()), (usize::from(was_sent), was_sent));
            assert!(payouts.iter().all(|payout| payout.withdrawal == done.id && payout.account == ANN));
            assert_eq!(done.sending.as_ref(), payouts.first().map(|payout| &payout.sending));
        }
    }
}

/// A rejection after an approval counts; the moment of the approval is kept.
#[test]
fn an_approved_withdrawal_that_is_rejected_keeps_when_it_was_approved() {
    let mut venue = Venue::with(20_000);
    let approved = venue.made(WithdrawalStatus::Approved, 10_001);
    let (withdrawal, decision) = (approved.id, Err(WithdrawalFailure::DestinationUnreachable));
    let review = ReviewWithdrawal {
        withdrawal,
        account: ANN,
        payout_account: approved.payout_account,
        decision,
        by: ReviewedBy::Autopilot,
        policy: WithdrawalPolicy::NONE,
    };
    let command = review.into_command();
    venue.facts.ask(&needs_of([&command]));
    let done = command.carry_out(&mut venue.facts, &mut Stamp::new(UnixMillis(9), &mut || 9_999)).unwrap();
    let rejected = ReviewWithdrawal::into_done(done).unwrap();
    assert_eq!((rejected.reviewed_at, rejected.ended_at), (Some(UnixMillis(7)), Some(UnixMillis(9))));
    assert_eq!(
        (approved.reviewed_by, rejected.reviewed_by),
        (Some(ReviewedBy::Reviewers), Some(ReviewedBy::Autopilot))
    );
}

#[test]
fn nobody_takes_a_step_for_somebody_else() {
    for from in WithdrawalStatus::ALL {
        for step in Step::ALL {
            let mut venue = Venue::with(20_000);
            let made = venue.made(from, 10_001);
            assert_eq!(step.take(&mut venue, made.id, BO), Err(Refusal::WithdrawalUnknown), "{step:?} of {from:?}");
            assert_eq!(step.take(&mut venue, WithdrawalId(7), ANN), Err(Refusal::WithdrawalUnknown));
        }
    }
}

#[test]
fn what_cannot_be_asked_for_is_refused_and_changes_nothing() {
    let table = [
        (RequestWithdrawal { amount: 0, fee: 0, ..request(0) }, Refusal::AmountInvalid),
        (RequestWithdrawal { amount: -1, ..request(0) }, Refusal::AmountInvalid),
        (RequestWithdrawal { fee: -1, ..request(200) }, Refusal::AmountInvalid),
        (request(100), Refusal::FeeExceedsAmount),
        (request(99), Refusal::FeeExceedsAmount),
        (RequestWithdrawal { currency: "USDC".into(), ..request(200) }, Refusal::CurrencyMismatch),
        (RequestWithdrawal { rate: None, ..request(200) }, Refusal::CurrencyUnsupported),
        (RequestWithdrawal { rate: Some(0), ..request(200) }, Refusal::CurrencyUnsupported),
        (request(i64::MAX), Refusal::AmountInvalid),
        (request(10_002), Refusal::InsufficientFunds),
    ];
    for (request, refusal) in table {
        let mut venue = Venue::with(10_413);
        let before = format!("{:?}", venue.facts);
        assert_eq!(venue.run(request.clone()), Err(refusal), "{request:?}");
        assert_eq!(before, format!("{:?}", venue.facts), "{request:?}");
    }
    assert!(Venue::with(10_413).run(request(10_001)).is_ok());
}

/// A withdrawal that has ended makes room; other accounts have a count of their own.
#[test]
fn an_account_has_no_more_open_withdrawals_than_it_may() {
    for (ends, step) in [(WithdrawalStatus::Requested, Step::Cancel), (WithdrawalStatus::Sent, Step::Settle)] {
        let mut venue = Venue::with(1_000_000);
        let made: Vec<Withdrawal> = (0..MAX_OPEN_WITHDRAWALS).map(|_| venue.made(ends, 200)).collect();
        assert_eq!(venue.run(request(200)), Err(Refusal::TooManyOpenWithdrawals));
        step.take(&mut venue, made[3].id, ANN).unwrap();
        assert!(venue.run(request(200)).is_ok());
        assert_eq!(venue.run(request(200)), Err(Refusal::TooManyOpenWithdrawals));
    }
}

#[test]
fn two_for_one_balance_cannot_both_be_asked_for() {
    let mut venue = Venue::with(10_413);
    assert!(venue.run(request(10_001)).is_ok());
    assert_eq!(venue.run(request(101)), Err(Refusal::InsufficientFunds));
    assert_eq!(venue.balance().available(), 0);
}

#[test]
fn a_destination_is_written_down_whole_and_printed_masked() {
    let written = serde_json::to_string(&destination()).unwrap();
    assert!(written.contains("TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"));
    assert_eq!(serde_json::from_str::<Destination>(&written).unwrap(), destination());
    let printed = format!("{:?}", request(200));
    assert!(printed.contains("****Lj6t") && !printed.contains("TR7NHq"), "{printed}");
}

proptest! {
    /// The bank always gets enough for the amount that arrives, and the customer pays for no more than requested.
    #[test]
    fn the_books_pay_for_what_arrives(amount in 101i64..10_000_000_000, rate in 1i64..1_000_000_000_000) {
        let mut venue = Venue::with(i64::MAX / 2);
        let request = RequestWithdrawal { rate: Some(rate), ..request(amount) };
        let Ok(made) = venue.run(request) else { return Ok(()) };
        let exact = |hundredths: i64| i128::from(hundredths) * i128::from(rate);
        let one = 100_000_000i128;
        let net = i128::from(made.debit_net().unwrap().minor);
        prop_assert!(net * one >= exact(made.net()) && (net - 1) * one < exact(made.net()));
        let debit = i128::from(made.debit.minor);
        prop_assert!(debit * one >= exact(amount) && (debit - 1) * one < exact(amount), "less than a cent too much");
        prop_assert!(made.debit_fee.minor >= 0);
        prop_assert_eq!(venue.balance().held, made.debit.minor);
    }
}
