use crate::http::wire;
use plumbline_core::ledger::{Balance, BalanceKey, Unsettled, Wallet, transferable};
use plumbline_core::money::Money;
use plumbline_core::time::UnixMillis;
use serde::Serialize;
use utoipa::ToSchema;

use crate::ledger::WalletEvent;

/// A wallet with its amounts that have not settled.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WalletReply {
    #[serde(flatten)]
    pub wallet: WalletEvent,
    /// The money that can leave the wallet now: the money that can be spent, less the money that settles later, which
    /// can be traded with at once.
    pub transferable_balance: wire::Decimal,
    /// The amounts that settle later, the earliest first.
    pub unsettled: Vec<UnsettledReply>,
}

/// The amount that a wallet gets, or pays where it is negative, at one moment to come.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UnsettledReply {
    pub amount: wire::Decimal,
    pub settle_timestamp: wire::Timestamp,
}

impl WalletReply {
    pub fn is_of(&self, wallet: Wallet) -> bool {
        self.wallet.is_of(wallet)
    }

    pub fn of(key: BalanceKey, balance: Balance, unsettled: &[Unsettled], now: UnixMillis) -> Self {
        let amount = |minor| Money::new(minor, key.currency()).amount();
        let line =
            |due: &Unsettled| UnsettledReply { amount: amount(due.amount).into(), settle_timestamp: due.at.into() };
        Self {
            wallet: WalletEvent::of(key, balance),
            transferable_balance: amount(transferable(balance.available(), unsettled, now)).into(),
            unsettled: unsettled.iter().map(line).collect(),
        }
    }
}
