use plumbline_core::funds::payout::Destination;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The type of a saved account: `card`, a bank account or the one behind a card; `wallet`, an address on a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum AccountType {
    Card,
    Wallet,
}

impl AccountType {
    pub const ALL: [AccountType; 2] = [Self::Card, Self::Wallet];

    pub const fn of(destination: &Destination) -> Self {
        match destination {
            Destination::Bank(_) => Self::Card,
            Destination::Wallet(_) => Self::Wallet,
        }
    }
}
