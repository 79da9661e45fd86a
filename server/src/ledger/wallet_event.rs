use plumbline_core::ledger::{Balance, BalanceKey};
use plumbline_core::money::Money;
use serde::Serialize;

/// A wallet as the push socket tells it; the same fields as the wallet calls, and a version.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct WalletEvent {
    wallet_type: &'static str,
    currency: &'static str,
    balance: String,
    used_balance: String,
    available_balance: String,
    version: i64,
}

impl WalletEvent {
    pub fn of(key: BalanceKey, balance: Balance) -> Self {
        let amount = |minor| Money::new(minor, key.currency()).amount();
        Self {
            wallet_type: key.wallet.code(),
            currency: key.currency().code(),
            balance: amount(balance.posted),
            used_balance: amount(balance.held),
            available_balance: amount(balance.available()),
            version: balance.version,
        }
    }
}
