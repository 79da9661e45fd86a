//! The currencies that can be sent to any saved account: those with both a rule and a rate.

use crate::http::wire;
use plumbline_core::funds::payout::Coin;
use plumbline_core::time::UnixMillis;
use serde::Serialize;
use utoipa::ToSchema;

use super::rules;
use crate::funds::cards::AccountType;
use crate::funds::rates::CreditRates;

/// A currency that is sent by one method.
#[derive(Debug, Serialize, ToSchema)]
pub struct SentCurrency {
    pub method: AccountType,
    pub currency: wire::Currency,
    /// The chains on which the currency is sent; none for a card.
    pub chains: Vec<wire::Chain>,
}

/// The methods and currencies that `POST /withdrawal/withdrawal-apply` accepts at `now`.
pub fn sent_currencies(rates: &CreditRates, now: UnixMillis) -> Vec<SentCurrency> {
    let sent = rules::all_in_force(now).filter(|rule| rates.of(&rule.currency).is_some());
    let sent = sent.filter_map(|rule| {
        let chains = match rule.method {
            AccountType::Card => Vec::new(),
            AccountType::Wallet => Coin::find(&rule.currency)?.chains.iter().map(|chain| (*chain).into()).collect(),
        };
        Some(SentCurrency { method: rule.method, currency: rule.currency.clone().into(), chains })
    });
    sent.collect()
}
