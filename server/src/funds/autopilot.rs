//! The reviewer of paper mode: completes each deposit some seconds after it was announced.
//!
//! It looks at the table and keeps nothing in memory, so a restart forgets no deposit, and two servers may both
//! run it: whoever comes second is told that the deposit has been reviewed.

use std::num::ParseIntError;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use plumbline_core::decision::Refusal;
use plumbline_core::funds::{Deposit, ReviewDeposit};
use plumbline_core::time::UnixMillis;

use super::{Cashier, queries};
use crate::db::DbError;
use crate::mode::Mode;
use crate::supervision::Supervisor;
use crate::writer::RunError;

const LOOK_EVERY: Duration = Duration::from_millis(500);
const DEPOSITS_A_LOOK: i64 = 100;

/// How long a deposit stays pending, or that nobody completes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Autopilot {
    Off,
    AfterSeconds(u32),
}

impl FromStr for Autopilot {
    type Err = ParseIntError;

    fn from_str(text: &str) -> Result<Self, ParseIntError> {
        if text == "off" { Ok(Self::Off) } else { text.parse().map(Self::AfterSeconds) }
    }
}

/// Runs until the server stops. In live mode there is no autopilot, whatever the setting.
pub fn start(cashier: Arc<Cashier>, setting: Autopilot, supervisor: &Supervisor) {
    let Autopilot::AfterSeconds(seconds) = setting else { return };
    if cashier.mode == Mode::Live {
        return;
    }
    let every = supervisor.every(LOOK_EVERY);
    supervisor.spawn("autopilot", async move {
        while every.next().await {
            if let Err(error) = complete_due(&cashier, i64::from(seconds) * UnixMillis::SECOND).await {
                tracing::error!(%error, "the autopilot could not read the pending deposits; it tries again");
            }
        }
    });
}

async fn complete_due(cashier: &Cashier, delay: i64) -> Result<(), DbError> {
    let until = cashier.clock.now().plus(-delay);
    let due = queries::pending_deposits(&mut cashier.db.read().await?, until.0, DEPOSITS_A_LOOK).await?;
    futures_util::future::join_all(due.iter().map(|deposit| complete(cashier, deposit))).await;
    Ok(())
}

async fn complete(cashier: &Cashier, deposit: &Deposit) {
    let review = ReviewDeposit { deposit: deposit.id, account: deposit.account, decision: Ok(()) };
    match cashier.writer.run(review).await {
        Ok(_) | Err(RunError::Refused(Refusal::DepositReviewed)) => {}
        Err(error) => tracing::error!(%error, deposit = deposit.id.0, "the autopilot could not complete a deposit"),
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
