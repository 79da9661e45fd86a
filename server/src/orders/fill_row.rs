use plumbline_core::decimal::{Price, Quantity};
use plumbline_core::ids::InstrumentId;
use plumbline_core::ledger::Wallet;
use plumbline_core::money::Money;
use serde::Serialize;
use utoipa::ToSchema;

use super::queries::FillRecord;
use crate::http::Language;
use crate::market::Market;

/// A fill in lists.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FillRow {
    pub id: String,
    pub order_id: String,
    #[serde(rename = "stock_code")]
    pub stock_code: String,
    pub name: String,
    pub market: String,
    pub source: i64,
    /// 0 buy, 1 sell.
    pub direction: i64,
    /// The position that the fill added to or closed: 0 long, 1 short.
    pub position_direction: i64,
    pub quantity: String,
    pub price: String,
    /// `price × quantity`, rounded to the minor unit: up for a buyer, down for a seller.
    pub amount: String,
    pub fee: String,
    /// The profit of a close, after fees; null where the position was added to.
    pub profit: Option<String>,
    /// The currency of `fee` and `profit`, which is the wallet's.
    pub currency: String,
    /// The currency of `price` and `amount`.
    pub price_currency: String,
    pub create_time_timestamp: String,
}

impl FillRow {
    pub fn of(fill: &FillRecord, market: &Market, language: Language) -> Self {
        let instrument = market.catalog.get(InstrumentId(fill.instrument_id));
        let (money, value) = (money(fill), value(fill));
        Self {
            id: fill.id.to_string(),
            order_id: fill.order_id.to_string(),
            stock_code: instrument.map(|i| i.code.clone()).unwrap_or_default(),
            name: instrument.map(|i| language.name(&i.names).to_owned()).unwrap_or_default(),
            market: instrument.map(|i| i.market.code().to_owned()).unwrap_or_default(),
            source: instrument.map(|i| i.market.source()).unwrap_or_default(),
            direction: fill.side,
            position_direction: fill.direction,
            quantity: Quantity::from_units(fill.quantity).to_string(),
            price: Price::from_units(fill.price).display(2),
            amount: value.amount(),
            fee: money(fill.fees).amount(),
            profit: fill.profit.map(|profit| money(profit).amount()),
            currency: money(0).currency.code().to_owned(),
            price_currency: value.currency.code().to_owned(),
            create_time_timestamp: fill.created_at.to_string(),
        }
    }
}

/// What was traded, in the currency of the price.
pub fn value(fill: &FillRecord) -> Money {
    Money::new(fill.value, fill.currency.parse().unwrap_or(money(fill)(0).currency))
}

/// Reads a fill's profit and fees in the currency of its wallet.
pub fn money(fill: &FillRecord) -> impl Fn(i64) -> Money + use<> {
    let currency = fill.wallet.parse().map(Wallet::currency).unwrap_or(Wallet::Balance.currency());
    move |minor| Money::new(minor, currency)
}
