use plumbline_core::decimal::{Price, Quantity, change_basis_points, format_percent};
use plumbline_core::money::{Money, Rounding};
use plumbline_core::positions::Position;
use serde::Serialize;
use utoipa::ToSchema;

use super::queries::Traded;
use crate::http::Language;
use crate::market::Market;

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
    /// 0 long.
    pub direction: i64,
    pub position_num: String,
    /// What open sell orders have not set aside.
    pub available_num: String,
    /// What the open quantity cost, fees included.
    pub isolated_position: String,
    /// The newest price; null before the first tick.
    pub price: Option<String>,
    pub avg_price: String,
    pub market_value: Option<String>,
    /// Change since the purchase, in percent.
    pub zdf: Option<String>,
    /// Unrealised profit: market value less cost.
    pub profit: Option<String>,
    pub today_profit: Option<String>,
    /// Fees paid since the position was opened.
    pub fee: String,
    pub currency: String,
    /// 0: open.
    pub status: i64,
    pub create_time_timestamp: String,
    pub modify_time_timestamp: String,
    pub version: i64,
}

/// What a position is worth now.
struct Valuation {
    price: Price,
    value: Money,
    profit: Money,
    today: Money,
}

impl PositionRow {
    pub fn of(position: &Position, traded_today: Traded, market: &Market, language: Language) -> Self {
        let instrument = market.catalog.get(position.key.instrument);
        let now = value(position, traded_today, market);
        let percent = |now: &Valuation| {
            change_basis_points(now.value.minor, position.cost.minor).map(format_percent).unwrap_or_default()
        };
        Self {
            id: position.id.to_string(),
            stock_code: instrument.map(|i| i.code.clone()).unwrap_or_default(),
            name: market.name(position.key.instrument, language),
            market: instrument.map(|i| i.market.code().to_owned()).unwrap_or_default(),
            source: instrument.map(|i| i.market.source()).unwrap_or_default(),
            direction: position.key.direction.code(),
            position_num: position.quantity.to_string(),
            available_num: position.available().to_string(),
            isolated_position: position.cost.amount(),
            price: now.as_ref().map(|now| now.price.display(2)),
            avg_price: position.average_price().display(2),
            market_value: now.as_ref().map(|now| now.value.amount()),
            zdf: now.as_ref().map(percent),
            profit: now.as_ref().map(|now| now.profit.amount()),
            today_profit: now.as_ref().map(|now| now.today.amount()),
            fee: position.fees.amount(),
            currency: position.cost.currency.code().to_owned(),
            status: 0,
            create_time_timestamp: position.opened_at.to_string(),
            modify_time_timestamp: position.updated_at.to_string(),
            version: position.version,
        }
    }
}

/// Today's profit is what the position is worth now, less what it was worth at the previous close, less what was
/// paid for it since.
fn value(position: &Position, today: Traded, market: &Market) -> Option<Valuation> {
    let price = market.latest(position.key.instrument)?.last;
    let currency = position.cost.currency;
    let of = |price, quantity| Money::of(price, quantity, currency, Rounding::HalfAway).ok();
    let value = of(price, position.quantity)?;
    let previous = market.board.day(position.key.instrument).previous_close;
    let held_before = Quantity::from_units(position.quantity.units() - today.quantity);
    let before = if held_before.is_zero() { Money::zero(currency) } else { of(previous, held_before)? };
    let profit = value.minus(position.cost).ok()?;
    let today = value.minus(before).ok()?.minus(Money::new(today.paid, currency)).ok()?;
    Some(Valuation { price, value, profit, today })
}
