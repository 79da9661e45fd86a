//! The server over HTTP, on both databases. One test binary, because linking takes most of the time.

#![allow(clippy::unwrap_used)] // A test that meets what it does not expect stops there.

mod abuse;
mod access;
mod amend;
mod audit;
mod authorization;
mod backup;
mod cards;
mod charts;
mod crash;
mod credentials;
mod database;
mod deposits;
mod doctor;
mod funds;
mod history;
mod hygiene;
mod identity;
mod instrument;
mod log;
mod mail;
mod markets;
mod openapi;
mod orders;
mod push;
mod readiness;
mod replay;
mod requests;
mod retries;
mod support;
mod trading_days;
mod withdrawals;
