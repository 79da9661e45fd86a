//! Accounts in doubt: their last batch failed, and may be stored all the same.

use plumbline_core::ids::AccountId;

use super::answers::{Answer, Answers, Due};
use super::batch;
use super::context::Context;
use super::error::BatchError;
use super::memory::Memory;

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
    let before = memory.in_doubt.clone();
    let limit = memory.recovery.limit();
    let mut disk = None;
    let recovered = async {
        disk = Some(context.db.ready_disk().await.map_err(|_| BatchError::NoDisk)?);
        batch::recover(context, memory).await
    };
    let recovered = tokio::time::timeout(limit, recovered).await;
    memory.recovery.ended(recovered.is_err());
    // Also where the try failed behind some of them: what was read of those is not on the disk yet.
    let goes_on_for: Vec<AccountId> = before.difference(&memory.in_doubt).copied().collect();
    if !goes_on_for.is_empty() {
        let answer = Answer::Batch { answers: Vec::new(), goes_on_for, events: Vec::new() };
        answers.give(context, Due { answer, disk }).await;
    }
    recovered.unwrap_or(Err(BatchError::InDoubt)).inspect_err(|error| {
        tracing::error!(%error, "the open orders of accounts could not be read; it is tried again");
    })
}
