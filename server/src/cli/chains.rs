//! Operators look at the chains that customers pay on, and make the decisions that a server must not: by two people,
//! and recorded.

use std::error::Error;

use clap::{Args, Subcommand};

use super::database::{DatabaseArgs, said};
use crate::clock::Clock;
use crate::reviews::chains::{Decided, Resume, accept, lines, resume};

/// What to do with which chain.
#[derive(Args, Debug)]
pub struct ChainsArgs {
    #[command(subcommand)]
    action: Action,

    #[command(flatten)]
    database: DatabaseArgs,
}

#[derive(Subcommand, Debug)]
enum Action {
    /// Print how far each chain was followed, which are halted and why, the payments that wait for operators, and what was
    /// decided on them.
    List,
    /// Follow a halted chain again. What it has taken back stays credited; nothing is credited twice.
    Resume {
        /// Its name, as the list has it.
        chain: String,
        /// Forget its blocks, and go on from the newest, or from where the file begins (`start`): what was paid in blocks
        /// before is not seen.
        #[arg(long)]
        afresh: bool,
        /// Who decides.
        #[arg(long, value_parser = said)]
        reviewer: String,
    },
    /// Credit a payment that waits, because it is of more than the maximum or pays something else than at first.
    Accept {
        /// Its number, as the list has it.
        id: i64,
        /// Who decides.
        #[arg(long, value_parser = said)]
        reviewer: String,
    },
}

/// Runs the action. Servers on the database apply it at once.
pub async fn chains(args: ChainsArgs) -> Result<(), Box<dyn Error>> {
    let db = args.database.connect().await?;
    let now = Clock::System.now();
    let done = match &args.action {
        Action::List => {
            lines(&db).await.map(|lines| lines.iter().for_each(|line| println!("{line}"))).map_err(Into::into)
        }
        Action::Resume { chain, afresh, reviewer } => {
            let how = if *afresh { Resume::Afresh } else { Resume::Onward };
            let decided = resume(&db, chain, how, reviewer, now).await;
            decided
                .map_err(Into::into)
                .and_then(|decided| told(decided, reviewer, chain, "is halted", "is followed again"))
        }
        Action::Accept { id, reviewer } => {
            let (decided, payment) = (accept(&db, *id, reviewer, now).await, format!("payment {id}"));
            decided
                .map_err(Into::into)
                .and_then(|decided| told(decided, reviewer, &payment, "waits", "will be credited"))
        }
    };
    db.close().await;
    done
}

/// Prints the outcome of a decision on a subject that `waits`.
fn told(decided: Decided, reviewer: &str, what: &str, waits: &str, done: &str) -> Result<(), Box<dyn Error>> {
    match decided {
        Decided::NothingToDecide => return Err(format!("it is not so that {what} {waits}").into()),
        Decided::Twice => return Err(format!("{reviewer} has decided on {what} already").into()),
        Decided::Waits => println!("{what}: written down; one more has to decide the same."),
        Decided::CarriedOut => println!("{what} {done}."),
    }
    Ok(())
}
