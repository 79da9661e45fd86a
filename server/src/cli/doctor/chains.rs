//! The followed chains: those that are stopped, since when and why.

use std::path::Path;

use jiff::Timestamp;

use super::Finding;
use crate::db::Db;
use crate::funds::chains::Chains;
use crate::funds::chains::operators::{self, ChainStanding};
use crate::mode::Mode;

pub async fn examine(db: &Db, mode: Mode, file: Option<&Path>) -> Vec<Finding> {
    let chains = match Chains::open(mode, file) {
        Ok(chains) => chains,
        Err(error) => return vec![Finding::wrong(format!("The chains cannot be followed: {error}."))],
    };
    // A database of an earlier version is reported elsewhere.
    let Ok(mut reader) = db.read().await else { return Vec::new() };
    let Ok(states) = operators::states(&mut reader).await else { return Vec::new() };
    states.iter().filter(|standing| chains.find(&standing.chain).is_some()).filter_map(finding).collect()
}

/// Nothing where it was never followed.
fn finding(standing: &ChainStanding) -> Option<Finding> {
    let ChainStanding { chain, halted, halted_at, stalled, stalled_at, height, read_again } = standing;
    let since = |at: &Option<i64>| {
        let at = at.and_then(|at| Timestamp::from_millisecond(at).ok());
        at.map_or_else(String::new, |at| format!(" since {at}"))
    };
    let up_to =
        height.zip(*read_again).map(|(height, read)| format!("up to block {height}, and read again up to {read}"));
    if let Some(reason) = halted {
        let since = since(halted_at);
        return Some(Finding::wrong(format!(
            "The chain {chain} is halted{since}: {reason}. Resume it with `plumbline chains`."
        )));
    }
    if let Some(why) = stalled {
        let (since, up_to) =
            (since(stalled_at), up_to.map_or_else(String::new, |up_to| format!(" It is followed {up_to}.")));
        return Some(Finding::wrong(format!("The chain {chain} stands{since}: {why}.{up_to}")));
    }
    up_to.map(|up_to| Finding::well(format!("The chain {chain} is followed {up_to}.")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::funds::chains::operators::{go_on, stall};
    use crate::testing::databases;
    use crate::{execute, statements};
    use plumbline_core::time::UnixMillis;

    statements! {
        KNOWN: "INSERT INTO chain_states (chain, read_again) VALUES ($1, 7)";
        FOLLOWED: "INSERT INTO chain_blocks (chain, height, hash) VALUES ($1, 9, 'x')";
    }

    #[tokio::test]
    async fn a_chain_that_stands_is_said_with_its_reason() {
        for (uri, _folder) in databases("doctor_chains").await {
            let db = Db::open(&uri).await.unwrap();
            let chains = Chains::open(Mode::Paper, None).unwrap();
            let name = chains.0[0].name.as_str();
            assert_eq!(examine(&db, Mode::Paper, None).await, []);
            for chain in [name, "Another"] {
                let mut tx = db.begin().await.unwrap();
                execute!(&mut tx, KNOWN, chain).unwrap();
                execute!(&mut tx, FOLLOWED, chain).unwrap();
                tx.commit().await.unwrap();
            }
            stall(&db, "Another", "it is followed no more", UnixMillis(0)).await.unwrap();
            let well = Finding::well(format!("The chain {name} is followed up to block 9, and read again up to 7."));
            assert_eq!(examine(&db, Mode::Paper, None).await, std::slice::from_ref(&well));
            // Since the first time, even if the reason changes.
            for (why, at) in [("silent", 0), ("block 8 does not pay again", 60_000)] {
                stall(&db, name, why, UnixMillis(at)).await.unwrap();
                let said = examine(&db, Mode::Paper, None).await;
                let sentence = format!(
                    "The chain {name} stands since 1970-01-01T00:00:00Z: {why}. It is followed up to block 9, and read again up to 7."
                );
                assert_eq!(said, [Finding::wrong(sentence)]);
            }
            go_on(&db, name, |_| false).await.unwrap();
            assert_eq!(examine(&db, Mode::Paper, None).await, [well]);
            db.close().await;
        }
    }
}
