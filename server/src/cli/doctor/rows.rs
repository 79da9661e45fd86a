//! Unreadable rows among those that a server reads of all accounts, with their accounts.

use std::collections::BTreeMap;

use super::Finding;
use crate::db::{Db, RowName};
use crate::unreadable;

pub async fn examine(db: &Db) -> Vec<Finding> {
    // A database of an earlier version is reported elsewhere.
    let Ok(mut reader) = db.read().await else { return Vec::new() };
    let Ok(unread) = unreadable::of_all(&mut reader).await else { return Vec::new() };
    if unread.is_empty() {
        return vec![Finding::well("All that a server reads of accounts can be read.")];
    }
    let mut accounts: BTreeMap<_, Vec<(RowName, String)>> = BTreeMap::new();
    for row in unread {
        accounts.entry(row.name.account).or_default().push((row.name, row.why.to_string()));
    }
    accounts.into_values().map(|rows| Finding::wrong(sentence(&rows))).collect()
}

fn sentence(rows: &[(RowName, String)]) -> String {
    let all: Vec<String> = rows.iter().map(|(name, why)| format!("{name} cannot be read ({why})")).collect();
    format!("An account is put aside: {}. `docs/operations.md` says what to do.", all.join("; "))
}
