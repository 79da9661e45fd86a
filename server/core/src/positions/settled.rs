//! Daily settlements of a position: the sum credited so far, and the price that the next one counts from.

use serde::{Deserialize, Serialize};

use crate::decimal::Price;
use crate::money::{Currency, Money, MoneyError};
use crate::time::UnixMillis;

/// The part of a position's margin that only a product has that is settled each day, such as a future.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settled {
    /// The value of the open quantity at its last settlement, and of what was opened since at its fills; in the contract's
    /// currency.
    pub basis: Money,
    /// All that settlements have credited for the open quantity, in the wallet's currency; negative where it paid.
    pub credited: Money,
    /// The price of its last settlement; `None` before the first one.
    pub price: Option<Price>,
    /// When its customer was called for more margin, at a settlement; `None` where no call stands.
    pub called_at: Option<UnixMillis>,
    /// True where free cash is added to the margin before the position is closed for what it has lost.
    #[serde(default = "refills")]
    pub refills: bool,
}

const fn refills() -> bool {
    true
}

impl Settled {
    /// A position that is empty yet.
    pub const fn nothing(contract: Currency, wallet: Currency) -> Self {
        Self {
            basis: Money::zero(contract),
            credited: Money::zero(wallet),
            price: None,
            called_at: None,
            refills: true,
        }
    }

    /// These settlements with a further quantity, opened at `value`.
    pub(crate) fn opened(self, value: Money) -> Result<Self, MoneyError> {
        Ok(Self { basis: self.basis.plus(value)?, ..self })
    }

    /// These settlements without the share of a closed quantity.
    pub(crate) fn closed(self, basis: Money, credited: Option<Money>) -> Result<Self, MoneyError> {
        let credited = credited.unwrap_or(Money::zero(self.credited.currency));
        Ok(Self { basis: self.basis.minus(basis)?, credited: self.credited.minus(credited)?, ..self })
    }
}
