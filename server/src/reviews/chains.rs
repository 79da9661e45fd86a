//! Decisions of people on chains: to follow a halted one again, and to credit a held payment. Two people have to make
//! the same decision on one state of it; the second one carries it out.

use plumbline_core::decimal::Quantity;
use plumbline_core::time::UnixMillis;

use super::name::{are_one, key_of};
use super::verdict::NEEDED;
use crate::db::{Db, DbError, Session, Tx};
use crate::funds::chains::operators::{self, ChainStanding, Held};
use crate::{execute, fetch_all, statements};

const ACCEPT: &str = "accept";

statements! {
    DECIDE: "INSERT INTO chain_decisions (subject, decision, reviewer, reviewer_key, decided_at)
        VALUES ($1, $2, $3, $4, $5) ON CONFLICT (subject, reviewer_key) DO NOTHING";
    OF_SUBJECT: "SELECT reviewer, decision FROM chain_decisions WHERE subject = $1 ORDER BY decided_at, reviewer_key";
}

/// The way in which a halted chain is followed again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resume {
    /// From the newest followed block.
    Onward,
    /// From the newest block of the chain, or from the configured first one.
    Afresh,
}

impl Resume {
    const fn word(self) -> &'static str {
        match self {
            Self::Onward => "resume",
            Self::Afresh => "resume_afresh",
        }
    }
}

/// The outcome of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decided {
    /// The chain is not halted, or the payment is not held.
    NothingToDecide,
    /// The reviewer has decided on it already.
    Twice,
    /// Stored; another reviewer has to decide likewise.
    Waits,
    CarriedOut,
}

/// A reviewer's decision to follow a halted chain again.
pub async fn resume(db: &Db, chain: &str, how: Resume, reviewer: &str, now: UnixMillis) -> Result<Decided, DbError> {
    let mut tx = db.begin().await?;
    let Some(halted_at) = operators::lock_halted(&mut tx, chain).await? else { return Ok(Decided::NothingToDecide) };
    let decided = decide(&mut tx, &of_chain(chain, halted_at), how.word(), reviewer, now).await?;
    if decided == Decided::CarriedOut {
        operators::resume(&mut tx, chain, how == Resume::Afresh).await?;
    }
    tx.commit().await?;
    Ok(decided)
}

/// A reviewer's decision to credit a held payment, as it is listed.
pub async fn accept(db: &Db, id: i64, reviewer: &str, now: UnixMillis) -> Result<Decided, DbError> {
    let mut tx = db.begin().await?;
    let Some(held) = operators::lock_held(&mut tx, id).await? else { return Ok(Decided::NothingToDecide) };
    let decided = decide(&mut tx, &of_payment(&held), ACCEPT, reviewer, now).await?;
    if decided == Decided::CarriedOut {
        operators::accept(&mut tx, id).await?;
    }
    tx.commit().await?;
    Ok(decided)
}

/// The subject is locked, so that of two concurrent decisions the second sees the first.
async fn decide(
    tx: &mut Tx,
    subject: &str,
    decision: &str,
    reviewer: &str,
    now: UnixMillis,
) -> Result<Decided, DbError> {
    if execute!(tx, DECIDE, subject, decision, reviewer, key_of(reviewer), now.0)? == 0 {
        return Ok(Decided::Twice);
    }
    let mut people: Vec<String> = Vec::new();
    for (other, decided) in opinions(tx, subject).await? {
        if decided == decision && !people.iter().any(|person| are_one(person, &other)) {
            people.push(other);
        }
    }
    Ok(if people.len() >= NEEDED { Decided::CarriedOut } else { Decided::Waits })
}

async fn opinions(on: &mut impl Session, subject: &str) -> Result<Vec<(String, String)>, DbError> {
    fetch_all!(on, (String, String), OF_SUBJECT, subject)
}

/// Contains the time of the halt, so that a new halt needs new decisions.
fn of_chain(chain: &str, halted_at: i64) -> String {
    format!("chain {chain} halted at {halted_at}")
}

/// Contains the payment, so that a changed one needs new decisions.
fn of_payment(held: &Held) -> String {
    let (amount, currency) = (Quantity::from_units(held.amount), &held.currency);
    format!("payment {} of {amount} {currency} to {}", held.id, held.address)
}

/// The state of each chain, a line each, and the held payments; under each the decisions on it.
pub async fn lines(db: &Db) -> Result<Vec<String>, DbError> {
    let mut reader = db.read().await?;
    let mut listed = Vec::new();
    for standing in operators::states(&mut reader).await? {
        let subject = standing.halted_at.map(|at| of_chain(&standing.chain, at));
        listed.push((line_of_chain(&standing), subject));
    }
    let held = operators::held(&mut reader).await?;
    listed.extend(held.iter().map(|held| (line_of_payment(held), Some(of_payment(held)))));
    let mut lines = Vec::new();
    for (line, subject) in listed {
        lines.push(line);
        let Some(subject) = subject else { continue };
        let opinions = opinions(&mut reader, &subject).await?;
        lines.extend(opinions.iter().map(|(reviewer, decision)| format!("    {reviewer}: {decision}")));
    }
    Ok(lines)
}

fn line_of_chain(standing: &ChainStanding) -> String {
    let ChainStanding { chain, halted, stalled, height, read_again, .. } = standing;
    let stands = stalled.as_ref().map_or_else(String::new, |why| format!("STANDS: {why}; "));
    match (halted, height, read_again) {
        (Some(reason), ..) => format!("{chain}: HALTED: {reason}"),
        (None, Some(height), Some(read)) => {
            format!("{chain}: {stands}up to block {height}, and read again up to {read}")
        }
        (None, ..) => format!("{chain}: {stands}nothing yet"),
    }
}

fn line_of_payment(held: &Held) -> String {
    let (amount, currency, reason) = (Quantity::from_units(held.amount), &held.currency, &held.reason);
    let Held { id, account, chain, output, transaction, address, .. } = held;
    format!(
        "held {id} ({reason}): {amount} {currency} for account {account} on {chain}, output {output} of {transaction} to {address}"
    )
}
