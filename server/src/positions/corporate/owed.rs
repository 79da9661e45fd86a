//! What corporate actions owe to accounts that were put aside as they were applied. Such an account stays put aside until it has
//! had what it is owed, so that no order in old shares comes back into the book.

use std::collections::{BTreeMap, BTreeSet};

use plumbline_core::ids::{AccountId, CorporateActionId};

use crate::db::{Db, DbError, OWED, SUM, UnreadRow};
use crate::{execute, fetch_each, fetch_one, statements};

statements! {
    OWE: "INSERT INTO owed_adjustments (corporate_action_id, account_id) VALUES ($1, $2) ON CONFLICT DO NOTHING";
    OWING: "SELECT corporate_action_id, account_id FROM owed_adjustments ORDER BY corporate_action_id, account_id";
    LEFT: "SELECT COUNT(*) FROM owed_adjustments WHERE account_id = $1";
    SETTLE: "DELETE FROM owed_adjustments WHERE corporate_action_id = $1 AND account_id = $2";
}

/// A row that cannot be read, as operators read it.
const OWING_ROW: &str = "owed adjustment";

fn row(action: CorporateActionId, account: AccountId) -> UnreadRow {
    let value = format!("corporate action {action}");
    UnreadRow::of_account(OWED, account, DbError::Corrupt { column: "owed_adjustments", value })
}

/// Writes down to whom an action is owed, and puts them aside.
pub async fn owe(db: &Db, action: CorporateActionId, accounts: &BTreeSet<AccountId>) -> Result<(), DbError> {
    if accounts.is_empty() {
        return Ok(());
    }
    let mut tx = db.begin().await?;
    for account in accounts {
        execute!(&mut tx, OWE, action.0, account.0)?;
    }
    tx.commit().await?;
    accounts.iter().for_each(|account| db.aside().put(&row(action, *account)));
    Ok(())
}

/// The accounts that one of these actions owes something.
pub async fn owing(db: &Db, is_one: impl Fn(CorporateActionId) -> bool) -> Result<BTreeSet<AccountId>, DbError> {
    let (owing, unread): (Vec<(i64, i64)>, _) = fetch_each!(&mut db.read().await?, OWING_ROW, (i64, i64), OWING)?;
    db.aside().put_all(&unread);
    let of_one = owing.into_iter().filter(|(action, _)| is_one(CorporateActionId(*action)));
    Ok(of_one.map(|(_, account)| AccountId(account)).collect())
}

/// Accounts by the action that owes them something.
type ByAction = BTreeMap<CorporateActionId, BTreeSet<AccountId>>;

/// What is owed to accounts of which every row can be read; the others stay put aside. Whether their rows fit together, the
/// adjustment finds out. Then the accounts that are put aside no more, as they are owed nothing: a settlement was stored,
/// and its answer was lost.
pub async fn payable(db: &Db) -> Result<(ByAction, BTreeSet<AccountId>), DbError> {
    let (mut payable, mut owed) = (ByAction::new(), BTreeSet::new());
    let (owing, unread): (Vec<(i64, i64)>, _) = fetch_each!(&mut db.read().await?, OWING_ROW, (i64, i64), OWING)?;
    let is_known = db.aside().put_all(&unread).is_empty();
    for (action, account) in owing {
        let (action, account) = (CorporateActionId(action), AccountId(account));
        owed.insert(account);
        db.aside().put(&row(action, account));
        if db.aside().is_readable(account) {
            payable.entry(action).or_default().insert(account);
        }
    }
    let named = db.aside().named_as(OWED).into_iter();
    let settled = named.filter(|name| is_known && name.account.is_some_and(|account| !owed.contains(&account)));
    let settled: BTreeSet<AccountId> = settled.filter_map(|name| name.account).collect();
    Ok((payable, settled.into_iter().filter(|account| is_back(db, *account)).collect()))
}

/// An account has had what it is owed of an action; true when it is put aside no more. While another action owes it
/// something it stays put aside: its orders may be in old shares.
pub async fn settle(db: &Db, action: CorporateActionId, account: AccountId) -> Result<bool, DbError> {
    let mut tx = db.begin().await?;
    execute!(&mut tx, SETTLE, action.0, account.0)?;
    let (left,) = fetch_one!(&mut tx, (i64,), LEFT, account.0)?;
    tx.commit().await?;
    Ok(left == 0 && is_back(db, account))
}

/// Forgets that something is owed to an account, and that it could not be done; true when it is put aside no more.
fn is_back(db: &Db, account: AccountId) -> bool {
    db.aside().looked_again(account, |kind| [OWED, SUM].contains(&kind), &[])
}
