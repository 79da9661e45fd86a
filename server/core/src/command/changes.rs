//! What a decision changes: new states of records, and records that are only ever added.

use std::sync::Arc;

use crate::funds::{Deposit, Transfer};
use crate::ledger::{Hold, Journal};
use crate::market::Tick;
use crate::orders::{Fill, Match, Order, Side};
use crate::positions::Position;

#[derive(Clone, Debug, Default)]
pub struct Changes {
    pub orders: Vec<Order>,
    pub positions: Vec<Position>,
    pub holds: Vec<Hold>,
    pub deposits: Vec<Deposit>,
    pub transfers: Vec<Transfer>,
    pub fills: Vec<Fill>,
    pub journals: Vec<Journal>,
    /// What was taken from the book of a tick.
    pub taken: Vec<(Arc<Tick>, Side, Vec<Match>)>,
}
