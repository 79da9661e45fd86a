//! The reviewer and payer of paper mode: completes each deposit some seconds after it was announced, and approves,
//! sends and settles each withdrawal, some seconds from state to state. Where withdrawals are paid out by files it only
//! approves them: sending is left to people.
//!
//! It reads the tables and keeps nothing in memory, so a restart loses nothing, and the rounds of two terms may
//! overlap: the second one finds the work done.

use std::num::ParseIntError;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use plumbline_core::decision::Refusal;
use plumbline_core::funds::{
    Deposit, ReviewDeposit, ReviewWithdrawal, SendWithdrawal, Sending, SettleWithdrawal, Withdrawal, WithdrawalStatus,
};
use plumbline_core::kyc::ReviewedBy;
use plumbline_core::time::UnixMillis;

use super::rates::CreditRates;
use super::withdrawal::store;
use super::{Cashier, queries};
use crate::db::queue::Pass;
use crate::db::{DbError, UnreadRow};
use crate::mode::Mode;
use crate::supervision::Supervisor;
use crate::writer::RunError;

/// The reviewer that its decisions record.
const BY: ReviewedBy = ReviewedBy::Autopilot;
const LOOK_EVERY: Duration = Duration::from_millis(500);
/// Most deposits, and most withdrawals, in one round.
const AT_ONCE: i64 = 100;

/// The time that a deposit stays pending and a withdrawal in each state; or no automatic decisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Autopilot {
    Off,
    AfterSeconds(u32),
}

impl Autopilot {
    pub const fn seconds(self) -> Option<u32> {
        match self {
            Self::Off => None,
            Self::AfterSeconds(seconds) => Some(seconds),
        }
    }
}

impl FromStr for Autopilot {
    type Err = ParseIntError;

    fn from_str(text: &str) -> Result<Self, ParseIntError> {
        if text == "off" { Ok(Self::Off) } else { text.parse().map(Self::AfterSeconds) }
    }
}

/// Runs until the term ends. In live mode there is no autopilot, whatever the setting.
pub fn start(cashier: Arc<Cashier>, setting: Autopilot, supervisor: &Supervisor) {
    let Autopilot::AfterSeconds(seconds) = setting else { return };
    if cashier.mode == Mode::Live {
        return;
    }
    let every = supervisor.every(LOOK_EVERY);
    supervisor.spawn("autopilot", async move {
        while every.next().await {
            let until = cashier.clock.now().plus(-i64::from(seconds) * UnixMillis::SECOND);
            if let Err(error) = complete_due(&cashier, until).await {
                tracing::error!(%error, "the autopilot could not read the pending deposits; it tries again");
            }
            if let Err(error) = advance_due(&cashier, until).await {
                tracing::error!(%error, "the autopilot could not read the open withdrawals; it tries again");
            }
        }
    });
}

async fn complete_due(cashier: &Cashier, until: UnixMillis) -> Result<(), DbError> {
    let rates = CreditRates::in_force(&mut cashier.db.read().await?, &cashier.market, cashier.clock.now()).await?;
    let mut pass = Pass::in_parts_of(AT_ONCE);
    while let Some(part) = pass.next() {
        let due = queries::pending_part(&mut cashier.db.read().await?, until.0, part).await?;
        let completed = join_all(due.found.iter().map(|deposit| complete(cashier, deposit, &rates))).await;
        pass.passed(due.rows, completed.into_iter().filter(|completed| *completed).count());
    }
    Ok(())
}

/// True if the deposit is decided.
async fn complete(cashier: &Cashier, deposit: &Deposit, rates: &CreditRates) -> bool {
    if cashier.db.aside().has(deposit.account) {
        return false;
    }
    let converted = match rates.converted(deposit) {
        Ok(Some(converted)) => converted,
        // The deposit waits for a rate.
        Ok(None) => return false,
        Err(error) => {
            tracing::warn!(%error, deposit = deposit.id.0, "a deposit could not be converted");
            return false;
        }
    };
    let review = ReviewDeposit { deposit: deposit.id, account: deposit.account, decision: Ok(()), converted, by: BY };
    match cashier.writer.run(review).await {
        Ok(_) | Err(RunError::Refused(Refusal::DepositReviewed | Refusal::DepositCancelled)) => true,
        // The row was logged when its account was put aside.
        Err(RunError::Unreadable) => false,
        Err(RunError::Refused(refusal @ (Refusal::Unsound(_) | Refusal::OutOfRange))) => {
            cashier.db.aside().put(&UnreadRow::refused(deposit.account, refusal));
            false
        }
        Err(error) => {
            tracing::error!(%error, deposit = deposit.id.0, "the autopilot could not complete a deposit");
            false
        }
    }
}

async fn advance_due(cashier: &Cashier, until: UnixMillis) -> Result<(), DbError> {
    let is_simulated = cashier.payouts.sending().await? == Sending::Simulated;
    let mut pass = Pass::in_parts_of(AT_ONCE);
    while let Some(part) = pass.next() {
        let due = store::due(&mut cashier.db.read().await?, until.0, is_simulated, part).await?;
        let advanced = join_all(due.found.iter().map(|withdrawal| advance(cashier, withdrawal))).await;
        pass.passed(due.rows, advanced.into_iter().filter(|advanced| *advanced).count());
    }
    Ok(())
}

/// Takes a withdrawal from its state to the next. True if it is there.
async fn advance(cashier: &Cashier, withdrawal: &Withdrawal) -> bool {
    if cashier.db.aside().has(withdrawal.account) {
        return false;
    }
    let Withdrawal { id, account, payout_account, .. } = *withdrawal;
    let policy = cashier.withdrawal_policy;
    let advanced = match withdrawal.status {
        WithdrawalStatus::Requested => {
            cashier
                .writer
                .run(ReviewWithdrawal { withdrawal: id, account, payout_account, decision: Ok(()), by: BY, policy })
                .await
        }
        WithdrawalStatus::Approved => {
            cashier
                .writer
                .run(SendWithdrawal { withdrawal: id, account, payout_account, sending: Sending::Simulated, policy })
                .await
        }
        WithdrawalStatus::Sent => cashier.writer.run(SettleWithdrawal { withdrawal: id, account }).await,
        WithdrawalStatus::Settled | WithdrawalStatus::Rejected | WithdrawalStatus::Cancelled => return false,
    };
    match advanced {
        // Another decision came first.
        Ok(_)
        | Err(RunError::Refused(
            Refusal::WithdrawalReviewed
            | Refusal::WithdrawalCancelled
            | Refusal::WithdrawalNotApproved
            | Refusal::WithdrawalNotSent,
        )) => true,
        Err(RunError::Unreadable) => false,
        Err(RunError::Refused(refusal @ (Refusal::Unsound(_) | Refusal::OutOfRange))) => {
            cashier.db.aside().put(&UnreadRow::refused(account, refusal));
            false
        }
        Err(error) => {
            tracing::error!(%error, withdrawal = id.0, "the autopilot could not advance a withdrawal");
            false
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_setting_is_a_number_or_off() {
        assert_eq!("3".parse(), Ok(Autopilot::AfterSeconds(3)));
        assert_eq!("off".parse(), Ok(Autopilot::Off));
        assert!("-1".parse::<Autopilot>().is_err() && "soon".parse::<Autopilot>().is_err());
    }
}
