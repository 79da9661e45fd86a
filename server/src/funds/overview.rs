use std::sync::Arc;

use axum::extract::State;
use plumbline_core::decimal::format_percent;
use plumbline_core::funds::{REPORTING, Rate, format_rate};
use plumbline_core::money::Currency;
use plumbline_core::time::UnixMillis;
use serde::Serialize;
use utoipa::ToSchema;

use super::{equity, rates};
use crate::clock::Clock;
use crate::db::Db;
use crate::http::{ApiError, Envelope, Reply};
use crate::identity::CurrentSession;
use crate::orders::Pricing;
use crate::positions::valuation::gains_in;

/// A rate that sums across currencies were made with.
#[derive(Debug, Serialize, ToSchema)]
pub struct RateReply {
    pub from: String,
    pub to: String,
    /// Units of `to` for one of `from`.
    pub rate: String,
    /// Where the rate comes from: market_quote, the newest quote of the pair; hkma_zone_centre, or hkma_zone_centre_inverse for one over it, where the market does not quote it.
    pub source: String,
}

/// What the account is worth. Amounts are in `currency`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OverviewReply {
    pub currency: String,
    /// Cash, what is owned, and what positions on margin have gained or lost.
    pub total_assets: String,
    /// All wallets, what is held for open orders and withdrawals included.
    pub cash: String,
    /// All that is owned, at its newest prices.
    pub market_value: String,
    /// What positions on margin have gained or lost: they count with this, for what is set aside for them is cash.
    pub margin_profit: String,
    /// Gained since the trading day began in New York, deposits and withdrawals left out.
    pub today_profit: String,
    /// The same in percent of what was at work.
    pub today_profit_ratio: String,
    /// Gained today on Hong Kong shares, in HKD.
    pub hk_today_profit: String,
    /// What Hong Kong shares are worth less what they cost, in HKD.
    pub hk_unrealized_profit: String,
    /// What all positions have gained or lost: of what is owned, its value less its cost.
    pub unrealized_profit: String,
    /// Pairs of Unix milliseconds and total assets, oldest first: at most one an hour, one a day beyond a month, none while nothing changed, and now.
    pub history: Vec<(i64, String)>,
    pub rates: Vec<RateReply>,
}

impl From<&Rate> for RateReply {
    fn from(rate: &Rate) -> Self {
        Self {
            from: rate.from.code().to_owned(),
            to: rate.to.code().to_owned(),
            rate: format_rate(rate.rate),
            source: rate.source.clone(),
        }
    }
}

/// The customer's total assets, today's profit and the curve of the account.
#[utoipa::path(post, path = "/userCenter/getFundingOverview", tag = "funds",
    responses((status = 200, body = Envelope<OverviewReply>)))]
pub async fn overview(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(pricing): State<Arc<Pricing>>,
    session: CurrentSession,
) -> Result<Reply<OverviewReply>, ApiError> {
    let (account, now) = (session.account_id, clock.now());
    let mut reader = db.read().await?;
    let rates = rates::in_force(&mut reader, &pricing.market, now).await?;
    let estate = equity::load(&mut reader, account).await?;
    let (worth, equity) = estate.valued(&pricing, &rates).map_err(ApiError::internal)?;
    let morning = equity::at_day_start(&mut reader, account, pricing.market.day_began(now)).await?;
    let today = equity.profit_since(&morning).map_err(ApiError::internal)?;
    // A trading day lasts until the next one begins, over weekends and holidays.
    let since = now.plus(-10 * UnixMillis::DAY);
    let in_hkd = gains_in(&mut reader, account, Currency::Hkd, (&pricing, since)).await?;
    let mut history = equity::curve(&mut reader, account, now).await?;
    history.push((now, equity.total));
    Ok(Reply(OverviewReply {
        currency: REPORTING.code().to_owned(),
        total_assets: equity.total.amount(),
        cash: worth.cash.amount(),
        market_value: worth.market_value.amount(),
        margin_profit: worth.margin_profit.amount(),
        today_profit: today.amount(),
        today_profit_ratio: format_percent(equity.profit_basis_points(today)),
        hk_today_profit: in_hkd.today.amount(),
        hk_unrealized_profit: in_hkd.unrealized.amount(),
        unrealized_profit: worth.unrealized.amount(),
        history: history.into_iter().map(|(at, total)| (at.0, total.amount())).collect(),
        rates: rates.iter().map(RateReply::from).collect(),
    }))
}
