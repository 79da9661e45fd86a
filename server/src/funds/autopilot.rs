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

use plumbline_core::command::Command;
use plumbline_core::decision::Refusal;
use plumbline_core::funds::{
    Deposit, ReviewDeposit, ReviewWithdrawal, SendWithdrawal, Sending, SettleWithdrawal, Withdrawal, WithdrawalStatus,
};
use plumbline_core::kyc::ReviewedBy;
use plumbline_core::time::UnixMillis;

use super::rates::CreditRates;
use super::withdrawal::store;
use super::{Cashier, queries};
use crate::db::DbError;
use crate::db::queue::Pass;
use crate::mode::Mode;
use crate::rounds::{Judgement, Round, Rounds};
use crate::supervision::Supervisor;

/// The reviewer that its decisions record.
const BY: ReviewedBy = ReviewedBy::Autopilot;
const LOOK_EVERY: Duration = Duration::from_millis(500);
/// Deposits, and withdrawals, that are read at a time.
const A_PART: i64 = 100;
/// Commands that are queued at a time.
const AT_ONCE: usize = 100;

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
    let mut pass = Pass::in_parts_of(A_PART);
    while let Some(part) = pass.next() {
        let due = queries::pending_part(&mut cashier.db.read().await?, until.0, part).await?;
        let reviews = due.found.iter().filter_map(|deposit| review(cashier, deposit, &rates)).collect();
        let round = run(cashier, reviews).await;
        pass.passed(due.rows, round.done);
    }
    Ok(())
}

/// Completes a deposit; `None` for one of an account that is put aside, and for one that waits for a rate.
fn review(cashier: &Cashier, deposit: &Deposit, rates: &CreditRates) -> Option<Command> {
    if cashier.db.aside().has(deposit.account) {
        return None;
    }
    let converted = rates.converted(deposit).unwrap_or_else(|error| {
        tracing::warn!(%error, deposit = deposit.id.0, "a deposit could not be converted");
        None
    })?;
    let (deposit, account) = (deposit.id, deposit.account);
    Some(ReviewDeposit { deposit, account, decision: Ok(()), converted, by: BY }.into())
}

async fn advance_due(cashier: &Cashier, until: UnixMillis) -> Result<(), DbError> {
    let is_simulated = cashier.payouts.sending().await? == Sending::Simulated;
    let mut pass = Pass::in_parts_of(A_PART);
    while let Some(part) = pass.next() {
        let due = store::due(&mut cashier.db.read().await?, until.0, is_simulated, part).await?;
        let steps = due.found.iter().filter_map(|withdrawal| advance(cashier, withdrawal)).collect();
        let round = run(cashier, steps).await;
        pass.passed(due.rows, round.done);
    }
    Ok(())
}

/// Takes a withdrawal from its state to the next; `None` for one of an account that is put aside.
fn advance(cashier: &Cashier, withdrawal: &Withdrawal) -> Option<Command> {
    if cashier.db.aside().has(withdrawal.account) {
        return None;
    }
    let Withdrawal { id: withdrawal, account, payout_account, status, .. } = *withdrawal;
    let policy = cashier.withdrawal_policy;
    match status {
        WithdrawalStatus::Requested => {
            Some(ReviewWithdrawal { withdrawal, account, payout_account, decision: Ok(()), by: BY, policy }.into())
        }
        WithdrawalStatus::Approved => {
            let sending = Sending::Simulated;
            Some(SendWithdrawal { withdrawal, account, payout_account, sending, policy }.into())
        }
        WithdrawalStatus::Sent => Some(SettleWithdrawal { withdrawal, account }.into()),
        WithdrawalStatus::Settled | WithdrawalStatus::Rejected | WithdrawalStatus::Cancelled => None,
    }
}

async fn run(cashier: &Cashier, commands: Vec<Command>) -> Round {
    let judge = |refusal| match refusal {
        // Another decision came first.
        Refusal::DepositReviewed
        | Refusal::DepositCancelled
        | Refusal::WithdrawalReviewed
        | Refusal::WithdrawalCancelled
        | Refusal::WithdrawalNotApproved
        | Refusal::WithdrawalNotSent => Judgement::Done,
        Refusal::Unsound(_) | Refusal::OutOfRange => Judgement::PutAside,
        _ => Judgement::Wait,
    };
    let round = Rounds { db: &cashier.db, writer: &cashier.writer, at_once: AT_ONCE }.run(commands, judge).await;
    if let Some(error) = round.failed {
        tracing::error!(%error, "the autopilot could not complete a payment; it tries again");
    }
    round
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
