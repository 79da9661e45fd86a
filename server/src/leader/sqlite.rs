//! The lease of a SQLite database: the process with the lock on the file beside it serves from it. The row stores the
//! latest time of ids, so that a clock that is set back repeats none.

use std::fs::File;
use std::path::PathBuf;

use plumbline_core::time::UnixMillis;

use super::lease::{LeaderError, Lease};
use crate::db::{Db, DbError};
use crate::{execute, fetch_one, private, statements};

statements! {
    LOOK: "SELECT token, since, ids_until FROM leadership WHERE id = 1";
    TAKE: "UPDATE leadership SET token = $2, address = $3, ids_until = $4 WHERE token = $1";
    /// It never falls, even if the clock is set back: ids were made up to that time.
    RENEW: "UPDATE leadership SET ids_until = CASE WHEN ids_until < $2 THEN $2 ELSE ids_until END WHERE token = $1";
    GIVE_BACK: "UPDATE leadership SET ids_until = $2 WHERE token = $1";
}

#[derive(Debug)]
pub(super) struct SqliteSeat {
    db: Db,
    /// The database file. The one process that serves from it has the lock of the file beside it.
    path: PathBuf,
    lock: Option<File>,
}

impl SqliteSeat {
    pub fn new(db: Db) -> Self {
        let path = match &db {
            Db::Sqlite { readers, .. } => readers.connect_options().get_filename().to_owned(),
            Db::Postgres { .. } => PathBuf::new(),
        };
        Self { db, path, lock: None }
    }

    /// The database file, for messages.
    pub fn file(&self) -> String {
        self.path.display().to_string()
    }

    pub async fn look(&self) -> Result<Lease, LeaderError> {
        read(&self.db).await
    }

    /// False while another process has the lock.
    pub async fn take(&mut self, seen: &Lease, new: &Lease) -> Result<bool, LeaderError> {
        let Some(lock) = private::try_lock(&self.path).map_err(LeaderError::FileLock)? else { return Ok(false) };
        let mut tx = self.db.begin().await?;
        let taken = execute!(&mut tx, TAKE, seen.token, new.token, &new.address, new.ids_until.0)?;
        tx.commit().await?;
        self.lock = (taken == 1).then_some(lock);
        Ok(taken == 1)
    }

    pub async fn renew(&self, token: i64, ids_until: UnixMillis) -> Result<bool, LeaderError> {
        Ok(self.change(RENEW, token, ids_until).await? == 1)
    }

    pub async fn give_back(&mut self, token: i64, ids_until: UnixMillis) -> Result<(), LeaderError> {
        let given = self.change(GIVE_BACK, token, ids_until).await;
        self.lock = None;
        given.map(drop).map_err(LeaderError::from)
    }

    async fn change(
        &self,
        statement: &crate::db::Statement,
        token: i64,
        ids_until: UnixMillis,
    ) -> Result<u64, DbError> {
        let mut tx = self.db.begin().await?;
        let changed = execute!(&mut tx, statement, token, ids_until.0)?;
        tx.commit().await?;
        Ok(changed)
    }
}

/// The row as it is. It does not show if a process serves; the lock does.
pub(super) async fn read(db: &Db) -> Result<Lease, LeaderError> {
    let (token, since, ids_until) = fetch_one!(&mut db.read().await?, (i64, i64, i64), LOOK)?;
    Ok(Lease { token, since: UnixMillis(since), ids_until: UnixMillis(ids_until), ..Lease::default() })
}
