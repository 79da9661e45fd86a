//! The reviewer of paper mode: decides on each identity check and each application some seconds after its submission.
//!
//! It looks at no image. It refuses checks by the typed data, as a reviewer would, and, for trials, those with the
//! first name [`REFUSED_NAME`]. The core refuses a document that verifies another account.

use std::sync::Arc;
use std::time::Duration;

use plumbline_core::command::Command;
use plumbline_core::decision::Refusal;
use plumbline_core::kyc::documents::Particulars;
use plumbline_core::kyc::service::{ReviewService, ServicePermission};
use plumbline_core::kyc::{CheckFailure, IdentityCheck, ReviewIdentity, ReviewedBy};
use plumbline_core::time::UnixMillis;

use super::{Desk, services, store};
use crate::db::DbError;
use crate::db::queue::Pass;
use crate::rounds::{Judgement, Round, Rounds};
use crate::supervision::Supervisor;

/// A first name that makes a check unsuccessful (`name_differs`); screens show it in paper mode.
pub const REFUSED_NAME: &str = "Refuse";
const LOOK_EVERY: Duration = Duration::from_millis(500);
/// Identity checks, and applications, that are read at a time.
const A_PART: i64 = 100;
/// Commands that are queued at a time.
const AT_ONCE: usize = 100;

/// Decides some seconds after something came, until the term ends, unless people do.
pub fn start(desk: Arc<Desk>, supervisor: &Supervisor) {
    let Some(seconds) = desk.autopilot else { return };
    let every = supervisor.every(LOOK_EVERY);
    supervisor.spawn("kyc autopilot", async move {
        while every.next().await {
            let until = desk.clock.now().plus(-i64::from(seconds) * UnixMillis::SECOND);
            if let Err(error) = review_due(&desk, until).await {
                tracing::error!(%error, "the autopilot could not read the applications; it tries again");
            }
        }
    });
}

async fn review_due(desk: &Desk, until: UnixMillis) -> Result<(), DbError> {
    let mut pass = Pass::in_parts_of(A_PART);
    while let Some(part) = pass.next() {
        let due = store::decidable(&mut desk.db.read().await?, until, part).await?;
        let reviews = due.found.iter().filter_map(|check| review(desk, check)).collect();
        let round = run(desk, reviews).await;
        pass.passed(due.rows, round.done);
    }
    let mut pass = Pass::in_parts_of(A_PART);
    while let Some(part) = pass.next() {
        let due = services::store::due_part(&mut desk.db.read().await?, until, part).await?;
        let round = run(desk, due.found.iter().map(open).collect()).await;
        pass.passed(due.rows, round.done);
    }
    Ok(())
}

/// Decides on a check; `None` for one that cannot be opened.
fn review(desk: &Desk, check: &IdentityCheck) -> Option<Command> {
    let particulars = desk.open(check).inspect_err(|error| {
        tracing::error!(%error, check = check.id.0, "an identity check cannot be opened");
    });
    let seen = seen(&particulars.ok()?, desk.today());
    let decision = if seen.is_empty() { Ok(()) } else { Err(seen) };
    let (account, id, tag) = (check.account, check.id, check.tag);
    Some(ReviewIdentity { account, check: id, tag, decision, by: ReviewedBy::Autopilot }.into())
}

/// Opens the service that is applied for.
fn open(application: &ServicePermission) -> Command {
    let ServicePermission { account, service, id, .. } = *application;
    ReviewService { account, service, application: id, decision: Ok(()), by: ReviewedBy::Autopilot }.into()
}

async fn run(desk: &Desk, commands: Vec<Command>) -> Round {
    let judge = |refusal| match refusal {
        // Another decision came first.
        Refusal::IdentityReviewed
        | Refusal::IdentityUnknown
        | Refusal::ServiceReviewed
        | Refusal::ServiceApplicationUnknown => Judgement::Done,
        _ => Judgement::Wait,
    };
    let round = Rounds { db: &desk.db, writer: &desk.writer, at_once: AT_ONCE }.run(commands, judge).await;
    if let Some(error) = round.failed {
        tracing::error!(%error, "the autopilot could not carry out a review; it tries again");
    }
    round
}

/// The failures that follow from the typed data.
fn seen(particulars: &Particulars, today: jiff::civil::Date) -> Vec<CheckFailure> {
    let is_refused = particulars.first_name.eq_ignore_ascii_case(REFUSED_NAME);
    let failures =
        [(particulars.has_expired(today), CheckFailure::DocumentExpired), (is_refused, CheckFailure::NameDiffers)];
    failures.into_iter().filter(|(seen, _)| *seen).map(|(_, failure)| failure).collect()
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn it_refuses_what_can_be_seen_from_what_was_typed() {
        let of = |first_name: &str, expiry_date| {
            let particulars = Particulars {
                first_name: first_name.to_owned(),
                last_name: "Lee".to_owned(),
                number: "A1234563".to_owned(),
                birth_date: date(1990, 1, 1),
                expiry_date,
                mrz: None,
            };
            seen(&particulars, date(2026, 11, 23))
        };
        assert_eq!(of("Ann", None), []);
        assert_eq!(of("Ann", Some(date(2026, 11, 23))), []);
        assert_eq!(of("Ann", Some(date(2026, 11, 22))), [CheckFailure::DocumentExpired]);
        assert_eq!(of("REFUSE", None), [CheckFailure::NameDiffers]);
    }
}
