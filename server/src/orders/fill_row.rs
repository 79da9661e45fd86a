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
    pub quantity: String,
    pub price: String,
    /// `price × quantity`, rounded to the cent: up for a buyer, down for a seller.
    pub amount: String,
    pub fee: String,
    /// The profit that a sale took, after fees; null for a purchase.
    pub profit: Option<String>,
    pub currency: String,
    pub create_time_timestamp: String,
}

impl FillRow {
    pub fn of(fill: &FillRecord, market: &Market, language: Language) -> Self {
        let instrument = market.catalog.get(InstrumentId(fill.instrument_id));
        let money = money(fill);
        Self {
            id: fill.id.to_string(),
            order_id: fill.order_id.to_string(),
            stock_code: instrument.map(|i| i.code.clone()).unwrap_or_default(),
            name: instrument.map(|i| language.name(&i.names).to_owned()).unwrap_or_default(),
            market: instrument.map(|i| i.market.code().to_owned()).unwrap_or_default(),
            source: instrument.map(|i| i.market.source()).unwrap_or_default(),
            direction: fill.side,
            quantity: Quantity::from_units(fill.quantity).to_string(),
            price: Price::from_units(fill.price).display(2),
            amount: money(fill.value).amount(),
            fee: money(fill.fees).amount(),
            profit: fill.profit.map(|profit| money(profit).amount()),
            currency: money(0).currency.code().to_owned(),
            create_time_timestamp: fill.created_at.to_string(),
        }
    }
}

/// Reads a fill's amounts in the currency of its wallet.
pub fn money(fill: &FillRecord) -> impl Fn(i64) -> Money + use<> {
    let currency = fill.wallet.parse().map(Wallet::currency).unwrap_or(Wallet::Balance.currency());
    move |minor| Money::new(minor, currency)
}
