use plumbline_core::positions::Position;
use serde::Serialize;

use crate::writer::Listings;

/// A position as the push socket tells it. A quantity of zero means that it is closed.
#[derive(Debug, Serialize)]
pub struct PositionEvent {
    id: String,
    stock_code: String,
    market: &'static str,
    source: i64,
    direction: i64,
    #[serde(rename = "positionNum")]
    quantity: String,
    #[serde(rename = "availableNum")]
    available: String,
    #[serde(rename = "avgPrice")]
    average_price: String,
    #[serde(rename = "isolatedPosition")]
    stake: String,
    currency: &'static str,
    #[serde(rename = "priceCurrency")]
    price_currency: &'static str,
    leverage: Option<String>,
    version: i64,
}

impl PositionEvent {
    pub fn of(position: &Position, listings: &dyn Listings) -> Self {
        let (stock_code, market, source) = listings.describe(position.key.instrument).unwrap_or_default();
        Self {
            id: position.id.to_string(),
            stock_code,
            market,
            source,
            direction: position.key.direction.code(),
            quantity: position.quantity.to_string(),
            available: position.available().to_string(),
            average_price: position.average_price().display(2),
            stake: position.stake().amount(),
            currency: position.fees.currency.code(),
            price_currency: position.cost.currency.code(),
            leverage: position.leverage().map(|leverage| leverage.to_string()),
            version: position.version,
        }
    }
}
