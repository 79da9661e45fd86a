use std::sync::Arc;

use axum::extract::State;
use plumbline_core::kyc::service::Service;
use serde::Serialize;
use utoipa::ToSchema;

use super::services::{self, ServiceReply};
use super::{Desk, KycReply, autopilot, store};
use crate::http::{ApiError, Envelope, Reply};
use crate::identity::CurrentSession;

/// The progress of the customer's identity check and applications.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApplicationsReply {
    pub kyc: KycReply,
    pub block_trade: ServiceReply,
    /// Paper mode, for trying it: a first name whose identity check the autopilot reviews as unsuccessful. Null where people
    /// review: in live mode, and without an autopilot.
    pub paper_refused_name: Option<String>,
}

/// The customer's identity check and applications for services.
#[utoipa::path(post, path = "/api/user/userSet/applyStatus", tag = "kyc",
    responses((status = 200, body = Envelope<ApplicationsReply>)))]
pub async fn apply_status(
    State(desk): State<Arc<Desk>>,
    session: CurrentSession,
) -> Result<Reply<ApplicationsReply>, ApiError> {
    let (account, now) = (session.account_id, desk.clock.now());
    let mut reader = desk.db.read().await?;
    let check = store::of_account(&mut reader, account).await?;
    let block_trade = services::store::find(&mut reader, account, Service::BlockTrade).await?;
    Ok(Reply(ApplicationsReply {
        kyc: check.map_or_else(KycReply::default, |check| KycReply::at(&check, now)),
        block_trade: block_trade.as_ref().map_or_else(|| ServiceReply::none(Service::BlockTrade), ServiceReply::from),
        paper_refused_name: desk.autopilot.map(|_| autopilot::REFUSED_NAME.to_owned()),
    }))
}
