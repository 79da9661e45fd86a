//! Seals all files with the newest key, while servers go on.

use plumbline_core::ids::AccountId;
use thiserror::Error;

use super::objects::{Objects, ObjectsError};
use super::{FileId, ReadError, read, rows, seal};
use crate::db::{Db, DbError};
use crate::sealing::Sealer;

const AT_A_TIME: i64 = 100;

#[derive(Debug, Error)]
pub enum RotateError {
    #[error(transparent)]
    Db(#[from] DbError),
    #[error(transparent)]
    Objects(#[from] ObjectsError),
}

/// The result of a rotation.
#[derive(Debug, Default)]
pub struct Rotated {
    pub sealed: u64,
    /// The errors of files that could not be opened. They stay as they are.
    pub failed: Vec<ReadError>,
}

/// Goes once through all files that are sealed with another key than the newest, in the order of their numbers; files
/// that a server sealed before it had the new key may be stored later (`sealing::rounds`). It may be interrupted and
/// repeated without doing anything twice. A file that is given up meanwhile is written before housekeeping removes it
/// from the store.
pub async fn rotate(db: &Db, objects: &Objects, sealer: &Sealer) -> Result<Rotated, RotateError> {
    let (mut rotated, mut after, newest) = (Rotated::default(), FileId(-1), sealer.newest_key());
    loop {
        let found = rows::with_other_keys(db, &newest, after, AT_A_TIME).await?;
        let Some(last) = found.last() else { return Ok(rotated) };
        after = FileId(last.id);
        for row in found {
            let (file, owner) = (FileId(row.id), AccountId(row.account_id));
            match read(objects, sealer, file, owner).await {
                Ok(jpeg) => {
                    let sealed = seal(sealer, file, owner, &jpeg);
                    let key = Sealer::key_of(&sealed).unwrap_or_default();
                    objects.put(file, sealed).await?;
                    rows::resealed(db, file, &key).await?;
                    rotated.sealed += 1;
                }
                Err(ReadError::Store(error)) => return Err(error.into()),
                Err(error) => rotated.failed.push(error),
            }
        }
    }
}
