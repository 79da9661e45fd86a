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
    /// Print how far each chain was followed, the halted chains with the reason, the payments that wait for operators,
    /// and the decisions on them.
    List,
    /// Follow a halted chain again. Payments that it has taken back stay credited; nothing is credited twice.
    Resume {
        /// Name of the chain, as the list has it.
        chain: String,
        /// Forget the chain's blocks, and go on from the newest one, or from `start` in the file of chains: payments in
        /// the blocks before are not seen.
        #[arg(long)]
        afresh: bool,
        /// Name of the reviewer who decides.
        #[arg(long, value_parser = said)]
        reviewer: String,
    },
    /// Credit a waiting payment, which is above the maximum or pays something else than at first.
    Accept {
        /// Number of the payment, as the list has it.
        id: i64,
        /// Name of the reviewer who decides.
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
