use serde::{Deserialize, Serialize};
use strum::{EnumIter, IntoEnumIterator};

use crate::decision::Record;
use crate::ids::{AccountId, ServiceApplicationId};
use crate::kyc::ReviewedBy;
use crate::time::UnixMillis;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, EnumIter, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Service {
    /// Single trades of at least 10,000 shares.
    BlockTrade,
}

impl Service {
    /// The word on the wire and in the database.
    pub const fn code(self) -> &'static str {
        match self {
            Self::BlockTrade => "blockTrade",
        }
    }

    pub fn from_code(code: &str) -> Option<Self> {
        Self::iter().find(|service| service.code() == code)
    }
}

/// The state of an application. An account that never applied has 0 on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ServiceStatus {
    UnderReview,
    Opened,
    /// The customer may apply again.
    Refused,
}

impl ServiceStatus {
    pub const ALL: [ServiceStatus; 3] = [Self::UnderReview, Self::Opened, Self::Refused];

    /// The number on the wire and in the database.
    pub const fn code(self) -> i64 {
        match self {
            Self::UnderReview => 1,
            Self::Opened => 2,
            Self::Refused => 3,
        }
    }

    pub fn from_code(code: i64) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.code() == code)
    }
}

/// A reason for refusing a service.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, EnumIter, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ServiceFailure {
    /// The customer has traded too little for it.
    ExperienceInsufficient,
    /// The service does not suit what is known of the customer.
    NotSuitable,
}

impl ServiceFailure {
    /// The stable word, which clients translate.
    pub const fn word(self) -> &'static str {
        match self {
            Self::ExperienceInsufficient => "experience_insufficient",
            Self::NotSuitable => "not_suitable",
        }
    }

    pub fn from_word(word: &str) -> Option<Self> {
        Self::iter().find(|failure| failure.word() == word)
    }
}

/// The state of an account's application for a service.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServicePermission {
    /// The id of the newest application.
    pub id: ServiceApplicationId,
    pub account: AccountId,
    pub service: Service,
    pub status: ServiceStatus,
    /// The reason for a refusal.
    pub reason: Option<ServiceFailure>,
    pub applied_at: UnixMillis,
    pub reviewed_at: Option<UnixMillis>,
    pub reviewed_by: Option<ReviewedBy>,
    /// Counts the changes.
    pub version: i64,
}

impl Record for ServicePermission {
    type Key = (AccountId, Service);

    const NAME: &'static str = "service_permission";

    /// Identified by the account and the service.
    const HAS_ID: bool = false;

    fn key(&self) -> (AccountId, Service) {
        (self.account, self.service)
    }

    fn version(&self) -> Option<i64> {
        Some(self.version)
    }

    fn advance(&mut self) {
        self.version += 1;
    }
}
