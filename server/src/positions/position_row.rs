use plumbline_core::decimal::{Price, format_percent};
use plumbline_core::positions::Position;
use serde::Serialize;
use utoipa::ToSchema;

use super::protection::Protection;
use super::queries::Traded;
use super::valuation::Valuation;
use crate::http::{Language, wire};
use crate::orders::Pricing;

/// A position with its value at the newest price.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PositionRow {
    pub id: wire::Id,
    #[serde(rename = "stock_code")]
    pub stock_code: wire::StockCode,
    pub name: String,
    pub market: wire::Market,
    pub source: wire::Source,
    /// 0 long, 1 short.
    pub direction: wire::PositionSide,
    pub position_num: wire::Decimal,
    /// The quantity that can be closed: what no order but legs has set aside.
    pub available_num: wire::Decimal,
    /// The cost of the open quantity, fees included; for a position on margin the money set aside for it.
    pub isolated_position: wire::Decimal,
    /// The newest price; null before the first tick.
    pub price: Option<wire::Decimal>,
    pub avg_price: wire::Decimal,
    /// The value of one unit at a price of one: market value and profit are of price × quantity × multiplier.
    pub multiplier: wire::Decimal,
    /// The market value, in `priceCurrency`.
    pub market_value: Option<wire::Decimal>,
    /// The change since the position was opened, in percent; above zero for a gain.
    pub zdf: Option<wire::Decimal>,
    /// Unrealised profit: for what is owned, market value less cost.
    pub profit: Option<wire::Decimal>,
    pub today_profit: Option<wire::Decimal>,
    /// Fees paid since the position was opened.
    pub fee: wire::Decimal,
    /// The currency of profits, fees and the money set aside, which is the wallet's.
    pub currency: wire::Currency,
    /// The currency of prices and of the market value.
    pub price_currency: wire::Currency,
    /// The leverage; null where none was chosen.
    pub leverage: Option<wire::Decimal>,
    /// The quote at which the position would be closed; null for an owned instrument, as are the next two fields.
    pub mark_price: Option<wire::Decimal>,
    /// The mark at which the house closes half of the position, and then all; also null where no price is that bad.
    pub liquidation_price: Option<wire::Decimal>,
    /// The money set aside and the profit, in percent of the initial margin. At 50 the house closes half of the
    /// position, and then all.
    pub margin_level: Option<wire::Decimal>,
    /// The part of the margin that can be taken back now, in the wallet's currency.
    pub removable_margin: Option<wire::Decimal>,
    /// The stop-loss that protects the position, also an owned one: the price at which it is closed at a loss.
    pub stop_loss: Option<wire::Decimal>,
    /// The take-profit that protects the position, also an owned one: the price at which it is closed at a profit.
    pub take_profit: Option<wire::Decimal>,
    /// The part of `profit` that daily settlements have credited already; negative where they debited. Null for what is not
    /// settled each day, as are the next fields up to `rollTo`.
    pub settled_profit: Option<wire::Decimal>,
    /// The price of the position's last settlement; null before the first one.
    pub settlement_price: Option<wire::Decimal>,
    /// The margin below which more is called for at a settlement.
    pub maintenance_margin: Option<wire::Decimal>,
    /// The amount that a margin call asks for; null where none stands.
    pub margin_call: Option<wire::Decimal>,
    /// True where what is free in the wallet is added to the margin before the position is closed for a loss.
    pub margin_refill: Option<bool>,
    pub last_trade_date: Option<wire::Date>,
    /// The day at whose settlement all positions in the contract are closed: the last trading day of what is settled in
    /// cash, and otherwise a day before anybody would be asked to take delivery, from whose begin on nobody opens one.
    pub last_open_date: Option<wire::Date>,
    /// The time of that settlement.
    pub close_timestamp: Option<wire::Timestamp>,
    pub cash_settled: Option<bool>,
    /// The next month, into which the position can be rolled; also null where none is traded.
    pub roll_to: Option<wire::StockCode>,
    /// The status: 0 open.
    pub status: wire::PositionStatus,
    pub create_time_timestamp: wire::Timestamp,
    pub modify_time_timestamp: wire::Timestamp,
    pub version: i64,
}

impl PositionRow {
    pub fn of(
        position: &Position,
        traded_today: Traded,
        protection: Protection,
        pricing: &Pricing,
        language: Language,
    ) -> Self {
        let market = &pricing.market;
        let instrument = market.catalog.get(position.key.instrument);
        let now = Valuation::of(position, traded_today, pricing);
        let margin = now.as_ref().and_then(|now| now.margin);
        let settled = position.margin.and_then(|margin| margin.settled);
        let future = instrument.and_then(|instrument| instrument.future.as_ref());
        let shown = |price: Price| wire::Decimal::from(price.display(2));
        let closable = position.available().checked_add(protection.held).unwrap_or(position.quantity);
        Self {
            id: position.id.into(),
            stock_code: instrument.map(|i| i.code.as_str().into()).unwrap_or_default(),
            name: market.name(position.key.instrument, language),
            market: instrument.map(|i| i.market.into()).unwrap_or_default(),
            source: instrument.map(|i| i.market.into()).unwrap_or_default(),
            direction: position.key.direction.into(),
            position_num: position.quantity.into(),
            available_num: closable.into(),
            isolated_position: position.stake().into(),
            price: now.map(|now| shown(now.price)),
            multiplier: position.multiplier.into(),
            avg_price: shown(position.average_price()),
            market_value: now.map(|now| now.value.into()),
            zdf: now.map(|now| format_percent(now.change).into()),
            profit: now.map(|now| now.profit.into()),
            today_profit: now.map(|now| now.today.into()),
            fee: position.fees.into(),
            currency: position.fees.currency.into(),
            price_currency: position.cost.currency.into(),
            leverage: position.leverage().filter(|_| settled.is_none()).map(Into::into),
            mark_price: now.filter(|_| margin.is_some()).map(|now| shown(now.price)),
            liquidation_price: margin.and_then(|margin| margin.liquidation_price).map(shown),
            margin_level: margin.map(|margin| format_percent(margin.level).into()),
            removable_margin: margin.map(|margin| margin.removable.into()),
            stop_loss: protection.stop_loss.map(shown),
            take_profit: protection.take_profit.map(shown),
            settled_profit: settled.map(|settled| settled.credited.into()),
            settlement_price: settled.and_then(|settled| settled.price).map(shown),
            maintenance_margin: margin.and_then(|margin| margin.maintenance).map(Into::into),
            margin_call: position.called_for().map(Into::into),
            margin_refill: settled.map(|settled| settled.refills),
            last_trade_date: future.map(|future| future.last_trade.to_string().into()),
            last_open_date: instrument
                .and_then(|contract| market.last_open_day(contract))
                .map(|day| day.to_string().into()),
            close_timestamp: future.map(|future| future.closes_at.into()),
            cash_settled: future.map(|future| future.cash_settled),
            roll_to: instrument
                .and_then(|contract| market.next_month(contract, pricing.clock.now()))
                .map(|next| next.code.as_str().into()),
            status: wire::PositionStatus(0),
            create_time_timestamp: position.opened_at.into(),
            modify_time_timestamp: position.updated_at.into(),
            version: position.version,
        }
    }
}
