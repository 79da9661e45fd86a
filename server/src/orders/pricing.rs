//! What an order is decided with: the rules of the day and the newest tick.

use std::sync::Arc;

use plumbline_core::decimal::{ONE, Price, Quantity};
use plumbline_core::ids::{AccountId, OrderId};
use plumbline_core::market::Instrument;
use plumbline_core::money::Money;
use plumbline_core::orders::{Listing, OrderKind, OrderRef, OrderSize, Place, Side, TimeInForce};

use super::fee_schedule::FeeSchedule;
use crate::clock::Clock;
use crate::http::ApiError;
use crate::ids::Ids;
use crate::market::{Market, STALE_AFTER_MILLIS};

/// What a customer wants, in our own terms.
#[derive(Debug)]
pub struct Wish {
    pub side: Side,
    pub kind: OrderKind,
    pub limit: Option<Price>,
    pub size: OrderSize,
    pub leverage: Quantity,
    pub time_in_force: TimeInForce,
}

impl Wish {
    /// Sells at the market.
    pub const fn close(size: OrderSize) -> Self {
        Self {
            side: Side::Sell,
            kind: OrderKind::Market,
            limit: None,
            size,
            leverage: Quantity::from_units(ONE),
            time_in_force: TimeInForce::Day,
        }
    }
}

/// What an order is priced with.
#[derive(Debug)]
pub struct Pricing {
    pub clock: Clock,
    pub ids: Arc<Ids>,
    pub market: Arc<Market>,
    pub fees: Arc<FeeSchedule>,
}

impl Pricing {
    /// The rules in force for `instrument` now.
    pub fn listing(&self, instrument: &Instrument) -> Result<Listing, ApiError> {
        let not_tradable = || ApiError::conflict("instrument_not_tradable").on_field("stockCode");
        if !instrument.tradable {
            return Err(not_tradable());
        }
        let session = self.market.session(instrument, self.clock.now());
        let rules = self.market.rules.in_force(instrument.market, &session.day).ok_or_else(not_tradable)?;
        let fees = self.fees.in_force(instrument.market.fee_table(), &session.day).ok_or_else(not_tradable)?;
        Ok(Listing {
            instrument: instrument.id,
            wallet: instrument.market.wallet(),
            tick_sizes: rules.tick_sizes,
            lot: instrument.lot,
            band_basis_points: rules.band_basis_points,
            collar_basis_points: rules.collar_basis_points,
            minimum_value: Money::new(rules.minimum_value, instrument.market.wallet().currency()),
            session_closes: session.closes,
            day_ends: session.day_ends,
            fees,
        })
    }

    /// The command for a wish, with the rules and the quote of this moment. Whether the quote is fresh and the session
    /// open is judged when the command is decided.
    pub fn command(&self, account: AccountId, instrument: &Arc<Instrument>, wish: Wish) -> Result<Place, ApiError> {
        let listing = self.listing(instrument)?;
        let tick = self.market.latest(instrument.id);
        let at = OrderRef { id: OrderId(self.ids.next()), account, instrument: instrument.id, wallet: listing.wallet };
        Ok(Place {
            at,
            side: wish.side,
            kind: wish.kind,
            limit: wish.limit,
            size: wish.size,
            leverage: wish.leverage,
            time_in_force: wish.time_in_force,
            listing,
            tick,
            stale_after: STALE_AFTER_MILLIS,
        })
    }
}
