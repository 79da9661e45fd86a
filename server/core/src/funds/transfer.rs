//! Transfers between a customer's own wallets, across currencies at a shown and recorded rate.

use serde::{Deserialize, Serialize};

use super::Rate;
use crate::decision::{Action, Actor, Changes, Facts, Needs, Record, Refusal, Stamp};
use crate::ids::{AccountId, JournalId, TransferId};
use crate::ledger::{BalanceKey, Cause, House, Journal, JournalKind, Note, Posting, Wallet, transferable};
use crate::money::{Money, Rounding};
use crate::time::UnixMillis;

/// Moves money from one wallet to another of the same customer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TransferFunds {
    pub account: AccountId,
    pub from: Wallet,
    pub to: Wallet,
    /// In the currency of `from`.
    pub amount: Money,
    /// Required when the currencies differ.
    pub rate: Option<Rate>,
    /// What had settled by then need not be looked at.
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
    }

    /// One journal within a currency, two linked ones across currencies. The credited amount is rounded down.
    fn decide(&self, facts: &Facts, stamp: &mut Stamp) -> Result<(Changes, Transfer), Refusal> {
        if self.from == self.to {
            return Err(Refusal::SameWallet);
        }
        if self.amount.minor <= 0 || self.amount.currency != self.from.currency() {
            return Err(Refusal::AmountInvalid);
        }
        self.check_settled(facts, stamp.now)?;
        let credited = credited(self)?;
        let crossing = self.from.currency() != self.to.currency();
        let made = Transfer {
            id: TransferId(stamp.next_id()),
            account: self.account,
            from: self.from,
            to: self.to,
            debited: self.amount,
            credited,
            rate: self.rate.as_ref().filter(|_| crossing).map(|rate| rate.rate),
            created_at: stamp.now,
        };
        let mut changes = Changes::default();
        changes.journals.extend(journals(&made, stamp)?);
        changes.put(made.clone());
        Ok((changes, made))
    }
}

impl TransferFunds {
    const fn paid_from(&self) -> BalanceKey {
        BalanceKey::new(self.account, self.from)
    }

    /// What has not settled stays in its wallet.
    fn check_settled(&self, facts: &Facts, now: UnixMillis) -> Result<(), Refusal> {
        let available = facts.balance(&self.paid_from())?.map_or(0, |balance| balance.available());
        let settled = transferable(available, facts.unsettled(&self.paid_from())?, now);
        let waits = self.amount.minor <= available && self.amount.minor > settled;
        if waits { Err(Refusal::Unsettled) } else { Ok(()) }
    }
}

fn credited(command: &TransferFunds) -> Result<Money, Refusal> {
    let (from, to) = (command.from.currency(), command.to.currency());
    if from == to {
        return Ok(command.amount);
    }
    let rate = command.rate.as_ref().filter(|rate| (rate.from, rate.to) == (from, to) && rate.rate > 0);
    let rate = rate.ok_or(Refusal::CurrencyUnsupported)?;
    let credited = rate.convert(command.amount, Rounding::Down)?;
    if credited.minor > 0 { Ok(credited) } else { Err(Refusal::AmountInvalid) }
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
