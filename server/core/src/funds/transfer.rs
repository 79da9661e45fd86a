//! Transfers between a customer's own wallets; across currencies only at a firm quote.

use serde::{Deserialize, Serialize};

use super::FirmQuote;
use crate::decision::{Action, Actor, Changes, Facts, Needs, Record, Refusal, Stamp};
use crate::ids::{AccountId, FirmQuoteId, JournalId, TransferId};
use crate::ledger::{BalanceKey, Cause, House, Journal, JournalKind, Note, Posting, Wallet, transferable};
use crate::money::Money;
use crate::time::UnixMillis;

/// Moves money from one wallet to another of the same customer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TransferFunds {
    pub account: AccountId,
    pub from: Wallet,
    pub to: Wallet,
    /// In the currency of `from`.
    pub amount: Money,
    /// The firm quote; required when the currencies differ, and only then.
    pub quote: Option<FirmQuoteId>,
    /// The moment of the request: only later settlements have to be read, and a quote that was good at this moment is
    /// good, however long the request has waited for its turn.
    pub asked_at: UnixMillis,
}

/// A completed transfer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Transfer {
    pub id: TransferId,
    pub account: AccountId,
    pub from: Wallet,
    pub to: Wallet,
    pub debited: Money,
    pub credited: Money,
    /// In 10⁻⁸; `None` within one currency.
    pub rate: Option<i64>,
    /// The firm quote of the transfer; `None` within one currency, and for transfers from before there were quotes.
    pub quote: Option<FirmQuoteId>,
    pub created_at: UnixMillis,
}

impl Record for Transfer {
    type Key = TransferId;

    const NAME: &'static str = "transfer";

    fn key(&self) -> TransferId {
        self.id
    }
}

impl Action for TransferFunds {
    type Done = Transfer;

    const NAME: &'static str = "transfer";

    fn actor(&self) -> Actor {
        Actor::Customer(self.account)
    }

    fn accounts(&self) -> Vec<AccountId> {
        vec![self.account]
    }

    fn needs(&self, needs: &mut Needs) {
        needs.ask_balance(self.paid_from());
        needs.ask_unsettled(self.paid_from(), self.asked_at);
        needs.ask_balance(BalanceKey::new(self.account, self.to));
        if let Some(quote) = self.quote {
            needs.ask::<FirmQuote>(quote);
        }
    }

    /// One journal within a currency, two linked ones across currencies.
    fn carry_out(&self, facts: &mut Facts, stamp: &mut Stamp) -> Result<Transfer, Refusal> {
        facts.applied(self.decide(facts, stamp)?)
    }
}

impl TransferFunds {
    fn decide(&self, facts: &Facts, stamp: &mut Stamp) -> Result<(Changes, Transfer), Refusal> {
        if self.from == self.to {
            return Err(Refusal::SameWallet);
        }
        if self.amount.minor <= 0 || self.amount.currency != self.from.currency() {
            return Err(Refusal::AmountInvalid);
        }
        self.check_settled(facts, stamp.now)?;
        let quote = self.promised(facts)?;
        let made = Transfer {
            id: TransferId(stamp.next_id()),
            account: self.account,
            from: self.from,
            to: self.to,
            debited: self.amount,
            credited: quote.as_ref().map_or(self.amount, |quote| quote.credited),
            rate: quote.as_ref().map(|quote| quote.price.rate()),
            quote: self.quote,
            created_at: stamp.now,
        };
        let mut changes = Changes::default();
        changes.journals.extend(journals(&made, stamp)?);
        if let Some(quote) = quote {
            changes.put(FirmQuote { transfer: Some(made.id), ..quote });
        }
        changes.put(made.clone());
        Ok((changes, made))
    }

    const fn paid_from(&self) -> BalanceKey {
        BalanceKey::new(self.account, self.from)
    }

    /// The firm quote for money of another currency; `None` within one currency. A quote promises one transfer, and
    /// only while it is good and its customer's newest.
    fn promised(&self, facts: &Facts) -> Result<Option<FirmQuote>, Refusal> {
        let Some(id) = self.quote else {
            let crossing = self.from.currency() != self.to.currency();
            return if crossing { Err(Refusal::QuoteRequired) } else { Ok(None) };
        };
        let found = facts.get::<FirmQuote>(&id)?.filter(|quote| quote.account == self.account);
        let quote = found.cloned().ok_or(Refusal::QuoteUnknown)?;
        if quote.transfer.is_some() {
            return Err(Refusal::QuoteUsed);
        }
        if (quote.from, quote.to, quote.debited) != (self.from, self.to, self.amount) {
            return Err(Refusal::QuoteDiffers);
        }
        // A request from before its quote means that the clock was set back: the quote would be good for longer.
        let holds = quote.quoted_at <= self.asked_at && self.asked_at < ends_at(&quote, facts);
        if holds { Ok(Some(quote)) } else { Err(Refusal::QuoteExpired) }
    }

    /// Refuses an amount that has not settled.
    fn check_settled(&self, facts: &Facts, now: UnixMillis) -> Result<(), Refusal> {
        let available = facts.balance(&self.paid_from())?.map_or(0, |balance| balance.available());
        let settled = transferable(available, facts.unsettled(&self.paid_from())?, now);
        let waits = self.amount.minor <= available && self.amount.minor > settled;
        if waits { Err(Refusal::Unsettled) } else { Ok(()) }
    }
}

/// The end of a quote. The customer's next quote may be of this batch, and have no number yet.
fn ends_at(quote: &FirmQuote, facts: &Facts) -> UnixMillis {
    let is_later = |other: &FirmQuote| other.number == 0 && (quote.number > 0 || other.id > quote.id);
    let next = |other: &&FirmQuote| other.account == quote.account && is_later(other);
    let superseded_at = facts.written::<FirmQuote>().filter(next).map(|other| other.quoted_at);
    superseded_at.chain(quote.superseded_at).fold(quote.expires_at, UnixMillis::min)
}

fn journals(made: &Transfer, stamp: &mut Stamp) -> Result<Vec<Journal>, Refusal> {
    let debit = Posting::wallet(made.account, made.from, made.debited.negated());
    let credit = Posting::wallet(made.account, made.to, made.credited);
    let mut journal = |postings: [Posting; 2]| {
        let id = JournalId(stamp.next_id());
        let note = Note::Transfer { from: made.from, to: made.to, rate: made.rate };
        Journal::new(id, JournalKind::Transfer, Cause::Transfer(made.id), stamp.now, note, postings)
    };
    if made.debited.currency == made.credited.currency {
        return Ok(vec![journal([debit, credit])?]);
    }
    Ok(vec![
        journal([debit, Posting::house(House::Exchange, made.debited)])?,
        journal([Posting::house(House::Exchange, made.credited.negated()), credit])?,
    ])
}
