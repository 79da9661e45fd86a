use std::sync::Arc;

use axum::extract::State;
use plumbline_core::decimal::Quantity;
use serde::Serialize;
use utoipa::ToSchema;

use super::chain::Chains;
use super::store;
use crate::funds::Cashier;
use crate::http::{ApiError, Envelope, Reply, wire};
use crate::identity::CurrentSession;

pub use super::store::in_suspense;

/// The amount of a currency that stands in suspense.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SuspenseReply {
    pub currency: wire::Currency,
    /// The sum of the payments received.
    pub amount: wire::Decimal,
    /// The sum from which the payments are credited by themselves.
    pub min_amount: wire::Decimal,
    /// The value of the payments when they were received; they are credited at the rate of the day.
    pub credit_amount: wire::Decimal,
    pub credit_currency: wire::Currency,
}

/// The payments received that are less than the minimum, by currency. They are the customer's: they are credited with
/// the next deposit, once there is enough, or when the customer asks (`/recharge/releaseSuspense`).
#[utoipa::path(post, path = "/recharge/suspense", tag = "funds",
    responses((status = 200, body = Envelope<Vec<SuspenseReply>>)))]
pub async fn suspense(
    State(cashier): State<Arc<Cashier>>,
    State(chains): State<Arc<Chains>>,
    session: CurrentSession,
) -> Result<Reply<Vec<SuspenseReply>>, ApiError> {
    let found = store::in_suspense(&mut cashier.db.read().await?, session.account_id).await?;
    let minimum = |currency: &String| {
        let of = chains.0.iter().filter(|chain| chain.currencies.contains(currency));
        of.map(|chain| chain.minimum).min().unwrap_or(Quantity::ZERO)
    };
    let reply = |(currency, amount, booked): (String, Quantity, plumbline_core::money::Money)| SuspenseReply {
        amount: amount.display(2).into(),
        min_amount: minimum(&currency).display(2).into(),
        credit_amount: booked.into(),
        credit_currency: booked.currency.into(),
        currency: currency.into(),
    };
    Ok(Reply(found.into_iter().map(reply).collect()))
}
