//! The mode of a database: it cannot be served in the other one.

use super::Finding;
use crate::app::begun_mode;
use crate::db::Db;
use crate::mode::Mode;

pub async fn examine(db: &Db, mode: Mode) -> Option<Finding> {
    let mut reader = db.read().await.ok()?;
    // A database of an earlier version has no mode yet.
    let begun = begun_mode(&mut reader).await.ok()??;
    let said = format!("The database is of mode {begun}");
    Some(if begun == mode.code() {
        Finding::well(format!("{said}."))
    } else {
        Finding::wrong(format!("{said}, and is not served in mode {}: take another.", mode.code()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::databases;
    use crate::{execute, statements};

    statements! {
        BEGIN: "INSERT INTO begun_mode (id, mode) VALUES (1, 'paper')";
    }

    #[tokio::test]
    async fn a_database_of_the_other_mode_is_said() {
        for (uri, _folder) in databases("doctor_mode").await {
            let db = Db::open(&uri).await.unwrap();
            assert!(examine(&db, Mode::Live).await.is_none(), "nobody was served from it");
            let mut tx = db.begin().await.unwrap();
            execute!(&mut tx, BEGIN).unwrap();
            tx.commit().await.unwrap();
            assert!(examine(&db, Mode::Paper).await.is_some_and(|finding| finding.well));
            assert!(examine(&db, Mode::Live).await.is_some_and(|finding| !finding.well));
            db.close().await;
        }
    }
}
