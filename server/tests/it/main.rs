//! The server over HTTP, on both databases. One test binary, because linking takes most of the time.

#![allow(clippy::unwrap_used)] // A test that meets what it does not expect stops there.

mod abuse;
mod audit;
mod authorization;
mod backup;
mod crash;
mod database;
mod deposits;
mod funds;
mod hygiene;
mod identity;
mod log;
mod mail;
mod openapi;
mod orders;
mod push;
mod replay;
mod support;
mod trading_days;
