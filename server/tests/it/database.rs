//! Every statement works on both databases.

use plumbline::db::{Db, Dialect, Handle, STATEMENTS, Session, Statement};
use sqlx::{AssertSqlSafe, Executor, SqlSafeStr};

use crate::support::PostgresDatabase;

#[tokio::test]
async fn every_statement_prepares_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    let db = Db::open(&format!("sqlite://{}", folder.path().join("test.db").display())).await.unwrap();
    prepare_all(&db).await;
}

#[tokio::test]
async fn every_statement_prepares_on_postgres() {
    let database = PostgresDatabase::create().await;
    let db = Db::open(&database.uri()).await.unwrap();
    prepare_all(&db).await;
    db.close().await;
}

async fn prepare_all(db: &Db) {
    assert!(STATEMENTS.len() > 20, "the registry holds the server's statements");
    let mut session = db.read().await.unwrap();
    let mut refused = Vec::new();
    for statement in STATEMENTS {
        for text in texts(statement, db.dialect()) {
            if let Err(error) = prepare(&mut session, text).await {
                refused.push(format!("{}: {error}", statement.name));
            }
        }
    }
    assert!(refused.is_empty(), "{:?} refuses:\n{}", dialect(db), refused.join("\n"));
}

/// The texts of a statement on a database: for sessions, and on PostgreSQL also for a batch.
fn texts(statement: &Statement, dialect: Dialect) -> Vec<String> {
    if !statement.text.contains("{rows}") {
        return vec![statement.sql().to_owned()];
    }
    let mut texts = vec![statement.sql_for(dialect, 4)];
    if dialect == Dialect::Postgres && !statement.text.contains("{lock}") {
        // Beside another part, whose parameters come first.
        let other = "s0 AS (SELECT $1::int8, $2::text)";
        texts.push(format!("WITH {other}, s2 AS ({}) SELECT", statement.sql_after(2)));
    }
    texts
}

/// On SQLite a batch runs a statement row by row, through another library than the sessions.
#[tokio::test]
async fn every_batched_statement_prepares_for_one_row_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("test.db");
    Db::open(&format!("sqlite://{}", file.display())).await.unwrap().close().await;
    let connection = rusqlite::Connection::open(&file).unwrap();
    let batched: Vec<_> = STATEMENTS.iter().filter(|statement| statement.text.contains("{rows}")).collect();
    assert!(batched.len() > 10, "the registry holds the batches' statements");
    for statement in batched {
        match connection.prepare(statement.sql_for_one()) {
            Ok(prepared) => assert_eq!(prepared.parameter_count(), statement.columns.len(), "{}", statement.name),
            Err(error) => panic!("{}: {error}", statement.name),
        }
    }
}

/// Lists count on every page. If the count looks up no row, counting the most that pages reach takes a millisecond.
#[tokio::test]
async fn whole_histories_are_counted_by_an_index_alone_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("test.db");
    Db::open(&format!("sqlite://{}", file.display())).await.unwrap().close().await;
    let connection = rusqlite::Connection::open(&file).unwrap();
    let table = [
        ("plumbline::orders::history_queries::COUNT_ENDED", "orders_ended"),
        ("plumbline_money::funds::queries::COUNT_TRANSFERS", "transfers_account"),
        ("plumbline_money::funds::queries::COUNT_DEPOSITS", "deposits_account"),
    ];
    for (name, index) in table {
        let statement = STATEMENTS.iter().find(|statement| statement.name == name).expect(name);
        let mut explained = connection.prepare(&format!("EXPLAIN QUERY PLAN {}", statement.sql())).unwrap();
        let mut rows = explained.raw_query();
        let mut plan = Vec::new();
        while let Some(row) = rows.next().unwrap() {
            plan.push(row.get::<_, String>(3).unwrap());
        }
        let by_index = format!("USING COVERING INDEX {index} (account_id=?");
        assert!(plan.iter().any(|step| step.contains(&by_index)), "{name}: {plan:#?}");
    }
}

async fn prepare(session: &mut impl Session, text: String) -> Result<(), sqlx::Error> {
    let text = AssertSqlSafe(text).into_sql_str();
    match session.handle() {
        Handle::Sqlite(connection) => connection.prepare(text).await.map(drop),
        Handle::Postgres(connection) => connection.prepare(text).await.map(drop),
    }
}

fn dialect(db: &Db) -> Dialect {
    db.dialect()
}
