use crate::http::wire;
use plumbline_core::ledger::{Balance, BalanceKey, Wallet};
use plumbline_core::money::Money;
use serde::Serialize;
use utoipa::ToSchema;

/// A wallet, as answered by the wallet calls and sent on the push socket. The version counts its changes, so that a
/// push which overtakes a reply merges cleanly.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Wallet)]
#[serde(rename_all = "camelCase")]
pub struct WalletEvent {
    wallet_type: wire::WalletType,
    currency: wire::Currency,
    /// All cash in the wallet.
    balance: wire::Decimal,
    /// The part of the balance that is held for open orders, withdrawals and positions on margin.
    used_balance: wire::Decimal,
    /// The money that can be spent.
    available_balance: wire::Decimal,
    version: i64,
}

impl WalletEvent {
    pub fn is_of(&self, wallet: Wallet) -> bool {
        self.wallet_type == wallet.code()
    }

    pub fn of(key: BalanceKey, balance: Balance) -> Self {
        let amount = |minor| Money::new(minor, key.currency()).amount();
        Self {
            wallet_type: key.wallet.into(),
            currency: key.currency().into(),
            balance: amount(balance.posted).into(),
            used_balance: amount(balance.held).into(),
            available_balance: amount(balance.available()).into(),
            version: balance.version,
        }
    }
}
