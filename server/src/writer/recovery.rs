//! Accounts in doubt: their last batch failed, and may be stored all the same.

use std::time::{Duration, Instant};

use super::answers::Answer;
use super::answers::{Answers, Due};
use super::batch::{self, Memory};
use super::context::Context;
use super::error::BatchError;

/// Pause before accounts in doubt are read again when no command waits.
pub(super) const AGAIN: Duration = Duration::from_secs(1);
/// Time for the first try, in which callers wait.
const WITHIN: Duration = Duration::from_secs(3);
/// How often that time is doubled at most: to a minute and a half.
const DOUBLED_MAX: u32 = 5;

/// The last tries to read accounts in doubt again.
#[derive(Debug, Default)]
pub(super) struct Recovery {
    /// When the last one ended.
    ended_at: Option<Instant>,
    /// Tries in a row that took too long.
    overdue: u32,
}

impl Recovery {
    /// True within a second after a try.
    pub(super) fn is_recent(&self) -> bool {
        self.ended_at.is_some_and(|at| at.elapsed() < AGAIN)
    }

    /// True within a second after a try that took too long: nobody waits for the next one.
    fn was_just_too_slow(&self) -> bool {
        self.is_recent() && self.overdue > 0
    }
}

/// Reads the open orders of accounts in doubt again for the book of resting orders. The accounts are in doubt again where
/// the disk loses what was read.
///
/// # Errors
/// Why they could not be read in time: they stay in doubt. At once, if a try took too long within the last second.
pub(super) async fn recover(context: &Context, memory: &mut Memory, answers: &Answers) -> Result<(), BatchError> {
    if memory.in_doubt.is_empty() {
        return Ok(());
    }
    if memory.recovery.was_just_too_slow() {
        return Err(BatchError::InDoubt);
    }
    let goes_on_for = memory.in_doubt.iter().copied().collect();
    // A venue whose orders take longer to read is given twice as long each time.
    let limit = WITHIN * 2_u32.pow(memory.recovery.overdue.min(DOUBLED_MAX));
    let recovered = async {
        let disk = context.db.ready_disk().await.map_err(|_| BatchError::NoDisk)?;
        batch::recover(context, memory).await?;
        Ok::<_, BatchError>(disk)
    };
    let recovered = tokio::time::timeout(limit, recovered).await;
    memory.recovery.overdue = if recovered.is_err() { memory.recovery.overdue + 1 } else { 0 };
    memory.recovery.ended_at = Some(Instant::now());
    let recovered = recovered.unwrap_or(Err(BatchError::InDoubt));
    let disk = recovered.inspect_err(|error| {
        tracing::error!(%error, "the open orders of accounts could not be read; it is tried again");
    })?;
    let answer = Answer::Batch { answers: Vec::new(), goes_on_for, events: Vec::new() };
    answers.give(context, Due { answer, disk: Some(disk) }).await;
    Ok(())
}
