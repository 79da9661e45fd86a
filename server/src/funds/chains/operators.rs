//! What operators see of the chains, and do: a halted chain is resumed, and an output that is held is accepted. Two of them
//! decide on it (`reviews::chains`).

pub use super::blocks::{ChainStanding, go_on, lock_halted, resume, stall, states};
pub use super::outputs::{Held, accept, held, lock_held};
