use plumbline_core::kyc::service::{Service, ServicePermission};
use serde::Serialize;
use utoipa::ToSchema;

/// An application for a service as its customer sees it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ServiceReply {
    pub service: String,
    /// 0 never applied for, 1 under review, 2 open, 3 refused: it may be applied for again.
    pub status: i64,
    /// The reason for a refusal: experience_insufficient or not_suitable.
    pub reason: Option<String>,
    pub apply_timestamp: Option<String>,
    pub review_timestamp: Option<String>,
    /// The reviewer: autopilot in paper mode, or reviewers.
    pub reviewed_by: Option<String>,
}

impl ServiceReply {
    /// The reply for a service that was never applied for.
    pub fn none(service: Service) -> Self {
        let service = service.code().to_owned();
        Self { service, status: 0, reason: None, apply_timestamp: None, review_timestamp: None, reviewed_by: None }
    }
}

impl From<&ServicePermission> for ServiceReply {
    fn from(permission: &ServicePermission) -> Self {
        Self {
            service: permission.service.code().to_owned(),
            status: permission.status.code(),
            reason: permission.reason.map(|reason| reason.word().to_owned()),
            apply_timestamp: Some(permission.applied_at.to_string()),
            review_timestamp: permission.reviewed_at.map(|at| at.to_string()),
            reviewed_by: permission.reviewed_by.map(|by| by.code().to_owned()),
        }
    }
}
