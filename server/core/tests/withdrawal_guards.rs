//! What holds a withdrawal back when it is asked for, and again when it is reviewed.

#![allow(clippy::unwrap_used)] // A test that meets what it does not expect stops there.

use plumbline_core::command::{Listed, needs_of};
use plumbline_core::decision::{Facts, Refusal, Stamp};
use plumbline_core::funds::payout::{Destination, WalletAddress};
use plumbline_core::funds::{
    Obstacle, RequestWithdrawal, ReviewWithdrawal, Standing, StandingKey, Withdrawal, WithdrawalFailure,
    WithdrawalPolicy, WithdrawalStatus,
};
use plumbline_core::ids::{AccountId, FileId, IdentityCheckId, PayoutAccountId, WithdrawalId};
use plumbline_core::inbox::{Notice, NoticeKind, WithdrawalStep};
use plumbline_core::kyc::documents::{CountryCode, DocumentKind};
use plumbline_core::kyc::{CheckStatus, DocumentTag, IdentityCheck, ReviewedBy};
use plumbline_core::ledger::{Balance, Unsettled};
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

/// A hundred dollars, and nothing that holds them back.
fn free() -> Standing {
    let key = StandingKey::at(ANN, CARD, &ALL, NOW);
    Standing { destination_since: Some(UnixMillis(1)), ..Standing::unknown(key) }
}

fn facts(status: CheckStatus, standing: Standing) -> Facts {
    let mut facts = Facts::about(&needs_of([&request(1, ALL).into_command()]));
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

#[test]
fn what_has_not_settled_stays() {
    for (amount, expected) in [(7_000, Ok(())), (7_001, Err(Refusal::Unsettled))] {
        let mut facts = facts(CheckStatus::Verified, free());
        let due = Unsettled { at: NOW.plus(1), amount: 3_000 };
        facts.load_unsettled(Withdrawal::paid_from(ANN), vec![due]);
        assert_eq!(run(&mut facts, request(amount, ALL)).map(drop), expected);
    }
}

/// Asked for when there were no guards, and reviewed under all of them.
#[test]
fn the_guards_are_asked_again_when_it_is_reviewed() {
    let key = StandingKey::of(ANN, CARD);
    let known = Standing { destination_since: Some(UnixMillis(1)), ..Standing::unknown(key) };
    let changed = Standing { credentials_changed_at: Some(NOW), ..known };
    let new = Standing { destination_since: Some(NOW), ..known };
    let table = [
        (CheckStatus::Verified, Some(known), None),
        (CheckStatus::UnderReview, Some(known), Some(Obstacle::Identity)),
        (CheckStatus::Verified, Some(changed), Some(Obstacle::CoolingOff)),
        (CheckStatus::Verified, Some(new), Some(Obstacle::NewAddress)),
        (CheckStatus::Verified, None, Some(Obstacle::NewAddress)),
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

/// Who rejects needs no more than the withdrawal.
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
