use plumbline_core::decimal::{Leverage, Quantity};
use plumbline_core::orders::{OrderKind, OrderSize, Side, TimeInForce};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::pricing::Wish;
use crate::http::ApiError;

/// An order as a customer writes it; the same for placing it and for its cost card.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderRequest {
    pub stock_code: String,
    /// `UsStock` when absent.
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
    /// The request in our own terms.
    ///
    /// # Errors
    /// 422 with the field that cannot be read.
    pub fn wish(&self) -> Result<Wish, ApiError> {
        let invalid = |field| ApiError::invalid("body_invalid", field);
        let kind = OrderKind::from_code(self.order_type).ok_or_else(|| invalid("orderType"))?;
        let price = |text: &String| text.parse().map_err(|_| ApiError::invalid("price_invalid", "price"));
        let limit = match kind {
            OrderKind::Limit => self.price.as_ref().filter(|text| !text.is_empty()).map(price).transpose()?,
            OrderKind::Market => None,
        };
        let quantity: Quantity =
            self.quantity.parse().map_err(|_| ApiError::invalid("quantity_invalid", "quantity"))?;
        let leverage = match self.leverage.as_deref() {
            None | Some("") => Leverage::ONE,
            Some(text) => text.parse().map_err(|_| ApiError::invalid("leverage_unavailable", "leverage"))?,
        };
        let time_in_force = match self.time_in_force.as_deref() {
            None | Some("") => TimeInForce::Day,
            Some(code) => TimeInForce::from_code(code).ok_or_else(|| invalid("timeInForce"))?,
        };
        let side = Side::from_code(self.direction).ok_or_else(|| invalid("direction"))?;
        Ok(Wish { side, kind, limit, size: OrderSize::Exact(quantity), leverage, time_in_force })
    }
}
