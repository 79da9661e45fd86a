//! Seals all particulars with the newest key, while servers go on.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use plumbline_core::decision::Record;
use plumbline_core::ids::AccountId;
use plumbline_core::kyc::IdentityCheck;

use super::sealed::{SealedError, resealed};
use crate::db::{Db, DbError};
use crate::sealing::Sealer;
use crate::{execute, fetch_each, statements};

const AT_A_TIME: i64 = 100;

statements! {
    NEXT: "SELECT account_id, sealed FROM identity_checks WHERE account_id > $1 AND sealed <> '' ORDER BY account_id LIMIT $2";
    /// The version and the key's name come first: nine bytes, which are twelve characters.
    KEYS: "SELECT substr(sealed, 1, 12), COUNT(*) FROM identity_checks WHERE sealed <> '' GROUP BY substr(sealed, 1, 12)";
    /// Particulars submitted meanwhile are sealed with the newest key already.
    RESEAL: "UPDATE identity_checks SET sealed = $3 WHERE account_id = $1 AND sealed = $2";
}

/// The result of a rotation.
#[derive(Debug, Default)]
pub struct Rotated {
    pub sealed: u64,
    /// The accounts whose particulars could not be opened, and the reasons. They stay as they are.
    pub failed: Vec<(AccountId, SealedError)>,
}

/// The keys that particulars are sealed with, and the number for each.
pub async fn keys_in_use(db: &Db) -> Result<Vec<(String, i64)>, DbError> {
    let (found, _): (Vec<(String, i64)>, _) =
        fetch_each!(&mut db.read().await?, IdentityCheck::NAME, (String, i64), KEYS)?;
    let name = |head: String| STANDARD.decode(&head).ok().and_then(|head| Sealer::named_in(&head)).unwrap_or(head);
    Ok(found.into_iter().map(|(head, count)| (name(head), count)).collect())
}

/// Goes once through all particulars that are sealed with another key than the newest. It may be interrupted and
/// repeated. A review that is stored at that moment may restore the older seal, and particulars that a server sealed
/// before it had the new key may be stored later: the next round finds both (`sealing::rounds`).
pub async fn rotate(db: &Db, sealer: &Sealer) -> Result<Rotated, DbError> {
    let (mut rotated, mut after, newest) = (Rotated::default(), i64::MIN, sealer.newest_key());
    loop {
        let (found, unread): (Vec<(i64, String)>, _) =
            fetch_each!(&mut db.read().await?, IdentityCheck::NAME, (i64, String), NEXT, after, AT_A_TIME)?;
        unread.iter().for_each(|row| db.aside().put(row));
        let passed = unread.iter().filter_map(|row| row.name.account.map(|account| account.0));
        let Some(last) = found.iter().map(|(account, _)| *account).chain(passed).max() else { return Ok(rotated) };
        after = last;
        for (account, sealed) in &found {
            let key = STANDARD.decode(sealed).ok().and_then(|sealed| Sealer::key_of(&sealed));
            if key.as_ref() == Some(&newest) {
                continue;
            }
            match resealed(sealer, AccountId(*account), sealed) {
                Ok(fresh) => {
                    let mut tx = db.begin().await?;
                    rotated.sealed += execute!(&mut tx, RESEAL, *account, sealed, &fresh)?;
                    tx.commit().await?;
                }
                Err(error) => rotated.failed.push((AccountId(*account), error)),
            }
        }
    }
}
