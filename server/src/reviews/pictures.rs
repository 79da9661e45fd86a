//! Pictures that were sent for several purposes, by one customer or by several: one proof of payment does not prove
//! two.

use plumbline_core::ids::AccountId;

use super::SubjectKind;
use crate::db::{DbError, Session};
use crate::files::FileId;
use crate::{fetch_all, statements};

statements! {
    /// The uses of the file, and of others with that picture.
    USES: "WITH same AS (SELECT id, account_id FROM files WHERE id = $1
            UNION SELECT o.id, o.account_id FROM files f JOIN files o ON o.digest = f.digest WHERE f.id = $1)
        SELECT 'deposit', d.id, d.account_id FROM same s JOIN deposits d ON d.account_id = s.account_id
            AND d.proof_url = '/file/' || CAST(s.id AS TEXT)
        UNION SELECT 'identity', c.id, c.account_id FROM same s JOIN identity_checks c ON c.account_id = s.account_id
            AND (c.front = s.id OR c.back = s.id)
        UNION SELECT 'card', p.id, p.account_id FROM same s JOIN payout_accounts p ON p.account_id = s.account_id
            AND p.image_file = s.id
        ORDER BY 2";
}

/// A use of a picture.
#[derive(Debug, PartialEq, Eq)]
pub struct Use {
    /// deposit, identity or card.
    pub kind: String,
    pub id: i64,
    pub account: AccountId,
}

/// The other uses of a subject's picture, the oldest first.
pub async fn other_uses(on: &mut impl Session, file: FileId, kind: SubjectKind, id: i64) -> Result<Vec<Use>, DbError> {
    let found = fetch_all!(on, (String, i64, i64), USES, file.0)?;
    let others = found.into_iter().filter(|(of, number, _)| (of.as_str(), *number) != (kind.code(), id));
    Ok(others.map(|(kind, id, account)| Use { kind, id, account: AccountId(account) }).collect())
}

/// The number of other uses of a subject's pictures, in words; empty if there are none.
pub(super) async fn told(
    on: &mut impl Session,
    files: &[FileId],
    kind: SubjectKind,
    id: i64,
) -> Result<String, DbError> {
    let mut others = 0;
    for file in files {
        others += other_uses(on, *file, kind, id).await?.len();
    }
    Ok(if others == 0 { String::new() } else { format!("; ITS PICTURE WAS SENT FOR {others} MORE: see show") })
}
