//! How instruments are called on the wire, for whoever tells of one without knowing the market.

use std::fmt;

use plumbline_core::ids::InstrumentId;

pub trait Listings: Send + Sync + fmt::Debug {
    /// The code, the market and the asset source of an instrument.
    fn describe(&self, instrument: InstrumentId) -> Option<(String, &'static str, i64)>;
}
