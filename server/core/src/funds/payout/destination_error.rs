use thiserror::Error;

/// The error in a destination.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum DestinationError {
    #[error("no IBAN: the country's form or the check digits do not fit")]
    Iban,
    #[error("no account number")]
    AccountNumber,
    #[error("no card number: its length or its check digit does not fit")]
    CardNumber,
    #[error("no BIC: its form or its country does not fit")]
    SwiftCode,
    #[error("no ABA routing number: its range or its check digit does not fit")]
    AbaRoutingNumber,
    #[error("a bank's own account number is known with the bank only")]
    RoutingMissing,
    #[error("nothing is paid in this currency to a wallet")]
    Currency,
    #[error("the currency does not exist on this chain")]
    Chain,
    #[error("no address of this chain")]
    Address,
}

impl DestinationError {
    /// The stable word, which clients translate.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Iban => "iban_invalid",
            Self::AccountNumber => "account_number_invalid",
            Self::CardNumber => "card_number_invalid",
            Self::SwiftCode => "swift_code_invalid",
            Self::AbaRoutingNumber => "aba_routing_number_invalid",
            Self::RoutingMissing => "routing_required",
            Self::Currency => "currency_unsupported",
            Self::Chain => "chain_unsupported",
            Self::Address => "address_invalid",
        }
    }
}
