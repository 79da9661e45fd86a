use std::sync::Arc;

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::Market;
use super::detail::StockName;
use super::industries::industry_name;
use super::profile::profile;
use crate::http::{ApiError, Envelope, Language, Params, Reply, wire};

/// Facts on a company; null where they are not known.
#[derive(Debug, Serialize, ToSchema)]
pub struct Summary {
    pub profile: String,
    pub exchange: wire::Exchange,
    /// The industry, in the caller's language.
    pub classify: String,
    pub founded: Option<i64>,
    pub employees: Option<i64>,
    pub website: Option<String>,
    pub headquarters: Option<String>,
}

/// The known facts on the company behind a stock.
#[utoipa::path(get, path = "/m_ft/summary_detail", tag = "market", security(()), params(StockName),
    responses((status = 200, body = Envelope<Summary>),
        (status = 404, description = "instrument_unknown"),
        (status = 422, description = "market_unknown")))]
pub async fn summary(
    State(market): State<Arc<Market>>,
    language: Language,
    Params(request): Params<StockName>,
) -> Result<Reply<Summary>, ApiError> {
    let instrument = market.find(request.market.as_deref(), &request.stock_code)?;
    let known = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    Ok(Reply(Summary {
        profile: profile(instrument, language),
        exchange: instrument.exchange.clone().into(),
        classify: industry_name(&instrument.industry, language).to_owned(),
        founded: instrument.company.founded,
        employees: instrument.company.employees,
        website: known(&instrument.company.website),
        headquarters: known(&instrument.company.headquarters),
    }))
}
