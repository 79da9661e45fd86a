use axum::extract::State;
use plumbline_core::ids::OrderId;
use plumbline_core::orders::{Cancel, CloseReason};
use serde::{Deserialize, Serialize};

use utoipa::ToSchema;

use super::{OrderReply, queries};
use crate::db::Db;
use crate::http::{ApiError, Body, Envelope, IdempotencyKey, Reply, wire};
use crate::identity::CurrentSession;
use crate::writer::{Recorded, Submission, Writer};

/// Names one of the caller's orders.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
pub struct OrderName {
    pub id: wire::Id,
}

/// Cancels the open part of an order, and gives back the money or shares held for it.
#[utoipa::path(post, path = "/orders/cancel", tag = "orders", request_body = OrderName,
    params(("Idempotency-Key" = wire::IdempotencyKey, Header, description = "A UUID, once for each intended cancellation")),
    responses((status = 200, body = Envelope<OrderReply>),
        (status = 404, description = "order_unknown"),
        (status = 409, description = "order_not_open")))]
pub async fn cancel(
    State(db): State<Db>,
    State(writer): State<Writer>,
    session: CurrentSession,
    key: IdempotencyKey,
    Body(request): Body<OrderName>,
) -> Result<Reply<Recorded>, ApiError> {
    let unknown = || ApiError::not_found("order_unknown").on_field("id");
    let submission = Submission::new(session.account_id, key, &request);
    let action = async {
        let id: OrderId = request.id.parse().map_err(|_| unknown())?;
        let order = queries::find(&mut db.read().await?, session.account_id, id).await?.ok_or_else(unknown)?;
        Ok(Cancel::new(order.at, CloseReason::Customer))
    };
    writer.submit::<_, OrderReply>(submission, action).await
}
