//! A log that is carried out on an empty database, and all that is in a database.

use super::*;

pub async fn replay(uri: &str, log: &[LoggedBatch]) -> Vec<(String, Vec<String>)> {
    let clock = Clock::manual(log[0].stamped.now);
    let db = Db::open(uri).await.unwrap();
    let context = context(&db, &clock, &Arc::default()).await;
    money::seen(&db).await;
    let mut remembered = liquidity::stored(&db, &clock).await.unwrap();
    for LoggedBatch { stamped, jobs } in log {
        clock.advance(stamped.now.since(clock.now()));
        let jobs: Vec<Job> = jobs.iter().map(LoggedJob::job).collect();
        let mut ids = stamped.ids.iter().copied();
        let mut hand_out = || ids.next().expect("an id for everything that was made");
        let carried_out = batch::carry_out(&context, &jobs, &mut remembered, &mut hand_out, batch::End::Commit).await;
        assert_eq!(carried_out.unwrap().decisions.len(), jobs.len());
        assert_eq!(ids.next(), None, "as many ids are taken as were");
    }
    let records = everything(&db).await;
    db.close().await;
    records
}

/// Every row of every table, but for the tables that say which server wrote.
pub async fn everything(db: &Db) -> Vec<(String, Vec<String>)> {
    let tables = match db.dialect() {
        crate::db::Dialect::Sqlite => {
            "SELECT m.name, c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table'"
        }
        crate::db::Dialect::Postgres => {
            "SELECT CAST(table_name AS TEXT), CAST(column_name AS TEXT) FROM information_schema.columns
             WHERE table_schema = 'public'"
        }
    };
    let mut columns: BTreeSet<(String, String)> = pairs(db, tables).await.into_iter().collect();
    columns.retain(|(table, _)| !["_sqlx_migrations", "leadership"].contains(&table.as_str()));
    let names: BTreeSet<&String> = columns.iter().map(|(table, _)| table).collect();
    let mut found = Vec::new();
    for name in names {
        let of = columns.iter().filter(|(table, _)| table == name);
        let values: Vec<_> = of.map(|(_, column)| format!("COALESCE(CAST({column} AS TEXT), 'NULL')")).collect();
        let rows = pairs(db, &format!("SELECT '{name}', {} FROM {name}", values.join(" || ' | ' || "))).await;
        let mut rows: Vec<String> = rows.into_iter().map(|(_, row)| row).collect();
        rows.sort_unstable();
        found.push((name.clone(), rows));
    }
    found
}

pub async fn pairs(db: &Db, sql: &str) -> Vec<(String, String)> {
    let sql = AssertSqlSafe(sql.to_owned());
    match db {
        Db::Sqlite { readers, .. } => sqlx::query_as(sql).fetch_all(readers).await.unwrap(),
        Db::Postgres { pool, .. } => sqlx::query_as(sql).fetch_all(pool).await.unwrap(),
    }
}
