//! Rounds of the house's own work, such as charges, splits, dividends and expired orders: many commands at a time, each
//! judged by itself. The work is found in the database anew by each round, so that whatever is left is tried again.

use std::collections::{BTreeSet, VecDeque};

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use plumbline_core::command::{Command, Done, Listed};
use plumbline_core::decision::Refusal;
use plumbline_core::ids::AccountId;
use plumbline_core::orders::CloseAtSettlement;
use plumbline_core::products::ChargeNights;

use crate::db::{Db, UnreadRow};
use crate::writer::{RunError, Writer};

/// The meaning of a refusal for a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// It was done before, or need not be done any more.
    Done,
    /// The books of the account do not allow it, which is a fault of ours: the account is put aside.
    PutAside,
    /// It is tried again in a later round.
    Wait,
}

/// What has come of the commands of a round.
#[derive(Debug, Default)]
pub struct Round {
    /// How often an account had what was due.
    pub done: usize,
    /// Accounts that could not have it because of what is stored of them. They are put aside, unless the database did not
    /// say which row that is.
    pub left: BTreeSet<AccountId>,
    /// Accounts that were refused what waits for a later round.
    pub waiting: BTreeSet<AccountId>,
    /// The last failure of the writer: those commands are to be tried again.
    pub failed: Option<RunError>,
}

impl Round {
    /// The accounts that are left, unless the writer failed.
    ///
    /// # Errors
    /// The writer's last failure.
    pub fn settled(self) -> Result<BTreeSet<AccountId>, RunError> {
        self.failed.map_or(Ok(self.left), Err)
    }
}

/// Runs rounds, `at_once` commands at a time.
#[derive(Clone, Copy, Debug)]
pub struct Rounds<'a> {
    pub db: &'a Db,
    pub writer: &'a Writer,
    pub at_once: usize,
}

impl Rounds<'_> {
    /// Runs commands whatever becomes of one. A command for many accounts that cannot be carried out as a whole is tried in
    /// parts, so that one account keeps nobody else from what is due.
    pub async fn run(&self, commands: Vec<Command>, judge: impl Fn(Refusal) -> Judgement) -> Round {
        let (mut round, mut waits) = (Round::default(), Vec::new());
        let mut waiting = VecDeque::from(commands);
        let mut running = FuturesUnordered::new();
        loop {
            while running.len() < self.at_once.max(1)
                && let Some(command) = waiting.pop_front()
            {
                running.push(async move { (self.writer.carry_out(command.clone()).await, command) });
            }
            let Some((outcome, command)) = running.next().await else { break };
            let accounts = command.accounts();
            let refused = match outcome {
                Ok(done) => {
                    let refused = refused_of(&done);
                    round.done += accounts.len().saturating_sub(refused.len());
                    refused
                }
                Err(RunError::Refused(refusal)) => accounts.into_iter().map(|account| (account, refusal)).collect(),
                Err(error @ (RunError::Unreadable | RunError::Failed)) => {
                    let is_unreadable = matches!(error, RunError::Unreadable);
                    let parts = parts(&command, is_unreadable);
                    if !parts.is_empty() {
                        parts.into_iter().rev().for_each(|part| waiting.push_front(part));
                    } else if is_unreadable {
                        round.left.extend(accounts);
                    } else {
                        round.failed = Some(error);
                    }
                    continue;
                }
                Err(error) => {
                    round.failed = Some(error);
                    continue;
                }
            };
            for (account, refusal) in refused {
                match judge(refusal) {
                    Judgement::Done => round.done += 1,
                    Judgement::PutAside => {
                        self.db.aside().put(&UnreadRow::refused(account, refusal));
                        round.left.insert(account);
                    }
                    Judgement::Wait => {
                        waits.push((command.name(), account, refusal));
                        round.waiting.insert(account);
                    }
                }
            }
        }
        if let Some((command, account, refusal)) = waits.last() {
            let (refused, account) = (waits.len(), account.0);
            tracing::warn!(refused, command, account, %refusal, "work of the house was refused; it is tried again");
        }
        round
    }
}

/// Accounts that were refused their part of a command for many.
fn refused_of(done: &Done) -> Vec<(AccountId, Refusal)> {
    let charged = ChargeNights::done(done).or_else(|| CloseAtSettlement::done(done));
    let refused = charged.map(|charged| charged.refused.as_slice()).unwrap_or_default();
    refused.iter().map(|(at, refusal)| (at.key.account, *refusal)).collect()
}

/// The parts of a command for many positions. Those of one account are tried alone only where one of them cannot be read.
fn parts(command: &Command, is_unreadable: bool) -> Vec<Command> {
    let are_of_one = command.accounts().into_iter().collect::<BTreeSet<_>>().len() < 2;
    if are_of_one && !is_unreadable {
        return Vec::new();
    }
    let charges = ChargeNights::of(command).map(|charges| charges.parts().into_iter().map(Command::from).collect());
    let ends = || CloseAtSettlement::of(command).map(|ends| ends.parts().into_iter().map(Command::from).collect());
    charges.or_else(ends).unwrap_or_default()
}
