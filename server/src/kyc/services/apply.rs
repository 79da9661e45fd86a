use axum::extract::State;
use plumbline_core::kyc::service::{ApplyForService, Service};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::ServiceReply;
use crate::http::{ApiError, Body, Envelope, IdempotencyKey, Reply, wire};
use crate::identity::CurrentSession;
use crate::writer::{Recorded, Submission, Writer};

#[derive(Debug, Deserialize, Serialize, ToSchema)]
pub struct ServiceRequest {
    /// The service: blockTrade.
    pub service: wire::Service,
}

/// Applies for a service, which needs a verified identity. The application is reviewed, and the result appears in the
/// inbox.
#[utoipa::path(post, path = "/userCenter/apply/service", tag = "kyc", request_body = ServiceRequest,
    params(("Idempotency-Key" = wire::IdempotencyKey, Header, description = "A UUID, once for each intended application")),
    responses((status = 200, body = Envelope<ServiceReply>),
        (status = 409, description = "kyc_required, service_under_review, service_opened"),
        (status = 422, description = "service_unknown")))]
pub async fn apply(
    State(writer): State<Writer>,
    session: CurrentSession,
    key: IdempotencyKey,
    Body(request): Body<ServiceRequest>,
) -> Result<Reply<Recorded>, ApiError> {
    let account = session.account_id;
    let submission = Submission::new(account, key, &request);
    let action = async {
        let service = Service::from_code(&request.service).ok_or(ApiError::invalid("service_unknown", "service"))?;
        Ok(ApplyForService { account, service })
    };
    writer.submit::<_, ServiceReply>(submission, action).await
}
