use std::ops::Deref;
use std::sync::Arc;

use plumbline_core::decimal::{Leverage, Price, parse_units};
use plumbline_core::market::{Instrument, Market as MarketName};
use plumbline_core::orders::{ClientOrderId, Distance, Legs, OrderKind, OrderSize, Side, TimeInForce};
use plumbline_core::positions::Direction;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use jiff::civil::Date;

use super::OrderDraft;
use super::draft::DraftSize;
use super::legs::{StopLossRequest, TakeProfitRequest, legs};
use crate::http::{ApiError, wire};
use crate::market::Market;

/// An order as a customer writes it, for placing it and for its cost card alike.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderRequest {
    pub stock_code: wire::StockCode,
    /// The market of the call; another one is refused.
    pub market: Option<wire::Market>,
    /// 0 buy, 1 sell.
    pub direction: wire::Direction,
    /// 0 market, 1 limit, 2 stop, 3 stop limit, 4 trailing stop.
    pub order_type: wire::OrderType,
    /// The limit, in the instrument's currency; required for types 1 and 3.
    pub price: Option<wire::Quantity>,
    /// The price that the order waits for, in the instrument's currency; required for types 2 and 3.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop_price: Option<wire::Quantity>,
    /// The distance at which the stop of type 4 follows the best price of the market, in the instrument's currency;
    /// required unless there is a `trailPercent`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trail_amount: Option<wire::Quantity>,
    /// The distance of type 4 in percent of the best price, such as `1.5`; instead of `trailAmount`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trail_percent: Option<wire::TrailPercent>,
    /// The quantity; required unless there is an `amount`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quantity: Option<wire::Quantity>,
    /// The most to spend on a market or a limit order that buys, fees included, in the wallet's currency: instead of
    /// `quantity`, which follows from it. A market order for an amount fills from the newest quote, and ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amount: Option<wire::Amount>,
    /// The leverage: `1`, also when absent, since shares are traded without borrowing.
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
    #[serde(skip_serializing_if = "Option::is_none")]
    pub take_profit: Option<TakeProfitRequest>,
    /// Closes what the order buys at a loss.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop_loss: Option<StopLossRequest>,
}

impl OrderRequest {
    /// The request in our own terms. What is bought is owned, long.
    ///
    /// # Errors
    /// 422 with the field that cannot be read.
    pub fn draft(&self) -> Result<OrderDraft, ApiError> {
        let terms = OrderTerms::read(self.fields())?;
        let leverage = match self.leverage.as_deref() {
            None | Some("") => Leverage::ONE,
            Some(text) => leverage(text)?,
        };
        let side = Side::from_code(self.direction.0).ok_or(ApiError::invalid("body_invalid", "direction"))?;
        Ok(terms.draft(Direction::Long, side, leverage))
    }

    fn fields(&self) -> Fields<'_> {
        Fields {
            order_type: self.order_type.0,
            price: present(&self.price),
            stop_price: present(&self.stop_price),
            trail: (present(&self.trail_amount), present(&self.trail_percent)),
            quantity: present(&self.quantity),
            amount: present(&self.amount),
            time_in_force: present(&self.time_in_force),
            expire_date: present(&self.expire_date),
            extended: self.extended_hours.unwrap_or_default(),
            client_order_id: present(&self.client_order_id),
            legs: (self.take_profit.as_ref(), self.stop_loss.as_ref()),
        }
    }

    /// The instrument that it names, which is of the call's market.
    ///
    /// # Errors
    /// `market_unknown`, `instrument_unknown`.
    pub fn instrument<'a>(&self, market: &'a Market, of: MarketName) -> Result<&'a Arc<Instrument>, ApiError> {
        let named = self.market.as_deref().filter(|name| !name.is_empty());
        if named.is_some_and(|name| name != of.code()) {
            return Err(ApiError::invalid("market_unknown", "market"));
        }
        market.find(Some(of.code()), &self.stock_code)
    }
}

/// An order for a pair of currencies, which opens a position on margin or adds to it. It is closed by
/// `/position/flatPosition`.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ForexOrderRequest {
    /// The pair, such as `EURUSD`.
    pub stock_code: wire::StockCode,
    /// 0 long, 1 short. Each direction has a position of its own.
    pub direction: wire::PositionSide,
    /// 0 market, 1 limit, 2 stop, 3 stop limit, 4 trailing stop.
    pub order_type: wire::OrderType,
    /// The limit, in the pair's second currency; required for types 1 and 3.
    pub price: Option<wire::Quantity>,
    /// The price that the order waits for, in the pair's second currency; required for types 2 and 3.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop_price: Option<wire::Quantity>,
    /// The distance at which the stop of type 4 follows the best price of the market, in the pair's second currency;
    /// required unless there is a `trailPercent`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trail_amount: Option<wire::Quantity>,
    /// The distance of type 4 in percent of the best price, such as `1.5`; instead of `trailAmount`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trail_percent: Option<wire::TrailPercent>,
    /// The quantity, in units of the pair's first currency.
    pub quantity: wire::Quantity,
    /// Refused: an amount can be given only for an instrument that is owned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amount: Option<wire::Amount>,
    /// The leverage: the position's value as a multiple of its margin. Where a position is open, it is that position's
    /// leverage.
    pub leverage: wire::Quantity,
    /// `day` (when absent), `gtc`, `gtd`, `ioc` or `fok`.
    pub time_in_force: Option<wire::TimeInForce>,
    /// The trading day at whose end the order expires; required for `gtd`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expire_date: Option<wire::Date>,
    /// Refused when true: pairs have no hours before and after regular ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extended_hours: Option<bool>,
    /// The caller's own name of the order, which an account uses once: 1 to 128 printable ASCII characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client_order_id: Option<wire::ClientOrderId>,
    /// Closes what the order opens at a profit. Its fill leaves less to the stop-loss, and ends what rests of the order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub take_profit: Option<TakeProfitRequest>,
    /// Closes what the order opens at a loss.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop_loss: Option<StopLossRequest>,
}

impl ForexOrderRequest {
    /// The request in our own terms.
    ///
    /// # Errors
    /// 422 with the field that cannot be read.
    pub fn draft(&self) -> Result<OrderDraft, ApiError> {
        if present(&self.amount).is_some() {
            return Err(ApiError::invalid("wrong_product", "amount"));
        }
        let terms = OrderTerms::read(self.fields())?;
        let direction = Direction::from_code(self.direction.0).ok_or(ApiError::invalid("body_invalid", "direction"))?;
        Ok(terms.draft(direction, direction.opening(), leverage(&self.leverage)?))
    }

    fn fields(&self) -> Fields<'_> {
        Fields {
            order_type: self.order_type.0,
            price: present(&self.price),
            stop_price: present(&self.stop_price),
            trail: (present(&self.trail_amount), present(&self.trail_percent)),
            quantity: Some(&self.quantity),
            amount: None,
            time_in_force: present(&self.time_in_force),
            expire_date: present(&self.expire_date),
            extended: self.extended_hours.unwrap_or_default(),
            client_order_id: present(&self.client_order_id),
            legs: (self.take_profit.as_ref(), self.stop_loss.as_ref()),
        }
    }
}

/// The fields that every order has, as they were sent.
struct Fields<'a> {
    order_type: i64,
    price: Option<&'a str>,
    stop_price: Option<&'a str>,
    /// The amount and the percentage.
    trail: (Option<&'a str>, Option<&'a str>),
    quantity: Option<&'a str>,
    amount: Option<&'a str>,
    time_in_force: Option<&'a str>,
    expire_date: Option<&'a str>,
    extended: bool,
    client_order_id: Option<&'a str>,
    legs: (Option<&'a TakeProfitRequest>, Option<&'a StopLossRequest>),
}

/// The fields that every order has, read.
struct OrderTerms {
    kind: OrderKind,
    limit: Option<Price>,
    stop: Option<Price>,
    trail: Option<Distance>,
    size: DraftSize,
    time_in_force: TimeInForce,
    expire_date: Option<Date>,
    extended: bool,
    client_order_id: Option<ClientOrderId>,
    legs: Legs,
}

impl OrderTerms {
    fn read(fields: Fields<'_>) -> Result<Self, ApiError> {
        let invalid = |field| ApiError::invalid("body_invalid", field);
        let kind = OrderKind::from_code(fields.order_type).ok_or_else(|| invalid("orderType"))?;
        let price = |text: Option<&str>, field| {
            let read = |text: &str| text.parse().map_err(|_| ApiError::invalid("price_invalid", field));
            text.map(read).transpose()
        };
        // A stop that another type of order would not wait for is a mistake of the caller's.
        let stray = [
            ("stopPrice", fields.stop_price, kind.has_stop() && kind != OrderKind::TrailingStop),
            ("trailAmount", fields.trail.0, kind == OrderKind::TrailingStop),
            ("trailPercent", fields.trail.1, kind == OrderKind::TrailingStop),
        ];
        if let Some((field, ..)) = stray.iter().find(|(_, text, takes)| text.is_some() && !takes) {
            return Err(invalid(field));
        }
        let time_in_force = time_in_force(fields.time_in_force)?.unwrap_or_default();
        Ok(Self {
            kind,
            limit: if kind.has_limit() { price(fields.price, "price")? } else { None },
            stop: if kind.has_stop() { price(fields.stop_price, "stopPrice")? } else { None },
            trail: if kind == OrderKind::TrailingStop { distance(fields.trail.0, fields.trail.1)? } else { None },
            size: size(fields.quantity, fields.amount)?,
            time_in_force,
            expire_date: match (time_in_force, expire_date(fields.expire_date)?) {
                (TimeInForce::GoodTillDate, date) => date,
                (_, None) => None,
                (_, Some(_)) => return Err(ApiError::invalid("expire_date_invalid", "expireDate")),
            },
            extended: fields.extended,
            client_order_id: client_order_id(fields.client_order_id)?,
            legs: legs(fields.legs.0, fields.legs.1)?,
        })
    }

    fn draft(self, direction: Direction, side: Side, leverage: Leverage) -> OrderDraft {
        let Self { kind, limit, stop, trail, size, time_in_force, expire_date, extended, client_order_id, legs } = self;
        OrderDraft {
            direction,
            side,
            kind,
            limit,
            stop,
            trail,
            size,
            leverage,
            time_in_force,
            expire_date,
            extended,
            client_order_id,
            legs,
        }
    }
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
    let invalid = |field| move |_| ApiError::invalid("trail_invalid", field);
    match (amount, percent) {
        (None, None) => Ok(None),
        (Some(amount), None) => {
            let amount = amount.parse().map_err(invalid("trailAmount"))?;
            Ok(Some(Distance::Amount(amount)))
        }
        (None, Some(percent)) => {
            let percent = parse_units(percent, 2).map_err(invalid("trailPercent"))?;
            Ok(Some(Distance::Percent(percent)))
        }
        (Some(_), Some(_)) => Err(ApiError::invalid("trail_invalid", "trailPercent")),
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
