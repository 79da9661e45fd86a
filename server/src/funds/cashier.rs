//! What deposits, withdrawals and transfers work with.

use std::sync::Arc;

use plumbline_core::funds::WithdrawalPolicy;

use super::payouts::Payouts;
use super::withdrawal::timing::Times;
use crate::clock::Clock;
use crate::db::Db;
use crate::files::Files;
use crate::market::Market;
use crate::mode::Mode;
use crate::writer::Writer;

/// The parts that move a customer's money.
#[derive(Debug)]
pub struct Cashier {
    pub db: Db,
    pub clock: Clock,
    /// What quotes the rates of other currencies.
    pub market: Arc<Market>,
    pub writer: Writer,
    pub files: Arc<Files>,
    pub payouts: Arc<dyn Payouts>,
    pub times: Times,
    /// What holds withdrawals back.
    pub withdrawal_policy: WithdrawalPolicy,
    /// Whether the money is paper, for which other channels are open.
    pub mode: Mode,
    /// Whether the autopilot of paper mode reviews; without it people do.
    pub has_autopilot: bool,
}
