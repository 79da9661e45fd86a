//! What a customer wants, in our own terms, and the command that it becomes.

use jiff::civil::Date;
use plumbline_core::decimal::{Leverage, Price};
use plumbline_core::ids::{AccountId, OrderId};
use plumbline_core::market::Instrument;
use plumbline_core::money::Money;
use plumbline_core::orders::{ClientOrderId, Distance, Legs, OrderKind, OrderRef, OrderSize, Place, Side, TimeInForce};
use plumbline_core::positions::Direction;
use plumbline_core::products::Terms;

use super::Pricing;
use super::legs::group_of;
use crate::http::ApiError;

/// The size of an order that a customer wants.
#[derive(Debug)]
pub enum DraftSize {
    Of(OrderSize),
    /// The most to spend, as it was written; its currency is that of the wallet.
    Amount(String),
}

#[derive(Debug)]
pub struct OrderDraft {
    /// The position that is added to or closed.
    pub direction: Direction,
    pub side: Side,
    pub kind: OrderKind,
    pub limit: Option<Price>,
    pub stop: Option<Price>,
    pub trail: Option<Distance>,
    pub size: DraftSize,
    pub leverage: Leverage,
    pub time_in_force: TimeInForce,
    /// The trading day to whose end it rests.
    pub expire_date: Option<Date>,
    /// True for an order that is also filled before and after regular hours.
    pub extended: bool,
    pub client_order_id: Option<ClientOrderId>,
    /// The prices of the legs that protect what it opens.
    pub legs: Legs,
}

impl OrderDraft {
    /// Closes a position, or a part of it, at the market.
    pub fn close(direction: Direction, size: OrderSize) -> Self {
        Self {
            direction,
            side: direction.closing(),
            kind: OrderKind::Market,
            limit: None,
            stop: None,
            trail: None,
            size: DraftSize::Of(size),
            leverage: Leverage::ONE,
            time_in_force: TimeInForce::Day,
            expire_date: None,
            extended: false,
            client_order_id: None,
            legs: Legs::default(),
        }
    }

    /// The command for it, on the rules and the quote of this moment.
    ///
    /// # Errors
    /// `instrument_not_tradable`, `instrument_halted`, `too_many_lots`, `expire_date_invalid`.
    pub fn place(self, pricing: &Pricing, account: AccountId, instrument: &Instrument) -> Result<Place, ApiError> {
        let mut terms = Terms { extended: self.extended, ..pricing.terms(instrument)? };
        if self.kind == OrderKind::TrailingStop {
            // It would follow the price of other shares.
            terms.tick = terms.tick.filter(|tick| pricing.is_of_these_shares(tick));
        }
        let size = match self.size {
            DraftSize::Of(size) => size,
            DraftSize::Amount(text) => {
                let invalid = |_| ApiError::invalid("amount_invalid", "amount");
                let amount = Money::parse(&text, terms.rules.wallet.currency()).map_err(invalid)?;
                OrderSize::Amount { amount, most: pricing.greatest(instrument) }
            }
        };
        pricing.check_lots(instrument, size)?;
        let ends_at = self.expire_date.map(|date| pricing.end_of(instrument, date)).transpose()?;
        let (id, wallet) = (OrderId(pricing.ids.next()), terms.rules.wallet);
        let (legs, group) = (self.legs, group_of(&self.legs, Some(id), &pricing.ids));
        Ok(Place {
            at: OrderRef { id, account, instrument: instrument.id, wallet, direction: self.direction, group },
            side: self.side,
            kind: self.kind,
            limit: self.limit,
            stop: self.stop,
            trail: self.trail,
            size,
            leverage: self.leverage,
            time_in_force: self.time_in_force,
            ends_at,
            client_order_id: self.client_order_id,
            legs,
            makes_way: Vec::new(),
            terms,
        })
    }
}
