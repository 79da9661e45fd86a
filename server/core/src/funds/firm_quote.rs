//! Firm quotes: what a transfer between two currencies is made at, promised for half a minute.

use serde::{Deserialize, Serialize};

use super::ExchangePrice;
use crate::decision::{Action, Actor, Changes, Facts, Needs, Record, Refusal, Stamp};
use crate::ids::{AccountId, FirmQuoteId, TransferId};
use crate::ledger::{BalanceKey, Wallet};
use crate::money::Money;
use crate::time::UnixMillis;

/// How long a quote is good for.
pub const FIRM_MILLIS: i64 = 30 * UnixMillis::SECOND;

/// What a customer was promised: one transfer of just this amount between these wallets arrives as just that.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FirmQuote {
    pub id: FirmQuoteId,
    pub account: AccountId,
    /// Its place among the quotes of its account, from 1 on, given as it is stored; 0 before. Ids do not tell: they follow
    /// clocks, which are set back.
    pub number: i64,
    pub from: Wallet,
    pub to: Wallet,
    pub debited: Money,
    pub credited: Money,
    pub price: ExchangePrice,
    pub quoted_at: UnixMillis,
    /// A transfer that is asked for before this moment, and not before it was quoted, is made at it.
    pub expires_at: UnixMillis,
    /// When its customer was given the next one, whatever for. From then on it is of no use: nobody collects quotes to take
    /// the best of them.
    pub superseded_at: Option<UnixMillis>,
    /// The one transfer that was made at it.
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

/// A customer asks what a transfer between two currencies would be made at.
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

    /// What has not settled may be quoted: it may settle within the half minute. More than the wallet holds may not, because
    /// a promise that nobody could take up costs nothing to ask for.
    fn carry_out(&self, facts: &mut Facts, stamp: &mut Stamp) -> Result<FirmQuote, Refusal> {
        facts.applied(self.decide(facts, stamp)?)
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
