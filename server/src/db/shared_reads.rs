//! Reads of single records that share statements. Requests that come while one runs wait for the next, so that under
//! load one statement serves many of them. Nothing is remembered: each is read after it was asked for.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::hash::Hash;
use std::sync::Arc;

use futures_util::future::BoxFuture;
use tokio::sync::{mpsc, oneshot};

use super::{Db, DbError};

/// Records that one statement reads.
const BATCH_MAX: usize = 256;
/// Reads that may wait; beyond that each asks for itself.
const QUEUE: usize = 4_096;

/// Reads the records of these keys; those that do not exist are left out.
type Read<K, V> = Arc<dyn Fn(Db, Vec<K>) -> BoxFuture<'static, Result<HashMap<K, V>, DbError>> + Send + Sync>;

struct Asked<K, V> {
    key: K,
    caller: oneshot::Sender<Option<V>>,
}

/// The handle that requests read with. Cheap to clone.
pub struct SharedReads<K, V> {
    db: Db,
    read: Read<K, V>,
    queue: mpsc::Sender<Asked<K, V>>,
}

impl<K, V> Clone for SharedReads<K, V> {
    fn clone(&self) -> Self {
        Self { db: self.db.clone(), read: self.read.clone(), queue: self.queue.clone() }
    }
}

impl<K, V> fmt::Debug for SharedReads<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SharedReads").finish_non_exhaustive()
    }
}

impl<K, V> SharedReads<K, V>
where
    K: Clone + Eq + Hash + Send + Sync + 'static,
    V: Clone + Send + Sync + 'static,
{
    /// Starts the task that reads; it ends with the last handle.
    pub fn spawn<F, R>(db: Db, read: F) -> Self
    where
        F: Fn(Db, Vec<K>) -> R + Send + Sync + 'static,
        R: Future<Output = Result<HashMap<K, V>, DbError>> + Send + 'static,
    {
        let read: Read<K, V> = Arc::new(move |db, keys| Box::pin(read(db, keys)));
        let (queue, asked) = mpsc::channel(QUEUE);
        tokio::spawn(read_forever(db.clone(), read.clone(), asked));
        Self { db, read, queue }
    }

    pub async fn find(&self, key: K) -> Result<Option<V>, DbError> {
        let (caller, found) = oneshot::channel();
        if self.queue.try_send(Asked { key: key.clone(), caller }).is_ok()
            && let Ok(found) = found.await
        {
            return Ok(found);
        }
        // The shared statement failed: this caller's own says why.
        Ok((self.read)(self.db.clone(), vec![key.clone()]).await?.remove(&key))
    }
}

async fn read_forever<K: Clone + Eq + Hash, V: Clone>(
    db: Db,
    read: Read<K, V>,
    mut asked: mpsc::Receiver<Asked<K, V>>,
) {
    let mut waiting = Vec::with_capacity(BATCH_MAX);
    while asked.recv_many(&mut waiting, BATCH_MAX).await > 0 {
        let keys: HashSet<K> = waiting.iter().map(|asked| asked.key.clone()).collect();
        // On an error the callers are let go, and ask for themselves.
        let found = read(db.clone(), keys.into_iter().collect()).await.ok();
        for asked in waiting.drain(..) {
            let Some(found) = &found else { continue };
            let _ = asked.caller.send(found.get(&asked.key).cloned());
        }
    }
}
