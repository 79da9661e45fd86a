//! The progress on each chain: its newest blocks, and whether it is halted. The leader follows it; if two terms
//! overlap, each block is stored by the first, and the other finds that out.

use plumbline_core::time::UnixMillis;

use super::config::CONFIRMATIONS_MAX;
use super::outputs;
use super::watcher::{Block, Received};
use crate::db::{Db, DbError, Session, Tx};
use crate::{execute, fetch_all, fetch_optional, statements};

/// Blocks that are kept: a deeper reorganisation halts the chain.
const KEPT: i64 = CONFIRMATIONS_MAX + 28;

statements! {
    STATE: "SELECT halted FROM chain_states WHERE chain = $1";
    ADD_STATE: "INSERT INTO chain_states (chain) VALUES ($1) ON CONFLICT (chain) DO NOTHING";
    /// Changes nothing and locks the row, so that no other server follows the chain meanwhile.
    LOCK: "UPDATE chain_states SET halted = NULL WHERE chain = $1 AND halted IS NULL";
    HALT: "UPDATE chain_states SET halted = $2, halted_at = $3 WHERE chain = $1 AND halted IS NULL";
    RESUME: "UPDATE chain_states SET halted = NULL, halted_at = NULL WHERE chain = $1 AND halted IS NOT NULL";
    /// Changes nothing and locks the row of a halted chain, so that it stays halted.
    LOCK_HALTED: "UPDATE chain_states SET halted = halted WHERE chain = $1 AND halted IS NOT NULL RETURNING halted_at";
    STALL: "UPDATE chain_states SET stalled = $2, stalled_at = COALESCE(stalled_at, $3)
        WHERE chain = $1 AND (stalled IS NULL OR stalled <> CAST($2 AS TEXT))";
    STALLED: "SELECT stalled FROM chain_states WHERE chain = $1 AND stalled IS NOT NULL";
    /// Deletes only the reason that was read: another server may have stored another one since.
    GO_ON: "UPDATE chain_states SET stalled = NULL, stalled_at = NULL WHERE chain = $1 AND stalled = $2";
    STATES: "SELECT s.chain, s.halted, s.halted_at, s.stalled, s.stalled_at, s.read_again,
        (SELECT MAX(b.height) FROM chain_blocks b WHERE b.chain = s.chain) AS height FROM chain_states s ORDER BY s.chain";
    READ_AGAIN: "SELECT read_again FROM chain_states WHERE chain = $1 AND read_again IS NOT NULL";
    SET_READ_AGAIN: "UPDATE chain_states SET read_again = $2 WHERE chain = $1";
    /// Blocks that were taken back have to be read twice again.
    LOWER_READ_AGAIN: "UPDATE chain_states SET read_again = $2 WHERE chain = $1 AND read_again > $2";
    NEWEST: "SELECT height, hash FROM chain_blocks WHERE chain = $1 ORDER BY height DESC LIMIT 1";
    KNOWN: "SELECT height, hash FROM chain_blocks WHERE chain = $1 ORDER BY height DESC";
    HEIGHTS: "SELECT chain, MAX(height) FROM chain_blocks GROUP BY chain";
    AT: "SELECT height, hash FROM chain_blocks WHERE chain = $1 AND height = $2";
    ADD: "INSERT INTO chain_blocks (chain, height, hash) VALUES ($1, $2, $3)";
    /// Blocks that have to be read again are kept until then.
    FORGET_OLD: "DELETE FROM chain_blocks WHERE chain = $1 AND height <= $2
        AND height <= (SELECT s.read_again FROM chain_states s WHERE s.chain = $1)";
    FORGET_NEW: "DELETE FROM chain_blocks WHERE chain = $1 AND height > $2";
    FORGET_ALL: "DELETE FROM chain_blocks WHERE chain = $1";
}

/// A followed block.
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

/// The reason why a chain is halted; `None` if it is not.
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

/// The height up to which each chain was followed.
pub async fn heights(on: &mut impl Session) -> Result<Vec<(String, i64)>, DbError> {
    fetch_all!(on, (String, i64), HEIGHTS)
}

/// The state of a chain.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct ChainStanding {
    pub chain: String,
    /// The reason of its halt, if there is one, and its time.
    pub halted: Option<String>,
    pub halted_at: Option<i64>,
    /// The reason why it cannot be followed, if there is one, and its time: its node does not answer, or contradicts
    /// itself.
    pub stalled: Option<String>,
    pub stalled_at: Option<i64>,
    /// The heights up to which it was followed, and read again.
    pub height: Option<i64>,
    pub read_again: Option<i64>,
}

/// Each chain that has a name.
pub async fn states(on: &mut impl Session) -> Result<Vec<ChainStanding>, DbError> {
    fetch_all!(on, ChainStanding, STATES)
}

/// The block up to which all were read again; `None` before the first.
pub async fn read_again(on: &mut impl Session, chain: &str) -> Result<Option<i64>, DbError> {
    Ok(fetch_optional!(on, (i64,), READ_AGAIN, chain)?.map(|(height,)| height))
}

/// The block that was followed at a height, while it is kept.
pub async fn at(on: &mut impl Session, chain: &str, height: i64) -> Result<Option<Known>, DbError> {
    Ok(fetch_optional!(on, (i64, String), AT, chain, height)?.map(Known::from))
}

/// Starts following a chain after a block.
pub async fn begin(db: &Db, chain: &str, after: &Block) -> Result<(), DbError> {
    let mut tx = db.begin().await?;
    execute!(&mut tx, ADD_STATE, chain)?;
    if locked(&mut tx, chain).await? && newest(&mut tx, chain).await?.is_none() {
        execute!(&mut tx, ADD, chain, after.height, after.hash.as_str())?;
        execute!(&mut tx, SET_READ_AGAIN, chain, after.height)?;
    }
    tx.commit().await
}

/// The result of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    Done,
    /// Another server has gone further, or halted the chain.
    Overtaken,
    /// The step halted the chain, for this reason.
    Halted(String),
}

/// Follows one more block, with its payments to customers.
pub async fn append(
    db: &Db,
    chain: &str,
    block: &Block,
    ours: &[outputs::Ours],
    now: UnixMillis,
) -> Result<Step, DbError> {
    let mut tx = db.begin().await?;
    let parent = Known { height: block.height - 1, hash: block.parent.clone() };
    if !locked(&mut tx, chain).await? || newest(&mut tx, chain).await? != Some(parent) {
        return Ok(Step::Overtaken);
    }
    execute!(&mut tx, ADD, chain, block.height, block.hash.as_str())?;
    execute!(&mut tx, FORGET_OLD, chain, block.height - KEPT)?;
    let step = add_outputs(&mut tx, chain, block, ours, now).await?;
    tx.commit().await?;
    Ok(step)
}

/// Adds payments of a followed block that its first reading lacked. It then has to be read again once more.
pub async fn complete(
    db: &Db,
    chain: &str,
    block: &Block,
    late: &[outputs::Ours],
    now: UnixMillis,
) -> Result<Step, DbError> {
    let mut tx = db.begin().await?;
    if !locked(&mut tx, chain).await? || !is_followed(&mut tx, chain, block).await? {
        return Ok(Step::Overtaken);
    }
    let step = add_outputs(&mut tx, chain, block, late, now).await?;
    tx.commit().await?;
    Ok(step)
}

/// Records that the second reading of a block agrees, as for all before it. Payments that the chain's settings no
/// longer ask for could not be compared: they wait for an operator.
pub async fn confirm(db: &Db, chain: &str, block: &Block, unheard: &[&Received]) -> Result<Step, DbError> {
    let mut tx = db.begin().await?;
    let is_next = locked(&mut tx, chain).await? && read_again(&mut tx, chain).await? == Some(block.height - 1);
    if !is_next || !is_followed(&mut tx, chain, block).await? {
        return Ok(Step::Overtaken);
    }
    execute!(&mut tx, SET_READ_AGAIN, chain, block.height)?;
    for received in unheard {
        outputs::hold(&mut tx, chain, received).await?;
    }
    tx.commit().await?;
    Ok(Step::Done)
}

async fn is_followed(tx: &mut Tx, chain: &str, block: &Block) -> Result<bool, DbError> {
    Ok(at(tx, chain, block.height).await?.is_some_and(|known| known.hash == block.hash))
}

/// Adds outputs. If the block contradicts a credited one, the chain is halted.
async fn add_outputs(
    tx: &mut Tx,
    chain: &str,
    block: &Block,
    ours: &[outputs::Ours],
    now: UnixMillis,
) -> Result<Step, DbError> {
    let contradicted = outputs::add(tx, chain, block.height, ours).await?;
    if contradicted == 0 {
        return Ok(Step::Done);
    }
    let reason = format!("block {} pays otherwise what is credited: {contradicted} payments", block.height);
    execute!(tx, HALT, chain, reason.as_str(), now.0)?;
    Ok(Step::Halted(reason))
}

/// Takes back all blocks after `height`. If one of them contains credited payments, the chain is halted too: the credit
/// stays until an operator has decided.
pub async fn take_back(
    db: &Db,
    chain: &str,
    newest_known: &Known,
    height: i64,
    now: UnixMillis,
) -> Result<Step, DbError> {
    let mut tx = db.begin().await?;
    if !locked(&mut tx, chain).await? || newest(&mut tx, chain).await?.as_ref() != Some(newest_known) {
        return Ok(Step::Overtaken);
    }
    let credited = outputs::take_back(&mut tx, chain, height).await?;
    execute!(&mut tx, FORGET_NEW, chain, height)?;
    execute!(&mut tx, LOWER_READ_AGAIN, chain, height)?;
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
    Ok(reason.map_or(Step::Done, Step::Halted))
}

/// Halts a chain until an operator resumes it. False when it is halted already.
pub async fn halt(db: &Db, chain: &str, reason: &str, now: UnixMillis) -> Result<bool, DbError> {
    let mut tx = db.begin().await?;
    let halted = execute!(&mut tx, HALT, chain, reason, now.0)? > 0;
    tx.commit().await?;
    Ok(halted)
}

/// Stores the reason why a chain cannot be followed, and since when.
pub async fn stall(db: &Db, chain: &str, why: &str, now: UnixMillis) -> Result<(), DbError> {
    let mut tx = db.begin().await?;
    execute!(&mut tx, STALL, chain, why, now.0)?;
    tx.commit().await
}

/// Deletes the stored reason, since the chain is followed again, unless `stays` keeps it.
pub async fn go_on(db: &Db, chain: &str, stays: impl Fn(&str) -> bool) -> Result<(), DbError> {
    let stalled = fetch_optional!(&mut db.read().await?, (String,), STALLED, chain)?;
    let Some((why,)) = stalled.filter(|(why,)| !stays(why)) else { return Ok(()) };
    let mut tx = db.begin().await?;
    execute!(&mut tx, GO_ON, chain, why)?;
    tx.commit().await
}

/// The time since which a chain is halted, and locks it so until the transaction ends; `None` if it is not halted.
pub async fn lock_halted(tx: &mut Tx, chain: &str) -> Result<Option<i64>, DbError> {
    let halted = fetch_optional!(tx, (Option<i64>,), LOCK_HALTED, chain)?;
    Ok(halted.map(|(at,)| at.unwrap_or_default()))
}

/// Lets a chain be followed again; with `afresh` from another block on, if none of the followed blocks is on the chain.
/// Then no uncredited output counts as in a block until one is read again.
pub async fn resume(tx: &mut Tx, chain: &str, afresh: bool) -> Result<(), DbError> {
    execute!(tx, RESUME, chain)?;
    if afresh {
        outputs::take_back_unrecorded(tx, chain).await?;
        execute!(tx, FORGET_ALL, chain)?;
    }
    Ok(())
}

async fn locked(tx: &mut Tx, chain: &str) -> Result<bool, DbError> {
    Ok(execute!(tx, LOCK, chain)? > 0)
}
