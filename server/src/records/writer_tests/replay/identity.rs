use plumbline_core::ids::{AccountId, FileId};
use plumbline_core::kyc::documents::{CountryCode, DocumentKind};
use plumbline_core::kyc::service::{ApplyForService, ReviewService, Service, ServiceFailure};
use plumbline_core::kyc::{
    CheckFailure, CheckStatus, DocumentTag, IdentityCheck, ReviewIdentity, ReviewedBy, SubmitIdentity,
};

use super::Venue;

/// An identity check that is unsuccessful, one that verifies, one by a document that is in use, and a service.
pub async fn identify(venue: &Venue, account: AccountId, other: AccountId) {
    let submit = async |account| {
        let document = SubmitIdentity {
            account,
            document: DocumentKind::Passport,
            country: CountryCode::HONG_KONG,
            tag: DocumentTag([7; 32]),
            sealed: "sealed".into(),
            front: FileId(1),
            back: Some(FileId(2)),
        };
        venue.writer.run(document).await.unwrap()
    };
    let review = async |check: IdentityCheck, decision| {
        let IdentityCheck { account, id, tag, .. } = check;
        let review = ReviewIdentity { account, check: id, tag, decision, by: ReviewedBy::Reviewers };
        venue.writer.run(review).await.unwrap().status
    };
    let refused = Err(vec![CheckFailure::NameDiffers, CheckFailure::Underage]);
    assert_eq!(review(submit(account).await, refused).await, CheckStatus::Unsuccessful);
    assert_eq!(review(submit(account).await, Ok(())).await, CheckStatus::Verified);
    assert_eq!(review(submit(other).await, Ok(())).await, CheckStatus::Unsuccessful);
    let service = Service::BlockTrade;
    let applied = venue.writer.run(ApplyForService { account, service }).await.unwrap();
    let (application, by) = (applied.id, ReviewedBy::Autopilot);
    let decision = Err(ServiceFailure::NotSuitable);
    venue.writer.run(ReviewService { account, service, application, decision, by }).await.unwrap();
    venue.writer.run(ApplyForService { account, service }).await.unwrap();
}
