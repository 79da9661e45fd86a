//! Tables and columns as the database describes them, and copies of an account's rows.

use plumbline::db::Db;

use super::{number, run};

/// Ids sort by time, by the millisecond above 20 bits: copies of an account have ids this far before each other.
const BETWEEN: i64 = 60_007 << 20;

/// Columns whose values name a row of the same account, or that account, and are moved with it.
const NAMES: &[&str] = &[
    "account_id",
    "batch_event_id",
    "cause_id",
    "check_id",
    "fill_id",
    "file_id",
    "group_id",
    "id",
    "image_file",
    "front",
    "back",
    "invited_by",
    "journal_id",
    "last_event_id",
    "order_id",
    "payout_account_id",
    "position_id",
    "previous_id",
    "priority",
    "quote_id",
    "release_id",
    "subject_id",
    "transfer_id",
    "watch_id",
    "withdrawal_id",
];
/// Texts that are unique across accounts.
const UNIQUE: &[&str] =
    &["address", "email", "invite_code", "reference_key", "tag", "token_hash", "transaction_id", "user_id"];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Int,
    Text,
}

#[derive(Clone, Debug)]
pub struct Column {
    pub name: String,
    pub kind: Kind,
}

#[derive(Clone, Debug)]
pub struct Table {
    pub name: String,
    pub columns: Vec<Column>,
}

impl Table {
    pub fn has(&self, column: &str) -> bool {
        self.columns.iter().any(|known| known.name == column)
    }

    /// The condition for the rows of an account.
    pub fn of_account(&self, account: i64) -> String {
        match self.name.as_str() {
            _ if self.has("account_id") => format!("account_id = {account}"),
            "accounts" => format!("id = {account}"),
            "fill_fees" => format!("fill_id IN (SELECT id FROM fills WHERE account_id = {account})"),
            "journals" => format!("id IN (SELECT journal_id FROM postings WHERE account_id = {account})"),
            "payout_references" => {
                format!("withdrawal_id IN (SELECT id FROM withdrawals WHERE account_id = {account})")
            }
            name => panic!("say whose the rows of {name} are, here or among those that are nobody's"),
        }
    }

    /// The value of a column in the copy with the number `place`.
    fn copied(&self, column: &Column) -> String {
        let name = column.name.as_str();
        match (column.kind, self.name.as_str()) {
            (Kind::Int, "address_indices") if name == "place" => {
                "address_indices.place + 1000 * copies.place".to_owned()
            }
            (Kind::Int, _) if NAMES.contains(&name) => format!("{name} - copies.place * {BETWEEN}"),
            (Kind::Text, _) if UNIQUE.contains(&name) => format!("{name} || '-' || copies.place"),
            _ => format!("{}.{name}", self.name),
        }
    }
}

/// All tables.
pub async fn read(db: &Db) -> Vec<Table> {
    let columns = match db {
        Db::Sqlite { writer, .. } => {
            let sql = "SELECT m.name, c.name, CASE WHEN c.type LIKE '%INT%' THEN 1 ELSE 0 END FROM sqlite_schema m, pragma_table_info(m.name) c
                WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' ORDER BY m.name, c.cid";
            sqlx::query_as::<_, (String, String, i64)>(sql).fetch_all(writer).await
        }
        Db::Postgres { pool, .. } => {
            let sql = "SELECT table_name::text, column_name::text, CASE WHEN data_type IN ('bigint', 'integer', 'smallint') THEN 1::bigint ELSE 0 END
                FROM information_schema.columns WHERE table_schema = 'public' ORDER BY table_name, ordinal_position";
            sqlx::query_as::<_, (String, String, i64)>(sql).fetch_all(pool).await
        }
    };
    let mut tables: Vec<Table> = Vec::new();
    for (table, name, is_int) in columns.unwrap() {
        if tables.last().is_none_or(|last| last.name != table) {
            tables.push(Table { name: table, columns: Vec::new() });
        }
        let kind = if is_int == 1 { Kind::Int } else { Kind::Text };
        tables.last_mut().unwrap().columns.push(Column { name, kind });
    }
    tables
}

/// Copies all rows of an account, so many times; gives the ids of the copies.
pub async fn copy_all(db: &Db, tables: &[Table], account: i64, copies: usize) -> Vec<i64> {
    // Accounts before the rows that refer to them.
    let mut in_order: Vec<&Table> = tables.iter().collect();
    in_order.sort_by_key(|table| table.name != "accounts");
    for table in in_order {
        let theirs = table.of_account(account);
        let rows = number(db, format!("SELECT COUNT(*) FROM {} WHERE {theirs}", table.name)).await;
        assert!(rows > 0, "nothing of {} is spoiled: have the story give the customer a row", table.name);
        let names: Vec<&str> = table.columns.iter().map(|column| column.name.as_str()).collect();
        let values: Vec<String> = table.columns.iter().map(|column| table.copied(column)).collect();
        // One statement for all copies: one for each takes more time than all that is tested.
        let sql = format!(
            "WITH RECURSIVE copies(place) AS (
                SELECT CAST(1 AS BIGINT) UNION ALL SELECT place + 1 FROM copies WHERE place < {copies}
            )
            INSERT INTO {} ({}) {} SELECT {} FROM {}, copies WHERE {theirs}",
            table.name,
            names.join(", "),
            // Some ids are made by the database itself.
            if matches!(db, Db::Postgres { .. }) { "OVERRIDING SYSTEM VALUE" } else { "" },
            values.join(", "),
            table.name
        );
        assert!(run(db, sql.clone()).await, "rows cannot be copied: {sql}");
    }
    (1..=copies as i64).map(|place| account - place * BETWEEN).collect()
}
