use crate::http::wire;
use plumbline_core::kyc::{CheckStatus, IdentityCheck};
use plumbline_core::time::UnixMillis;
use serde::Serialize;
use utoipa::ToSchema;

use crate::files::REFUSED_MAX;

/// An identity check as its customer sees it. It holds nothing of what the document says of the person.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct KycReply {
    /// 0 nothing was sent, 1 under review, 2 verified, 3 unsuccessful: another document may be sent.
    pub kyc_status: wire::KycStatus,
    /// The first of `reasons`.
    pub reason: Option<wire::CheckFailure>,
    /// The reasons for an unsuccessful check: document_unreadable, image_missing_corner, document_expired,
    /// document_type_unsupported, name_differs, number_invalid, underage or document_in_use.
    pub reasons: Vec<wire::CheckFailure>,
    /// 1 an ID card, 2 a passport.
    pub document_type: Option<wire::DocumentType>,
    pub country: Option<wire::Country>,
    pub submit_timestamp: Option<wire::Timestamp>,
    /// For a check under review, the time by which it is reviewed, 24 hours after it was sent.
    pub review_until_timestamp: Option<wire::Timestamp>,
    /// True if the review takes longer than 24 hours.
    pub overdue: bool,
    pub review_timestamp: Option<wire::Timestamp>,
    /// For an unsuccessful check, the time by which its images are deleted, or sooner if another document is sent.
    pub images_until_timestamp: Option<wire::Timestamp>,
    /// The reviewer: autopilot in paper mode, or reviewers.
    pub reviewed_by: Option<wire::ApplicationReviewer>,
}

impl KycReply {
    pub fn at(check: &IdentityCheck, now: UnixMillis) -> Self {
        let reasons: Vec<wire::CheckFailure> = check.reasons.iter().map(|reason| reason.word().into()).collect();
        Self {
            kyc_status: check.status.into(),
            reason: reasons.first().cloned(),
            reasons,
            document_type: Some(check.document.into()),
            country: Some(check.country.to_string().into()),
            submit_timestamp: Some(check.submitted_at.into()),
            review_until_timestamp: check.review_until().map(Into::into),
            overdue: check.is_overdue(now),
            review_timestamp: check.reviewed_at.map(Into::into),
            images_until_timestamp: images_until(check).map(Into::into),
            reviewed_by: check.reviewed_by.map(Into::into),
        }
    }
}

fn images_until(check: &IdentityCheck) -> Option<UnixMillis> {
    check.reviewed_at.filter(|_| check.status == CheckStatus::Unsuccessful).map(|at| at.plus(REFUSED_MAX))
}

/// The state at the time of its change.
impl From<&IdentityCheck> for KycReply {
    fn from(check: &IdentityCheck) -> Self {
        Self::at(check, check.reviewed_at.unwrap_or(check.submitted_at))
    }
}
