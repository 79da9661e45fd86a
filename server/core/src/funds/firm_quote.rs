//! Firm quotes: prices of transfers between two currencies, promised for half a minute.

use serde::{Deserialize, Serialize};

use super::ExchangePrice;
use crate::decision::{Action, Actor, Changes, Facts, Needs, Record, Refusal, Stamp};
use crate::ids::{AccountId, FirmQuoteId, TransferId};
use crate::ledger::{BalanceKey, Wallet};
use crate::money::Money;
use crate::time::UnixMillis;

/// The time for which a quote is good.
pub const FIRM_MILLIS: i64 = 30 * UnixMillis::SECOND;

/// A promise to a customer: one transfer of exactly this amount between these wallets arrives as exactly that.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FirmQuote {
    pub id: FirmQuoteId,
    pub account: AccountId,
    /// Its number among the quotes of its account, from 1 on, assigned when it is stored; 0 before. Ids give no order:
    /// they follow clocks, which may be set back.
    pub number: i64,
    pub from: Wallet,
    pub to: Wallet,
    pub debited: Money,
    pub credited: Money,
    pub price: ExchangePrice,
    pub quoted_at: UnixMillis,
    /// A transfer that is requested before this moment, and not before the quote, is made at the quote.
    pub expires_at: UnixMillis,
    /// The moment of the customer's next quote, for any transfer. From then on this one is void, so that customers
    /// cannot collect quotes to take the best of them.
    pub superseded_at: Option<UnixMillis>,
    /// The one transfer made at the quote.
    pub transfer: Option<TransferId>,
    /// Counts the changes.
    pub version: i64,
}

impl Record for FirmQuote {
    type Key = FirmQuoteId;

    const NAME: &'static str = "firm quote";

    fn key(&self) -> FirmQuoteId {
        self.id
    }

    fn version(&self) -> Option<i64> {
        Some(self.version)
    }

    fn advance(&mut self) {
        self.version += 1;
    }
}

/// A customer's request for the price of a transfer between two currencies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuoteTransfer {
    pub account: AccountId,
    pub from: Wallet,
    pub to: Wallet,
    /// In the currency of `from`.
    pub amount: Money,
    pub price: ExchangePrice,
}

impl Action for QuoteTransfer {
    type Done = FirmQuote;

    const NAME: &'static str = "quote_transfer";

    fn actor(&self) -> Actor {
        Actor::Customer(self.account)
    }

    fn accounts(&self) -> Vec<AccountId> {
        vec![self.account]
    }

    fn needs(&self, needs: &mut Needs) {
        needs.ask_balance(BalanceKey::new(self.account, self.from));
    }

    /// Unsettled money may be quoted: it may settle within the half minute. More than the wallet holds may not, because
    /// a promise that the customer could not take up would cost nothing.
    fn carry_out(&self, facts: &mut Facts, stamp: &mut Stamp) -> Result<FirmQuote, Refusal> {
        facts.stored(self.decide(facts, stamp)?)
    }
}

impl QuoteTransfer {
    fn decide(&self, facts: &Facts, stamp: &mut Stamp) -> Result<(Changes, FirmQuote), Refusal> {
        let currencies = (self.from.currency(), self.to.currency());
        if currencies.0 == currencies.1 {
            return Err(Refusal::QuoteNotNeeded);
        }
        if self.amount.minor <= 0 || self.amount.currency != currencies.0 {
            return Err(Refusal::AmountInvalid);
        }
        if (self.price.from, self.price.to) != currencies || !self.price.is_sound() {
            return Err(Refusal::CurrencyUnsupported);
        }
        let credited = self.price.convert(self.amount)?;
        if credited.minor <= 0 {
            return Err(Refusal::AmountInvalid);
        }
        let available =
            facts.balance(&BalanceKey::new(self.account, self.from))?.map_or(0, |balance| balance.available());
        if self.amount.minor > available {
            return Err(Refusal::InsufficientFunds);
        }
        let quote = FirmQuote {
            id: FirmQuoteId(stamp.next_id()),
            account: self.account,
            number: 0,
            from: self.from,
            to: self.to,
            debited: self.amount,
            credited,
            price: self.price.clone(),
            quoted_at: stamp.now,
            expires_at: stamp.now.plus(FIRM_MILLIS),
            superseded_at: None,
            transfer: None,
            version: 0,
        };
        let mut changes = Changes::default();
        changes.put(quote.clone());
        Ok((changes, quote))
    }
}
