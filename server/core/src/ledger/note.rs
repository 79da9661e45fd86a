//! What a journal was for, as its customer's bill tells it.

use serde::{Deserialize, Serialize};

use super::Wallet;
use crate::decimal::{Price, Quantity};
use crate::ids::{InstrumentId, OrderId};

/// Kept with the journal as JSON, so that whoever reads journals does not have to know what causes them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Note {
    /// What was sent to us: a currency code, and the amount as the customer wrote it.
    Deposit { currency: String, amount: String },
    /// What was sent to the customer: a currency code, the amount that arrives, and the end of the number or address.
    Withdrawal { currency: String, amount: String, to: String },
    /// Between two wallets; at a rate in 10⁻⁸ where their currencies differ.
    Transfer { from: Wallet, to: Wallet, rate: Option<i64> },
    /// What was bought or sold, and at what price.
    Trade { order: OrderId, instrument: InstrumentId, quantity: Quantity, price: Price },
    /// A position that was held for so many nights.
    Financing { instrument: InstrumentId, nights: i64 },
    /// So many shares that were held, and what each of them brought.
    Dividend { instrument: InstrumentId, quantity: Quantity, amount: Price },
}
