use std::error::Error;
use std::path::PathBuf;

use clap::Args;

use crate::clock::Clock;
use crate::db::backup;

/// Which database, and which file.
#[derive(Args, Debug)]
pub struct BackupArgs {
    /// The backup.
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Folder that the server keeps its database in.
    #[arg(long, env = "PLUMBLINE_DATA_DIR", default_value = "plumbline-data", value_name = "DIR")]
    data_dir: PathBuf,

    /// sqlite://FILE or postgres://…; by default the file in the data folder.
    #[arg(long, env = "PLUMBLINE_DATABASE", value_name = "URI")]
    database: Option<String>,
}

impl BackupArgs {
    fn uri(&self) -> String {
        let in_folder = || format!("sqlite://{}", self.data_dir.join("plumbline.db").display());
        self.database.clone().unwrap_or_else(in_folder)
    }
}

/// Copies the database into a new file. The server may go on serving.
pub async fn back_up(args: BackupArgs) -> Result<(), Box<dyn Error>> {
    backup::back_up(&args.uri(), &args.file).await?;
    println!("The database is in {}.", args.file.display());
    Ok(())
}

/// Brings a copy back. A server that is serving starts again by itself.
pub async fn restore(args: BackupArgs) -> Result<(), Box<dyn Error>> {
    backup::restore(&args.uri(), &args.file, Clock::System.now()).await?;
    println!("The database is as {} has it.", args.file.display());
    Ok(())
}
