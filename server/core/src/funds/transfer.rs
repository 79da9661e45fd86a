//! Transfers between a customer's own wallets, across currencies at a shown and recorded rate.

use super::Rate;
use crate::command::{Changes, Refusal, Stamp};
use crate::ids::{AccountId, JournalId, TransferId};
use crate::ledger::{Cause, House, Journal, JournalKind, Posting, Wallet};
use crate::money::{Money, Rounding};
use crate::time::UnixMillis;

/// Moves money from one wallet to another of the same customer.
#[derive(Clone, Debug)]
pub struct TransferFunds {
    pub account: AccountId,
    pub from: Wallet,
    pub to: Wallet,
    /// In the currency of `from`.
    pub amount: Money,
    /// Required when the currencies differ.
    pub rate: Option<Rate>,
}

/// A completed transfer.
#[derive(Clone, Debug, PartialEq, Eq)]
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

/// One journal within a currency, two linked ones across currencies. The credited amount is rounded down.
pub fn transfer(command: &TransferFunds, stamp: &mut Stamp) -> Result<(Changes, Transfer), Refusal> {
    if command.from == command.to {
        return Err(Refusal::SameWallet);
    }
    if command.amount.minor <= 0 || command.amount.currency != command.from.currency() {
        return Err(Refusal::AmountInvalid);
    }
    let credited = credited(command)?;
    let crossing = command.from.currency() != command.to.currency();
    let made = Transfer {
        id: TransferId(stamp.next_id()),
        account: command.account,
        from: command.from,
        to: command.to,
        debited: command.amount,
        credited,
        rate: command.rate.as_ref().filter(|_| crossing).map(|rate| rate.rate),
        created_at: stamp.now,
    };
    let changes = Changes { journals: journals(&made, stamp)?, transfers: vec![made.clone()], ..Changes::default() };
    Ok((changes, made))
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
        Journal::new(id, JournalKind::Transfer, Cause::Transfer(made.id), stamp.now, postings)
    };
    if made.debited.currency == made.credited.currency {
        return Ok(vec![journal([debit, credit])?]);
    }
    Ok(vec![
        journal([debit, Posting::house(House::Exchange, made.debited)])?,
        journal([Posting::house(House::Exchange, made.credited.negated()), credit])?,
    ])
}
