//! Guards hold a withdrawal back when it is requested, and again when it is reviewed.

use plumbline_core::command::{Command, Done, Listed, needs_of};
use plumbline_core::decision::{Facts, Refusal, Stamp};
use plumbline_core::funds::payout::{Destination, WalletAddress};
use plumbline_core::funds::{
    DepositChannel, Obstacle, Payout, RequestDeposit, RequestWithdrawal, ReviewDeposit, ReviewWithdrawal,
    SendWithdrawal, Sending, Standing, StandingKey, Withdrawal, WithdrawalFailure, WithdrawalPolicy, WithdrawalStatus,
};
use plumbline_core::ids::{AccountId, FileId, IdentityCheckId, PayoutAccountId, WithdrawalId};
use plumbline_core::inbox::{Notice, NoticeKind, WithdrawalStep};
use plumbline_core::kyc::documents::{CountryCode, DocumentKind};
use plumbline_core::kyc::{CheckStatus, DocumentTag, IdentityCheck, ReviewedBy};
use plumbline_core::ledger::{Balance, Unsettled};
use plumbline_core::money::{Currency, Money};
use plumbline_core::time::UnixMillis;

const ANN: AccountId = AccountId(1);
const CARD: PayoutAccountId = PayoutAccountId(5);
const NOW: UnixMillis = UnixMillis(10_000);
const ALL: WithdrawalPolicy =
    WithdrawalPolicy { needs_identity: true, address_lock: 100, cooling_off: 200, credit_hold: 300 };

fn request(amount: i64, policy: WithdrawalPolicy) -> RequestWithdrawal {
    let tron = WalletAddress::read("USDT", "tron", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t").unwrap();
    RequestWithdrawal {
        account: ANN,
        payout_account: CARD,
        destination: Destination::Wallet(tron),
        currency: "USDT".into(),
        amount,
        fee: 100,
        rate: Some(100_000_000),
        policy,
        asked_at: NOW,
    }
}

fn check(status: CheckStatus) -> IdentityCheck {
    IdentityCheck {
        id: IdentityCheckId(1),
        account: ANN,
        document: DocumentKind::Passport,
        country: CountryCode::read("GB").unwrap(),
        tag: DocumentTag([1; 32]),
        sealed: String::new(),
        front: FileId(1),
        back: None,
        status,
        reasons: Vec::new(),
        submitted_at: UnixMillis(1),
        reviewed_at: None,
        reviewed_by: None,
        version: 1,
    }
}

/// A standing that no guard holds back.
fn free() -> Standing {
    let key = StandingKey::at(ANN, CARD, &ALL, NOW);
    Standing { destination_since: Some(UnixMillis(1)), ..Standing::unknown(key) }
}

fn facts(status: CheckStatus, standing: Standing) -> Facts {
    let asked = [ALL, WithdrawalPolicy::NONE].map(|policy| request(1, policy).into_command());
    let mut facts = Facts::about(&needs_of(&asked));
    facts.load_balance(Withdrawal::paid_from(ANN), Balance { posted: 10_000, held: 0, version: 1 });
    facts.load(check(status));
    facts.load(standing);
    facts
}

fn run<A: Listed>(facts: &mut Facts, action: A) -> Result<A::Done, Refusal> {
    let mut ids = 1_000 + 10 * facts.written::<Notice>().count() as i64..;
    let done = action.into_command().carry_out(facts, &mut Stamp::new(NOW, &mut || ids.next().unwrap()));
    done.map(|done| A::into_done(done).unwrap())
}

#[test]
fn each_guard_holds_back_what_is_asked_for() {
    let changed = |at| Standing { credentials_changed_at: Some(UnixMillis(at)), ..free() };
    let saved = |at| Standing { destination_since: at, ..free() };
    let deleted = Standing { is_destination_deleted: true, ..free() };
    let credit = |cents| Standing { new_credit: cents, ..free() };
    let verified = CheckStatus::Verified;
    let table = [
        (verified, free(), 10_000, Ok(())),
        (verified, free(), 10_001, Err(Refusal::InsufficientFunds)),
        (CheckStatus::UnderReview, free(), 500, Err(Refusal::KycRequired)),
        (CheckStatus::Unsuccessful, free(), 500, Err(Refusal::KycRequired)),
        (verified, changed(9_801), 500, Err(Refusal::CoolingOff)),
        (verified, changed(9_800), 500, Ok(())),
        (verified, saved(Some(UnixMillis(9_901))), 500, Err(Refusal::NewAddress)),
        (verified, saved(Some(UnixMillis(9_900))), 500, Ok(())),
        (verified, saved(None), 500, Err(Refusal::NewAddress)),
        (verified, deleted, 500, Err(Refusal::CardUnknown)),
        (verified, credit(4_000), 6_000, Ok(())),
        (verified, credit(4_000), 6_001, Err(Refusal::CreditHeld)),
        (verified, credit(4_000), 10_001, Err(Refusal::InsufficientFunds)),
        (verified, credit(20_000), 500, Err(Refusal::CreditHeld)),
    ];
    for (status, standing, amount, expected) in table {
        let mut facts = facts(status, standing);
        let asked = run(&mut facts, request(amount, ALL)).map(drop);
        assert_eq!(asked, expected, "{status:?} {standing:?} {amount}");
        assert_eq!(facts.written::<Withdrawal>().count(), usize::from(expected.is_ok()));
    }
    let mut everything = facts(CheckStatus::UnderReview, changed(10_000));
    assert!(run(&mut everything, request(10_000, WithdrawalPolicy::NONE)).is_ok(), "without guards nothing is asked");
}

/// The deposit is in no table yet when the next command of the batch is decided.
#[test]
fn what_came_in_within_the_batch_is_held_too() {
    let deposit = RequestDeposit {
        account: ANN,
        channel: DepositChannel::Fiat,
        sent_currency: "USD".into(),
        sent_amount: String::new(),
        credit: Money::new(4_000, Currency::Usd),
        rate: None,
        proof_url: None,
    };
    for (amount, expected) in
        [(10_000, Ok(())), (10_001, Err(Refusal::CreditHeld)), (14_001, Err(Refusal::InsufficientFunds))]
    {
        let mut facts = facts(CheckStatus::Verified, free());
        facts.ask(&needs_of([&deposit.clone().into_command()]));
        let made = run(&mut facts, deposit.clone()).unwrap();
        let by = ReviewedBy::Reviewers;
        run(&mut facts, ReviewDeposit { deposit: made.id, account: ANN, decision: Ok(()), converted: None, by })
            .unwrap();
        assert_eq!(run(&mut facts, request(amount, ALL)).map(drop), expected, "{amount}");
    }
}

#[test]
fn what_has_not_settled_stays() {
    for (amount, expected) in [(7_000, Ok(())), (7_001, Err(Refusal::Unsettled))] {
        let mut facts = facts(CheckStatus::Verified, free());
        let due = Unsettled { at: NOW.plus(1), amount: 3_000 };
        facts.load_unsettled(Withdrawal::paid_from(ANN), vec![due]);
        assert_eq!(run(&mut facts, request(amount, ALL)).map(drop), expected);
    }
}

/// Requested when there were no guards, and reviewed under all of them.
#[test]
fn the_guards_are_asked_again_when_it_is_reviewed() {
    let key = StandingKey::of(ANN, CARD);
    let known = Standing { destination_since: Some(UnixMillis(1)), ..Standing::unknown(key) };
    let changed = Standing { credentials_changed_at: Some(NOW), ..known };
    let deleted = Standing { is_destination_deleted: true, ..known };
    let new = Standing { destination_since: Some(NOW), ..known };
    let table = [
        (CheckStatus::Verified, Some(known), None),
        (CheckStatus::UnderReview, Some(known), Some(Obstacle::Identity)),
        (CheckStatus::Verified, Some(changed), Some(Obstacle::CoolingOff)),
        (CheckStatus::Verified, Some(new), Some(Obstacle::NewAddress)),
        (CheckStatus::Verified, None, Some(Obstacle::NewAddress)),
        (CheckStatus::UnderReview, Some(deleted), Some(Obstacle::DestinationDeleted)),
    ];
    for (status, standing, obstacle) in table {
        let mut facts = facts(status, free());
        let made = run(&mut facts, request(500, WithdrawalPolicy::NONE)).unwrap();
        let review = |decision| ReviewWithdrawal {
            withdrawal: made.id,
            account: ANN,
            payout_account: CARD,
            decision,
            by: ReviewedBy::Reviewers,
            policy: ALL,
        };
        facts.ask(&needs_of([&review(Ok(())).into_command()]));
        standing.into_iter().for_each(|standing| facts.load(standing));
        let elsewhere = ReviewWithdrawal { payout_account: PayoutAccountId(6), ..review(Ok(())) };
        facts.ask(&needs_of([&elsewhere.clone().into_command()]));
        assert_eq!(run(&mut facts, elsewhere), Err(Refusal::WithdrawalUnknown));
        let reviewed = run(&mut facts, review(Ok(()))).unwrap();
        let (expected, held, step) = match obstacle {
            None => (WithdrawalStatus::Approved, 500, WithdrawalStep::Approved),
            Some(_) => (WithdrawalStatus::Rejected, 0, WithdrawalStep::Rejected),
        };
        assert_eq!((reviewed.status, reviewed.reason.as_deref()), (expected, obstacle.map(Obstacle::word)));
        assert_eq!(facts.balance(&Withdrawal::paid_from(ANN)).unwrap().unwrap().held, held);
        let told = facts.written::<Notice>().map(|notice| &notice.kind).collect::<Vec<_>>();
        assert!(matches!(told[..], [NoticeKind::Withdrawal { step: told, .. }] if *told == step), "{told:?}");
    }
}

/// An approval on Monday of a request made on Friday by somebody with the old password.
#[test]
fn no_time_outlives_a_password_that_was_changed_after_the_request() {
    for (changed_at, asked_at, obstacle) in
        [(150, 100, Some(Obstacle::CoolingOff)), (100, 100, Some(Obstacle::CoolingOff)), (99, 100, None)]
    {
        for sending in [None, Some(Sending::File), Some(Sending::Simulated)] {
            let mut facts = facts(CheckStatus::Verified, free());
            let created_at = UnixMillis(asked_at);
            let made = run(&mut facts, request(500, WithdrawalPolicy::NONE)).unwrap();
            let key = StandingKey::of(ANN, CARD);
            let changed = UnixMillis(changed_at);
            let changed = Standing { credentials_changed_at: Some(changed), ..Standing::unknown(key) };
            let status = sending.as_ref().map_or(WithdrawalStatus::Requested, |_| WithdrawalStatus::Approved);
            let found = Withdrawal { created_at, status, version: 3, ..made };
            let mut later = self::facts(CheckStatus::Verified, free());
            let command = decided(&found, sending.clone());
            later.ask(&needs_of([&command]));
            later.load(found.clone());
            later.load(changed);
            later.load_balance(Withdrawal::paid_from(ANN), Balance { posted: 10_000, held: 500, version: 1 });
            let mut ids = 1_000..;
            let done = command.carry_out(&mut later, &mut Stamp::new(NOW, &mut || ids.next().unwrap())).unwrap();
            let (Done::ReviewWithdrawal(ended) | Done::SendWithdrawal(ended)) = done else { panic!("{done:?}") };
            let expected = match (obstacle, sending.is_some()) {
                (Some(_), _) => WithdrawalStatus::Rejected,
                (None, false) => WithdrawalStatus::Approved,
                (None, true) => WithdrawalStatus::Sent,
            };
            assert_eq!(
                (ended.status, ended.reason.as_deref()),
                (expected, obstacle.map(Obstacle::word)),
                "{sending:?}"
            );
            let is_paid = obstacle.is_none() && sending.is_some();
            assert_eq!((later.written::<Payout>().count(), later.journals().len()), (is_paid.into(), is_paid.into()));
            let held = later.balance(&Withdrawal::paid_from(ANN)).unwrap().unwrap().held;
            assert_eq!(held, if expected == WithdrawalStatus::Approved { 500 } else { 0 });
        }
    }
}

/// Under any policy, and however long ago the account was saved.
#[test]
fn nothing_is_sent_to_an_account_that_was_deleted_meanwhile() {
    for sending in [None, Some(Sending::File), Some(Sending::Simulated)] {
        let mut facts = facts(CheckStatus::Verified, free());
        let made = run(&mut facts, request(500, WithdrawalPolicy::NONE)).unwrap();
        let status = sending.as_ref().map_or(WithdrawalStatus::Requested, |_| WithdrawalStatus::Approved);
        let mut later = Facts::default();
        let command = without_guards(decided(&Withdrawal { status, ..made.clone() }, sending));
        later.ask(&needs_of([&command]));
        later.load(Withdrawal { status, version: 3, ..made });
        let known =
            Standing { destination_since: Some(UnixMillis(1)), ..Standing::unknown(StandingKey::of(ANN, CARD)) };
        later.load(Standing { is_destination_deleted: true, ..known });
        later.load_balance(Withdrawal::paid_from(ANN), Balance { posted: 10_000, held: 500, version: 1 });
        let mut ids = 1_000..;
        let done = command.carry_out(&mut later, &mut Stamp::new(NOW, &mut || ids.next().unwrap())).unwrap();
        let (Done::ReviewWithdrawal(ended) | Done::SendWithdrawal(ended)) = done else { panic!("{done:?}") };
        let reason = Some(Obstacle::DestinationDeleted.word());
        assert_eq!((ended.status, ended.reason.as_deref()), (WithdrawalStatus::Rejected, reason));
        assert_eq!((later.written::<Payout>().count(), later.journals().len()), (0, 0));
        assert_eq!(later.balance(&Withdrawal::paid_from(ANN)).unwrap().unwrap().held, 0);
    }
}

fn without_guards(command: Command) -> Command {
    let policy = WithdrawalPolicy::NONE;
    match command {
        Command::SendWithdrawal(send) => SendWithdrawal { policy, ..*send }.into_command(),
        Command::ReviewWithdrawal(review) => ReviewWithdrawal { policy, ..*review }.into_command(),
        other => other,
    }
}

/// Money sent by hand is gone: it is recorded, whatever has changed meanwhile.
#[test]
fn what_was_sent_by_hand_asks_for_no_guard() {
    let mut facts = facts(CheckStatus::UnderReview, free());
    let made = run(&mut facts, request(500, WithdrawalPolicy::NONE)).unwrap();
    let found = Withdrawal { status: WithdrawalStatus::Approved, ..made };
    let by_hand = decided(&found, Some(Sending::ByHand { reference: "0xab".into() }));
    let needs = needs_of([&by_hand]);
    assert!(needs.of::<Standing>().is_none() && needs.of::<IdentityCheck>().is_none());
}

fn decided(found: &Withdrawal, sending: Option<Sending>) -> Command {
    let (withdrawal, account, payout_account, policy) = (found.id, ANN, CARD, ALL);
    match sending {
        Some(sending) => SendWithdrawal { withdrawal, account, payout_account, sending, policy }.into_command(),
        None => {
            let (decision, by) = (Ok(()), ReviewedBy::Reviewers);
            ReviewWithdrawal { withdrawal, account, payout_account, decision, by, policy }.into_command()
        }
    }
}

/// A rejection needs no more than the withdrawal.
#[test]
fn a_rejection_asks_for_no_guard() {
    let mut facts = facts(CheckStatus::Verified, free());
    let made = run(&mut facts, request(500, ALL)).unwrap();
    let decision = Err(WithdrawalFailure::HolderDiffers);
    let reject = |withdrawal| ReviewWithdrawal {
        withdrawal,
        account: ANN,
        payout_account: CARD,
        decision,
        by: ReviewedBy::Reviewers,
        policy: ALL,
    };
    let needs = needs_of([&reject(made.id).into_command()]);
    assert!(needs.of::<Standing>().is_none() && needs.of::<IdentityCheck>().is_none());
    assert_eq!(run(&mut facts, reject(made.id)).unwrap().reason.as_deref(), Some("holder_differs"));
    let unknown = reject(WithdrawalId(7));
    facts.ask(&needs_of([&unknown.clone().into_command()]));
    assert_eq!(run(&mut facts, unknown), Err(Refusal::WithdrawalUnknown));
}
