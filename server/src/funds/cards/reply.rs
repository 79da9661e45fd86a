use crate::http::wire;
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
    pub id: wire::Id,
    #[serde(rename = "type")]
    pub kind: AccountType,
    pub bank_name: Option<wire::PartyName>,
    pub account_name: Option<wire::PartyName>,
    /// The end of the IBAN or of the bank's own number.
    pub account_number: Option<wire::Masked>,
    pub card_number: Option<wire::Masked>,
    pub swift_code: Option<wire::SwiftCode>,
    pub aba_routing_number: Option<wire::AbaRoutingNumber>,
    pub region: Option<wire::PlaceName>,
    pub city: Option<wire::PlaceName>,
    pub postal_code: Option<wire::PostalCode>,
    pub branch_address: Option<wire::PostalAddress>,
    pub personal_address: Option<wire::PostalAddress>,
    pub currency: Option<wire::Currency>,
    pub chain: Option<wire::Chain>,
    pub address: Option<wire::Masked>,
    /// A link to the picture of the card, good for some minutes; null without a picture.
    pub image_url: Option<wire::FileUrl>,
    /// The time until which nothing is sent there, because it was saved or changed a short time ago; null when it can
    /// be.
    pub locked_until_timestamp: Option<wire::Timestamp>,
    pub create_time_timestamp: wire::Timestamp,
    pub modify_time_timestamp: wire::Timestamp,
}

impl PayoutReply {
    pub fn of(saved: &PayoutAccount, cashier: &Cashier) -> Self {
        let locked_until = cashier.withdrawal_policy.address_locked_until(saved.destination_since, cashier.clock.now());
        let image = |file| cashier.files.link(file, Reader::Owner(saved.account));
        let details = PayoutDetails::from(&saved.destination);
        let masked = || saved.destination.number().masked();
        Self {
            id: saved.id.into(),
            kind: AccountType::of(&saved.destination),
            bank_name: details.bank_name,
            account_name: details.account_name,
            account_number: details.account_number.map(|_| masked().into()),
            card_number: details.card_number.map(|_| masked().into()),
            swift_code: details.swift_code,
            aba_routing_number: details.aba_routing_number,
            region: details.region,
            city: details.city,
            postal_code: details.postal_code,
            branch_address: details.branch_address,
            personal_address: details.personal_address,
            currency: details.currency,
            chain: details.chain,
            address: details.address.map(|_| masked().into()),
            image_url: saved.image.map(image).map(Into::into),
            locked_until_timestamp: locked_until.map(Into::into),
            create_time_timestamp: saved.created_at.into(),
            modify_time_timestamp: saved.updated_at.into(),
        }
    }
}
