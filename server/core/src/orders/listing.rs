//! What the venue's rules say of an instrument when an order arrives.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::FeeTable;
use crate::decimal::{Price, Quantity};
use crate::decision::Refusal;
use crate::ids::InstrumentId;
use crate::ledger::Wallet;
use crate::market::TickSizes;
use crate::money::{Currency, Money, Rounding};
use crate::time::UnixMillis;

/// The rules in force for one instrument at one moment. A command carries them, so that it replays the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Listing {
    pub instrument: InstrumentId,
    /// The wallet that pays for it.
    pub wallet: Wallet,
    #[serde(with = "crate::shared")]
    pub tick_sizes: Arc<TickSizes>,
    /// Quantities are multiples of it.
    pub lot: Quantity,
    /// Limit prices must lie within this distance of the last price, in basis points of it.
    pub band_basis_points: i64,
    /// Market orders may fill this far from the quote at acceptance, in basis points; the rest of the order then
    /// waits for a quote inside.
    pub collar_basis_points: i64,
    /// The least value of an order. All that is available of a position may be sold for less.
    pub minimum_value: Money,
    /// When the session ends in which orders are filled; `None` outside of one.
    pub session_closes: Option<UnixMillis>,
    /// When a day order that is accepted now expires.
    pub day_ends: UnixMillis,
    #[serde(with = "crate::shared")]
    pub fees: Arc<FeeTable>,
}

impl Listing {
    /// Whether orders are filled at `now`.
    pub fn is_open(&self, now: UnixMillis) -> bool {
        self.session_closes.is_some_and(|closes| now < closes)
    }

    pub const fn currency(&self) -> Currency {
        self.wallet.currency()
    }

    /// Whether `quantity` is worth the least value at `price`. All that is available of a position (`closes`) may be sold
    /// whatever it is worth, as long as it brings a minor unit at `limit`, the worst price.
    ///
    /// # Errors
    /// `order_value_too_small`; `out_of_range` for a value that money cannot count.
    pub fn check_value(&self, quantity: Quantity, price: Price, limit: Price, closes: bool) -> Result<(), Refusal> {
        let value = |price| Money::of(price, quantity, self.currency(), Rounding::Down);
        let enough = closes || value(price)?.minor >= self.minimum_value.minor;
        if enough && value(limit)?.minor > 0 { Ok(()) } else { Err(Refusal::OrderValueTooSmall) }
    }

    /// True when `limit` is within the price band around `reference`.
    pub fn in_band(&self, limit: Price, reference: Price) -> bool {
        let distance = (i128::from(limit.units()) - i128::from(reference.units())).abs();
        distance * 10_000 <= i128::from(reference.units()) * i128::from(self.band_basis_points)
    }

    /// `price` moved by the collar, away from zero for `up`, and rounded outwards to a tick.
    pub fn collar(&self, price: Price, up: bool) -> Price {
        let width = i128::from(price.units()) * i128::from(self.collar_basis_points) / 10_000;
        let width = i64::try_from(width).unwrap_or(i64::MAX);
        let moved = Price::from_units(price.units().saturating_add(if up { width } else { -width }));
        let step = self.tick_sizes.at(moved);
        let down = moved.round_down_to(step);
        if up && down < moved { Price::from_units(down.units().saturating_add(step.units())) } else { down.max(step) }
    }
}
