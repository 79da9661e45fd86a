//! Commands that need what cannot be read are decided apart, so that they keep nobody else from being served.

use std::collections::VecDeque;

use plumbline_core::command::{Command, Listed};
use plumbline_core::ids::AccountId;
use plumbline_core::orders::FillResting;
use plumbline_core::products::Product;

use super::batch;
use super::context::Context;
use super::job::{Job, RunError};
use crate::db::{DbError, OWED, SUM, UnreadRow};

/// True if an account would trade shares before it has had a split or a dividend that it is owed.
pub(super) fn awaits_adjustment(context: &Context, command: &Command) -> bool {
    let is_of_shares = command.terms().is_some_and(|terms| terms.rules.product == Product::Spot);
    is_of_shares && command.accounts().into_iter().any(|account| context.db.aside().has_for(account, OWED))
}

/// Takes out the commands that name an account of which something holds. A tick names nobody: the book gives it orders.
pub(super) fn split_off(jobs: &mut Vec<Job>, holds: impl Fn(AccountId) -> bool) -> Vec<Job> {
    jobs.extract_if(.., |job| FillResting::of(&job.command).is_none() && job.accounts().any(&holds)).collect()
}

/// Gets on with a batch of which nothing is stored because of what is stored of some account. That account is put aside where
/// the row says whose it is: its orders leave the book, and its own commands wait behind those of others. Otherwise each command
/// is tried by itself, and of a tick the orders of each account.
pub(super) async fn set_apart(
    context: &Context,
    jobs: &mut Vec<Job>,
    alone: &mut VecDeque<Job>,
    is_alone: bool,
    why: DbError,
) {
    let is_alone = is_alone || jobs.len() == 1;
    let named = |account: &AccountId| jobs.iter().flat_map(Job::accounts).any(|named| named == *account);
    if let DbError::Row(row) = &why
        && let Some(account) = row.name.account.filter(named)
    {
        let was_aside = context.db.aside().has(account);
        context.db.aside().put(row);
        let own = split_off(jobs, |named| named == account);
        // A tick goes on without the orders of who is put aside, unless it had them all the same.
        let goes_on = !own.is_empty() || !was_aside;
        if is_alone {
            leave_out(context, own, &why);
        } else {
            alone.extend(own);
        }
        if goes_on {
            return;
        }
    }
    if !is_alone {
        alone.extend(jobs.drain(..));
        return;
    }
    let mut all_known = true;
    for fill in jobs.iter().filter_map(|job| FillResting::of(&job.command)) {
        for (account, why) in batch::culprits(context, fill).await {
            all_known &= context.db.aside().has(account);
            context.db.aside().put(&UnreadRow::of_account(SUM, account, why));
        }
    }
    // Once somebody is put aside for it, the same is tried again without.
    if all_known {
        leave_out(context, std::mem::take(jobs), &why);
    }
}

/// Answers commands of which nothing is stored. A tick among them is offered again.
fn leave_out(context: &Context, jobs: Vec<Job>, why: &DbError) {
    metrics::counter!("plumbline_unreadable_commands").increment(1);
    context.book.failed(&mut jobs.iter().map(|job| &job.command));
    for job in jobs {
        match (why, &job.command.accounts()[..]) {
            (DbError::Row(row), _) => context.db.aside().put(row),
            // What the database could not work out of its rows.
            (_, [account]) if why.is_unreadable() => {
                let why = DbError::Corrupt { column: job.command.name(), value: why.to_string() };
                context.db.aside().put(&UnreadRow::of_account(SUM, *account, why));
            }
            _ => tracing::error!(error = %why, command = job.command.name(), "a command could not be carried out"),
        }
        job.answer(Err(RunError::Unreadable));
    }
}
