use plumbline_core::decimal::{Price, format_percent};
use plumbline_core::positions::Position;
use serde::Serialize;
use utoipa::ToSchema;

use super::queries::Traded;
use super::valuation::Valuation;
use crate::http::Language;
use crate::orders::Pricing;

/// A position with its value at the newest price.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PositionRow {
    pub id: String,
    #[serde(rename = "stock_code")]
    pub stock_code: String,
    pub name: String,
    pub market: String,
    pub source: i64,
    /// 0 long, 1 short.
    pub direction: i64,
    pub position_num: String,
    /// The quantity that is not set aside for open orders that close the position.
    pub available_num: String,
    /// The cost of the open quantity, fees included; for a position on margin the money set aside for it.
    pub isolated_position: String,
    /// The newest price; null before the first tick.
    pub price: Option<String>,
    pub avg_price: String,
    /// The market value, in `priceCurrency`.
    pub market_value: Option<String>,
    /// The change since the position was opened, in percent; above zero for a gain.
    pub zdf: Option<String>,
    /// Unrealised profit: for what is owned, market value less cost.
    pub profit: Option<String>,
    pub today_profit: Option<String>,
    /// Fees paid since the position was opened.
    pub fee: String,
    /// The currency of profits, fees and the money set aside, which is the wallet's.
    pub currency: String,
    /// The currency of prices and of the market value.
    pub price_currency: String,
    /// The leverage; null for an owned instrument, as are the next three.
    pub leverage: Option<String>,
    /// The quote at which the position would be closed.
    pub mark_price: Option<String>,
    /// The mark at which the house closes half of the position, and then all; also null where no price is that bad.
    pub liquidation_price: Option<String>,
    /// The money set aside and the profit, in percent of the initial margin. At 50 the house closes half of the
    /// position, and then all.
    pub margin_level: Option<String>,
    /// The stop-loss that the customer set: the mark at which the position is closed at a loss.
    pub stop_loss: Option<String>,
    /// The take-profit that the customer set: the mark at which the position is closed at a profit.
    pub take_profit: Option<String>,
    /// The status: 0 open.
    pub status: i64,
    pub create_time_timestamp: String,
    pub modify_time_timestamp: String,
    pub version: i64,
}

impl PositionRow {
    pub fn of(position: &Position, traded_today: Traded, pricing: &Pricing, language: Language) -> Self {
        let market = &pricing.market;
        let instrument = market.catalog.get(position.key.instrument);
        let now = Valuation::of(position, traded_today, pricing);
        let margin = now.as_ref().and_then(|now| now.margin);
        let shown = |price: Price| price.display(2);
        Self {
            id: position.id.to_string(),
            stock_code: instrument.map(|i| i.code.clone()).unwrap_or_default(),
            name: market.name(position.key.instrument, language),
            market: instrument.map(|i| i.market.code().to_owned()).unwrap_or_default(),
            source: instrument.map(|i| i.market.source()).unwrap_or_default(),
            direction: position.key.direction.code(),
            position_num: position.quantity.to_string(),
            available_num: position.available().to_string(),
            isolated_position: position.stake().amount(),
            price: now.map(|now| shown(now.price)),
            avg_price: shown(position.average_price()),
            market_value: now.map(|now| now.value.amount()),
            zdf: now.map(|now| format_percent(now.change)),
            profit: now.map(|now| now.profit.amount()),
            today_profit: now.map(|now| now.today.amount()),
            fee: position.fees.amount(),
            currency: position.fees.currency.code().to_owned(),
            price_currency: position.cost.currency.code().to_owned(),
            leverage: position.leverage().map(|leverage| leverage.to_string()),
            mark_price: now.filter(|_| margin.is_some()).map(|now| shown(now.price)),
            liquidation_price: margin.and_then(|margin| margin.liquidation_price).map(shown),
            margin_level: margin.map(|margin| format_percent(margin.level)),
            stop_loss: position.protection.stop_loss.map(shown),
            take_profit: position.protection.take_profit.map(shown),
            status: 0,
            create_time_timestamp: position.opened_at.to_string(),
            modify_time_timestamp: position.updated_at.to_string(),
            version: position.version,
        }
    }
}
