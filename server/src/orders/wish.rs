//! What a customer wants, in our own terms, and the command that it becomes.

use plumbline_core::decimal::{Leverage, Price};
use plumbline_core::ids::{AccountId, OrderId};
use plumbline_core::market::Instrument;
use plumbline_core::orders::{OrderKind, OrderRef, OrderSize, Place, Side, TimeInForce};
use plumbline_core::positions::Direction;

use super::Pricing;
use crate::http::ApiError;

#[derive(Debug)]
pub struct Wish {
    /// The position that is added to or closed.
    pub direction: Direction,
    pub side: Side,
    pub kind: OrderKind,
    pub limit: Option<Price>,
    pub size: OrderSize,
    pub leverage: Leverage,
    pub time_in_force: TimeInForce,
}

impl Wish {
    /// Closes a position, or a part of it, at the market.
    pub const fn close(direction: Direction, size: OrderSize) -> Self {
        Self {
            direction,
            side: direction.closing(),
            kind: OrderKind::Market,
            limit: None,
            size,
            leverage: Leverage::ONE,
            time_in_force: TimeInForce::Day,
        }
    }

    /// The command for it, on the rules and the quote of this moment.
    ///
    /// # Errors
    /// `instrument_not_tradable`, `too_many_lots`.
    pub fn place(self, pricing: &Pricing, account: AccountId, instrument: &Instrument) -> Result<Place, ApiError> {
        let terms = pricing.terms(instrument)?;
        pricing.check_lots(instrument, self.size)?;
        let (id, wallet) = (OrderId(pricing.ids.next()), terms.contract.wallet);
        Ok(Place {
            at: OrderRef { id, account, instrument: instrument.id, wallet, direction: self.direction },
            side: self.side,
            kind: self.kind,
            limit: self.limit,
            size: self.size,
            leverage: self.leverage,
            time_in_force: self.time_in_force,
            terms,
        })
    }
}
