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

/// What became of them.
#[derive(Debug, Default)]
pub struct Rotated {
    pub sealed: u64,
    /// Those that could not be opened, and why. They stay as they are.
    pub failed: Vec<ReadError>,
}

/// Goes once through all files that are sealed with another key than the newest, in the order of their numbers; what a server
/// had sealed before it heard of the key may come later (`sealing::rounds`). It may be stopped anywhere and begun again: what is done is not done twice. A file that is given up meanwhile is written before
/// housekeeping takes it out of the store.
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
