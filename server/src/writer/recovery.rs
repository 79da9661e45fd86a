//! Accounts in doubt: their last batch failed, and may be stored all the same.

use super::answers::Answer;
use super::answers::{Answers, Due};
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
    let goes_on_for = memory.in_doubt.iter().copied().collect();
    let limit = memory.recovery.limit();
    let recovered = async {
        let disk = context.db.ready_disk().await.map_err(|_| BatchError::NoDisk)?;
        batch::recover(context, memory).await?;
        Ok::<_, BatchError>(disk)
    };
    let recovered = tokio::time::timeout(limit, recovered).await;
    memory.recovery.ended(recovered.is_err());
    let recovered = recovered.unwrap_or(Err(BatchError::InDoubt));
    let disk = recovered.inspect_err(|error| {
        tracing::error!(%error, "the open orders of accounts could not be read; it is tried again");
    })?;
    let answer = Answer::Batch { answers: Vec::new(), goes_on_for, events: Vec::new() };
    answers.give(context, Due { answer, disk: Some(disk) }).await;
    Ok(())
}
