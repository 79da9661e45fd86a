//! The first reply to each idempotent request, stored with what it did.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use plumbline_core::command::{Done, Listed};
use plumbline_core::decision::Refusal;
use plumbline_core::ids::AccountId;
use plumbline_core::time::UnixMillis;
use serde::{Deserialize, Serialize, Serializer, ser::Error};
use serde_json::value::{RawValue, to_raw_value};

use crate::db::{Batch, Db, DbError, rows, rows::RowSession, rows::Rows};
use crate::http::{ApiError, Reply};
use crate::{execute, record, statements};

/// The status and the data of a reply, as stored. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Recorded {
    pub code: u16,
    /// JSON.
    pub data: Arc<RawValue>,
}

/// Writes the data of the reply to what was done.
pub type Write = fn(&Done) -> serde_json::Result<Box<RawValue>>;

/// What came of an `A`, as an `R`.
pub fn write<A, R>(done: &Done) -> serde_json::Result<Box<RawValue>>
where
    A: Listed,
    R: Serialize + for<'a> From<&'a A::Done>,
{
    let other = || serde_json::Error::custom(format!("something else than a {} was done", A::NAME));
    to_raw_value(&R::from(A::done(done).ok_or_else(other)?))
}

/// The data of a refusal.
#[derive(Debug, Serialize, Deserialize)]
struct Refused<'a> {
    error: Cow<'a, str>,
    field: Option<Cow<'a, str>>,
}

impl Serialize for Recorded {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.data.serialize(serializer)
    }
}

impl Recorded {
    /// The reply to a decision.
    pub(super) fn of(result: &Result<Done, Refusal>, write: Write) -> serde_json::Result<Self> {
        let (code, data) = match result {
            Ok(done) => (200, write(done)?),
            Err(refusal) => {
                let error = ApiError::from(*refusal);
                let refused = Refused { error: error.word.into(), field: error.field.map(Cow::from) };
                (error.status.as_u16(), to_raw_value(&refused)?)
            }
        };
        Ok(Self { code, data: data.into() })
    }

    /// The reply as the handler gives it.
    ///
    /// # Errors
    /// The refusal that was stored; 500 for one that this version does not know.
    pub fn into_reply(self) -> Result<Reply<Self>, ApiError> {
        if self.code == 200 {
            return Ok(Reply(self));
        }
        let unknown = || ApiError::internal(format!("the stored reply {} {} is not known", self.code, self.data));
        let refused: Refused = serde_json::from_str(self.data.get()).map_err(|_| unknown())?;
        Err(refused.error.parse::<Refusal>().map_or_else(|_| unknown(), ApiError::from))
    }
}

statements! {
    LOAD_REPLIES("ti"): "SELECT account_id, key, fingerprint, code, data FROM idempotent_replies
        WHERE (key, account_id) IN ({rows})";
    /// Few at a time, so that no batch waits long for the write lock.
    PURGE_REPLIES: "DELETE FROM idempotent_replies WHERE (key, account_id) IN
        (SELECT key, account_id FROM idempotent_replies WHERE created_at < $1 ORDER BY created_at LIMIT $2)";
    STORE_REPLIES("ittiti"): "INSERT INTO idempotent_replies (account_id, key, fingerprint, code, data, created_at) {rows}";
}

/// Whose request it is, and its idempotency key.
pub(super) type RequestKey = (AccountId, String);

/// A reply with the fingerprint of its request.
#[derive(Clone, Debug)]
pub(super) struct FirstReply {
    pub fingerprint: String,
    pub recorded: Recorded,
}

/// The replies that were stored under `keys`.
pub(super) async fn load(
    on: &mut impl RowSession,
    keys: &BTreeSet<(AccountId, &str)>,
) -> Result<HashMap<RequestKey, FirstReply>, DbError> {
    let input = Rows::default().text(keys.iter().map(|(_, key)| *key)).int(keys.iter().map(|(a, _)| a.0));
    let found = rows::read::<ReplyRow, _>(on, "reply", LOAD_REPLIES, input).await?;
    Ok(found.into_iter().map(|KeptReply(key, reply)| (key, reply)).collect())
}

record! {
    /// A row of `idempotent_replies`.
    struct ReplyRow {
        account_id: i64,
        key: String,
        fingerprint: String,
        code: i64,
        data: String,
    }
}

struct KeptReply(RequestKey, FirstReply);

impl TryFrom<ReplyRow> for KeptReply {
    type Error = DbError;

    fn try_from(ReplyRow { account_id, key, fingerprint, code, data }: ReplyRow) -> Result<Self, DbError> {
        let corrupt = || DbError::Corrupt { column: "idempotent_replies", value: key.clone() };
        let code = u16::try_from(code).map_err(|_| corrupt())?;
        let data = RawValue::from_string(data).map_err(|_| corrupt())?.into();
        Ok(Self((AccountId(account_id), key), FirstReply { fingerprint, recorded: Recorded { code, data } }))
    }
}

pub(super) async fn store(
    batch: &mut Batch,
    replies: &[(RequestKey, FirstReply)],
    now: UnixMillis,
) -> Result<(), DbError> {
    let input = Rows::default()
        .int(replies.iter().map(|((account, _), _)| account.0))
        .text(replies.iter().map(|((_, key), _)| key.as_str()))
        .text(replies.iter().map(|(_, reply)| reply.fingerprint.as_str()))
        .int(replies.iter().map(|(_, reply)| i64::from(reply.recorded.code)))
        .text(replies.iter().map(|(_, reply)| reply.recorded.data.get()))
        .int(replies.iter().map(|_| now.0));
    rows::store(batch, STORE_REPLIES, input).await
}

/// How long a repeated request gets its first reply; docs/api.md promises it.
const KEEP: i64 = 7 * UnixMillis::DAY;
const PURGED_AT_ONCE: i64 = 500;

/// Forgets replies that are older than is promised.
pub async fn purge(db: &Db, now: UnixMillis) -> Result<u64, DbError> {
    let mut purged = 0;
    loop {
        let mut tx = db.begin().await?;
        let deleted = execute!(&mut tx, PURGE_REPLIES, now.plus(-KEEP).0, PURGED_AT_ONCE)?;
        tx.commit().await?;
        purged += deleted;
        if deleted < PURGED_AT_ONCE.unsigned_abs() {
            return Ok(purged);
        }
    }
}

#[cfg(test)]
mod tests {
    use strum::IntoEnumIterator;

    use super::*;
    use crate::fetch_one;
    use crate::testing::databases;

    statements! {
        COUNT: "SELECT COUNT(*) FROM idempotent_replies WHERE created_at >= $1";
    }

    #[tokio::test]
    async fn replies_are_kept_for_a_week_and_purged_in_small_parts() {
        for (uri, _folder) in databases("replies").await {
            let db = Db::open(&uri).await.unwrap();
            let now = UnixMillis(1_800_000_000_000);
            for (age, count) in [(KEEP + 1, 1_200), (KEEP, 3), (0, 4)] {
                let data: Arc<RawValue> = RawValue::from_string("{}".to_owned()).unwrap().into();
                let reply = |i: i64| {
                    let recorded = Recorded { code: 200, data: data.clone() };
                    ((AccountId(i % 3), format!("{age}-{i}")), FirstReply { fingerprint: String::new(), recorded })
                };
                let replies: Vec<_> = (0..count).map(reply).collect();
                let mut batch = db.batch().await.unwrap();
                store(&mut batch, &replies, now.plus(-age)).await.unwrap();
                batch.commit().await.unwrap();
            }
            assert_eq!(purge(&db, now).await.unwrap(), 1_200);
            let left = fetch_one!(&mut db.read().await.unwrap(), (i64,), COUNT, 0).unwrap().0;
            assert_eq!(left, 7);
            db.close().await;
        }
    }

    /// The list is the compiler's: a refusal that is added is asked here too.
    #[test]
    fn a_stored_refusal_is_given_again_as_it_was() {
        for refusal in Refusal::iter() {
            let recorded = Recorded::of(&Err(refusal), |_| unreachable!("nothing was done")).unwrap();
            let (first, again) = (ApiError::from(refusal), recorded.into_reply().unwrap_err());
            assert_eq!((first.status, first.word, first.field), (again.status, again.word, again.field));
        }
    }

    #[test]
    fn a_stored_reply_that_nobody_knows_is_a_fault_of_ours() {
        let data = RawValue::from_string(r#"{"error":"moon_in_the_seventh_house"}"#.to_owned()).unwrap();
        let error = Recorded { code: 409, data: data.into() }.into_reply().unwrap_err();
        assert_eq!((error.status.as_u16(), error.word), (500, "internal"));
        assert!(error.source.is_some(), "the log says which");
    }
}
