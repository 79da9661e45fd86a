//! The reviewer of paper mode: decides on each identity check and each application some seconds after it came.
//!
//! It looks at no image. It refuses what a reviewer would see from what was typed, and, for trying it, whoever calls
//! himself [`REFUSED_NAME`]. A document that verifies another account the core refuses.

use std::sync::Arc;
use std::time::Duration;

use plumbline_core::decision::Refusal;
use plumbline_core::kyc::documents::Particulars;
use plumbline_core::kyc::service::{ReviewService, ServicePermission};
use plumbline_core::kyc::{CheckFailure, IdentityCheck, ReviewIdentity, ReviewedBy};
use plumbline_core::time::UnixMillis;

use super::{Desk, services, store};
use crate::db::DbError;
use crate::supervision::Supervisor;
use crate::writer::RunError;

/// A first name with which a check is unsuccessful (`name_differs`); screens name it in paper mode.
pub const REFUSED_NAME: &str = "Refuse";
const LOOK_EVERY: Duration = Duration::from_millis(500);
/// Identity checks, and applications.
const DUE_A_LOOK: i64 = 100;

/// Decides some seconds after something came, until the server stops, unless people do.
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
    let mut reader = desk.db.read().await?;
    let checks = store::decidable(&mut reader, until, DUE_A_LOOK).await?;
    let applications = services::store::due(&mut reader, until, DUE_A_LOOK).await?;
    drop(reader);
    futures_util::future::join_all(checks.iter().map(|check| review(desk, check))).await;
    futures_util::future::join_all(applications.iter().map(|application| open(desk, application))).await;
    Ok(())
}

async fn review(desk: &Desk, check: &IdentityCheck) {
    let Ok(particulars) = desk.open(check).inspect_err(|error| {
        tracing::error!(%error, check = check.id.0, "an identity check cannot be opened");
    }) else {
        return;
    };
    let seen = seen(&particulars, desk.today());
    let decision = if seen.is_empty() { Ok(()) } else { Err(seen) };
    let (account, id, tag) = (check.account, check.id, check.tag);
    let review = ReviewIdentity { account, check: id, tag, decision, by: ReviewedBy::Autopilot };
    match desk.writer.run(review).await {
        // Somebody was first.
        Ok(_) | Err(RunError::Refused(Refusal::IdentityReviewed | Refusal::IdentityUnknown)) => {}
        Err(error) => tracing::error!(%error, check = id.0, "the autopilot could not review an identity check"),
    }
}

/// What is wrong with what was typed.
fn seen(particulars: &Particulars, today: jiff::civil::Date) -> Vec<CheckFailure> {
    let is_refused = particulars.first_name.eq_ignore_ascii_case(REFUSED_NAME);
    let failures =
        [(particulars.has_expired(today), CheckFailure::DocumentExpired), (is_refused, CheckFailure::NameDiffers)];
    failures.into_iter().filter(|(seen, _)| *seen).map(|(_, failure)| failure).collect()
}

async fn open(desk: &Desk, application: &ServicePermission) {
    let ServicePermission { account, service, id, .. } = *application;
    let review = ReviewService { account, service, application: id, decision: Ok(()), by: ReviewedBy::Autopilot };
    match desk.writer.run(review).await {
        Ok(_) | Err(RunError::Refused(Refusal::ServiceReviewed | Refusal::ServiceApplicationUnknown)) => {}
        Err(error) => tracing::error!(%error, application = id.0, "the autopilot could not open a service"),
    }
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
