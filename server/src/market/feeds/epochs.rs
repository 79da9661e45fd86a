//! Epochs: each run of a feed that numbers its ticks from the start gets a number of its own, so that feed, epoch and
//! number identify one tick for ever.
//!
//! A replay is a new run each time: the same bars arrive at other times, and the displayed sizes that orders took in an
//! earlier run are there again. The simulated market is a function of its seed, the time, and its description. While
//! the description stays, a restart and a second server give equal ticks under equal numbers, so they continue the
//! epoch, and a tick's sizes cannot be taken twice. Another description begins another run.

use plumbline_core::time::UnixMillis;

use crate::db::{Db, DbError};
use crate::{execute, fetch_optional, statements};

statements! {
    NEWEST: "SELECT epoch, described FROM feed_epochs WHERE feed = $1 ORDER BY epoch DESC LIMIT 1";
    BEGIN: "INSERT INTO feed_epochs (feed, epoch, described, began_at) VALUES ($1, $2, $3, $4)
        ON CONFLICT (feed, epoch) DO NOTHING";
}

/// The epoch of a run that begins now. `described` are the parameters of the ticks; `None` if every run numbers its
/// ticks from the start.
pub async fn begin(db: &Db, feed: &str, described: Option<&str>, now: UnixMillis) -> Result<i64, DbError> {
    loop {
        let mut tx = db.begin().await?;
        let newest = fetch_optional!(&mut tx, (i64, Option<String>), NEWEST, feed)?;
        let epoch = match newest {
            Some((epoch, Some(same))) if described == Some(same.as_str()) => return Ok(epoch),
            Some((epoch, _)) => epoch + 1,
            None => 1,
        };
        // Another server may have taken the number meanwhile.
        if execute!(&mut tx, BEGIN, feed, epoch, described, now.0)? > 0 {
            tx.commit().await?;
            return Ok(epoch);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::databases;

    #[tokio::test]
    async fn a_run_goes_on_only_while_its_ticks_are_the_same() {
        for (uri, _folder) in databases("epochs").await {
            let db = Db::open(&uri).await.unwrap();
            let begin = async |feed: &str, described| begin(&db, feed, described, UnixMillis(1)).await.unwrap();
            assert_eq!(begin("sim:7", Some("a")).await, 1);
            assert_eq!(begin("sim:7", Some("a")).await, 1, "a restart");
            assert_eq!(begin("sim:7", Some("b")).await, 2, "another catalogue");
            assert_eq!(begin("sim:7", Some("a")).await, 3, "back to the first: never an earlier number again");
            assert_eq!(begin("sim:8", Some("a")).await, 1, "each feed counts for itself");
            assert_eq!((begin("replay:x", None).await, begin("replay:x", None).await), (1, 2), "each run of a replay");
            let together = futures_util::future::join_all((0..8).map(|_| begin("replay:y", None))).await;
            let mut different = together.clone();
            different.sort_unstable();
            assert_eq!(different, (1..=8).collect::<Vec<_>>(), "servers that start at once: {together:?}");
        }
    }
}
