//! Operators' view of the chains, and their actions: resuming a halted chain, and accepting a held output. Two
//! operators decide on it (`reviews::chains`).

pub use super::blocks::{ChainStanding, go_on, lock_halted, resume, stall, states};
pub use super::outputs::{Held, accept, held, lock_held};
