//! The purpose of a journal, as its customer's bill shows it.

use serde::{Deserialize, Serialize};

use super::Wallet;
use crate::decimal::{Price, Quantity};
use crate::ids::{InstrumentId, OrderId};

/// Stored with the journal as JSON, so that reading journals does not require their causes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Note {
    /// The money sent to us: a currency code, and the amount as the customer wrote it.
    Deposit { currency: String, amount: String },
    /// The money sent to the customer: a currency code, the amount that arrives, and the end of the number or address.
    Withdrawal { currency: String, amount: String, to: String },
    /// Between two wallets; at a rate in 10⁻⁸ where their currencies differ.
    Transfer { from: Wallet, to: Wallet, rate: Option<i64> },
    /// A purchase or a sale, and its price.
    Trade { order: OrderId, instrument: InstrumentId, quantity: Quantity, price: Price },
    /// A position that was held for a number of nights.
    Financing { instrument: InstrumentId, nights: i64 },
    /// A position that was settled at a price.
    Variation { instrument: InstrumentId, quantity: Quantity, price: Price },
    /// The shares that were held, and the dividend of each.
    Dividend { instrument: InstrumentId, quantity: Quantity, amount: Price },
}
