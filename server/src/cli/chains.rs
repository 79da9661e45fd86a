//! Operators look at the chains on which customers pay, and decide where a server must not by itself.

use std::error::Error;

use clap::{Args, Subcommand};
use plumbline_core::ids::ChainDepositId;

use super::database::DatabaseArgs;
use crate::funds::chains::operators;

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
    /// Print how far each chain was followed, which are halted and why, and the payments that wait for an operator.
    List,
    /// Follow a halted chain again. What it has taken back stays credited; nothing is credited twice.
    Resume {
        /// Its name, as the list has it.
        chain: String,
        /// Forget its blocks, and go on from the newest: what was paid meanwhile is not seen.
        #[arg(long)]
        afresh: bool,
    },
    /// Credit a payment of more than the maximum.
    Accept {
        /// Its number, as the list has it.
        id: i64,
    },
}

/// Does it. Servers that run on the database take it up at once.
pub async fn chains(args: ChainsArgs) -> Result<(), Box<dyn Error>> {
    let db = args.database.connect().await?;
    let done = match args.action {
        Action::List => operators::lines(&db).await.map(|lines| lines.iter().for_each(|line| println!("{line}"))),
        Action::Resume { ref chain, afresh } => match operators::resume(&db, chain, afresh).await {
            Ok(false) => return Err(format!("{chain} is not halted").into()),
            resumed => resumed.map(|_| println!("{chain} is followed again.")),
        },
        Action::Accept { id } => match operators::accept(&db, ChainDepositId(id)).await {
            Ok(false) => return Err(format!("no payment {id} is held").into()),
            accepted => accepted.map(|_| println!("payment {id} will be credited.")),
        },
    };
    db.close().await;
    Ok(done?)
}
