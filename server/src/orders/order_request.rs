use std::sync::Arc;

use plumbline_core::decimal::{Leverage, Price, Quantity};
use plumbline_core::market::{Instrument, Market as MarketName};
use plumbline_core::orders::{OrderKind, OrderSize, Side, TimeInForce};
use plumbline_core::positions::Direction;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Wish;
use crate::http::ApiError;
use crate::market::Market;

/// An order as a customer writes it; the same for placing it and for its cost card.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderRequest {
    pub stock_code: String,
    /// That of the call; another one is refused.
    pub market: Option<String>,
    /// 0 buy, 1 sell.
    pub direction: i64,
    /// 0 market, 1 limit.
    pub order_type: i64,
    /// The limit, in the instrument's currency; required for a limit order.
    pub price: Option<String>,
    pub quantity: String,
    /// `1` when absent; shares are traded without borrowing.
    pub leverage: Option<String>,
    /// `day` (when absent) or `gtc`.
    pub time_in_force: Option<String>,
}

impl OrderRequest {
    /// The request in our own terms. What is bought is owned, long.
    ///
    /// # Errors
    /// 422 with the field that cannot be read.
    pub fn wish(&self) -> Result<Wish, ApiError> {
        let terms = OrderTerms::read(self.order_type, &self.price, &self.quantity, &self.time_in_force)?;
        let leverage = match self.leverage.as_deref() {
            None | Some("") => Leverage::ONE,
            Some(text) => leverage(text)?,
        };
        let side = Side::from_code(self.direction).ok_or(ApiError::invalid("body_invalid", "direction"))?;
        Ok(terms.wish(Direction::Long, side, leverage))
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
    pub stock_code: String,
    /// 0 long, 1 short. Each direction has a position of its own.
    pub direction: i64,
    /// 0 market, 1 limit.
    pub order_type: i64,
    /// The limit, in the pair's second currency; required for a limit order.
    pub price: Option<String>,
    /// Units of the pair's first currency.
    pub quantity: String,
    /// How many times the margin the position is worth; that of the position where one is open.
    pub leverage: String,
    /// `day` (when absent) or `gtc`.
    pub time_in_force: Option<String>,
}

impl ForexOrderRequest {
    /// The request in our own terms.
    ///
    /// # Errors
    /// 422 with the field that cannot be read.
    pub fn wish(&self) -> Result<Wish, ApiError> {
        let terms = OrderTerms::read(self.order_type, &self.price, &self.quantity, &self.time_in_force)?;
        let direction = Direction::from_code(self.direction).ok_or(ApiError::invalid("body_invalid", "direction"))?;
        Ok(terms.wish(direction, direction.opening(), leverage(&self.leverage)?))
    }
}

/// What every kind of order says.
struct OrderTerms {
    kind: OrderKind,
    limit: Option<Price>,
    quantity: Quantity,
    time_in_force: TimeInForce,
}

impl OrderTerms {
    fn read(kind: i64, price: &Option<String>, quantity: &str, in_force: &Option<String>) -> Result<Self, ApiError> {
        let invalid = |field| ApiError::invalid("body_invalid", field);
        let kind = OrderKind::from_code(kind).ok_or_else(|| invalid("orderType"))?;
        let read = |text: &String| text.parse().map_err(|_| ApiError::invalid("price_invalid", "price"));
        let limit = match kind {
            OrderKind::Limit => price.as_ref().filter(|text| !text.is_empty()).map(read).transpose()?,
            OrderKind::Market => None,
        };
        let quantity = quantity.parse().map_err(|_| ApiError::invalid("quantity_invalid", "quantity"))?;
        let time_in_force = match in_force.as_deref() {
            None | Some("") => TimeInForce::Day,
            Some(code) => TimeInForce::from_code(code).ok_or_else(|| invalid("timeInForce"))?,
        };
        Ok(Self { kind, limit, quantity, time_in_force })
    }

    fn wish(self, direction: Direction, side: Side, leverage: Leverage) -> Wish {
        let Self { kind, limit, quantity, time_in_force } = self;
        Wish { direction, side, kind, limit, size: OrderSize::Exact(quantity), leverage, time_in_force }
    }
}

/// Reads a leverage such as `30`.
///
/// # Errors
/// `leverage_unavailable`.
pub fn leverage(text: &str) -> Result<Leverage, ApiError> {
    text.parse().map_err(|_| ApiError::invalid("leverage_unavailable", "leverage"))
}
