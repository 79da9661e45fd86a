//! Operators view a customer's sessions, and end them if the customer reports that a stranger is logged in.

use std::error::Error;

use clap::{Args, Subcommand};
use plumbline_core::ids::{AccountId, SessionId};

use super::database::{Accountable, DatabaseArgs};
use crate::clock::Clock;
use crate::db::Db;
use crate::identity::operators;

#[derive(Args, Debug)]
pub struct SessionsArgs {
    #[command(subcommand)]
    action: Action,

    #[command(flatten)]
    database: DatabaseArgs,
}

#[derive(Subcommand, Debug)]
enum Action {
    /// Print a customer's sessions, the last used first, and the sessions that operators have ended.
    List {
        /// User ID or e-mail address of the customer.
        account: String,
    },
    /// Log a customer out, everywhere or in one session. The password stays: whoever knows it logs in again.
    End {
        /// User ID or e-mail address of the customer.
        account: String,
        /// Number of one session, as the list has it; by default all sessions are ended.
        #[arg(long, value_name = "NUMBER")]
        session: Option<i64>,
        #[command(flatten)]
        why: Accountable,
    },
}

/// Runs the action. Servers on the database answer the sessions with 401 at once, and end their sockets within seconds.
pub async fn sessions(args: SessionsArgs) -> Result<(), Box<dyn Error>> {
    let db = args.database.connect().await?;
    let done = match &args.action {
        Action::List { account } => list(&db, account).await,
        Action::End { account, session, why } => end(&db, account, *session, why).await,
    };
    db.close().await;
    done
}

async fn find(db: &Db, login: &str) -> Result<AccountId, Box<dyn Error>> {
    Ok(operators::account(db, login).await?.ok_or(format!("there is no account {login}"))?)
}

async fn list(db: &Db, login: &str) -> Result<(), Box<dyn Error>> {
    let (living, ended) = operators::look(db, find(db, login).await?, Clock::System.now()).await?;
    for session in living {
        let (id, device, address) = (session.id, &session.device, &session.address);
        let (from, seen, until) = (session.created_at, session.last_seen_at, session.ends_at);
        println!("{id} since {from}, last used at {seen}, until {until} at the latest: {device} from {address}");
    }
    for end in ended {
        println!("{} ended by {} at {}: {}", end.ended, end.operator, end.ended_at, end.reason);
    }
    Ok(())
}

async fn end(db: &Db, login: &str, one: Option<i64>, why: &Accountable) -> Result<(), Box<dyn Error>> {
    let (account, now) = (find(db, login).await?, Clock::System.now());
    let ended = operators::end(db, account, one.map(SessionId), (&why.by, &why.reason), now).await?;
    match ended {
        0 => return Err(format!("{login} has no such session").into()),
        1 => println!("1 session of {login} is ended."),
        count => println!("{count} sessions of {login} are ended."),
    }
    Ok(())
}
