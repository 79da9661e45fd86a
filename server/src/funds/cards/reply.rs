use serde::Serialize;
use utoipa::ToSchema;

use super::store::PayoutAccount;
use super::{AccountType, PayoutDetails};
use crate::files::links::Reader;
use crate::funds::Cashier;

/// A saved account as its customer sees it, with only the end of its number or address.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PayoutReply {
    pub id: String,
    #[serde(rename = "type")]
    pub kind: AccountType,
    pub bank_name: Option<String>,
    pub account_name: Option<String>,
    /// The end of the IBAN or of the bank's own number.
    pub account_number: Option<String>,
    pub card_number: Option<String>,
    pub swift_code: Option<String>,
    pub aba_routing_number: Option<String>,
    pub region: Option<String>,
    pub city: Option<String>,
    pub postal_code: Option<String>,
    pub branch_address: Option<String>,
    pub personal_address: Option<String>,
    pub currency: Option<String>,
    pub chain: Option<String>,
    pub address: Option<String>,
    /// A link to the picture of the card, good for some minutes; null without a picture.
    pub image_url: Option<String>,
    /// The time until which nothing is sent there, because it was saved or changed a short time ago; null when it can
    /// be.
    pub locked_until_timestamp: Option<String>,
    pub create_time_timestamp: String,
    pub modify_time_timestamp: String,
}

impl PayoutReply {
    pub fn of(saved: &PayoutAccount, cashier: &Cashier) -> Self {
        let locked_until = cashier.withdrawal_policy.address_locked_until(saved.destination_since, cashier.clock.now());
        let image = |file| cashier.files.link(file, Reader::Owner(saved.account));
        let details = PayoutDetails::from(&saved.destination);
        let masked = || saved.destination.number().masked();
        Self {
            id: saved.id.to_string(),
            kind: AccountType::of(&saved.destination),
            bank_name: details.bank_name,
            account_name: details.account_name,
            account_number: details.account_number.map(|_| masked()),
            card_number: details.card_number.map(|_| masked()),
            swift_code: details.swift_code,
            aba_routing_number: details.aba_routing_number,
            region: details.region,
            city: details.city,
            postal_code: details.postal_code,
            branch_address: details.branch_address,
            personal_address: details.personal_address,
            currency: details.currency,
            chain: details.chain,
            address: details.address.map(|_| masked()),
            image_url: saved.image.map(image),
            locked_until_timestamp: locked_until.map(|until| until.to_string()),
            create_time_timestamp: saved.created_at.to_string(),
            modify_time_timestamp: saved.updated_at.to_string(),
        }
    }
}
