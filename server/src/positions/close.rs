use std::sync::Arc;

use axum::extract::State;
use plumbline_core::ids::PositionId;
use plumbline_core::orders::OrderSize;
use serde::{Deserialize, Serialize};

use utoipa::ToSchema;

use super::queries;
use crate::db::Db;
use crate::http::{ApiError, Body, Envelope, IdempotencyKey, Reply};
use crate::identity::CurrentSession;
use crate::orders::{OrderDraft, OrderReply, Pricing};
use crate::writer::{Recorded, Submission, Writer};

/// The part of a position to close at the market: a quantity, or `half` or `full` of what is available.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
pub struct CloseRequest {
    /// The position's id.
    pub id: String,
    pub quantity: Option<String>,
    /// `half` or `full`, when there is no quantity.
    pub size: Option<String>,
}

impl CloseRequest {
    fn size(&self) -> Result<OrderSize, ApiError> {
        let invalid = || ApiError::invalid("quantity_invalid", "quantity");
        match (self.quantity.as_deref().filter(|text| !text.is_empty()), self.size.as_deref()) {
            (Some(quantity), _) => quantity.parse().map(OrderSize::Exact).map_err(|_| invalid()),
            (None, Some("half")) => Ok(OrderSize::HalfPosition),
            (None, Some("full")) => Ok(OrderSize::FullPosition),
            (None, _) => Err(invalid()),
        }
    }
}

/// Closes a position, or a part of it, at the market: a long position is sold, a short one is bought back.
#[utoipa::path(post, path = "/position/flatPosition", tag = "positions", request_body = CloseRequest,
    params(("Idempotency-Key" = String, Header, description = "A UUID, once for each intended close")),
    responses((status = 200, body = Envelope<OrderReply>),
        (status = 404, description = "position_unknown"),
        (status = 409, description = "no_quote, stale_quote, session_closed, insufficient_funds, insufficient_position, instrument_not_tradable"),
        (status = 422, description = "quantity_invalid, lot_size, order_value_too_small")))]
pub async fn close(
    State(db): State<Db>,
    State(pricing): State<Arc<Pricing>>,
    State(writer): State<Writer>,
    session: CurrentSession,
    key: IdempotencyKey,
    Body(request): Body<CloseRequest>,
) -> Result<Reply<Recorded>, ApiError> {
    let unknown = || ApiError::not_found("position_unknown").on_field("id");
    let submission = Submission::new(session.account_id, key, &request);
    let action = async {
        let id: PositionId = request.id.parse().map_err(|_| unknown())?;
        let position = queries::find(&mut db.read().await?, session.account_id, id).await?.ok_or_else(unknown)?;
        let instrument = pricing.market.catalog.get(position.key.instrument).ok_or_else(unknown)?;
        OrderDraft::close(position.key.direction, request.size()?).place(&pricing, session.account_id, instrument)
    };
    writer.submit::<_, OrderReply>(submission, action).await
}
