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
mod classes;
mod crash;
mod credentials;
mod database;
mod day_seeds;
mod deposits;
mod doctor;
mod forex;
mod funds;
mod halted_pairs;
mod history;
mod hong_kong;
mod hygiene;
mod identity;
mod inbox;
mod instrument;
mod log;
mod mail;
mod margin_races;
mod markets;
mod offers;
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
