//! The rules of the day by which an instrument can be traded, as its page shows them.

use crate::http::wire;
use plumbline_core::decimal::format_units;
use plumbline_core::market::Instrument;
use plumbline_core::products::{FinancingRates, Part, Product};
use plumbline_core::time::UnixMillis;
use serde::Serialize;
use utoipa::ToSchema;

use super::{Market, OrderRules};

/// Decimals of a yearly rate in percent: the rate is stored in units of 10⁻¹².
const RATE_DECIMALS: u32 = 10;
const PERCENT_DECIMALS: u32 = 2;

/// The rules of an instrument's product today.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ContractInfo {
    /// spot: bought and owned. margin: held on margin, long or short. future: on margin, and settled each day.
    pub product: wire::ProductKind,
    /// The wallet that pays and is paid.
    pub wallet_type: wire::WalletType,
    /// The currency of the wallet `walletType`.
    pub wallet_currency: wire::Currency,
    /// The fee tables of the product's orders.
    pub fee_table: wire::FeeTable,
    /// Trading days until a purchase or sale has settled; on margin until the value date, by which nights are counted.
    pub settlement_days: usize,
    /// The time at which a purchase or sale made now has settled; null on margin, where nothing changes hands.
    pub settles_timestamp: Option<wire::Timestamp>,
    /// The step of market and limit day orders for fractions of a lot; null where only whole lots are traded.
    pub fraction_step: Option<wire::Decimal>,
    /// The greatest quantity of an order, where there is a limit.
    pub max_quantity: Option<wire::Decimal>,
    /// The greatest distance of a limit from the last price, in percent.
    pub price_band: wire::Decimal,
    /// The greatest distance from the quote at which a market order may fill, in percent.
    pub market_collar: wire::Decimal,
    /// The margin rules; only for instruments on margin.
    pub margin: Option<MarginInfo>,
}

/// The rules of an instrument that is held on margin.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MarginInfo {
    /// The highest leverage that a customer may choose.
    pub max_leverage: wire::Decimal,
    /// The share of the value below which more is called for at a settlement, in percent; null for what is not settled each
    /// day.
    pub maintenance_percent: Option<wire::Decimal>,
    /// The share of the value that is set aside, in percent; null where it follows from a leverage.
    pub initial_percent: Option<wire::Decimal>,
    /// A position is closed when its margin and what it has gained or lost fall to this share of its initial margin, in
    /// percent.
    pub close_out_percent: wire::Decimal,
    pub financing: Option<FinancingInfo>,
}

/// The cost or gain of the next night: a part of the position's value, at rates of a year in percent.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FinancingInfo {
    /// The rate that a long position earns; it pays where this is negative.
    pub long_rate: wire::Decimal,
    /// The rate that a short position earns; it pays where this is negative.
    pub short_rate: wire::Decimal,
    /// The policy rate of the first currency, with its central bank and its first day.
    pub base_rate: PolicyRateInfo,
    /// The policy rate of the second currency, in which prices are.
    pub quote_rate: PolicyRateInfo,
    /// The rate that the house keeps, whatever the direction.
    pub markup: wire::Decimal,
    /// The moment at which the night begins.
    pub night_timestamp: wire::Timestamp,
    /// The number of nights that are charged then.
    pub nights: i64,
}

/// A central bank's rate.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PolicyRateInfo {
    pub bank: String,
    pub currency: wire::Currency,
    /// The rate, in percent a year.
    pub rate: wire::Decimal,
    pub rate_since: wire::Date,
}

impl ContractInfo {
    pub fn of(market: &Market, now: UnixMillis, instrument: &Instrument, rules: &OrderRules) -> Self {
        let margin = match rules.product {
            Product::Spot => None,
            Product::Margin(margin) => Some(margin),
        };
        let session = market.session(instrument, now);
        let settles_at = market.trading_hours(instrument, &session, now).settles_at;
        Self {
            product: rules.product.kind().into(),
            wallet_type: rules.wallet.into(),
            wallet_currency: rules.wallet.currency().into(),
            fee_table: rules.fee_table.clone().into(),
            settlement_days: rules.settlement_days,
            settles_timestamp: settles_at.map(Into::into),
            fraction_step: market.rules.fraction_step(instrument, &session.day).map(Into::into),
            max_quantity: rules.greatest_quantity.map(Into::into),
            price_band: percent(rules.band_basis_points).into(),
            market_collar: percent(rules.collar_basis_points).into(),
            margin: margin.map(|margin| MarginInfo {
                max_leverage: margin.leverage_cap.into(),
                maintenance_percent: margin.daily.map(|daily| share(daily.maintenance()).into()),
                initial_percent: margin.daily.map(|daily| share(daily.initial()).into()),
                close_out_percent: percent(margin.stop_out_basis_points).into(),
                financing: FinancingInfo::of(market, now, instrument, rules.settlement_days),
            }),
        }
    }
}

impl FinancingInfo {
    /// The financing of the next night.
    fn of(market: &Market, now: UnixMillis, instrument: &Instrument, settlement_days: usize) -> Option<Self> {
        let night = market.hours(instrument).next_night(now)?;
        let found = market.rules.financing(instrument, &night.date.to_string())?;
        let FinancingRates { base, quote, markup } = found.rates;
        let policy = |rate: &super::PolicyRate| PolicyRateInfo {
            bank: rate.bank.clone(),
            currency: rate.currency.into(),
            rate: yearly(rate.rate).into(),
            rate_since: rate.since.clone().into(),
        };
        Some(Self {
            long_rate: yearly(base - quote - markup).into(),
            short_rate: yearly(quote - base - markup).into(),
            base_rate: policy(&found.base),
            quote_rate: policy(&found.quote),
            markup: yearly(markup).into(),
            night_timestamp: night.at.into(),
            nights: market.hours(instrument).nights_charged(night.date, settlement_days)?,
        })
    }
}

/// A part of a value, in percent with at most four decimals.
fn share((of, whole): Part) -> String {
    format_units(i64::try_from(i128::from(of) * 1_000_000 / i128::from(whole)).unwrap_or_default(), 4, 0)
}

fn percent(basis_points: i64) -> String {
    format_units(basis_points, PERCENT_DECIMALS, 0)
}

fn yearly(rate: i64) -> String {
    format_units(rate, RATE_DECIMALS, PERCENT_DECIMALS)
}
