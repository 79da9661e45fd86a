//! What an operator sees of the chains, and does: a halted chain is resumed, and an output that is held is accepted.

use plumbline_core::ids::ChainDepositId;

use super::{blocks, outputs};
use crate::db::{Db, DbError};

/// How each chain stands, a line each, and the outputs that wait.
pub async fn lines(db: &Db) -> Result<Vec<String>, DbError> {
    let mut reader = db.read().await?;
    let mut lines = Vec::new();
    for (chain, halted, height) in blocks::states(&mut reader).await? {
        let height = height.map_or("nothing yet".to_owned(), |height| format!("up to block {height}"));
        let state = halted.map_or(height, |reason| format!("HALTED: {reason}"));
        lines.push(format!("{chain}: {state}"));
    }
    for held in outputs::held(&mut reader).await? {
        let (output, account) = (held.output, held.account);
        let (transaction, index) = (output.transaction, output.index);
        lines.push(format!(
            "held {}: {} {} for account {account} on {}, output {index} of {transaction}",
            held.id, held.amount, held.currency, output.chain
        ));
    }
    Ok(lines)
}

/// Follows a halted chain again; `afresh` from its newest block on. False when it is not halted.
pub async fn resume(db: &Db, chain: &str, afresh: bool) -> Result<bool, DbError> {
    blocks::resume(db, chain, afresh).await
}

/// Lets an output that is held be credited. False when it is not held.
pub async fn accept(db: &Db, id: ChainDepositId) -> Result<bool, DbError> {
    let mut tx = db.begin().await?;
    let accepted = outputs::accept(&mut tx, id).await?;
    tx.commit().await?;
    Ok(accepted)
}
