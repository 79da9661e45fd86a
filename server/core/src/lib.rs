//! The pure domain. Facts go in, decisions and postings come out. Nothing here reads a clock, draws a random
//! number, or does input or output; time, ids and randomness arrive with the command.

pub mod decimal;
pub mod ids;
pub mod market;
pub mod money;
pub mod time;
