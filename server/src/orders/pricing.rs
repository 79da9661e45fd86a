//! What an order is decided with: the rules of the day and the newest tick.

use std::sync::Arc;

use plumbline_core::decimal::{ONE, Price, Quantity};
use plumbline_core::ids::{AccountId, OrderId};
use plumbline_core::market::Instrument;
use plumbline_core::money::Money;
use plumbline_core::orders::{Listing, Order, OrderKind, OrderRef, OrderSize, Place, Side, Terms, TimeInForce};

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

    /// The rules and the quote of this moment. Whether the quote is fresh and the session open is judged when a command
    /// is decided.
    fn terms(&self, instrument: &Instrument) -> Result<Terms, ApiError> {
        let (listing, tick) = (self.listing(instrument)?, self.market.latest(instrument.id));
        Ok(Terms { listing, tick, stale_after: STALE_AFTER_MILLIS })
    }

    /// The same for a change of an order: its fees stay those that it was accepted with. Also gives the version of the
    /// fees in force.
    pub fn terms_of(&self, order: &Order) -> Result<(Terms, String), ApiError> {
        let instrument = self.market.catalog.get(order.at.instrument).ok_or_else(not_tradable)?;
        let mut terms = self.terms(instrument)?;
        let fees = self.fees.version(instrument.market.fee_table(), &order.fee_version).ok_or_else(not_tradable)?;
        let in_force = std::mem::replace(&mut terms.listing.fees, fees);
        Ok((terms, in_force.version.clone()))
    }

    /// The command for a wish.
    pub fn command(&self, account: AccountId, instrument: &Arc<Instrument>, wish: Wish) -> Result<Place, ApiError> {
        let terms = self.terms(instrument)?;
        let (id, wallet) = (OrderId(self.ids.next()), terms.listing.wallet);
        let at = OrderRef { id, account, instrument: instrument.id, wallet };
        Ok(Place {
            at,
            side: wish.side,
            kind: wish.kind,
            limit: wish.limit,
            size: wish.size,
            leverage: wish.leverage,
            time_in_force: wish.time_in_force,
            terms,
        })
    }
}

fn not_tradable() -> ApiError {
    ApiError::conflict("instrument_not_tradable").on_field("stockCode")
}
