//! Carries out decisions that reviewers agree on, and has sent payouts handed over. It reads the tables and keeps
//! nothing in memory, so that a restart loses nothing, and the rounds of two terms may overlap: the second one finds
//! the work done.

use std::sync::Arc;
use std::time::Duration;

use plumbline_core::decision::Refusal;
use plumbline_core::funds::{
    Converted, DepositFailure, ReturnReason, ReturnWithdrawal, ReviewDeposit, ReviewWithdrawal, SendWithdrawal,
    Sending, SettleWithdrawal, WithdrawalFailure,
};
use plumbline_core::ids::{DepositId, IdentityCheckId, PayoutAccountId, ServiceApplicationId, WithdrawalId};
use plumbline_core::kyc::service::{ReviewService, ServiceFailure};
use plumbline_core::kyc::{CheckFailure, ReviewIdentity, ReviewedBy};

use super::{Decision, Subject, SubjectKind, Verdict, store};
use crate::db::{DbError, UnreadRow};
use crate::funds::rates::CreditRates;
use crate::funds::{self, Cashier, withdrawal};
use crate::kyc;
use crate::supervision::Supervisor;
use crate::writer::RunError;

const LOOK_EVERY: Duration = Duration::from_millis(500);

/// Looks until the term ends.
pub fn start(cashier: Arc<Cashier>, supervisor: &Supervisor) {
    let every = supervisor.every(LOOK_EVERY);
    supervisor.spawn("reviews", async move {
        let mut told = None;
        while every.next().await {
            if let Err(error) = carry_out_agreed(&cashier).await {
                tracing::error!(%error, "the reviews could not be read; the server tries again");
            }
            // After all agreed decisions, so that their payouts are in one file.
            let failed = cashier.payouts.hand_over().await.err().map(|error| error.to_string());
            if let Some(error) = news(&mut told, failed) {
                tracing::error!(error, "payouts could not be handed over; the server tries again");
            }
        }
    });
}

/// The failure, unless it was logged already: mending it takes people longer than the next round.
fn news(told: &mut Option<String>, failed: Option<String>) -> Option<&str> {
    if *told == failed {
        return None;
    }
    *told = failed;
    told.as_deref()
}

async fn carry_out_agreed(cashier: &Cashier) -> Result<(), DbError> {
    let decided = store::of_waiting(&mut cashier.db.read().await?).await?;
    for (subject, opinions) in decided {
        let Verdict::Agreed(decision) = Verdict::of(&opinions) else { continue };
        match carry_out(cashier, subject, &decision).await {
            Ok(true) => tracing::info!(kind = subject.kind.code(), id = subject.id, "a review is carried out"),
            // It waits for something else, and there is nothing new to log.
            Ok(false) => {}
            // The customer, the autopilot or another server was first.
            Err(Failed::Run(RunError::Refused(refusal))) if has_ended(refusal) => {}
            // It does not hold up later decisions.
            Err(Failed::Db(why)) if why.is_unreadable() => {
                cashier.db.aside().put(&UnreadRow::of_account(store::REVIEW, subject.account, why));
            }
            // The writer has put the account aside.
            Err(Failed::Run(RunError::Unreadable)) => {}
            Err(Failed::Db(error)) => return Err(error),
            Err(Failed::Run(error)) => {
                let (kind, id) = (subject.kind.code(), subject.id);
                tracing::error!(%error, kind, id, "a review could not be carried out");
            }
        }
    }
    Ok(())
}

enum Failed {
    Db(DbError),
    Run(RunError),
}

/// True if there was nothing left to decide.
const fn has_ended(refusal: Refusal) -> bool {
    matches!(
        refusal,
        Refusal::DepositReviewed
            | Refusal::DepositCancelled
            | Refusal::WithdrawalReviewed
            | Refusal::WithdrawalCancelled
            | Refusal::WithdrawalNotApproved
            | Refusal::WithdrawalNotSent
            | Refusal::IdentityReviewed
            | Refusal::IdentityUnknown
            | Refusal::ServiceReviewed
            | Refusal::ServiceApplicationUnknown
    )
}

/// True if it was carried out; false if it has to wait for something else, or does not exist.
async fn carry_out(cashier: &Cashier, subject: Subject, decision: &Decision) -> Result<bool, Failed> {
    let Cashier { db, writer, .. } = cashier;
    let Subject { kind, id, account } = subject;
    let by = ReviewedBy::Reviewers;
    let done = match kind {
        SubjectKind::Deposit => {
            let of = |word: &str| DepositFailure::ALL.into_iter().find(|failure| failure.word() == word);
            let Some(decision) = one(decision, of) else { return Ok(false) };
            let converted = match decision {
                Ok(()) => converted(cashier, DepositId(id)).await.map_err(Failed::Db)?,
                Err(_) => Some(None),
            };
            let Some(converted) = converted else { return Ok(false) };
            writer.run(ReviewDeposit { deposit: DepositId(id), account, decision, converted, by }).await.map(drop)
        }
        SubjectKind::Withdrawal => {
            let Some(decision) = one(decision, WithdrawalFailure::from_word) else { return Ok(false) };
            return review_withdrawal(cashier, subject, decision).await;
        }
        SubjectKind::Identity => {
            let mut reader = db.read().await.map_err(Failed::Db)?;
            let check = kyc::store::by_id(&mut reader, IdentityCheckId(id)).await.map_err(Failed::Db)?;
            // Checked after the check is read: one that gets a new tag in between is refused by its old tag.
            let is_left = kyc::retag::is_left(&mut reader, account).await.map_err(Failed::Db)?;
            drop(reader);
            // A refusal claims no document.
            let is_left = is_left && *decision == Decision::Approve;
            let Some(check) = check.filter(|_| !is_left) else { return Ok(false) };
            let decision = match decision {
                Decision::Approve => Ok(()),
                Decision::Refuse(words) => Err(words.iter().filter_map(|word| CheckFailure::from_word(word)).collect()),
                Decision::Sent(_) => return Ok(false),
            };
            writer.run(ReviewIdentity { account, check: check.id, tag: check.tag, decision, by }).await.map(drop)
        }
        SubjectKind::Service => {
            let application = ServiceApplicationId(id);
            let mut reader = db.read().await.map_err(Failed::Db)?;
            let found = kyc::services::store::by_id(&mut reader, application).await.map_err(Failed::Db)?;
            drop(reader);
            let Some(found) = found else { return Ok(false) };
            let Some(decision) = one(decision, ServiceFailure::from_word) else { return Ok(false) };
            writer.run(ReviewService { account, service: found.service, application, decision, by }).await.map(drop)
        }
        SubjectKind::Payout => {
            let sending = match decision {
                Decision::Approve => cashier.payouts.sending().await.map_err(Failed::Db)?,
                Decision::Sent(reference) => Sending::ByHand { reference: reference.clone() },
                Decision::Refuse(words) => {
                    let failure = words.iter().find_map(|word| WithdrawalFailure::from_word(word));
                    let Some(failure) = failure else { return Ok(false) };
                    return review_withdrawal(cashier, subject, Err(failure)).await;
                }
            };
            let Some(payout_account) = payout_account(cashier, subject).await? else { return Ok(false) };
            let (withdrawal, policy) = (WithdrawalId(id), cashier.withdrawal_policy);
            writer.run(SendWithdrawal { withdrawal, account, payout_account, sending, policy }).await.map(drop)
        }
        SubjectKind::Arrival => match one(decision, ReturnReason::from_word) {
            Some(Ok(())) => writer.run(SettleWithdrawal { withdrawal: WithdrawalId(id), account }).await.map(drop),
            Some(Err(reason)) => {
                writer.run(ReturnWithdrawal { withdrawal: WithdrawalId(id), account, reason }).await.map(drop)
            }
            None => return Ok(false),
        },
        SubjectKind::Return => match one(decision, ReturnReason::from_word) {
            Some(Err(reason)) => {
                writer.run(ReturnWithdrawal { withdrawal: WithdrawalId(id), account, reason }).await.map(drop)
            }
            // Its arrival was recorded before.
            Some(Ok(())) | None => return Ok(false),
        },
    };
    done.map(|()| true).map_err(Failed::Run)
}

/// The credit of a deposit at present rates; the outer `None` while its currency has no rate, or if there is no such
/// deposit.
async fn converted(cashier: &Cashier, id: DepositId) -> Result<Option<Option<Converted>>, DbError> {
    let mut reader = cashier.db.read().await?;
    let Some(deposit) = funds::deposits(&mut reader, &[id.0]).await?.pop() else { return Ok(None) };
    CreditRates::in_force(&mut reader, &cashier.market, cashier.clock.now()).await?.converted(&deposit)
}

/// The saved account of a withdrawal, which may be locked; `None` if there is no such withdrawal.
async fn payout_account(cashier: &Cashier, subject: Subject) -> Result<Option<PayoutAccountId>, Failed> {
    let mut reader = cashier.db.read().await.map_err(Failed::Db)?;
    let found = withdrawal::store::one(&mut reader, subject.account, WithdrawalId(subject.id)).await;
    Ok(found.map_err(Failed::Db)?.map(|withdrawal| withdrawal.payout_account))
}

/// Approves a withdrawal, or rejects it; false if there is no such withdrawal.
async fn review_withdrawal(
    cashier: &Cashier,
    subject: Subject,
    decision: Result<(), WithdrawalFailure>,
) -> Result<bool, Failed> {
    let Some(payout_account) = payout_account(cashier, subject).await? else { return Ok(false) };
    let (withdrawal, account) = (WithdrawalId(subject.id), subject.account);
    let (by, policy) = (ReviewedBy::Reviewers, cashier.withdrawal_policy);
    let review = ReviewWithdrawal { withdrawal, account, payout_account, decision, by, policy };
    cashier.writer.run(review).await.map(|_| true).map_err(Failed::Run)
}

/// The decision with its one reason; `None` for an unknown reason, which never counts as an approval.
fn one<F>(decision: &Decision, of: impl Fn(&str) -> Option<F>) -> Option<Result<(), F>> {
    match decision {
        Decision::Approve => Some(Ok(())),
        Decision::Refuse(words) => words.iter().find_map(|word| of(word)).map(Err),
        Decision::Sent(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fails_is_told_once_until_it_is_something_else() {
        let mut told = None;
        let heard = [None, Some("a"), Some("a"), Some("a; b"), Some("a; b"), None, Some("a")]
            .map(|failed| news(&mut told, failed.map(str::to_owned)).map(str::to_owned));
        assert_eq!(heard.map(|heard| heard.is_some()), [false, true, false, true, false, false, true]);
    }
}
