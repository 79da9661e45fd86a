//! What can be sent at all, to whichever saved account: the currencies that have both a rule and a rate.

use plumbline_core::funds::payout::{Chain, Coin};
use plumbline_core::time::UnixMillis;
use serde::Serialize;
use utoipa::ToSchema;

use super::rules;
use crate::funds::cards::AccountType;
use crate::funds::rates::CreditRates;

/// What is sent by one method.
#[derive(Debug, Serialize, ToSchema)]
pub struct SentCurrency {
    pub method: AccountType,
    pub currency: String,
    /// The chains that it is sent on; none for a card.
    pub chains: Vec<&'static str>,
}

/// What `POST /withdrawal/withdrawal-apply` takes at `now`, as it asks for it.
pub fn sent_currencies(rates: &CreditRates, now: UnixMillis) -> Vec<SentCurrency> {
    let sent = rules::all_in_force(now).filter(|rule| rates.of(&rule.currency).is_some());
    let sent = sent.filter_map(|rule| {
        let chains = match rule.method {
            AccountType::Card => Vec::new(),
            AccountType::Wallet => Coin::find(&rule.currency)?.chains.iter().map(|chain| Chain::code(*chain)).collect(),
        };
        Some(SentCurrency { method: rule.method, currency: rule.currency.clone(), chains })
    });
    sent.collect()
}
