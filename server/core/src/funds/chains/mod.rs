//! Coins sent to customers' addresses on chains: each output is recorded once, and credited or kept in suspense.

mod deposit;
mod record;
mod release;
mod seen;

pub use deposit::{ChainDeposit, ChainDepositStatus, Output};
pub use record::RecordOutput;
pub use release::{ReleaseSuspense, SuspenseRelease};
pub use seen::SeenOutput;

use crate::decimal::{Price, Quantity};
use crate::money::{Money, MoneyError, Rounding};
use crate::multiplier::Multiplier;

use super::REPORTING;

/// The value of `amount` at `rate`, in 10⁻⁸ of [`REPORTING`] for one: rounded down, as for every deposit.
fn value(amount: Quantity, rate: i64) -> Result<Money, MoneyError> {
    Multiplier::ONE.value(Price::from_units(rate), amount, REPORTING, Rounding::Down)
}
