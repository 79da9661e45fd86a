use serde::{Deserialize, Serialize};

use super::{Service, ServiceFailure, ServicePermission, ServiceStatus};
use crate::decision::{Action, Actor, Changes, Facts, Needs, Refusal, Stamp};
use crate::ids::{AccountId, ServiceApplicationId};
use crate::inbox::{Notice, NoticeKind};
use crate::kyc::ReviewedBy;

/// A decision on an application.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReviewService {
    pub account: AccountId,
    pub service: Service,
    pub application: ServiceApplicationId,
    pub decision: Result<(), ServiceFailure>,
    pub by: ReviewedBy,
}

/// Opens the service, or records the reason against it.
impl Action for ReviewService {
    type Done = ServicePermission;

    const NAME: &'static str = "review_service";

    fn actor(&self) -> Actor {
        Actor::Reviewer
    }

    fn accounts(&self) -> Vec<AccountId> {
        vec![self.account]
    }

    fn needs(&self, needs: &mut Needs) {
        needs.ask::<ServicePermission>((self.account, self.service));
    }

    fn carry_out(&self, facts: &mut Facts, stamp: &mut Stamp) -> Result<ServicePermission, Refusal> {
        facts.stored(self.decide(facts, stamp)?)
    }
}

impl ReviewService {
    fn decide(&self, facts: &Facts, stamp: &mut Stamp) -> Result<(Changes, ServicePermission), Refusal> {
        let found = facts.get::<ServicePermission>(&(self.account, self.service))?;
        let found = found.filter(|permission| permission.id == self.application);
        let mut permission = found.cloned().ok_or(Refusal::ServiceApplicationUnknown)?;
        if permission.status != ServiceStatus::UnderReview {
            return Err(Refusal::ServiceReviewed);
        }
        permission.status = if self.decision.is_ok() { ServiceStatus::Opened } else { ServiceStatus::Refused };
        permission.reason = self.decision.err();
        permission.reviewed_at = Some(stamp.now);
        permission.reviewed_by = Some(self.by);
        let reason = permission.reason.map(|reason| reason.word().to_owned());
        let service = self.service.code().to_owned();
        let kind = NoticeKind::ServiceReviewed { application: permission.id, service, reason };
        let mut changes = Changes::default();
        changes.put(Notice::new(self.account, kind, stamp));
        changes.put(permission.clone());
        Ok((changes, permission))
    }
}
