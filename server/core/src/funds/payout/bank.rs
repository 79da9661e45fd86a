use serde::{Deserialize, Serialize};

use super::bank_numbers::{account_number, card_number, iban, looks_like_iban};
use super::{DestinationError, Sensitive};

/// The most characters of names, of places, of a postal code, and of addresses: the limits of a credit transfer of ISO
/// 20022 (`Max140Text`, `Max35Text`, `Max16Text`, three lines of `Max70Text`).
pub const NAME_LENGTH_MAX: usize = 140;
pub const PLACE_LENGTH_MAX: usize = 35;
pub const POSTAL_CODE_LENGTH_MAX: usize = 16;
pub const ADDRESS_LENGTH_MAX: usize = 210;

/// The one number by which a bank finds the account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BankNumber {
    Iban(Sensitive),
    /// The bank's own number.
    Account(Sensitive),
    Card(Sensitive),
}

impl BankNumber {
    /// Reads an IBAN, or the number that the bank gave the account. Text that begins as an IBAN must be one.
    pub fn of_account(text: &str) -> Result<Self, DestinationError> {
        if looks_like_iban(text) {
            Ok(Self::Iban(Sensitive::new(iban(text)?)))
        } else {
            Ok(Self::Account(Sensitive::new(account_number(text)?)))
        }
    }

    /// Reads a card's number.
    pub fn of_card(text: &str) -> Result<Self, DestinationError> {
        Ok(Self::Card(Sensitive::new(card_number(text)?)))
    }

    pub const fn number(&self) -> &Sensitive {
        match self {
            Self::Iban(number) | Self::Account(number) | Self::Card(number) => number,
        }
    }
}

/// A bank account, or the one behind a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BankAccount {
    pub bank_name: String,
    /// The account's holder.
    pub account_name: String,
    pub number: BankNumber,
    /// The bank's BIC.
    pub swift_code: Option<String>,
    /// The bank's ABA routing number.
    pub aba_routing_number: Option<String>,
    pub branch: Branch,
    /// The holder's address, which transfers abroad may require.
    pub personal_address: Option<String>,
}

/// The place of the bank's branch.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Branch {
    pub region: Option<String>,
    pub city: Option<String>,
    pub postal_code: Option<String>,
    pub address: Option<String>,
}

impl BankAccount {
    /// Refuses an account that no bank could pay to: a bank's own number is useless without the bank's code.
    pub const fn check(&self) -> Result<(), DestinationError> {
        match self.number {
            BankNumber::Account(_) if self.swift_code.is_none() && self.aba_routing_number.is_none() => {
                Err(DestinationError::RoutingMissing)
            }
            _ => Ok(()),
        }
    }

    /// An IBAN or a card's number identifies one account in the world, a bank's own number one in the bank. The
    /// branch's three characters of a BIC are left out, because many write them and many do not.
    pub(super) fn identity(&self) -> String {
        let number = self.number.number().whole();
        match self.number {
            BankNumber::Iban(_) => format!("iban:{number}"),
            BankNumber::Card(_) => format!("card:{number}"),
            BankNumber::Account(_) => {
                let bic = self.swift_code.as_deref().and_then(|code| code.get(..8));
                let bank = self.aba_routing_number.as_deref().or(bic);
                format!("account:{}:{number}", bank.unwrap_or_default())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn account(number: BankNumber, swift_code: Option<&str>, aba_routing_number: Option<&str>) -> BankAccount {
        BankAccount {
            bank_name: "Bank".to_owned(),
            account_name: "Ann Lee".to_owned(),
            number,
            swift_code: swift_code.map(str::to_owned),
            aba_routing_number: aba_routing_number.map(str::to_owned),
            branch: Branch::default(),
            personal_address: None,
        }
    }

    #[test]
    fn what_begins_as_an_iban_is_one_or_is_refused() {
        let read = |text| BankNumber::of_account(text);
        assert!(matches!(read("de89 3704 0044 0532 0130 00"), Ok(BankNumber::Iban(_))));
        assert!(matches!(read("000123456789"), Ok(BankNumber::Account(_))));
        assert_eq!(read("DE89 3704 0044 0532 0130 01"), Err(DestinationError::Iban));
        assert_eq!(read("?"), Err(DestinationError::AccountNumber));
    }

    #[test]
    fn a_banks_own_number_needs_the_bank() {
        let own = || BankNumber::of_account("000123456789").unwrap();
        assert_eq!(account(own(), None, None).check(), Err(DestinationError::RoutingMissing));
        assert_eq!(account(own(), Some("CHASUS33"), None).check(), Ok(()));
        assert_eq!(account(own(), None, Some("021000021")).check(), Ok(()));
        let iban = BankNumber::of_account("DE89370400440532013000").unwrap();
        assert_eq!(account(iban, None, None).check(), Ok(()));
        let card = BankNumber::of_card("4111111111111111").unwrap();
        assert_eq!(account(card, None, None).check(), Ok(()));
    }

    #[test]
    fn an_account_is_the_same_however_it_is_written() {
        let own = |swift| account(BankNumber::of_account("0001 2345 6789").unwrap(), Some(swift), None).identity();
        assert_eq!(own("CHASUS33"), own("CHASUS33XXX"));
        assert_ne!(own("CHASUS33"), own("DEUTDEFF"));
        let iban = |swift| account(BankNumber::of_account("DE89370400440532013000").unwrap(), swift, None).identity();
        assert_eq!(iban(None), iban(Some("DEUTDEFF")));
    }
}
