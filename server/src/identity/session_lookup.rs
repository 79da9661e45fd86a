//! Finds sessions by their tokens, many in one statement. A session that has ended is never found.

use super::store::{self, SessionRow};
use crate::db::{Db, DbError, SharedReads};

/// The handle that requests look sessions up with.
#[derive(Debug)]
pub struct SessionLookup(SharedReads<String, SessionRow>);

impl SessionLookup {
    /// Starts the task that reads; it ends with its handle.
    pub fn spawn(db: Db) -> Self {
        Self(SharedReads::spawn(db, |db: Db, hashes: Vec<String>| async move {
            let found = store::sessions_by_token(&mut db.read().await?, hashes.into_iter()).await?;
            Ok(found.into_iter().map(|session| (session.token_hash.clone(), session)).collect())
        }))
    }

    /// The session with this token, whether it is still alive or not.
    pub async fn find(&self, token_hash: String) -> Result<Option<SessionRow>, DbError> {
        self.0.find(token_hash).await
    }
}
