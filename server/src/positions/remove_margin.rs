use std::sync::Arc;

use axum::extract::State;
use plumbline_core::money::Money;
use plumbline_core::products::RemoveMargin;
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
pub struct RemoveMarginRequest {
    /// The position's id.
    pub id: wire::Id,
    /// The amount to take back, in the wallet's currency: at most `removableMargin` of its row.
    pub amount: wire::Amount,
}

/// Takes money back that is set aside for an open position. What is left, also with the profit or the loss, is no less than the
/// initial margin at the mark.
#[utoipa::path(post, path = "/position/removeMargin", tag = "positions", request_body = RemoveMarginRequest,
    params(("Idempotency-Key" = wire::IdempotencyKey, Header, description = "A UUID, once for each intended withdrawal of margin")),
    responses((status = 200, body = Envelope<MarginPositionReply>),
        (status = 404, description = "position_unknown"),
        (status = 409, description = "margin_too_low, margin_called, charge_unknown, no_quote, stale_quote, instrument_not_tradable"),
        (status = 422, description = "amount_invalid")))]
pub async fn remove_margin(
    State(db): State<Db>,
    State(pricing): State<Arc<Pricing>>,
    State(writer): State<Writer>,
    session: CurrentSession,
    key: IdempotencyKey,
    Body(request): Body<RemoveMarginRequest>,
) -> Result<Reply<Recorded>, ApiError> {
    let account = session.account_id;
    let submission = Submission::new(account, key, &request);
    let action = async {
        let minor = amount(&request.amount)?;
        let Named { at, terms, .. } = Named::tradable(&db, &pricing, account, &request.id).await?;
        Ok(RemoveMargin { at, amount: Money::new(minor, at.wallet.currency()), terms })
    };
    writer.submit::<_, MarginPositionReply>(submission, action).await
}
