//! The leader of a database, and handing over before it is restarted.

use std::error::Error;
use std::time::Duration;

use clap::{Args, Subcommand};
use plumbline_core::time::UnixMillis;
use tokio::time::Instant;

use super::database::DatabaseArgs;
use crate::db::{Db, Dialect};
use crate::leader::{self, Lease};

/// The leader reads the request when it renews its lease, and another server takes the lease at its next look.
const TAKEN_WITHIN: Duration = Duration::from_secs(15);
const LOOK_EVERY: Duration = Duration::from_millis(200);

#[derive(Args, Debug)]
pub struct LeaderArgs {
    #[command(subcommand)]
    action: Option<Action>,

    #[command(flatten)]
    database: DatabaseArgs,
}

#[derive(Clone, Copy, Debug, Subcommand)]
enum Action {
    /// Print which server leads, and since when. This is the default.
    Show,
    /// Ask the leader to hand over to another server, and wait until one leads: for a rolling restart.
    HandOver,
}

pub async fn leader(args: LeaderArgs) -> Result<(), Box<dyn Error>> {
    let db = args.database.connect().await?;
    let done = match args.action {
        None | Some(Action::Show) => show(&db).await,
        Some(Action::HandOver) => hand_over(&db).await,
    };
    db.close().await;
    done
}

async fn show(db: &Db) -> Result<(), Box<dyn Error>> {
    if db.dialect() == Dialect::Sqlite {
        println!("A SQLite database has one server, which leads.");
        return Ok(());
    }
    println!("{}", said(&leader::current(db).await?));
    Ok(())
}

fn said(lease: &Lease) -> String {
    if !lease.is_held() {
        return "Nobody leads.".to_owned();
    }
    let seconds = lease.now.since(lease.since) / UnixMillis::SECOND;
    let since = jiff::Timestamp::from_millisecond(lease.since.0).unwrap_or_default();
    format!("{} leads since {since} ({seconds} s), with the token {}.", lease.address, lease.token)
}

async fn hand_over(db: &Db) -> Result<(), Box<dyn Error>> {
    let before = leader::current(db).await?;
    if !leader::ask_to_hand_over(db).await? {
        return Err("nobody leads, so there is nothing to hand over".into());
    }
    let asked = Instant::now();
    while asked.elapsed() < TAKEN_WITHIN {
        tokio::time::sleep(LOOK_EVERY).await;
        let now = leader::current(db).await?;
        if now.token == before.token || !now.is_held() {
            continue;
        }
        if now.address == before.address {
            return Err(format!("no other server took it; {}", said(&now)).into());
        }
        println!("{}", said(&now));
        return Ok(());
    }
    Err("the leader has not handed over in time; look again with plumbline leader".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_leads_is_said_only_while_the_lease_runs() {
        let lease = Lease {
            token: 7,
            address: "http://10.0.0.5:8080".to_owned(),
            since: UnixMillis(1_800_000_000_000),
            ends_at: UnixMillis(1_800_000_020_000),
            now: UnixMillis(1_800_000_012_000),
            ..Lease::default()
        };
        let expected = "http://10.0.0.5:8080 leads since 2027-01-15T08:00:00Z (12 s), with the token 7.";
        assert_eq!(said(&lease), expected);
        assert_eq!(said(&Lease { now: lease.ends_at, ..lease }), "Nobody leads.");
    }
}
