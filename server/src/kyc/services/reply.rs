use crate::http::wire;
use plumbline_core::kyc::service::{Service, ServicePermission};
use serde::Serialize;
use utoipa::ToSchema;

/// An application for a service as its customer sees it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ServiceReply {
    pub service: wire::Service,
    /// 0 never applied for, 1 under review, 2 open, 3 refused: it may be applied for again.
    pub status: wire::BlockTradeStatus,
    /// The reason for a refusal: experience_insufficient or not_suitable.
    pub reason: Option<wire::ServiceFailure>,
    pub apply_timestamp: Option<wire::Timestamp>,
    pub review_timestamp: Option<wire::Timestamp>,
    /// The reviewer: autopilot in paper mode, or reviewers.
    pub reviewed_by: Option<wire::ApplicationReviewer>,
}

impl ServiceReply {
    /// The reply for a service that was never applied for.
    pub fn none(service: Service) -> Self {
        let service = service.code().to_owned();
        Self {
            service: service.into(),
            status: wire::BlockTradeStatus(0),
            reason: None,
            apply_timestamp: None,
            review_timestamp: None,
            reviewed_by: None,
        }
    }
}

impl From<&ServicePermission> for ServiceReply {
    fn from(permission: &ServicePermission) -> Self {
        Self {
            service: permission.service.into(),
            status: permission.status.into(),
            reason: permission.reason.map(|reason| reason.word().into()),
            apply_timestamp: Some(permission.applied_at.into()),
            review_timestamp: permission.reviewed_at.map(Into::into),
            reviewed_by: permission.reviewed_by.map(Into::into),
        }
    }
}
