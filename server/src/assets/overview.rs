use std::sync::Arc;

use axum::extract::State;
use plumbline_core::decimal::format_percent;
use plumbline_core::funds::{REPORTING, Rate, format_rate};
use plumbline_core::money::Currency;
use plumbline_core::time::UnixMillis;
use serde::Serialize;
use utoipa::ToSchema;

use super::equity;
use crate::clock::Clock;
use crate::db::Db;
use crate::funds::rates;
use crate::http::{ApiError, Envelope, Reply, wire};
use crate::identity::CurrentSession;
use crate::orders::Pricing;
use crate::positions::valuation::gains_in;

/// A rate that was used for sums across currencies.
#[derive(Debug, Serialize, ToSchema)]
pub struct RateReply {
    pub from: wire::Currency,
    pub to: wire::Currency,
    /// Units of `to` for one of `from`.
    pub rate: wire::Decimal,
    /// The source of the rate: market_quote, the newest quote of the pair; or, where the market does not quote it,
    /// hkma_zone_centre, or hkma_zone_centre_inverse for one over that.
    pub source: wire::Word,
}

/// The value of the account. Amounts are in `currency`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OverviewReply {
    pub currency: wire::Currency,
    /// The sum of cash, the value of owned instruments, and the gains and losses of positions on margin.
    pub total_assets: wire::Decimal,
    /// The cash of all wallets, including money held for open orders and withdrawals.
    pub cash: wire::Decimal,
    /// The value of all owned instruments, at their newest prices.
    pub market_value: wire::Decimal,
    /// Unrealised profit or loss of positions on margin, which is what they add to the total: the money set aside for
    /// them is cash.
    pub margin_profit: wire::Decimal,
    /// The gain since the trading day began in New York, without deposits and withdrawals.
    pub today_profit: wire::Decimal,
    /// `todayProfit` in percent of the money that was at work.
    pub today_profit_ratio: wire::Decimal,
    /// Today's gain on Hong Kong shares, in HKD.
    pub hk_today_profit: wire::Decimal,
    /// Unrealised profit on Hong Kong shares: their value less their cost, in HKD.
    pub hk_unrealized_profit: wire::Decimal,
    /// Unrealised profit or loss of all positions: for an owned instrument its value less its cost.
    pub unrealized_profit: wire::Decimal,
    /// Pairs of Unix milliseconds and total assets, oldest first: at most one an hour, one a day beyond a month, none while nothing changed, and now.
    pub history: Vec<(i64, wire::Decimal)>,
    pub rates: Vec<RateReply>,
}

impl From<&Rate> for RateReply {
    fn from(rate: &Rate) -> Self {
        Self {
            from: rate.from.into(),
            to: rate.to.into(),
            rate: format_rate(rate.rate).into(),
            source: rate.source.clone().into(),
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
        currency: REPORTING.into(),
        total_assets: equity.total.into(),
        cash: worth.cash.into(),
        market_value: worth.market_value.into(),
        margin_profit: worth.margin_profit.into(),
        today_profit: today.into(),
        today_profit_ratio: format_percent(equity.profit_basis_points(today)).into(),
        hk_today_profit: in_hkd.today.into(),
        hk_unrealized_profit: in_hkd.unrealized.into(),
        unrealized_profit: worth.unrealized.into(),
        history: history.into_iter().map(|(at, total)| (at.0, total.into())).collect(),
        rates: rates.iter().map(RateReply::from).collect(),
    }))
}
