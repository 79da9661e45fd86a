//! An instrument with its newest tick, and the figures that lists show of it.

use std::sync::{Arc, OnceLock};

use plumbline_core::decimal::{Quantity, change_basis_points};
use plumbline_core::market::{Instrument, Market, Tick};
use plumbline_core::money::{Money, Rounding};
use serde_json::value::RawValue;

use super::{Board, DaySummary};
use crate::http::{ApiError, Language};

/// An instrument with its newest tick.
#[derive(Debug)]
pub struct Quoted {
    pub instrument: Arc<Instrument>,
    pub tick: Option<Arc<Tick>>,
    pub day: DaySummary,
    /// Its row in each language, once it was requested, and its row in watchlists.
    rows: Written,
    watched: Written,
}

/// A text in each language that is written once.
type Written = [OnceLock<Box<RawValue>>; Language::ALL.len()];

impl Quoted {
    pub fn of(instrument: &Arc<Instrument>, board: &Board) -> Self {
        let (tick, day) = board.quoted(instrument.id);
        Self {
            instrument: instrument.clone(),
            tick: tick.map(Arc::new),
            day,
            rows: Written::default(),
            watched: Written::default(),
        }
    }

    /// The row in a language, which `write` writes the first time.
    pub fn row(
        &self,
        language: Language,
        write: impl FnOnce() -> Result<Box<RawValue>, ApiError>,
    ) -> Result<&RawValue, ApiError> {
        once(&self.rows[language as usize], write)
    }

    /// The watchlist row in a language, which `write` writes the first time.
    pub fn watched_row(
        &self,
        language: Language,
        write: impl FnOnce() -> Result<Box<RawValue>, ApiError>,
    ) -> Result<&RawValue, ApiError> {
        once(&self.watched[language as usize], write)
    }

    /// Today's change in basis points; zero without a tick.
    pub fn change_basis_points(&self) -> i64 {
        self.tick.as_ref().map_or(0, |tick| self.day.change_basis_points(tick.last))
    }

    /// Today's traded volume; `None` for an index, which is not traded.
    pub fn volume(&self) -> Option<Quantity> {
        self.tick.as_ref().filter(|_| self.instrument.market != Market::Index).map(|tick| tick.volume)
    }

    /// The value of today's volume at the present price, in the price's currency.
    pub fn turnover(&self) -> Option<Money> {
        let (tick, volume) = (self.tick.as_ref()?, self.volume()?);
        let Instrument { currency, .. } = *self.instrument;
        self.instrument.multiplier().value(tick.last, volume, currency, Rounding::Down).ok()
    }

    /// The day's range in basis points of the previous close.
    pub fn amplitude_basis_points(&self) -> Option<i64> {
        let (day, previous) = (&self.day, self.day.previous_close.units());
        let range = day.high.units().saturating_sub(day.low.units());
        change_basis_points(range.saturating_add(previous), previous)
    }
}

fn once(
    slot: &OnceLock<Box<RawValue>>,
    write: impl FnOnce() -> Result<Box<RawValue>, ApiError>,
) -> Result<&RawValue, ApiError> {
    match slot.get() {
        Some(row) => Ok(row),
        None => {
            let row = write()?;
            Ok(slot.get_or_init(|| row))
        }
    }
}
