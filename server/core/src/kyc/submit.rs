use serde::{Deserialize, Serialize};

use super::documents::{CountryCode, DocumentKind};
use super::{CheckStatus, DocumentTag, IdentityCheck};
use crate::decision::{Action, Actor, Changes, Facts, Needs, Refusal, Stamp};
use crate::ids::{AccountId, FileId, IdentityCheckId};

/// A document that a customer sends, at first or after an unsuccessful review.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SubmitIdentity {
    pub account: AccountId,
    pub document: DocumentKind,
    pub country: CountryCode,
    pub tag: DocumentTag,
    /// The customer's particulars, which only the server can open.
    pub sealed: String,
    pub front: FileId,
    pub back: Option<FileId>,
}

/// Puts the document under review.
impl Action for SubmitIdentity {
    type Done = IdentityCheck;

    const NAME: &'static str = "submit_identity";

    fn actor(&self) -> Actor {
        Actor::Customer(self.account)
    }

    fn accounts(&self) -> Vec<AccountId> {
        vec![self.account]
    }

    fn needs(&self, needs: &mut Needs) {
        needs.ask::<IdentityCheck>(self.account);
    }

    fn carry_out(&self, facts: &mut Facts, stamp: &mut Stamp) -> Result<IdentityCheck, Refusal> {
        facts.stored(self.decide(facts, stamp)?)
    }
}

impl SubmitIdentity {
    fn decide(&self, facts: &Facts, stamp: &mut Stamp) -> Result<(Changes, IdentityCheck), Refusal> {
        let before = facts.get::<IdentityCheck>(&self.account)?;
        match before.map(|check| check.status) {
            None | Some(CheckStatus::Unsuccessful) => {}
            Some(CheckStatus::UnderReview) => return Err(Refusal::IdentityUnderReview),
            Some(CheckStatus::Verified) => return Err(Refusal::IdentityVerified),
        }
        let check = IdentityCheck {
            id: IdentityCheckId(stamp.next_id()),
            account: self.account,
            document: self.document,
            country: self.country,
            tag: self.tag,
            sealed: self.sealed.clone(),
            front: self.front,
            back: self.back,
            status: CheckStatus::UnderReview,
            reasons: Vec::new(),
            submitted_at: stamp.now,
            reviewed_at: None,
            reviewed_by: None,
            version: before.map_or(0, |check| check.version),
        };
        let mut changes = Changes::default();
        changes.put(check.clone());
        Ok((changes, check))
    }
}
