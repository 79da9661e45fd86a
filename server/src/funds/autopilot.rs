//! The reviewer of paper mode: completes each deposit some seconds after it was announced.
//!
//! It looks at the table and keeps nothing in memory, so a restart forgets no deposit, and two servers may both
//! run it: whoever comes second is told that the deposit has been reviewed.

use std::num::ParseIntError;
use std::str::FromStr;
use std::time::Duration;

use plumbline_core::decision::Refusal;
use plumbline_core::funds::{Deposit, ReviewDeposit};
use plumbline_core::time::UnixMillis;

use super::store;
use crate::app::App;
use crate::config::Mode;
use crate::db::DbError;
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
pub fn start(app: &App) {
    let Autopilot::AfterSeconds(seconds) = app.config.autopilot_seconds else { return };
    if app.config.mode == Mode::Live {
        return;
    }
    let (supervisor, app) = (app.supervisor.clone(), app.clone());
    supervisor.spawn("autopilot", async move {
        while tokio::time::timeout(LOOK_EVERY, app.stopping.cancelled()).await.is_err() {
            if let Err(error) = complete_due(&app, i64::from(seconds) * UnixMillis::SECOND).await {
                tracing::error!(%error, "the autopilot could not read the pending deposits; it tries again");
            }
        }
    });
}

async fn complete_due(app: &App, delay: i64) -> Result<(), DbError> {
    let until = app.clock.now().plus(-delay);
    let due = store::pending_deposits(&mut app.db.read().await?, until.0, DEPOSITS_A_LOOK).await?;
    futures_util::future::join_all(due.iter().map(|deposit| complete(app, deposit))).await;
    Ok(())
}

async fn complete(app: &App, deposit: &Deposit) {
    let review = ReviewDeposit { deposit: deposit.id, account: deposit.account, decision: Ok(()) };
    match app.writer.run(review).await {
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
