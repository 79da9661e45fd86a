//! The pure domain. Facts go in, decisions and postings come out. Nothing here reads a clock, draws a random
//! number, or does input or output; time, ids and randomness arrive with the command.

pub mod command;
pub mod decimal;
pub mod decision;
pub mod funds;
pub mod identity;
pub mod ids;
pub mod inbox;
pub mod kyc;
pub mod ledger;
pub mod market;
pub mod money;
pub mod multiplier;
pub mod orders;
pub mod positions;
pub mod products;
mod shared;
#[cfg(feature = "testing")]
pub mod testing;
pub mod time;
