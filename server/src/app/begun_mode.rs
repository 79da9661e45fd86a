//! The mode of a database, paper or live, which never changes: credits from a simulated chain would otherwise be paid
//! out in real coins.

use super::StartError;
use crate::db::{Db, DbError, Session};
use crate::mode::Mode;
use crate::{execute, fetch_optional, statements};

statements! {
    FIND: "SELECT mode FROM begun_mode WHERE id = 1";
    BEGIN: "INSERT INTO begun_mode (id, mode) VALUES (1, $1) ON CONFLICT (id) DO NOTHING";
}

/// The mode of a database; `None` before it was first served.
pub async fn begun_mode(on: &mut impl Session) -> Result<Option<String>, DbError> {
    Ok(fetch_optional!(on, (String,), FIND)?.map(|(mode,)| mode))
}

/// Sets the mode of a new database; one of the other mode is refused.
pub async fn keep(db: &Db, mode: Mode) -> Result<(), StartError> {
    let mut tx = db.begin().await?;
    execute!(&mut tx, BEGIN, mode.code())?;
    let begun = begun_mode(&mut tx).await?;
    tx.commit().await?;
    match begun {
        Some(begun) if begun != mode.code() => Err(StartError::BegunMode(begun, mode.code())),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::databases;

    #[tokio::test]
    async fn a_database_is_of_one_mode_for_ever() {
        for (first, other) in [(Mode::Paper, Mode::Live), (Mode::Live, Mode::Paper)] {
            for (uri, _folder) in databases("mode").await {
                let db = Db::open(&uri).await.unwrap();
                keep(&db, first).await.unwrap();
                keep(&db, first).await.unwrap();
                let refused = keep(&db, other).await.unwrap_err().to_string();
                assert!(refused.contains(&format!("of mode {}", first.code())), "{refused}");
                assert_eq!(begun_mode(&mut db.read().await.unwrap()).await.unwrap().as_deref(), Some(first.code()));
                db.close().await;
            }
        }
    }
}
