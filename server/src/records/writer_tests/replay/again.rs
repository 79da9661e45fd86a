//! A log that is carried out on an empty database, and all that is in a database.

use super::*;
use crate::writer::log;

/// A database on which a log was carried out.
pub async fn carried_out(uri: &str, logged: &[LoggedBatch]) -> Db {
    let clock = Clock::manual(logged[0].stamped.now);
    let db = Db::open(uri).await.unwrap();
    let context = context(&db, &clock, &Arc::default()).await;
    money::seen(&db).await;
    log::replay(&context, &clock, logged, reply_to).await;
    db
}

pub async fn replay(uri: &str, logged: &[LoggedBatch]) -> Vec<(String, Vec<String>)> {
    let db = carried_out(uri, logged).await;
    let records = everything(&db).await;
    db.close().await;
    records
}

/// Every row of every table, but for the tables that say which server wrote.
pub async fn everything(db: &Db) -> Vec<(String, Vec<String>)> {
    let mut found = Vec::new();
    for (name, columns) in tables(db).await {
        let rows = rows(db, &name, &columns).await;
        found.push((name, rows));
    }
    found
}

/// The columns of those tables, in the order of their names.
pub async fn tables(db: &Db) -> BTreeMap<String, Vec<String>> {
    let tables = match db.dialect() {
        crate::db::Dialect::Sqlite => {
            "SELECT m.name, c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table'"
        }
        crate::db::Dialect::Postgres => {
            "SELECT CAST(table_name AS TEXT), CAST(column_name AS TEXT) FROM information_schema.columns
             WHERE table_schema = 'public'"
        }
    };
    let mut columns = pairs(db, tables).await;
    columns.retain(|(table, _)| !["_sqlx_migrations", "leadership"].contains(&table.as_str()));
    columns.sort_unstable();
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    columns.into_iter().for_each(|(table, column)| found.entry(table).or_default().push(column));
    found
}

/// The rows of a table, in order.
pub async fn rows(db: &Db, table: &str, columns: &[String]) -> Vec<String> {
    let values: Vec<_> = columns.iter().map(|column| format!("COALESCE(CAST({column} AS TEXT), 'NULL')")).collect();
    let rows = pairs(db, &format!("SELECT '{table}', {} FROM {table}", values.join(" || ' | ' || "))).await;
    let mut rows: Vec<String> = rows.into_iter().map(|(_, row)| row).collect();
    rows.sort_unstable();
    rows
}

pub async fn pairs(db: &Db, sql: &str) -> Vec<(String, String)> {
    let sql = AssertSqlSafe(sql.to_owned());
    match db {
        Db::Sqlite { readers, .. } => sqlx::query_as(sql).fetch_all(readers).await.unwrap(),
        Db::Postgres { pool, .. } => sqlx::query_as(sql).fetch_all(pool).await.unwrap(),
    }
}
