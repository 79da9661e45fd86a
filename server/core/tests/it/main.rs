//! Tests of the domain from outside it, in one program: each program more is linked for itself.

#![allow(clippy::unwrap_used)] // A test that meets what it does not expect stops there.

mod amend;
mod amounts;
mod bars;
mod chains;
mod commands;
mod converted_deposits;
mod corporate;
mod deposits;
mod extended_hours;
mod fractions;
mod freshness;
mod futures;
mod holds;
mod kyc;
mod margin;
mod multipliers;
mod nautilus;
mod needs;
mod newest_quotes;
mod notices;
mod settlement;
mod stops;
mod together;
mod trails;
mod withdrawal_guards;
mod withdrawals;
