//! The one way to change what customers own, and what moves and decides on their money. `crate` has the rooms of the
//! crates below too.

pub mod funds;
pub mod inbox;
pub mod kyc;
pub mod ledger;
pub mod reviews;
pub mod rounds;
#[cfg(feature = "testing")]
#[path = "testing/money.rs"]
pub mod testing;
pub mod writer;

pub use plumbline_market::*;

/// The records that this crate stores; see [`writer::StoredRecord`].
#[derive(Debug)]
pub struct Here;
