use std::sync::Arc;

use axum::extract::State;
use plumbline_core::funds::chains::{ReleaseSuspense, SuspenseRelease};
use plumbline_core::funds::format_rate;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{coin_rate, store};
use crate::funds::Cashier;
use crate::funds::rates::CreditRates;
use crate::http::{ApiError, Body, Envelope, IdempotencyKey, Reply, wire};
use crate::identity::CurrentSession;
use crate::market::Market;
use crate::writer::{Recorded, Submission};

#[derive(Debug, Deserialize, Serialize, ToSchema)]
pub struct ReleaseSuspenseRequest {
    /// The currency of the amount in suspense.
    pub currency: wire::Currency,
}

/// The amount that was credited out of suspense.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SuspenseReleaseReply {
    pub id: wire::Id,
    pub currency: wire::Currency,
    pub amount: wire::Decimal,
    pub credit_amount: wire::Decimal,
    pub credit_currency: wire::Currency,
    pub rate: wire::Decimal,
    pub create_time_timestamp: wire::Timestamp,
}

impl From<&SuspenseRelease> for SuspenseReleaseReply {
    fn from(release: &SuspenseRelease) -> Self {
        Self {
            id: release.id.into(),
            currency: release.currency.clone().into(),
            amount: release.amount.display(2).into(),
            credit_amount: release.credit.into(),
            credit_currency: release.credit.currency.into(),
            rate: format_rate(release.rate).into(),
            create_time_timestamp: release.created_at.into(),
        }
    }
}

/// Credits the amount of a currency in suspense to the funding account, although it is less than the minimum.
#[utoipa::path(post, path = "/recharge/releaseSuspense", tag = "funds", request_body = ReleaseSuspenseRequest,
    params(("Idempotency-Key" = wire::IdempotencyKey, Header, description = "A UUID, once for each intended release")),
    responses((status = 200, body = Envelope<SuspenseReleaseReply>),
        (status = 409, description = "nothing_in_suspense"),
        (status = 422, description = "currency_unsupported")))]
pub async fn release_suspense(
    State(cashier): State<Arc<Cashier>>,
    State(market): State<Arc<Market>>,
    session: CurrentSession,
    key: IdempotencyKey,
    Body(request): Body<ReleaseSuspenseRequest>,
) -> Result<Reply<Recorded>, ApiError> {
    let account = session.account_id;
    let submission = Submission::new(account, key, &request);
    let action = async {
        let mut reader = cashier.db.read().await?;
        let now = cashier.clock.now();
        let rates = CreditRates::in_force(&mut reader, &market, now).await?;
        let rate = coin_rate(&market, &rates, &request.currency, now);
        let rate = rate.ok_or(ApiError::invalid("currency_unsupported", "currency"))?;
        let deposits = store::suspended(&mut reader, account, &request.currency).await?;
        Ok(ReleaseSuspense { account, currency: request.currency.clone().into(), deposits, rate, asked: true })
    };
    cashier.writer.submit::<_, SuspenseReleaseReply>(submission, action).await
}
