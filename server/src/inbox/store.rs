//! The table of notices, and its reads.

use std::collections::{BTreeMap, BTreeSet};

use futures_util::future::BoxFuture;
use plumbline_core::decision::{Facts, Kind, Needs};
use plumbline_core::ids::{AccountId, NoticeId};
use plumbline_core::inbox::{Notice, NoticeKind};
use plumbline_core::time::UnixMillis;
use serde::ser::Error;

use super::event::InboxEvent;
use crate::db::{Batch, DbError, Session, Tx, rows, rows::Rows};
use crate::http::{COUNTED_MAX, Page};
use crate::writer::{Listings, Source, Stored, Told};
use crate::{execute, fetch_all, fetch_one, fetch_optional, record, statements};

statements! {
    STORE("iiti"): "INSERT INTO notices (id, account_id, about, created_at) {rows}";
    PAGE: "SELECT * FROM notices WHERE account_id = $1 ORDER BY id DESC LIMIT $2 OFFSET $3";
    COUNT: "SELECT COUNT(*) FROM (SELECT 1 FROM notices WHERE account_id = $1 LIMIT $2) counted";
    FIND: "SELECT * FROM notices WHERE id = $1 AND account_id = $2";
    UNREAD: "SELECT unread_notices FROM account_streams WHERE account_id = $1";
    OWNED("ii"): "WITH v(id, account_id) AS ({rows})
        SELECT n.id FROM v JOIN notices n ON n.id = v.id AND n.account_id = v.account_id";
    MARK_READ("ii"): "WITH v(id, at) AS ({rows}) UPDATE notices SET read_at = v.at FROM v
        WHERE notices.id = v.id AND notices.read_at IS NULL";
    MARK_ALL_READ: "UPDATE notices SET read_at = $2 WHERE account_id = $1 AND read_at IS NULL";
}

record! {
    /// A row of `notices`.
    struct NoticeRecord {
        id: i64,
        account_id: i64,
        about: String,
        created_at: i64,
        read_at: Option<i64>,
    }
}

/// A notice, and whether it was read.
#[derive(Clone, Debug)]
pub struct Kept {
    pub notice: Notice,
    pub read: bool,
}

impl TryFrom<NoticeRecord> for Kept {
    type Error = DbError;

    fn try_from(row: NoticeRecord) -> Result<Self, DbError> {
        let kind: NoticeKind = serde_json::from_str(&row.about)
            .map_err(|_| DbError::Corrupt { column: "notices.about", value: row.about.clone() })?;
        let (id, account) = (NoticeId(row.id), AccountId(row.account_id));
        let notice = Notice { id, account, kind, created_at: UnixMillis(row.created_at) };
        Ok(Self { notice, read: row.read_at.is_some() })
    }
}

/// The notices that actions put among their changes, as one of the records that the write path stores. The write path
/// has the number of unread notices with the account's stream.
#[derive(Debug)]
pub struct Notices;

impl Stored for Notices {
    fn kind(&self) -> Option<Kind> {
        Some(Kind::of::<Notice>())
    }

    /// No decision needs them.
    fn load<'a>(&'a self, _: &'a mut Source<'_>, _: &'a Needs, _: &'a mut Facts) -> BoxFuture<'a, Result<(), DbError>> {
        Box::pin(std::future::ready(Ok(())))
    }

    fn store<'a>(&'a self, batch: &'a mut Batch, facts: &'a Facts) -> BoxFuture<'a, Result<(), DbError>> {
        Box::pin(async move { rows::store(batch, STORE, input(facts.written::<Notice>())).await })
    }

    fn tell(&self, facts: &Facts, _: &dyn Listings, told: &mut Vec<Told>) -> serde_json::Result<()> {
        let mut to_tell: BTreeMap<AccountId, i64> = BTreeMap::new();
        facts.written::<Notice>().for_each(|notice| *to_tell.entry(notice.account).or_default() += 1);
        for notice in facts.written::<Notice>() {
            let behind = to_tell.entry(notice.account).or_default();
            *behind -= 1;
            let after_all = facts.count_open::<Notice>(notice.account).map_err(serde_json::Error::custom)?;
            let data = serde_json::to_string(&InboxEvent::of(notice, after_all - *behind))?;
            told.push(Told { account: notice.account, topic: "messages", data });
        }
        Ok(())
    }
}

fn input<'n>(notices: impl Iterator<Item = &'n Notice> + Clone) -> Rows<'static> {
    let about = |notice: &Notice| serde_json::to_string(&notice.kind).expect("names, numbers and texts");
    Rows::default()
        .int(notices.clone().map(|notice| notice.id.0))
        .int(notices.clone().map(|notice| notice.account.0))
        .text(notices.clone().map(about))
        .int(notices.map(|notice| notice.created_at.0))
}

/// Stores a notice outside of the writer's batches.
pub async fn insert(tx: &mut Tx, notice: &Notice) -> Result<(), DbError> {
    rows::execute(tx, STORE, input(std::iter::once(notice))).await?;
    Ok(())
}

/// A page of an account's notices, newest first, and their number, counted up to 10,000.
pub async fn page(on: &mut impl Session, account: AccountId, page: Page) -> Result<(Vec<Kept>, i64), DbError> {
    let (total,) = fetch_one!(on, (i64,), COUNT, account.0, COUNTED_MAX)?;
    if !page.is_within(total) {
        return Ok((Vec::new(), total));
    }
    let found = fetch_all!(on, NoticeRecord, PAGE, account.0, page.size(), page.offset())?;
    Ok((found.into_iter().map(Kept::try_from).collect::<Result<_, _>>()?, total))
}

/// The number of an account's unread notices.
pub async fn unread(on: &mut impl Session, account: AccountId) -> Result<i64, DbError> {
    Ok(fetch_optional!(on, (i64,), UNREAD, account.0)?.map_or(0, |(unread,)| unread))
}

pub async fn find(on: &mut impl Session, account: AccountId, id: NoticeId) -> Result<Option<Kept>, DbError> {
    fetch_optional!(on, NoticeRecord, FIND, id.0, account.0)?.map(Kept::try_from).transpose()
}

/// Marks these; gives the number that were unread, or `None`, and marks nothing, when one is not the account's.
pub async fn mark_read(
    tx: &mut Tx,
    account: AccountId,
    ids: &[NoticeId],
    now: UnixMillis,
) -> Result<Option<i64>, DbError> {
    let ids: BTreeSet<NoticeId> = ids.iter().copied().collect();
    let named = || Rows::default().int(ids.iter().map(|id| id.0));
    let owned: Vec<(i64,)> = rows::fetch(tx, OWNED, named().int(ids.iter().map(|_| account.0))).await?;
    if owned.len() < ids.len() {
        return Ok(None);
    }
    let marked = rows::execute(tx, MARK_READ, named().int(ids.iter().map(|_| now.0))).await?;
    Ok(Some(marked.cast_signed()))
}

/// Marks all of an account's notices; gives the number that were unread.
pub async fn mark_all_read(tx: &mut Tx, account: AccountId, now: UnixMillis) -> Result<i64, DbError> {
    Ok(execute!(tx, MARK_ALL_READ, account.0, now.0)?.cast_signed())
}

#[cfg(test)]
mod tests {
    use plumbline_core::command::{Listed, needs_of};
    use plumbline_core::decision::Stamp;
    use plumbline_core::funds::{DepositChannel, RequestDeposit, ReviewDeposit};
    use plumbline_core::ids::InstrumentId;
    use plumbline_core::kyc::ReviewedBy;
    use plumbline_core::money::{Currency, Money};
    use serde_json::{Value, json};

    use super::*;

    #[derive(Debug)]
    struct Nothing;

    impl Listings for Nothing {
        fn describe(&self, _: InstrumentId) -> Option<(String, &'static str, i64)> {
            None
        }
    }

    fn run<A: Listed>(facts: &mut Facts, ids: &mut dyn FnMut() -> i64, action: A) -> A::Done {
        let command = action.into_command();
        facts.ask(&needs_of([&command]));
        A::into_done(command.carry_out(facts, &mut Stamp::new(UnixMillis(7), ids)).unwrap()).unwrap()
    }

    /// Several in one batch: each has the number of unread notices after itself, for its own account.
    #[test]
    fn each_notice_tells_how_many_are_unread_after_it() {
        let (mut facts, mut last) = (Facts::default(), 0);
        let mut ids = || {
            last += 1;
            last
        };
        for (account, before) in [(AccountId(7), 5), (AccountId(8), 0)] {
            facts.load_open::<Notice>(account, before);
        }
        for account in [7, 8, 7].map(AccountId) {
            let credit = Money::new(100, Currency::Usd);
            let request = RequestDeposit {
                account,
                channel: DepositChannel::Fiat,
                sent_currency: "USD".into(),
                sent_amount: "1.00".into(),
                credit,
                rate: None,
                proof_url: None,
            };
            let deposit = run(&mut facts, &mut ids, request).id;
            run(
                &mut facts,
                &mut ids,
                ReviewDeposit { deposit, account, decision: Ok(()), converted: None, by: ReviewedBy::Reviewers },
            );
        }
        let mut told = Vec::new();
        Notices.tell(&facts, &Nothing, &mut told).unwrap();
        let said = |told: &Told| {
            let data: Value = serde_json::from_str(&told.data).unwrap();
            assert_eq!((told.topic, &data["kind"]), ("messages", &json!("notice")));
            (told.account.0, data["unread"].as_i64().unwrap())
        };
        assert_eq!(told.iter().map(said).collect::<Vec<_>>(), [(7, 6), (8, 1), (7, 7)]);
    }
}
