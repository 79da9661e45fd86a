use std::ops::Deref;

use plumbline_core::funds::payout::{
    ADDRESS_LENGTH_MAX, BankAccount, BankNumber, Branch, Coin, Destination, DestinationError, NAME_LENGTH_MAX,
    PLACE_LENGTH_MAX, POSTAL_CODE_LENGTH_MAX, Sensitive, WalletAddress, aba_routing_number, swift_code,
};
use serde::Deserialize;
use utoipa::ToSchema;

use super::AccountType;
use crate::http::text::{optional, required};
use crate::http::{ApiError, wire};
use crate::secret::Secret;

/// The destination of withdrawals, as a customer writes it. A `card` needs a bank's name, an account's name and one
/// number; a `wallet` needs currency, chain and address. Fields of the other type are ignored.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PayoutDetails {
    pub bank_name: Option<wire::PartyName>,
    /// The holder's name.
    pub account_name: Option<wire::PartyName>,
    /// An IBAN, or the bank's own number, which needs `swiftCode` or `abaRoutingNumber`. Not together with
    /// `cardNumber`.
    pub account_number: Option<wire::AccountNumber>,
    /// The card's number. Not together with `accountNumber`.
    pub card_number: Option<wire::CardNumber>,
    /// The bank's BIC.
    pub swift_code: Option<wire::SwiftCode>,
    /// The routing number of a bank in the United States.
    pub aba_routing_number: Option<wire::AbaRoutingNumber>,
    /// The region of the branch; the next three are its city, postal code and address.
    pub region: Option<wire::PlaceName>,
    pub city: Option<wire::PlaceName>,
    pub postal_code: Option<wire::PostalCode>,
    pub branch_address: Option<wire::PostalAddress>,
    /// The holder's address.
    pub personal_address: Option<wire::PostalAddress>,
    /// BTC, ETH, TRX, USDC or USDT.
    pub currency: Option<wire::Currency>,
    /// bitcoin for BTC; ethereum for ETH, USDC and USDT; tron for TRX and USDT.
    pub chain: Option<wire::Chain>,
    /// An address of the chain's main network.
    pub address: Option<wire::ChainAddress>,
}

impl PayoutDetails {
    /// The destination of the details.
    ///
    /// # Errors
    /// 422 with the field that is missing or wrong.
    pub fn read(&self, kind: AccountType) -> Result<Destination, ApiError> {
        match kind {
            AccountType::Card => self.bank_account().map(Destination::Bank),
            AccountType::Wallet => self.wallet().map(Destination::Wallet),
        }
    }

    /// These details, completed by those of `saved`. An empty number or address counts as absent; any other empty text
    /// deletes the saved one.
    pub fn or(self, saved: Self) -> Self {
        let is_written = |text: &Secret| !text.expose().trim().is_empty();
        let (account_number, card_number) = match (
            self.account_number.filter(|number| is_written(number)),
            self.card_number.filter(|number| is_written(number)),
        ) {
            (None, None) => (saved.account_number, saved.card_number),
            numbers => numbers,
        };
        Self {
            bank_name: self.bank_name.or(saved.bank_name),
            account_name: self.account_name.or(saved.account_name),
            account_number,
            card_number,
            swift_code: self.swift_code.or(saved.swift_code),
            aba_routing_number: self.aba_routing_number.or(saved.aba_routing_number),
            region: self.region.or(saved.region),
            city: self.city.or(saved.city),
            postal_code: self.postal_code.or(saved.postal_code),
            branch_address: self.branch_address.or(saved.branch_address),
            personal_address: self.personal_address.or(saved.personal_address),
            currency: self.currency.or(saved.currency),
            chain: self.chain.or(saved.chain),
            address: self.address.filter(|address| is_written(address)).or(saved.address),
        }
    }

    fn bank_account(&self) -> Result<BankAccount, ApiError> {
        let code = |given: Option<&str>, read: fn(&str) -> Result<String, DestinationError>| {
            given.map(read).transpose().map_err(refused)
        };
        let account = BankAccount {
            bank_name: required(self.bank_name.as_deref(), "bankName", NAME_LENGTH_MAX)?,
            account_name: required(self.account_name.as_deref(), "accountName", NAME_LENGTH_MAX)?,
            number: self.number()?,
            swift_code: code(present(&self.swift_code), swift_code)?,
            aba_routing_number: code(present(&self.aba_routing_number), aba_routing_number)?,
            branch: Branch {
                region: optional(self.region.as_deref(), "region", PLACE_LENGTH_MAX)?,
                city: optional(self.city.as_deref(), "city", PLACE_LENGTH_MAX)?,
                postal_code: optional(self.postal_code.as_deref(), "postalCode", POSTAL_CODE_LENGTH_MAX)?,
                address: optional(self.branch_address.as_deref(), "branchAddress", ADDRESS_LENGTH_MAX)?,
            },
            personal_address: optional(self.personal_address.as_deref(), "personalAddress", ADDRESS_LENGTH_MAX)?,
        };
        account.check().map_err(refused)?;
        Ok(account)
    }

    /// The one number: with two, the destination would be unclear.
    fn number(&self) -> Result<BankNumber, ApiError> {
        match (exposed(&self.account_number), exposed(&self.card_number)) {
            (Some(number), None) => BankNumber::of_account(number).map_err(refused),
            (None, Some(number)) => BankNumber::of_card(number).map_err(refused),
            _ => Err(ApiError::invalid("one_number_required", "accountNumber")),
        }
    }

    fn wallet(&self) -> Result<WalletAddress, ApiError> {
        let missing = |field| ApiError::invalid("field_required", field);
        let currency = present(&self.currency).ok_or(missing("currency"))?;
        let chain = present(&self.chain).ok_or(missing("chain"))?;
        let address = exposed(&self.address).ok_or(missing("address"))?;
        WalletAddress::read(currency, chain, address).map_err(|error| match error {
            DestinationError::Chain => {
                let coin = Coin::find(currency).map_or(&[][..], |coin| coin.chains);
                let chains: Vec<_> = coin.iter().map(|chain| chain.code()).collect();
                refused(error).with_detail(serde_json::json!({ "chains": chains }))
            }
            _ => refused(error),
        })
    }
}

impl From<&Destination> for PayoutDetails {
    fn from(destination: &Destination) -> Self {
        let secret = |number: &Sensitive| Secret::new(number.whole());
        match destination.clone() {
            Destination::Bank(account) => Self {
                bank_name: Some(account.bank_name.into()),
                account_name: Some(account.account_name.into()),
                account_number: match &account.number {
                    BankNumber::Iban(number) | BankNumber::Account(number) => Some(wire::AccountNumber(secret(number))),
                    BankNumber::Card(_) => None,
                },
                card_number: match &account.number {
                    BankNumber::Card(number) => Some(wire::CardNumber(secret(number))),
                    BankNumber::Iban(_) | BankNumber::Account(_) => None,
                },
                swift_code: account.swift_code.map(Into::into),
                aba_routing_number: account.aba_routing_number.map(Into::into),
                region: account.branch.region.map(Into::into),
                city: account.branch.city.map(Into::into),
                postal_code: account.branch.postal_code.map(Into::into),
                branch_address: account.branch.address.map(Into::into),
                personal_address: account.personal_address.map(Into::into),
                ..Self::default()
            },
            Destination::Wallet(wallet) => Self {
                currency: Some(wallet.currency.into()),
                chain: Some(wallet.chain.into()),
                address: Some(wire::ChainAddress(secret(&wallet.address))),
                ..Self::default()
            },
        }
    }
}

fn present<T: Deref<Target = str>>(text: &Option<T>) -> Option<&str> {
    text.as_deref().map(str::trim).filter(|text| !text.is_empty())
}

fn exposed<T: Deref<Target = Secret>>(text: &Option<T>) -> Option<&str> {
    text.as_deref().map(|text| text.expose().trim()).filter(|text| !text.is_empty())
}

fn refused(error: DestinationError) -> ApiError {
    let field = match error {
        DestinationError::Iban | DestinationError::AccountNumber => "accountNumber",
        DestinationError::CardNumber => "cardNumber",
        DestinationError::SwiftCode | DestinationError::RoutingMissing => "swiftCode",
        DestinationError::AbaRoutingNumber => "abaRoutingNumber",
        DestinationError::Currency => "currency",
        DestinationError::Chain => "chain",
        DestinationError::Address => "address",
    };
    ApiError::invalid(error.word(), field)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn details(json: Value) -> PayoutDetails {
        serde_json::from_value(json).unwrap()
    }

    fn bank(changes: Value) -> PayoutDetails {
        let mut account =
            json!({ "bankName": "Bank", "accountName": "Ann Lee", "accountNumber": "DE89370400440532013000" });
        account.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
        details(account)
    }

    fn refusal(details: &PayoutDetails, kind: AccountType) -> Option<(&'static str, Option<&'static str>)> {
        details.read(kind).err().map(|error| (error.word, error.field))
    }

    #[test]
    fn what_is_missing_or_wrong_is_named() {
        let long = |length: usize| "я".repeat(length);
        let table = [
            (json!({}), None),
            (
                json!({ "bankName": long(140), "region": long(35), "postalCode": long(16), "branchAddress": long(210) }),
                None,
            ),
            (json!({ "bankName": null }), Some(("field_required", "bankName"))),
            (json!({ "bankName": "  " }), Some(("field_required", "bankName"))),
            (json!({ "accountName": "" }), Some(("field_required", "accountName"))),
            (json!({ "accountNumber": "" }), Some(("one_number_required", "accountNumber"))),
            (json!({ "cardNumber": "4111111111111111" }), Some(("one_number_required", "accountNumber"))),
            (json!({ "accountNumber": "DE88370400440532013000" }), Some(("iban_invalid", "accountNumber"))),
            (json!({ "accountNumber": "12" }), Some(("account_number_invalid", "accountNumber"))),
            (json!({ "accountNumber": "000123456789" }), Some(("routing_required", "swiftCode"))),
            (json!({ "accountNumber": "000123456789", "abaRoutingNumber": "021000021" }), None),
            (json!({ "accountNumber": null, "cardNumber": "4111" }), Some(("card_number_invalid", "cardNumber"))),
            (json!({ "accountNumber": "", "cardNumber": "4111 1111 1111 1111" }), None),
            (json!({ "swiftCode": "DEUT" }), Some(("swift_code_invalid", "swiftCode"))),
            (json!({ "abaRoutingNumber": "021000022" }), Some(("aba_routing_number_invalid", "abaRoutingNumber"))),
            (json!({ "accountName": long(141) }), Some(("text_too_long", "accountName"))),
            (json!({ "region": long(36) }), Some(("text_too_long", "region"))),
            (json!({ "city": long(36) }), Some(("text_too_long", "city"))),
            (json!({ "postalCode": long(17) }), Some(("text_too_long", "postalCode"))),
            (json!({ "branchAddress": long(211) }), Some(("text_too_long", "branchAddress"))),
            (json!({ "personalAddress": long(211) }), Some(("text_too_long", "personalAddress"))),
            (json!({ "bankName": "Bank\u{202e}knaB" }), Some(("text_invalid", "bankName"))),
            (json!({ "accountName": "Ann\u{85}Lee" }), Some(("text_invalid", "accountName"))),
            (json!({ "accountName": "\u{3164}" }), Some(("text_invalid", "accountName"))),
            (json!({ "accountName": "Ann\u{fe01}Lee" }), Some(("text_invalid", "accountName"))),
            (json!({ "accountName": "Ann\u{e000}Lee" }), Some(("text_invalid", "accountName"))),
            (json!({ "accountName": "Ann\u{1fffe}Lee" }), Some(("text_invalid", "accountName"))),
            (json!({ "accountName": "Ann\u{fffd0}Lee" }), Some(("text_invalid", "accountName"))),
        ];
        for (changes, expected) in table {
            let expected = expected.map(|(word, field)| (word, Some(field)));
            assert_eq!(refusal(&bank(changes.clone()), AccountType::Card), expected, "{changes}");
        }
        let tron = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";
        let table = [
            (json!({ "currency": "USDT", "chain": "tron", "address": tron }), None),
            (json!({ "chain": "tron", "address": tron }), Some(("field_required", "currency"))),
            (json!({ "currency": "USDT", "address": tron }), Some(("field_required", "chain"))),
            (json!({ "currency": "USDT", "chain": "tron" }), Some(("field_required", "address"))),
            (
                json!({ "currency": "DOGE", "chain": "tron", "address": tron }),
                Some(("currency_unsupported", "currency")),
            ),
            (json!({ "currency": "USDC", "chain": "tron", "address": tron }), Some(("chain_unsupported", "chain"))),
            (json!({ "currency": "USDT", "chain": "ethereum", "address": tron }), Some(("address_invalid", "address"))),
        ];
        for (wallet, expected) in table {
            let expected = expected.map(|(word, field)| (word, Some(field)));
            assert_eq!(refusal(&details(wallet.clone()), AccountType::Wallet), expected, "{wallet}");
        }
        let error =
            details(json!({ "currency": "USDT", "chain": "bitcoin", "address": tron })).read(AccountType::Wallet);
        assert_eq!(error.unwrap_err().detail, Some(json!({ "chains": ["ethereum", "tron"] })));
    }

    #[test]
    fn what_an_update_leaves_out_stays() {
        let saved = bank(json!({ "city": "Berlin", "swiftCode": "DEUTDEFF" })).read(AccountType::Card).unwrap();
        let updated = |changes| details(changes).or(PayoutDetails::from(&saved)).read(AccountType::Card).unwrap();
        assert_eq!(updated(json!({})), saved);
        assert_eq!(updated(json!({ "accountNumber": "", "cardNumber": "" })), saved);
        let Destination::Bank(moved) = updated(json!({ "city": "", "bankName": "Other" })) else { panic!("a bank") };
        assert_eq!((moved.branch.city, moved.bank_name.as_str()), (None, "Other"));
        assert_eq!(moved.swift_code.as_deref(), Some("DEUTDEFF"));
        let Destination::Bank(card) = updated(json!({ "cardNumber": "4111111111111111" })) else { panic!("a bank") };
        assert!(matches!(card.number, BankNumber::Card(_)), "another number takes the place of the first");
    }

    #[test]
    fn numbers_do_not_print() {
        let given = bank(json!({ "swiftCode": "DEUTDEFF" }));
        let printed = format!("{given:?} {:?}", given.read(AccountType::Card).unwrap());
        assert!(printed.contains("****3000") && !printed.contains("0532013000"), "{printed}");
    }
}
