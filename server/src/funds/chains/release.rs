use std::sync::Arc;

use axum::extract::State;
use plumbline_core::funds::chains::{ReleaseSuspense, SuspenseRelease};
use plumbline_core::funds::format_rate;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{coin_rate, store};
use crate::funds::Cashier;
use crate::funds::rates::CreditRates;
use crate::http::{ApiError, Body, Envelope, IdempotencyKey, Reply};
use crate::identity::CurrentSession;
use crate::market::Market;
use crate::writer::{Recorded, Submission};

#[derive(Debug, Deserialize, Serialize, ToSchema)]
pub struct ReleaseSuspenseRequest {
    /// The currency of the amount in suspense.
    pub currency: String,
}

/// The amount that was credited out of suspense.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SuspenseReleaseReply {
    pub id: String,
    pub currency: String,
    pub amount: String,
    pub credit_amount: String,
    pub credit_currency: String,
    pub rate: String,
    pub create_time_timestamp: String,
}

impl From<&SuspenseRelease> for SuspenseReleaseReply {
    fn from(release: &SuspenseRelease) -> Self {
        Self {
            id: release.id.to_string(),
            currency: release.currency.clone(),
            amount: release.amount.display(2),
            credit_amount: release.credit.amount(),
            credit_currency: release.credit.currency.code().to_owned(),
            rate: format_rate(release.rate),
            create_time_timestamp: release.created_at.to_string(),
        }
    }
}

/// Credits the amount of a currency in suspense to the funding account, although it is less than the minimum.
#[utoipa::path(post, path = "/recharge/releaseSuspense", tag = "funds", request_body = ReleaseSuspenseRequest,
    params(("Idempotency-Key" = String, Header, description = "A UUID, once for each intended release")),
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
        Ok(ReleaseSuspense { account, currency: request.currency.clone(), deposits, rate, asked: true })
    };
    cashier.writer.submit::<_, SuspenseReleaseReply>(submission, action).await
}
