use std::error::Error;
use std::path::PathBuf;

use clap::Args;

use super::database::DatabaseArgs;
use crate::clock::Clock;
use crate::db::backup;

/// Which database, and which file.
#[derive(Args, Debug)]
pub struct BackupArgs {
    /// File of the backup.
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    database: DatabaseArgs,
}

/// Copies the database into a new file. The server may go on serving.
pub async fn back_up(args: BackupArgs) -> Result<(), Box<dyn Error>> {
    backup::back_up(&args.database.uri(), &args.file).await?;
    println!("The database is in {}.", args.file.display());
    Ok(())
}

/// Restores a copy. A server that is serving restarts by itself.
pub async fn restore(args: BackupArgs) -> Result<(), Box<dyn Error>> {
    backup::restore(&args.database.uri(), &args.file, Clock::System.now()).await?;
    println!("The database is as {} has it.", args.file.display());
    Ok(())
}
