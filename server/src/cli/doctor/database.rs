//! The database: it opens, this version has all its migrations, and its pages are intact.

use sqlx::query_as;

use super::Finding;
use crate::db::{Db, DbError, Handle, Session};

/// The database, if it opens, and the findings.
pub async fn examine(uri: &str) -> (Option<Db>, Vec<Finding>) {
    let db = match Db::connect_existing(uri).await {
        Ok(db) => db,
        Err(DbError::Missing(file)) => {
            let said = format!("There is no database at {file} yet; `plumbline serve` makes it.");
            return (None, vec![Finding::well(said)]);
        }
        Err(error) => return (None, vec![Finding::wrong(format!("The database does not open: {error}."))]),
    };
    let findings = vec![Finding::well("The database opens."), migrations(&db).await, whole(&db).await];
    (Some(db), findings)
}

async fn migrations(db: &Db) -> Finding {
    match db.migrations_missing().await {
        Ok(0) => Finding::well("The database is as this version has it."),
        Ok(missing) => Finding::well(format!(
            "The database is of an earlier version; `plumbline serve` runs {missing} migrations."
        )),
        Err(error) => Finding::wrong(format!("The database is not one that this version can use: {error}.")),
    }
}

/// SQLite checks every page and index; PostgreSQL has tools of its own for that, and only has to answer.
async fn whole(db: &Db) -> Finding {
    match problem(db).await {
        Ok(None) => Finding::well("The database's pages and indexes are whole; `plumbline audit` checks the books."),
        Ok(Some(problem)) => Finding::wrong(format!("The database is damaged ({problem}); bring a backup back.")),
        Err(error) => Finding::wrong(format!("The database cannot be read: {error}.")),
    }
}

async fn problem(db: &Db) -> Result<Option<String>, DbError> {
    let mut reader = db.read().await?;
    let (report,): (String,) = match reader.handle() {
        Handle::Sqlite(connection) => query_as("PRAGMA integrity_check(1)").fetch_one(connection).await?,
        Handle::Postgres(connection) => query_as("SELECT 'ok'").fetch_one(connection).await?,
    };
    Ok((report != "ok").then_some(report))
}

#[cfg(test)]
mod tests {
    use std::io::{Seek, SeekFrom, Write};

    use super::*;
    use crate::testing::new_databases;

    #[tokio::test]
    async fn a_database_is_as_this_version_has_it_or_older() {
        for (uri, _folder) in new_databases("doctor").await {
            let empty = Db::connect(&uri).await.unwrap();
            assert!(migrations(&empty).await.sentence.contains("earlier version"));
            empty.close().await;
            Db::open(&uri).await.unwrap().close().await;
            let (db, findings) = examine(&uri).await;
            assert!(findings.iter().all(|finding| finding.well), "{findings:?}");
            let db = db.unwrap();
            assert!(migrations(&db).await.sentence.contains("as this version"));
            db.close().await;
        }
    }

    #[tokio::test]
    async fn what_is_missing_damaged_or_from_the_future_is_said() {
        let (uri, folder) = new_databases("doctor").await.remove(0);
        let (none, said) = examine(&uri).await;
        assert!(none.is_none() && said[0].well && said[0].sentence.contains("no database"));
        let db = Db::open(&uri).await.unwrap();
        let mut tx = db.begin().await.unwrap();
        let Handle::Sqlite(connection) = tx.handle() else { panic!("the first is SQLite") };
        let later =
            "UPDATE _sqlx_migrations SET version = 9999 WHERE version = (SELECT MAX(version) FROM _sqlx_migrations)";
        sqlx::query(later).execute(connection).await.unwrap();
        tx.commit().await.unwrap();
        let said = migrations(&db).await;
        assert!(!said.well && said.sentence.contains("9999"), "{said:?}");
        db.close().await;
        let file = folder.path().join("test.db");
        let mut pages = std::fs::OpenOptions::new().write(true).open(&file).unwrap();
        pages.seek(SeekFrom::Start(4096 * 2)).unwrap();
        pages.write_all(&[0xAB; 4096 * 8]).unwrap();
        drop(pages);
        let (_, said) = examine(&uri).await;
        assert!(said.iter().any(|finding| !finding.well), "{said:?}");
    }

    #[tokio::test]
    async fn a_server_that_does_not_answer_is_said() {
        let (db, said) = examine("postgres://nobody@127.0.0.1:1/none").await;
        assert!(db.is_none() && !said[0].well);
        assert!(said[0].sentence.contains("does not open"), "{said:?}");
    }
}
