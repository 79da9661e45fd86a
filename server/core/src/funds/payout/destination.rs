use super::{BankAccount, Sensitive, WalletAddress};

/// Where money is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Destination {
    Bank(BankAccount),
    Wallet(WalletAddress),
}

impl Destination {
    /// The number or the address that the money goes to.
    pub const fn number(&self) -> &Sensitive {
        match self {
            Self::Bank(account) => account.number.number(),
            Self::Wallet(wallet) => &wallet.address,
        }
    }

    /// What tells it from other destinations, whoever wrote it however: the same account has the same text, whatever
    /// name or address stands beside it. It holds the whole number.
    pub fn identity(&self) -> String {
        match self {
            Self::Bank(account) => account.identity(),
            Self::Wallet(wallet) => wallet.identity(),
        }
    }
}
