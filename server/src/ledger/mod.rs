//! The ledger's records.

pub mod audit;
pub mod store;
mod wallet_event;

pub use wallet_event::WalletEvent;
