use plumbline_core::decimal::{Price, Quantity};
use plumbline_core::ids::InstrumentId;
use plumbline_core::ledger::Wallet;
use plumbline_core::money::Money;
use plumbline_core::multiplier::Multiplier;
use plumbline_core::orders::LiquiditySide;
use serde::Serialize;
use utoipa::ToSchema;

use super::queries::FillRecord;
use crate::http::{Language, wire};
use crate::market::Market;

/// A fill in lists.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FillRow {
    pub id: wire::Id,
    pub order_id: wire::Id,
    #[serde(rename = "stock_code")]
    pub stock_code: wire::StockCode,
    pub name: String,
    pub market: wire::Market,
    pub source: wire::Source,
    /// 0 buy, 1 sell.
    pub direction: wire::Direction,
    /// The position that the fill added to or closed: 0 long, 1 short.
    pub position_direction: wire::PositionSide,
    pub quantity: wire::Decimal,
    pub price: wire::Decimal,
    /// The value of one unit at a price of one.
    pub multiplier: wire::Decimal,
    /// `price × quantity × multiplier`, rounded to the minor unit: up for a buyer, down for a seller.
    pub amount: wire::Decimal,
    pub fee: wire::Decimal,
    /// The profit of a close, after fees; null where the position was added to.
    pub profit: Option<wire::Decimal>,
    /// The currency of `fee` and `profit`, which is the wallet's.
    pub currency: wire::Currency,
    /// The currency of `price` and `amount`.
    pub price_currency: wire::Currency,
    /// `maker` where the order rested before the quote that filled it, `taker` where it took what was displayed; null for a
    /// fill from before that was recorded.
    pub liquidity: Option<wire::LiquiditySide>,
    pub create_time_timestamp: wire::Timestamp,
}

impl FillRow {
    pub fn of(fill: &FillRecord, market: &Market, language: Language) -> Self {
        let instrument = market.catalog.get(InstrumentId(fill.instrument_id));
        let (money, value) = (money(fill), value(fill));
        Self {
            id: fill.id.into(),
            order_id: fill.order_id.into(),
            stock_code: instrument.map(|i| i.code.as_str().into()).unwrap_or_default(),
            name: instrument.map(|i| language.name(&i.names).to_owned()).unwrap_or_default(),
            market: instrument.map(|i| i.market.into()).unwrap_or_default(),
            source: instrument.map(|i| i.market.into()).unwrap_or_default(),
            direction: fill.side.into(),
            position_direction: fill.direction.into(),
            quantity: Quantity::from_units(fill.quantity).into(),
            price: Price::from_units(fill.price).display(2).into(),
            multiplier: multiplier(fill).into(),
            amount: value.into(),
            fee: money(fill.fees).into(),
            profit: fill.profit.map(|profit| money(profit).into()),
            currency: money(0).currency.into(),
            price_currency: value.currency.into(),
            liquidity: fill.liquidity.as_deref().and_then(LiquiditySide::from_code).map(Into::into),
            create_time_timestamp: fill.created_at.into(),
        }
    }
}

/// What was traded, in the currency of the price.
pub fn value(fill: &FillRecord) -> Money {
    Money::new(fill.value, fill.currency.parse().unwrap_or(money(fill)(0).currency))
}

/// That of the fill; a stored one that is not above zero, which the audit reports, counts as one.
pub fn multiplier(fill: &FillRecord) -> Multiplier {
    Multiplier::from_units(fill.multiplier).unwrap_or_default()
}

/// Reads a fill's profit and fees in the currency of its wallet.
pub fn money(fill: &FillRecord) -> impl Fn(i64) -> Money + use<> {
    let currency = fill.wallet.parse().map(Wallet::currency).unwrap_or(Wallet::Balance.currency());
    move |minor| Money::new(minor, currency)
}
