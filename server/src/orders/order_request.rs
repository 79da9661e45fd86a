use std::ops::Deref;
use std::sync::Arc;

use plumbline_core::decimal::{Leverage, Price, parse_units};
use plumbline_core::ids::AccountId;
use plumbline_core::market::{Instrument, Market as MarketName};
use plumbline_core::orders::{ClientOrderId, Distance, OrderKind, OrderSize, Place, Side, TimeInForce};
use plumbline_core::positions::Direction;
use plumbline_core::products::ProductKind;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use jiff::civil::Date;

use super::draft::DraftSize;
use super::legs::{StopLossRequest, TakeProfitRequest, legs, price};
use super::{OrderDraft, Pricing};
use crate::http::{ApiError, optional_object, wire};
use crate::market::Market;

/// An order as a customer writes it, for placing it and for its cost card alike.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderRequest {
    pub stock_code: wire::StockCode,
    /// The market of the call; another one is refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub market: Option<wire::Market>,
    /// 0 buy or long, 1 sell or short. Of a product on margin each direction is a position of its own, which the order opens
    /// or adds to; of others 1 sells what is owned.
    pub direction: wire::Direction,
    pub order_type: wire::OrderType,
    /// The limit, in the instrument's currency; required for each type with a limit.
    pub price: Option<wire::Quantity>,
    /// The price that the order waits for, in the instrument's currency; required for each type with a stop but
    /// a trailing one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop_price: Option<wire::Quantity>,
    /// The distance at which a trailing stop follows the best price of the market, in the instrument's currency;
    /// required unless there is a `trailPercent`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trail_amount: Option<wire::Quantity>,
    /// The distance of a trailing stop in percent of the best price, such as `1.5`; instead of `trailAmount`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trail_percent: Option<wire::TrailPercent>,
    /// The quantity; required unless there is an `amount`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quantity: Option<wire::Quantity>,
    /// The most to spend on a market or a limit order that buys, fees included, in the wallet's currency: instead of
    /// `quantity`, which follows from it. A market order for an amount fills from the newest quote, and ends. Refused for a
    /// product on margin.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amount: Option<wire::Amount>,
    /// The leverage of a position on margin: its value as a multiple of its margin, required there. Where a position is
    /// open, it is that position's. What is owned is traded without borrowing: `1`, also when absent.
    pub leverage: Option<wire::Decimal>,
    /// `day` (when absent), `gtc`, `gtd`, `ioc` or `fok`.
    pub time_in_force: Option<wire::TimeInForce>,
    /// The trading day at whose end the order expires; required for `gtd`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expire_date: Option<wire::Date>,
    /// True for a limit order, `day` or `gtc`, that is also filled before and after regular hours, where there are such
    /// orders (`extendedHours` of `/stocka_config/getMinCount`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extended_hours: Option<bool>,
    /// The caller's own name of the order, which an account uses once: 1 to 128 printable ASCII characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client_order_id: Option<wire::ClientOrderId>,
    /// Closes what the order buys at a profit. Its fill leaves less to the stop-loss, and ends what rests of the order.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "optional_object")]
    pub take_profit: Option<TakeProfitRequest>,
    /// Closes what the order buys at a loss.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "optional_object")]
    pub stop_loss: Option<StopLossRequest>,
}

impl OrderRequest {
    /// The command for it, on the rules and the quote of this moment.
    ///
    /// # Errors
    /// `market_unknown`, `instrument_unknown`; 422 with the field that cannot be read; those of [`OrderDraft::place`].
    pub fn place(&self, pricing: &Pricing, account: AccountId, market: MarketName) -> Result<Place, ApiError> {
        let instrument = self.instrument(&pricing.market, market)?;
        self.draft(pricing.product(instrument))?.place(pricing, account, instrument)
    }

    /// The request in our own terms. What is bought of an owned product is long; on margin an order opens, and
    /// `/position/flatPosition` closes.
    ///
    /// # Errors
    /// 422 with the field that cannot be read.
    fn draft(&self, product: ProductKind) -> Result<OrderDraft, ApiError> {
        let invalid = |field| ApiError::invalid("body_invalid", field);
        let side = Side::from_code(self.direction.0).ok_or_else(|| invalid("direction"))?;
        let (direction, leverage) = match (product, present(&self.leverage)) {
            (ProductKind::Spot, None) => (Direction::Long, Leverage::ONE),
            (ProductKind::Spot, Some(text)) => (Direction::Long, leverage(text)?),
            (ProductKind::Future, None) => (Direction::opened_by(side), Leverage::ONE),
            (ProductKind::Future, Some(text)) => (Direction::opened_by(side), leverage(text)?),
            (ProductKind::Margin, text) => (Direction::opened_by(side), leverage(text.unwrap_or_default())?),
        };
        let (quantity, amount) = (present(&self.quantity), present(&self.amount));
        if product != ProductKind::Spot && amount.is_some() {
            return Err(ApiError::invalid("wrong_product", "amount"));
        }
        let kind = OrderKind::from_code(self.order_type.0).ok_or_else(|| invalid("orderType"))?;
        let (stop_price, trail_amount, trail_percent) =
            (present(&self.stop_price), present(&self.trail_amount), present(&self.trail_percent));
        let (trails, limit) = (kind == OrderKind::TrailingStop, present(&self.price));
        // A price that this type of order would take no notice of is a mistake of the caller's.
        let stray = [
            ("price", limit, kind.has_limit()),
            ("stopPrice", stop_price, kind.has_stop() && !trails),
            ("trailAmount", trail_amount, trails),
            ("trailPercent", trail_percent, trails),
        ];
        if let Some((field, ..)) = stray.iter().find(|(_, text, takes)| text.is_some() && !takes) {
            return Err(invalid(field));
        }
        let time_in_force = time_in_force(present(&self.time_in_force))?.unwrap_or_default();
        let expire_date = expire_date(present(&self.expire_date))?;
        if expire_date.is_some() && time_in_force != TimeInForce::GoodTillDate {
            return Err(ApiError::invalid("expire_date_invalid", "expireDate"));
        }
        Ok(OrderDraft {
            direction,
            side,
            kind,
            limit: read_price(limit, "price")?,
            stop: if kind.has_stop() { read_price(stop_price, "stopPrice")? } else { None },
            trail: if trails { distance(trail_amount, trail_percent)? } else { None },
            size: size(quantity, amount)?,
            leverage,
            time_in_force,
            expire_date,
            extended: self.extended_hours.unwrap_or_default(),
            client_order_id: client_order_id(present(&self.client_order_id))?,
            legs: legs(self.take_profit.as_ref(), self.stop_loss.as_ref())?,
        })
    }

    /// The instrument that it names, which is of the call's market.
    ///
    /// # Errors
    /// `market_unknown`, `instrument_unknown`.
    pub fn instrument<'a>(&self, market: &'a Market, of: MarketName) -> Result<&'a Arc<Instrument>, ApiError> {
        if present(&self.market).is_some_and(|name| name != of.code()) {
            return Err(ApiError::invalid("market_unknown", "market"));
        }
        market.find(Some(of.code()), &self.stock_code)
    }
}

/// Reads a price such as `220.05`, which is above zero.
///
/// # Errors
/// `price_invalid`.
pub(super) fn read_price(text: Option<&str>, field: &'static str) -> Result<Option<Price>, ApiError> {
    text.map(|text| price(text, field)).transpose()
}

/// A field that says something: an empty text says nothing.
pub fn present<T: Deref<Target = str>>(text: &Option<T>) -> Option<&str> {
    text.as_deref().filter(|text| !text.is_empty())
}

/// Reads a quantity, or else the amount to spend.
///
/// # Errors
/// `quantity_invalid`; `amount_invalid` where both are given.
fn size(quantity: Option<&str>, amount: Option<&str>) -> Result<DraftSize, ApiError> {
    let invalid = || ApiError::invalid("quantity_invalid", "quantity");
    match (quantity, amount) {
        (Some(quantity), None) => Ok(DraftSize::Of(OrderSize::Exact(quantity.parse().map_err(|_| invalid())?))),
        (None, Some(amount)) => Ok(DraftSize::Amount(amount.to_owned())),
        (Some(_), Some(_)) => Err(ApiError::invalid("amount_invalid", "amount")),
        (None, None) => Err(invalid()),
    }
}

/// Reads the distance of a trailing stop: an amount such as `0.50`, or a percentage such as `1.5`.
///
/// # Errors
/// `trail_invalid`, also where both are given.
pub fn distance(amount: Option<&str>, percent: Option<&str>) -> Result<Option<Distance>, ApiError> {
    let invalid = |field| ApiError::invalid("trail_invalid", field);
    match (amount, percent) {
        (None, None) => Ok(None),
        (Some(amount), None) => {
            let amount = amount.parse().map_err(|_| invalid("trailAmount"))?;
            Distance::Amount(amount).checked().map_err(|_| invalid("trailAmount")).map(Some)
        }
        (None, Some(percent)) => {
            let percent = parse_units(percent, 2).map_err(|_| invalid("trailPercent"))?;
            Distance::Percent(percent).checked().map_err(|_| invalid("trailPercent")).map(Some)
        }
        (Some(_), Some(_)) => Err(invalid("trailPercent")),
    }
}

/// Reads a time in force such as `gtc`.
///
/// # Errors
/// `body_invalid`.
pub(super) fn time_in_force(text: Option<&str>) -> Result<Option<TimeInForce>, ApiError> {
    let read = |code: &str| TimeInForce::from_code(code).ok_or(ApiError::invalid("body_invalid", "timeInForce"));
    text.map(read).transpose()
}

/// Reads a date such as `2026-12-31`.
///
/// # Errors
/// `expire_date_invalid`.
pub(super) fn expire_date(text: Option<&str>) -> Result<Option<Date>, ApiError> {
    let invalid = || ApiError::invalid("expire_date_invalid", "expireDate");
    // The parser takes other ways of writing a date as well.
    let read = |text: &str| text.parse().ok().filter(|date: &Date| date.to_string() == text).ok_or_else(invalid);
    text.map(read).transpose()
}

/// Reads a client's own name of an order.
///
/// # Errors
/// `client_order_id_invalid`.
pub(super) fn client_order_id(text: Option<&str>) -> Result<Option<ClientOrderId>, ApiError> {
    let read = |text: &str| text.parse().map_err(|_| ApiError::invalid("client_order_id_invalid", "clientOrderId"));
    text.map(read).transpose()
}

/// Reads a leverage such as `30`.
///
/// # Errors
/// `leverage_unavailable`.
pub fn leverage(text: &str) -> Result<Leverage, ApiError> {
    text.parse().map_err(|_| ApiError::invalid("leverage_unavailable", "leverage"))
}
