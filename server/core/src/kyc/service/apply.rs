use serde::{Deserialize, Serialize};

use super::{Service, ServicePermission, ServiceStatus};
use crate::decision::{Action, Actor, Changes, Facts, Needs, Refusal, Stamp};
use crate::ids::{AccountId, ServiceApplicationId};
use crate::kyc::IdentityCheck;

/// A customer's application for a service, at first or after a refusal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ApplyForService {
    pub account: AccountId,
    pub service: Service,
}

/// Puts the application under review. A verified identity is required.
impl Action for ApplyForService {
    type Done = ServicePermission;

    const NAME: &'static str = "apply_for_service";

    fn actor(&self) -> Actor {
        Actor::Customer(self.account)
    }

    fn accounts(&self) -> Vec<AccountId> {
        vec![self.account]
    }

    fn needs(&self, needs: &mut Needs) {
        needs.ask::<IdentityCheck>(self.account);
        needs.ask::<ServicePermission>((self.account, self.service));
    }

    fn carry_out(&self, facts: &mut Facts, stamp: &mut Stamp) -> Result<ServicePermission, Refusal> {
        facts.stored(self.decide(facts, stamp)?)
    }
}

impl ApplyForService {
    fn decide(&self, facts: &Facts, stamp: &mut Stamp) -> Result<(Changes, ServicePermission), Refusal> {
        let before = facts.get::<ServicePermission>(&(self.account, self.service))?;
        match before.map(|permission| permission.status) {
            None | Some(ServiceStatus::Refused) => {}
            Some(ServiceStatus::UnderReview) => return Err(Refusal::ServiceUnderReview),
            Some(ServiceStatus::Opened) => return Err(Refusal::ServiceOpened),
        }
        if !IdentityCheck::is_verified(facts, self.account)? {
            return Err(Refusal::KycRequired);
        }
        let permission = ServicePermission {
            id: ServiceApplicationId(stamp.next_id()),
            account: self.account,
            service: self.service,
            status: ServiceStatus::UnderReview,
            reason: None,
            applied_at: stamp.now,
            reviewed_at: None,
            reviewed_by: None,
            version: before.map_or(0, |permission| permission.version),
        };
        let mut changes = Changes::default();
        changes.put(permission.clone());
        Ok((changes, permission))
    }
}
