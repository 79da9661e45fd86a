use plumbline_core::ledger::Wallet;

use crate::http::ApiError;

/// Reads a wallet's name from the request field `field`.
pub fn read_wallet(code: &str, field: &'static str) -> Result<Wallet, ApiError> {
    code.parse().map_err(|_| ApiError::invalid("wallet_unknown", field))
}
