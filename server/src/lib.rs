//! The Plumbline server. `router` shows the whole API; each capability has one folder, each action one file.
//! `crate` has the rooms of the crates below too: `plumbline_base`, `plumbline_market` and `plumbline_money`.

pub mod app;
pub mod assets;
pub mod cli;
pub mod config;
mod document;
mod layers;
pub mod operations;
pub mod orders;
pub mod positions;
pub mod records;
pub mod router;
#[cfg(test)]
#[path = "testing/top.rs"]
pub mod testing;
mod ui;
pub mod unreadable;

pub use plumbline_money::*;

/// The records that this crate stores; see [`writer::StoredRecord`].
#[derive(Debug)]
pub struct Here;
