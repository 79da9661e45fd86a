use std::sync::Arc;

use axum::extract::State;
use plumbline_core::money::Money;
use plumbline_core::products::AddMargin;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::MarginPositionReply;
use super::named::Named;
use crate::db::Db;
use crate::http::{ApiError, Body, Envelope, IdempotencyKey, Reply, amount, wire};
use crate::identity::CurrentSession;
use crate::orders::Pricing;
use crate::writer::{Recorded, Submission, Writer};

#[derive(Debug, Deserialize, Serialize, ToSchema)]
pub struct AddMarginRequest {
    /// The position's id.
    pub id: wire::Id,
    /// The amount to set aside in addition, in the wallet's currency.
    pub amount: wire::Amount,
}

/// Sets more money aside for an open position, so that it is closed later or never. The money comes back when the
/// position is closed.
#[utoipa::path(post, path = "/position/addPositionMargin", tag = "positions", request_body = AddMarginRequest,
    params(("Idempotency-Key" = wire::IdempotencyKey, Header, description = "A UUID, once for each intended addition")),
    responses((status = 200, body = Envelope<MarginPositionReply>),
        (status = 404, description = "position_unknown"),
        (status = 409, description = "insufficient_funds, instrument_not_tradable"),
        (status = 422, description = "amount_invalid")))]
pub async fn add_margin(
    State(db): State<Db>,
    State(pricing): State<Arc<Pricing>>,
    State(writer): State<Writer>,
    session: CurrentSession,
    key: IdempotencyKey,
    Body(request): Body<AddMarginRequest>,
) -> Result<Reply<Recorded>, ApiError> {
    let account = session.account_id;
    let submission = Submission::new(account, key, &request);
    let action = async {
        let minor = amount(&request.amount)?;
        let Named { at, .. } = Named::find(&db, &pricing, account, &request.id).await?;
        Ok(AddMargin { at, amount: Money::new(minor, at.wallet.currency()) })
    };
    writer.submit::<_, MarginPositionReply>(submission, action).await
}
