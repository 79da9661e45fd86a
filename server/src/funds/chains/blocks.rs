//! How far each chain was followed: its newest blocks, and whether it is halted. Of several servers that follow one chain
//! each block is taken by whoever comes first; the others are told that it is done.

use plumbline_core::time::UnixMillis;

use super::config::CONFIRMATIONS_MAX;
use super::outputs;
use super::watcher::Block;
use crate::db::{Db, DbError, Session, Tx};
use crate::{execute, fetch_all, fetch_optional, statements};

/// Blocks that are kept: a chain that is reorganised deeper is halted.
const KEPT: i64 = CONFIRMATIONS_MAX + 28;

statements! {
    STATE: "SELECT halted FROM chain_states WHERE chain = $1";
    ADD_STATE: "INSERT INTO chain_states (chain) VALUES ($1) ON CONFLICT (chain) DO NOTHING";
    /// Changes nothing and holds the row, so that nobody else follows the chain meanwhile.
    LOCK: "UPDATE chain_states SET halted = NULL WHERE chain = $1 AND halted IS NULL";
    HALT: "UPDATE chain_states SET halted = $2, halted_at = $3 WHERE chain = $1 AND halted IS NULL";
    RESUME: "UPDATE chain_states SET halted = NULL, halted_at = NULL WHERE chain = $1 AND halted IS NOT NULL";
    STATES: "SELECT s.chain, s.halted, (SELECT MAX(b.height) FROM chain_blocks b WHERE b.chain = s.chain)
        FROM chain_states s ORDER BY s.chain";
    NEWEST: "SELECT height, hash FROM chain_blocks WHERE chain = $1 ORDER BY height DESC LIMIT 1";
    KNOWN: "SELECT height, hash FROM chain_blocks WHERE chain = $1 ORDER BY height DESC";
    HEIGHTS: "SELECT chain, MAX(height) FROM chain_blocks GROUP BY chain";
    ADD: "INSERT INTO chain_blocks (chain, height, hash) VALUES ($1, $2, $3)";
    FORGET_OLD: "DELETE FROM chain_blocks WHERE chain = $1 AND height <= $2";
    FORGET_NEW: "DELETE FROM chain_blocks WHERE chain = $1 AND height > $2";
    FORGET_ALL: "DELETE FROM chain_blocks WHERE chain = $1";
}

/// A block by which a chain is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    pub height: i64,
    pub hash: String,
}

impl From<(i64, String)> for Known {
    fn from((height, hash): (i64, String)) -> Self {
        Self { height, hash }
    }
}

/// Why a chain is halted, if it is.
pub async fn halted(on: &mut impl Session, chain: &str) -> Result<Option<String>, DbError> {
    let state = fetch_optional!(on, (Option<String>,), STATE, chain)?;
    Ok(state.and_then(|(halted,)| halted))
}

/// The newest block that was followed; `None` before the first.
pub async fn newest(on: &mut impl Session, chain: &str) -> Result<Option<Known>, DbError> {
    Ok(fetch_optional!(on, (i64, String), NEWEST, chain)?.map(Known::from))
}

/// All blocks that are kept, the newest first.
pub async fn known(on: &mut impl Session, chain: &str) -> Result<Vec<Known>, DbError> {
    Ok(fetch_all!(on, (i64, String), KNOWN, chain)?.into_iter().map(Known::from).collect())
}

/// How high each chain was followed.
pub async fn heights(on: &mut impl Session) -> Result<Vec<(String, i64)>, DbError> {
    fetch_all!(on, (String, i64), HEIGHTS)
}

/// Each chain that was ever followed, why it is halted, and how high it was followed.
pub async fn states(on: &mut impl Session) -> Result<Vec<(String, Option<String>, Option<i64>)>, DbError> {
    fetch_all!(on, (String, Option<String>, Option<i64>), STATES)
}

/// Begins to follow a chain after a block.
pub async fn begin(db: &Db, chain: &str, after: &Block) -> Result<(), DbError> {
    let mut tx = db.begin().await?;
    execute!(&mut tx, ADD_STATE, chain)?;
    if locked(&mut tx, chain).await? && newest(&mut tx, chain).await?.is_none() {
        execute!(&mut tx, ADD, chain, after.height, after.hash.as_str())?;
    }
    tx.commit().await
}

/// Follows one block more, with what it paid to customers. False when somebody else has moved on, or halted the chain.
pub async fn append(db: &Db, chain: &str, block: &Block, ours: &[outputs::Ours]) -> Result<bool, DbError> {
    let mut tx = db.begin().await?;
    let parent = Known { height: block.height - 1, hash: block.parent.clone() };
    if !locked(&mut tx, chain).await? || newest(&mut tx, chain).await? != Some(parent) {
        return Ok(false);
    }
    execute!(&mut tx, ADD, chain, block.height, block.hash.as_str())?;
    execute!(&mut tx, FORGET_OLD, chain, block.height - KEPT)?;
    outputs::add(&mut tx, chain, block.height, ours).await?;
    tx.commit().await?;
    Ok(true)
}

/// Takes back all blocks after `height`. Where one of them paid what is credited already, the chain is halted besides: what
/// is credited stays so until an operator has looked. Gives why it was halted.
pub async fn take_back(
    db: &Db,
    chain: &str,
    newest_known: &Known,
    height: i64,
    now: UnixMillis,
) -> Result<Option<String>, DbError> {
    let mut tx = db.begin().await?;
    if !locked(&mut tx, chain).await? || newest(&mut tx, chain).await?.as_ref() != Some(newest_known) {
        return Ok(None);
    }
    let credited = outputs::take_back(&mut tx, chain, height).await?;
    execute!(&mut tx, FORGET_NEW, chain, height)?;
    let depth = newest_known.height - height;
    let reason = (credited > 0).then(|| {
        format!(
            "{depth} blocks were taken back after block {height}, and with them {credited} payments that are credited"
        )
    });
    if let Some(reason) = &reason {
        execute!(&mut tx, HALT, chain, reason.as_str(), now.0)?;
    }
    tx.commit().await?;
    Ok(reason)
}

/// Halts a chain until an operator resumes it. False when it is halted already.
pub async fn halt(db: &Db, chain: &str, reason: &str, now: UnixMillis) -> Result<bool, DbError> {
    let mut tx = db.begin().await?;
    let halted = execute!(&mut tx, HALT, chain, reason, now.0)? > 0;
    tx.commit().await?;
    Ok(halted)
}

/// Lets a chain be followed again, from its newest block on where none of the blocks is on the chain that were followed.
pub async fn resume(db: &Db, chain: &str, afresh: bool) -> Result<bool, DbError> {
    let mut tx = db.begin().await?;
    let resumed = execute!(&mut tx, RESUME, chain)? > 0;
    if resumed && afresh {
        execute!(&mut tx, FORGET_ALL, chain)?;
    }
    tx.commit().await?;
    Ok(resumed)
}

async fn locked(tx: &mut Tx, chain: &str) -> Result<bool, DbError> {
    Ok(execute!(tx, LOCK, chain)? > 0)
}
