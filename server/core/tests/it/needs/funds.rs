//! Deposits and withdrawals, of which an account may have few open ones.

use plumbline_core::command::{Command, needs_of};
use plumbline_core::decimal::ONE;
use plumbline_core::decision::{Action, Changes, Facts, Refusal, Stamp};
use plumbline_core::funds::payout::{Destination, WalletAddress};
use plumbline_core::funds::{
    CancelDeposit, Deposit, DepositChannel, MAX_PENDING_DEPOSITS, RequestDeposit, RequestWithdrawal, ReviewDeposit,
    ReviewWithdrawal, SendWithdrawal, Sending, Withdrawal, WithdrawalFailure, WithdrawalPolicy,
};
use plumbline_core::ids::{DepositId, PayoutAccountId, WithdrawalId};
use plumbline_core::kyc::ReviewedBy;
use plumbline_core::ledger::Balance;
use plumbline_core::testing::usd;
use plumbline_core::time::UnixMillis;

use super::{ACCOUNTS, done, stamped};

pub fn deposit(cents: i64) -> RequestDeposit {
    RequestDeposit {
        account: ACCOUNTS[0],
        channel: DepositChannel::Fiat,
        sent_currency: "USD".into(),
        sent_amount: String::new(),
        credit: usd(cents),
        rate: None,
        proof_url: None,
    }
}

pub fn withdrawal() -> RequestWithdrawal {
    let tron = WalletAddress::read("USDT", "tron", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t").unwrap();
    RequestWithdrawal {
        account: ACCOUNTS[0],
        payout_account: PayoutAccountId(1),
        destination: Destination::Wallet(tron),
        currency: "USDT".into(),
        amount: 1_000,
        fee: 100,
        rate: Some(ONE),
        policy: WithdrawalPolicy::NONE,
        asked_at: UnixMillis(0),
    }
}

pub fn review(withdrawal: WithdrawalId, decision: Result<(), WithdrawalFailure>) -> ReviewWithdrawal {
    let RequestWithdrawal { account, payout_account, policy, .. } = self::withdrawal();
    ReviewWithdrawal { withdrawal, account, payout_account, decision, by: ReviewedBy::Reviewers, policy }
}

pub fn send(withdrawal: WithdrawalId) -> SendWithdrawal {
    let RequestWithdrawal { account, payout_account, policy, .. } = self::withdrawal();
    SendWithdrawal { withdrawal, account, payout_account, sending: Sending::Simulated, policy }
}

/// Withdrawals that are requested, approved and sent.
pub fn withdrawals(facts: &mut Facts) -> [WithdrawalId; 3] {
    facts.ask(&needs_of([&withdrawal().into()]));
    facts.load_balance(Withdrawal::paid_from(ACCOUNTS[0]), Balance { posted: 100_000, held: 0, version: 1 });
    let made = done(facts, withdrawal());
    [0, 1, 2].map(|far| {
        // Beyond the ids of the actions before: an order that goes through ten levels takes many.
        let id = WithdrawalId(20_000 + far);
        let copy = Withdrawal { id, version: 0, ..made.clone() };
        let mut changes = Changes::default();
        changes.put(copy);
        facts.apply(changes).unwrap();
        let review = review(id, Ok(()));
        facts.ask(&needs_of([&review.clone().into()]));
        if far > 0 {
            done(facts, review);
        }
        if far > 1 {
            done(facts, send(id));
        }
        id
    })
}

#[test]
fn a_deposit_is_reviewed_for_the_account_that_it_is_of() {
    let mut facts = Facts::about(&needs_of([&deposit(500).into()]));
    let made = done(&mut facts, deposit(500));
    let review = |account| {
        Command::from(ReviewDeposit {
            deposit: made.id,
            account,
            decision: Ok(()),
            converted: None,
            by: ReviewedBy::Reviewers,
        })
    };
    facts.ask(&needs_of(&[review(ACCOUNTS[0]), review(ACCOUNTS[1])]));
    assert_eq!(stamped(&mut facts, &review(ACCOUNTS[1])), Err(Refusal::DepositUnknown));
    assert!(facts.journals().is_empty());
    assert!(stamped(&mut facts, &review(ACCOUNTS[0])).is_ok());
}

/// A review or a cancellation makes room for another one; other accounts have a count of their own.
#[test]
fn an_account_has_no_more_pending_deposits_than_it_may() {
    let [ann, bo] = ACCOUNTS.map(|account| RequestDeposit { account, ..deposit(500) });
    let mut facts = Facts::about(&needs_of(&[ann.clone().into(), bo.clone().into()]));
    facts.load_open::<Deposit>(ACCOUNTS[0], MAX_PENDING_DEPOSITS - 2);
    let mut ids = 1_000..;
    let mut announce = |facts: &mut Facts, request: &RequestDeposit| {
        request.carry_out(facts, &mut Stamp::new(UnixMillis(5), &mut || ids.next().unwrap()))
    };
    let first = announce(&mut facts, &ann).unwrap();
    assert!(announce(&mut facts, &ann).is_ok());
    assert_eq!(announce(&mut facts, &ann), Err(Refusal::TooManyPendingDeposits));
    assert!(announce(&mut facts, &bo).is_ok());
    let review = Command::from(ReviewDeposit {
        deposit: first.id,
        account: ACCOUNTS[0],
        decision: Ok(()),
        converted: None,
        by: ReviewedBy::Reviewers,
    });
    facts.ask(&needs_of([&review]));
    assert!(stamped(&mut facts, &review).is_ok());
    let second = announce(&mut facts, &ann).unwrap();
    assert_eq!(announce(&mut facts, &ann), Err(Refusal::TooManyPendingDeposits));
    let cancel = Command::from(CancelDeposit { deposit: second.id, account: ACCOUNTS[0] });
    facts.ask(&needs_of([&cancel]));
    assert!(stamped(&mut facts, &cancel).is_ok() && announce(&mut facts, &ann).is_ok());
    assert_eq!(announce(&mut facts, &ann), Err(Refusal::TooManyPendingDeposits));
}

/// The second deposit takes the bank's sum of the batch out of its range, after all wallets could be posted.
#[test]
fn what_fails_in_the_last_of_its_sums_changes_nothing() {
    let mut facts = Facts::default();
    let deposits: Vec<DepositId> = [i64::MAX, i64::MAX]
        .into_iter()
        .zip([ACCOUNTS[0], ACCOUNTS[1]])
        .enumerate()
        .map(|(i, (cents, account))| {
            let mut facts_of_one = Facts::about(&needs_of([&deposit(cents).into()]));
            let made = done(&mut facts_of_one, deposit(cents));
            let made = Deposit { id: DepositId(1 + i as i64), account, version: 1, ..made };
            facts.load(made.clone());
            made.id
        })
        .collect();
    let review = |i: usize| {
        Command::from(ReviewDeposit {
            deposit: deposits[i],
            account: ACCOUNTS[i],
            decision: Ok(()),
            converted: None,
            by: ReviewedBy::Reviewers,
        })
    };
    for i in [0, 1] {
        facts.ask(&needs_of([&review(i)]));
    }
    assert!(stamped(&mut facts, &review(0)).is_ok());
    let before = format!("{facts:?}");
    assert_eq!(stamped(&mut facts, &review(1)), Err(Refusal::OutOfRange));
    assert_eq!(before, format!("{facts:?}"));
}
