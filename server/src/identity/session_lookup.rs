//! Finds sessions by their tokens. Requests that come while a statement runs share the next one, so that under load one
//! statement serves many of them. Nothing is cached: a session that has ended is never found.

use std::collections::HashMap;

use tokio::sync::{mpsc, oneshot};

use super::store::{self, SessionRow};
use crate::db::{Db, DbError};
use crate::supervision::Supervisor;

/// Look-ups in one statement.
const BATCH_MAX: usize = 256;
/// Look-ups that may wait; beyond that each request reads for itself.
const QUEUE: usize = 4_096;

#[derive(Debug)]
struct Lookup {
    token_hash: String,
    caller: oneshot::Sender<Option<SessionRow>>,
}

/// The handle that requests look sessions up with.
#[derive(Debug)]
pub struct SessionLookup {
    db: Db,
    queue: mpsc::Sender<Lookup>,
}

impl SessionLookup {
    /// Starts the task that reads; it ends with its handle.
    pub fn spawn(db: Db, supervisor: &Supervisor) -> Self {
        let (queue, lookups) = mpsc::channel(QUEUE);
        supervisor.spawn("session lookup", read_forever(db.clone(), lookups));
        Self { db, queue }
    }

    /// The session with this token, whether it is alive or not.
    pub async fn find(&self, token_hash: String) -> Result<Option<SessionRow>, DbError> {
        let (caller, found) = oneshot::channel();
        if self.queue.try_send(Lookup { token_hash: token_hash.clone(), caller }).is_ok()
            && let Ok(found) = found.await
        {
            return Ok(found);
        }
        // The shared statement failed: the caller's own one gives the reason.
        let found = store::sessions_by_token(&mut self.db.read().await?, [token_hash].into_iter()).await?;
        Ok(found.into_iter().next())
    }
}

async fn read_forever(db: Db, mut lookups: mpsc::Receiver<Lookup>) {
    let mut waiting = Vec::with_capacity(BATCH_MAX);
    while lookups.recv_many(&mut waiting, BATCH_MAX).await > 0 {
        // On an error the callers are released, and read for themselves.
        let found = read(&db, &waiting).await.ok();
        for lookup in waiting.drain(..) {
            let Some(found) = &found else { continue };
            let _ = lookup.caller.send(found.get(&lookup.token_hash).cloned());
        }
    }
}

async fn read(db: &Db, waiting: &[Lookup]) -> Result<HashMap<String, SessionRow>, DbError> {
    let hashes = waiting.iter().map(|lookup| lookup.token_hash.clone());
    let found = store::sessions_by_token(&mut db.read().await?, hashes).await?;
    Ok(found.into_iter().map(|session| (session.token_hash.clone(), session)).collect())
}
