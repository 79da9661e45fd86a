//! The placing of an order by any of the calls in `tickets`.

use plumbline_core::market::Market;

use super::{OrderReply, OrderRequest, Pricing};
use crate::http::{ApiError, Reply};
use crate::writer::{Recorded, Submission, Writer};

/// Places an order for an instrument of a market.
pub(super) async fn submit(
    (pricing, writer): (&Pricing, &Writer),
    submission: Submission,
    request: &OrderRequest,
    market: Market,
) -> Result<Reply<Recorded>, ApiError> {
    let account = submission.account;
    let action = async { request.place(pricing, account, market) };
    writer.submit::<_, OrderReply>(submission, action).await
}
