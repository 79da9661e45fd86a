//! Every state of an identity check and of an application for a service, and every event in each of them.

use plumbline_core::command::{Command, Listed, needs_of};
use plumbline_core::decision::{Facts, Needs, Refusal, Stamp, Unsound};
use plumbline_core::ids::{AccountId, FileId, IdentityCheckId};
use plumbline_core::inbox::Notice;
use plumbline_core::kyc::documents::{CountryCode, DocumentKind};
use plumbline_core::kyc::service::{
    ApplyForService, ReviewService, Service, ServiceFailure, ServicePermission, ServiceStatus,
};
use plumbline_core::kyc::{
    CheckFailure, CheckStatus, DocumentTag, IdentityCheck, REVIEW_WITHIN, ReviewIdentity, ReviewedBy, SubmitIdentity,
};
use plumbline_core::time::UnixMillis;

const ANN: AccountId = AccountId(1);
const BO: AccountId = AccountId(2);
const TAG: DocumentTag = DocumentTag([7; 32]);
const NOW: UnixMillis = UnixMillis(1_000);

struct Venue {
    facts: Facts,
    next_id: i64,
}

impl Venue {
    fn new() -> Self {
        Self { facts: Facts::default(), next_id: 1_000 }
    }

    fn run<A: Listed>(&mut self, action: A) -> Result<A::Done, Refusal> {
        let command: Command = action.into_command();
        self.facts.ask(&needs_of([&command]));
        let mut ids = self.next_id..;
        let done = command.carry_out(&mut self.facts, &mut Stamp::new(NOW, &mut || ids.next().unwrap()));
        self.next_id = ids.start;
        done.map(|done| A::into_done(done).unwrap())
    }

    fn submit(&mut self, account: AccountId) -> Result<IdentityCheck, Refusal> {
        self.run(SubmitIdentity {
            account,
            document: DocumentKind::Passport,
            country: CountryCode::HONG_KONG,
            tag: TAG,
            sealed: "sealed".into(),
            front: FileId(5),
            back: None,
        })
    }

    fn review(&mut self, check: &IdentityCheck, decision: Decision) -> Result<IdentityCheck, Refusal> {
        let IdentityCheck { account, id, tag, .. } = *check;
        self.run(ReviewIdentity { account, check: id, tag, decision, by: ReviewedBy::Reviewers })
    }

    /// Ann's check, brought into this state.
    fn made(&mut self, status: CheckStatus) -> IdentityCheck {
        let sent = self.submit(ANN).unwrap();
        match status {
            CheckStatus::UnderReview => sent,
            CheckStatus::Verified => self.review(&sent, Ok(())).unwrap(),
            CheckStatus::Unsuccessful => self.review(&sent, no()).unwrap(),
        }
    }

    fn told(&self) -> Vec<&'static str> {
        self.facts.written::<Notice>().map(|notice| notice.kind.code()).collect()
    }
}

type Decision = Result<(), Vec<CheckFailure>>;

fn no() -> Decision {
    Err(vec![CheckFailure::NameDiffers, CheckFailure::DocumentUnreadable, CheckFailure::NameDiffers])
}

#[test]
fn every_event_in_every_state() {
    use CheckStatus::{UnderReview, Unsuccessful, Verified};
    type Outcome = Result<CheckStatus, Refusal>;
    let reviewed = Err(Refusal::IdentityReviewed);
    let table: [(CheckStatus, [Outcome; 3]); 3] = [
        (UnderReview, [Err(Refusal::IdentityUnderReview), Ok(Verified), Ok(Unsuccessful)]),
        (Verified, [Err(Refusal::IdentityVerified), reviewed, reviewed]),
        (Unsuccessful, [Ok(UnderReview), reviewed, reviewed]),
    ];
    for (status, outcomes) in table {
        for (event, expected) in outcomes.into_iter().enumerate() {
            let mut venue = Venue::new();
            let made = venue.made(status);
            assert_eq!(made.status, status);
            let before = venue.told().len();
            let came = match event {
                0 => venue.submit(ANN),
                1 => venue.review(&made, Ok(())),
                _ => venue.review(&made, no()),
            };
            assert_eq!(
                came.as_ref().map(|check| check.status).map_err(|refusal| *refusal),
                expected,
                "{status:?} {event}"
            );
            let tells = came.is_ok() && event > 0;
            assert_eq!(venue.told().len() - before, usize::from(tells), "a review is told, and nothing else");
        }
    }
}

#[test]
fn a_review_keeps_each_reason_once_and_who_decided() {
    let mut venue = Venue::new();
    let refused = venue.made(CheckStatus::Unsuccessful);
    assert_eq!(refused.reasons, [CheckFailure::DocumentUnreadable, CheckFailure::NameDiffers]);
    assert_eq!((refused.reviewed_at, refused.reviewed_by), (Some(NOW), Some(ReviewedBy::Reviewers)));
    assert_eq!(venue.told(), ["identity_unsuccessful"]);
    let again = venue.submit(ANN).unwrap();
    assert_eq!((again.reasons.len(), again.reviewed_at, again.reviewed_by), (0, None, None));
    assert_eq!(venue.review(&again, Err(Vec::new())), Err(Refusal::ReasonRequired));
    // A decision on the first document does not count for the second.
    assert_eq!(venue.review(&refused, Ok(())), Err(Refusal::IdentityUnknown));
    let unknown = IdentityCheck { id: IdentityCheckId(1), ..again.clone() };
    assert_eq!(venue.review(&unknown, Ok(())), Err(Refusal::IdentityUnknown));
    assert_eq!(venue.review(&IdentityCheck { account: BO, ..again }, Ok(())), Err(Refusal::IdentityUnknown));
}

#[test]
fn a_document_verifies_one_account() {
    let mut venue = Venue::new();
    let (ann, bo) = (venue.submit(ANN).unwrap(), venue.submit(BO).unwrap());
    assert_eq!(venue.review(&ann, Ok(())).unwrap().status, CheckStatus::Verified);
    let second = venue.review(&bo, Ok(())).unwrap();
    assert_eq!((second.status, second.reasons), (CheckStatus::Unsuccessful, vec![CheckFailure::DocumentInUse]));
    assert_eq!(venue.told(), ["identity_verified", "identity_unsuccessful"]);
}

#[test]
fn a_refused_document_is_claimed_by_nobody() {
    let mut venue = Venue::new();
    venue.made(CheckStatus::Unsuccessful);
    let bo = venue.submit(BO).unwrap();
    assert_eq!(venue.review(&bo, Ok(())).unwrap().status, CheckStatus::Verified);
}

#[test]
fn a_review_is_late_after_a_day() {
    let sent = Venue::new().made(CheckStatus::UnderReview);
    let until = NOW.plus(REVIEW_WITHIN);
    assert_eq!((sent.review_until(), REVIEW_WITHIN), (Some(until), 86_400_000));
    assert!(!sent.is_overdue(until) && sent.is_overdue(until.plus(1)));
    for status in [CheckStatus::Verified, CheckStatus::Unsuccessful] {
        let ended = Venue::new().made(status);
        assert_eq!((ended.review_until(), ended.is_overdue(UnixMillis(i64::MAX))), (None, false));
    }
}

const BLOCKS: ApplyForService = ApplyForService { account: ANN, service: Service::BlockTrade };

fn decided(of: &ServicePermission, decision: Result<(), ServiceFailure>) -> ReviewService {
    let ServicePermission { account, service, id, .. } = *of;
    ReviewService { account, service, application: id, decision, by: ReviewedBy::Autopilot }
}

#[test]
fn a_service_is_only_for_the_verified() {
    for status in [None, Some(CheckStatus::UnderReview), Some(CheckStatus::Unsuccessful)] {
        let mut venue = Venue::new();
        let _ = status.map(|status| venue.made(status));
        assert_eq!(venue.run(BLOCKS), Err(Refusal::KycRequired), "{status:?}");
    }
}

#[test]
fn every_event_in_every_state_of_a_service() {
    use ServiceStatus::{Opened, Refused, UnderReview};
    let reviewed = Err(Refusal::ServiceReviewed);
    let table = [
        (UnderReview, [Err(Refusal::ServiceUnderReview), Ok(Opened), Ok(Refused)]),
        (Opened, [Err(Refusal::ServiceOpened), reviewed, reviewed]),
        (Refused, [Ok(UnderReview), reviewed, reviewed]),
    ];
    let no = Err(ServiceFailure::NotSuitable);
    for (status, outcomes) in table {
        for (event, expected) in outcomes.into_iter().enumerate() {
            let mut venue = Venue::new();
            venue.made(CheckStatus::Verified);
            let applied = venue.run(BLOCKS).unwrap();
            let made = match status {
                UnderReview => applied,
                Opened => venue.run(decided(&applied, Ok(()))).unwrap(),
                Refused => venue.run(decided(&applied, no)).unwrap(),
            };
            let came = match event {
                0 => venue.run(BLOCKS),
                1 => venue.run(decided(&made, Ok(()))),
                _ => venue.run(decided(&made, no)),
            };
            assert_eq!(came.map(|permission| permission.status), expected, "{status:?} {event}");
        }
    }
}

#[test]
fn a_decision_on_an_earlier_application_is_none_on_a_later_one() {
    let mut venue = Venue::new();
    venue.made(CheckStatus::Verified);
    let first = venue.run(BLOCKS).unwrap();
    let refused = venue.run(decided(&first, Err(ServiceFailure::ExperienceInsufficient))).unwrap();
    assert_eq!(
        (refused.reason, refused.reviewed_by),
        (Some(ServiceFailure::ExperienceInsufficient), Some(ReviewedBy::Autopilot))
    );
    let again = venue.run(BLOCKS).unwrap();
    assert_eq!((again.reason, again.reviewed_at), (None, None));
    assert_eq!(venue.run(decided(&first, Ok(()))), Err(Refusal::ServiceApplicationUnknown));
    assert_eq!(venue.run(decided(&again, Ok(()))).unwrap().status, ServiceStatus::Opened);
    assert_eq!(venue.told(), ["identity_verified", "service_refused", "service_opened"]);
}

/// Each command with all but one of the records that it needs: it is refused as our fault.
#[test]
fn a_record_that_was_not_loaded_is_never_taken_for_nothing() {
    let mut venue = Venue::new();
    let sent = venue.made(CheckStatus::UnderReview);
    let IdentityCheck { account, id, tag, .. } = sent;
    let review = ReviewIdentity { account, check: id, tag, decision: Ok(()), by: ReviewedBy::Reviewers };
    let decide = |facts: &mut Facts, command: Command| {
        let mut ids = 1..;
        command.carry_out(facts, &mut Stamp::new(NOW, &mut || ids.next().unwrap())).unwrap_err()
    };
    let missing = |kind| Refusal::Unsound(Unsound::NotLoaded(kind));
    let mut nothing = Facts::default();
    assert_eq!(decide(&mut nothing, review.clone().into()), missing("identity_check"));
    assert_eq!(decide(&mut nothing, BLOCKS.into()), missing("service_permission"));
    let mut needs = Needs::default();
    needs.ask::<IdentityCheck>(account);
    let mut without_claim = Facts::about(&needs);
    without_claim.load(sent);
    assert_eq!(decide(&mut without_claim, review.into()), missing("document_claim"));
    let mut needs = Needs::default();
    needs.ask::<ServicePermission>((ANN, Service::BlockTrade));
    assert_eq!(decide(&mut Facts::about(&needs), BLOCKS.into()), missing("identity_check"));
}
