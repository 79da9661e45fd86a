//! The Plumbline server. `router` shows the whole API; each capability has one folder, each action one file.

pub mod app;
pub mod cli;
pub mod clock;
pub mod config;
pub mod db;
mod document;
pub mod files;
pub mod funds;
pub mod http;
pub mod identity;
pub mod ids;
pub mod inbox;
mod layers;
pub mod ledger;
mod logging;
pub mod mail;
pub mod market;
pub mod mode;
pub mod news;
pub mod node_lease;
pub mod operations;
pub mod orders;
pub mod positions;
mod private;
pub mod push;
pub mod random;
pub mod records;
pub mod router;
pub mod sealing;
pub mod secret;
pub mod server_key;
pub mod supervision;
#[cfg(test)]
mod testing;
mod turns;
pub mod watchlist;
pub mod writer;
