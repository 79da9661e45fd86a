//! Every statement is one that both databases understand.

use plumbline::db::{Db, Dialect, Handle, STATEMENTS, Session};
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
        let text = if statement.columns.is_empty() && !statement.text.contains("{rows}") {
            statement.sql().to_owned()
        } else {
            statement.sql_for(db.dialect(), 4)
        };
        if let Err(error) = prepare(&mut session, text).await {
            refused.push(format!("{}: {error}", statement.name));
        }
    }
    assert!(refused.is_empty(), "{:?} refuses:\n{}", dialect(db), refused.join("\n"));
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
