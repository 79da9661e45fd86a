use serde::{Deserialize, Serialize};

use super::documents::{CountryCode, DocumentKind};
use super::{CheckFailure, DocumentTag, ReviewedBy};
use crate::decision::{Facts, Record, Refusal};
use crate::ids::{AccountId, FileId, IdentityCheckId};
use crate::time::UnixMillis;

/// The longest time that a review takes, as customers are told.
pub const REVIEW_WITHIN: i64 = UnixMillis::DAY;

/// The state of an identity check. An account without a check has 0 on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CheckStatus {
    UnderReview,
    Verified,
    /// The customer may send another document or better images.
    Unsuccessful,
}

impl CheckStatus {
    pub const ALL: [CheckStatus; 3] = [Self::UnderReview, Self::Verified, Self::Unsuccessful];

    /// The number on the wire and in the database.
    pub const fn code(self) -> i64 {
        match self {
            Self::UnderReview => 1,
            Self::Verified => 2,
            Self::Unsuccessful => 3,
        }
    }

    pub fn from_code(code: i64) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.code() == code)
    }
}

/// An account's identity check: one for each account, in its newest state. Earlier submissions are not kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct IdentityCheck {
    /// The id of the newest submission.
    pub id: IdentityCheckId,
    pub account: AccountId,
    pub document: DocumentKind,
    pub country: CountryCode,
    pub tag: DocumentTag,
    /// The customer's particulars, which only the server can open.
    pub sealed: String,
    pub front: FileId,
    pub back: Option<FileId>,
    pub status: CheckStatus,
    /// The reasons for failure; none in every other state.
    pub reasons: Vec<CheckFailure>,
    pub submitted_at: UnixMillis,
    pub reviewed_at: Option<UnixMillis>,
    pub reviewed_by: Option<ReviewedBy>,
    /// Counts the changes.
    pub version: i64,
}

impl Record for IdentityCheck {
    type Key = AccountId;

    const NAME: &'static str = "identity_check";

    /// Identified by its account.
    const HAS_ID: bool = false;

    fn key(&self) -> AccountId {
        self.account
    }

    fn version(&self) -> Option<i64> {
        Some(self.version)
    }

    fn advance(&mut self) {
        self.version += 1;
    }
}

impl IdentityCheck {
    /// The deadline of the review, while it is under way.
    pub fn review_until(&self) -> Option<UnixMillis> {
        (self.status == CheckStatus::UnderReview).then(|| self.submitted_at.plus(REVIEW_WITHIN))
    }

    /// True if the review takes longer than the customer was told.
    pub fn is_overdue(&self, now: UnixMillis) -> bool {
        self.review_until().is_some_and(|until| until < now)
    }

    /// True if the account's identity is verified.
    pub(crate) fn is_verified(facts: &Facts, account: AccountId) -> Result<bool, Refusal> {
        Ok(facts.get::<Self>(&account)?.is_some_and(|check| check.status == CheckStatus::Verified))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_found_by_its_number() {
        for (code, status) in (1..).zip(CheckStatus::ALL) {
            assert_eq!((status.code(), CheckStatus::from_code(code)), (code, Some(status)));
        }
        assert_eq!((CheckStatus::from_code(0), CheckStatus::from_code(4)), (None, None));
    }
}
