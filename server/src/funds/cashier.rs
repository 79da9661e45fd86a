//! The shared parts of deposits, withdrawals and transfers.

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
    /// The source of other currencies' rates.
    pub market: Arc<Market>,
    pub writer: Writer,
    pub files: Arc<Files>,
    pub payouts: Arc<dyn Payouts>,
    pub times: Times,
    /// The locks of withdrawals.
    pub withdrawal_policy: WithdrawalPolicy,
    /// True if the money is paper, which has other channels.
    pub mode: Mode,
    /// True if the autopilot of paper mode reviews; otherwise people do.
    pub has_autopilot: bool,
}
