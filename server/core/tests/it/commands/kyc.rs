//! Customers submit documents, some of them used by others, and reviewers decide, also on earlier submissions.

use std::collections::BTreeMap;

use plumbline_core::decision::{Facts, Needs, Refusal};
use plumbline_core::ids::{AccountId, FileId, IdentityCheckId};
use plumbline_core::kyc::CheckStatus::{UnderReview, Unsuccessful, Verified};
use plumbline_core::kyc::documents::{CountryCode, DocumentKind};
use plumbline_core::kyc::{
    CheckFailure, DocumentClaim, DocumentTag, IdentityCheck, ReviewIdentity, ReviewedBy, SubmitIdentity,
};
use proptest::prelude::*;

use super::{ACCOUNTS, Venue};

#[derive(Clone, Debug)]
pub enum Step {
    Submit { account: usize, document: u8 },
    Review { account: usize, verifies: bool, of_before: bool },
}

pub fn step() -> impl Strategy<Value = Step> {
    let account = 0..ACCOUNTS.len();
    prop_oneof![
        (account.clone(), 0u8..3).prop_map(|(account, document)| Step::Submit { account, document }),
        (account, any::<bool>(), prop::bool::weighted(0.2)).prop_map(|(account, verifies, of_before)| Step::Review {
            account,
            verifies,
            of_before
        }),
    ]
}

impl Venue {
    pub fn identity(&mut self, step: &Step) {
        match *step {
            Step::Submit { account, document } => self.submit(ACCOUNTS[account], document),
            Step::Review { account, verifies, of_before } => self.review(ACCOUNTS[account], verifies, of_before),
        }
    }

    fn submit(&mut self, account: AccountId, document: u8) {
        let expected = match self.check_of(account).map(|check| check.status) {
            Some(UnderReview) => Err(Refusal::IdentityUnderReview),
            Some(Verified) => Err(Refusal::IdentityVerified),
            None | Some(Unsuccessful) => Ok(UnderReview),
        };
        let sent = self.decide(SubmitIdentity {
            account,
            document: DocumentKind::Passport,
            country: CountryCode::HONG_KONG,
            tag: DocumentTag([document; 32]),
            sealed: "sealed".to_owned(),
            front: FileId(self.next_id),
            back: None,
        });
        assert_eq!(sent.map(|check| check.status), expected);
    }

    fn review(&mut self, account: AccountId, verifies: bool, of_before: bool) {
        let Some(IdentityCheck { id, tag, status, .. }) = self.check_of(account) else { return };
        let is_taken = self.claims().get(&tag).is_some_and(|owner| *owner != account);
        let expected = match status {
            _ if of_before => Err(Refusal::IdentityUnknown),
            UnderReview => Ok(if verifies && !is_taken { Verified } else { Unsuccessful }),
            Verified | Unsuccessful => Err(Refusal::IdentityReviewed),
        };
        let check = IdentityCheckId(id.0 - i64::from(of_before));
        let decision = if verifies { Ok(()) } else { Err(vec![CheckFailure::Underage]) };
        let reviewed = self.decide(ReviewIdentity { account, check, tag, decision, by: ReviewedBy::Reviewers });
        assert_eq!(reviewed.map(|check| check.status), expected);
    }

    fn check_of(&self, account: AccountId) -> Option<IdentityCheck> {
        self.facts.written::<IdentityCheck>().find(|check| check.account == account).cloned()
    }

    fn claims(&self) -> BTreeMap<DocumentTag, AccountId> {
        self.facts.written::<DocumentClaim>().map(|claim| (claim.tag, claim.account)).collect()
    }

    pub fn copy_identities(&self, needs: &Needs, to: &mut Facts) {
        self.copy::<IdentityCheck>(needs, to);
        self.copy::<DocumentClaim>(needs, to);
    }

    /// Checks that each document verifies one account, and that no account is verified without one.
    pub fn check_identities(&self) {
        let claims = self.claims();
        let checks: Vec<_> = self.facts.written::<IdentityCheck>().collect();
        assert_eq!(claims.len(), checks.iter().filter(|check| check.status == Verified).count());
        for check in checks {
            assert_eq!(check.status == Verified, claims.get(&check.tag) == Some(&check.account), "{check:?}");
            assert_eq!(check.status == Unsuccessful, !check.reasons.is_empty(), "{check:?}");
            assert_eq!(check.status == UnderReview, check.reviewed_at.is_none(), "{check:?}");
            assert_eq!(check.reviewed_at.is_some(), check.reviewed_by.is_some(), "{check:?}");
        }
    }
}
