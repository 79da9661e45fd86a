//! Deposits of digital currency: an address for each customer and chain, the followed chains, and received payments.
//!
//! The server has no key that can spend: addresses are derived from an operator's extended public key ([`derivation`]).
//! A [`watcher`] reads a chain; the [`follower`] stores what it saw in tables ([`blocks`], [`outputs`]), robust against
//! a node that repeats, withholds or takes back, and has the core record each output once ([`store`]).

pub mod address;
mod addresses;
mod bitcoin;
mod blocks;
pub mod chain;
mod coin_rate;
pub mod config;
mod crediting;
pub mod derivation;
mod evm;
mod follower;
mod names;
pub mod operators;
mod outputs;
pub mod release;
mod release_store;
mod rpc;
mod second_reading;
mod seen_store;
pub mod simulate;
mod simulated;
pub mod starting;
mod store;
pub mod suspense;
#[cfg(test)]
mod tests;
mod watcher;

pub use blocks::{heights, states};
pub use chain::{Chain, Chains};
pub use coin_rate::coin_rate;
pub use config::ChainsError;
pub use names::keep as keep_names;
pub use outputs::{Seen, seen};
pub use rpc::NodeError;
pub use store::ChainDepositRow;
pub use suspense::in_suspense;
