//! The terms on which an order is placed or amended: the rules of the day and the quote of the moment.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Listing, OrderRef, RestingFill};
use crate::decimal::Price;
use crate::decision::Refusal;
use crate::market::Tick;
use crate::time::UnixMillis;

/// What a command on an order is judged by, and the quote that it may take from at once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    pub listing: Listing,
    /// The newest tick; `None` before the first one.
    #[serde(with = "crate::shared::option")]
    pub tick: Option<Arc<Tick>>,
    /// A tick that is older than so many milliseconds when the command is decided is not traded on.
    pub stale_after: i64,
}

impl Terms {
    /// The tick that may be taken from, if the command is decided in time.
    pub fn quote(&self) -> Option<&Arc<Tick>> {
        self.tick.as_ref().filter(|_| self.listing.session_closes.is_some())
    }

    /// The tick that may be taken from at `now`.
    pub fn tradable_tick(&self, now: UnixMillis) -> Option<&Arc<Tick>> {
        self.quote().filter(|tick| self.listing.is_open(now) && !tick.is_stale(now, self.stale_after))
    }

    /// An order of these terms as a tick fills it.
    pub fn fill_of(&self, order: OrderRef) -> RestingFill {
        RestingFill { order, lot: self.listing.lot, fees: self.listing.fees.clone() }
    }

    /// Whether an order may have this limit: a price that the tick sizes allow, within the band around the last one.
    ///
    /// # Errors
    /// `tick_size`, `no_quote` or `price_band`.
    pub fn check_limit(&self, limit: Price) -> Result<(), Refusal> {
        if !self.listing.tick_sizes.allows(limit) {
            return Err(Refusal::TickSize);
        }
        let tick = self.tick.as_ref().ok_or(Refusal::NoQuote)?;
        if self.listing.in_band(limit, tick.last) { Ok(()) } else { Err(Refusal::PriceBand) }
    }
}
