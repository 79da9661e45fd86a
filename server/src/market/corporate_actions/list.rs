use std::sync::Arc;

use axum::extract::State;
use plumbline_core::market::{ActionTerms, CorporateAction, Instrument};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::clock::Clock;
use crate::http::{ApiError, Envelope, PageRequest, Paged, Params, Reply, wire};
use crate::market::Market;

/// The stock whose dividends and splits are listed.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct CorporateActionsRequest {
    pub stock_code: wire::StockCode,
    /// The market; needed where several markets have the code.
    pub market: Option<wire::Market>,
}

/// A dividend or a split. Dates are where the exchange is.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CorporateActionRow {
    pub id: wire::Id,
    /// dividend or split.
    pub action: wire::CorporateActionKind,
    /// The amount paid for each share; of dividends only, as is their currency.
    pub per_share: Option<wire::Decimal>,
    pub currency: Option<wire::Currency>,
    /// The number of new shares that replace `oldShares` old ones; of splits only.
    pub new_shares: Option<i64>,
    pub old_shares: Option<i64>,
    pub announced_timestamp: wire::Timestamp,
    /// The ex date: buyers on this day or later take no part in the action.
    pub ex_date: wire::Date,
    /// The moment at which the ex date begins.
    pub ex_timestamp: wire::Timestamp,
    pub record_date: wire::Date,
    /// The day on which a dividend is paid; of a split its ex date.
    pub pay_date: wire::Date,
    /// The source of the announcement; `simulated` for companies of the simulated market.
    pub announced_by: String,
}

impl CorporateActionRow {
    pub fn of(action: &CorporateAction, instrument: &Instrument) -> Self {
        let (dividend, ratio) = match &action.terms {
            ActionTerms::Dividend { amount, currency } => (Some((amount, currency)), None),
            ActionTerms::Split(ratio) => (None, Some(ratio)),
        };
        Self {
            id: action.id.into(),
            action: action.terms.code().into(),
            per_share: dividend.map(|(amount, _)| amount.display(instrument.price_decimals).into()),
            currency: dividend.map(|(_, currency)| (*currency).into()),
            new_shares: ratio.map(|ratio| ratio.new_shares()),
            old_shares: ratio.map(|ratio| ratio.old_shares()),
            announced_timestamp: action.announced_at.into(),
            ex_date: action.ex_date.into(),
            ex_timestamp: action.ex_at.into(),
            record_date: action.record_date.into(),
            pay_date: action.pay_date.into(),
            announced_by: action.source.clone(),
        }
    }
}

/// The announced dividends and splits of a stock, including those to come, the newest ex date first.
#[utoipa::path(get, path = "/market/corporateActions", tag = "market", security(()), params(CorporateActionsRequest, PageRequest),
    responses((status = 200, body = Envelope<Paged<CorporateActionRow>>),
        (status = 404, description = "instrument_unknown"),
        (status = 422, description = "market_unknown, market_ambiguous, page_invalid")))]
pub async fn corporate_actions(
    State(market): State<Arc<Market>>,
    State(clock): State<Clock>,
    Params(request): Params<CorporateActionsRequest>,
    Params(page): Params<PageRequest>,
) -> Result<Reply<Paged<CorporateActionRow>>, ApiError> {
    let instrument = market.find(request.market.as_deref(), &request.stock_code)?;
    let now = clock.now();
    let mut all = market.corporate_actions.of(instrument.id);
    all.retain(|action| action.announced_at <= now);
    all.reverse();
    let rows: Vec<CorporateActionRow> = all.iter().map(|action| CorporateActionRow::of(action, instrument)).collect();
    Ok(Reply(page.checked()?.cut(&rows)))
}
