//! The market, and what customers watch and read of it. `crate` has the rooms of the crate below too.

pub mod market;
pub mod news;
#[cfg(feature = "testing")]
#[path = "testing/market.rs"]
pub mod testing;
pub mod watchlist;

pub use plumbline_base::*;
