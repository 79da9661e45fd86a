//! Operators look at customers' files, which is recorded, and seal all of them with a new key.

use std::error::Error;
use std::path::Path;

use clap::{Args, Subcommand};

use super::database::{Accountable, DatabaseArgs};
use crate::clock::Clock;
use crate::db::Db;
use crate::files::links::{self, Reader};
use crate::files::objects::{Objects, Place};
use crate::files::{FileId, place, rotate, rows};
use crate::kyc;
use crate::sealing::{Sealer, SealingFlags};
use crate::secret::Secret;
use crate::server_key::ServerKey;

#[derive(Args, Debug)]
pub struct FilesArgs {
    #[command(subcommand)]
    action: Action,

    #[command(flatten)]
    database: DatabaseArgs,

    /// Where the files are stored, as the server has it.
    #[arg(long, global = true, env = "PLUMBLINE_FILES", value_name = "DIR|URI")]
    files: Option<Place>,

    #[command(flatten)]
    sealing: SealingFlags,
}

#[derive(Subcommand, Debug)]
enum Action {
    /// Seal all files with the newest key. The server may go on serving; stopped, it goes on where it was.
    Rotate {
        /// Make a new key first, where keys are in a file.
        #[arg(long)]
        new_key: bool,
    },
    /// Print a link to a file, good for ten minutes, for a reviewer. Whoever has the link reads in that name.
    Link {
        /// Its number.
        id: i64,
        #[command(flatten)]
        account: Accountable,
        /// The key of the server's hashes, as the server has it.
        #[arg(long, env = "PLUMBLINE_SECRET_KEY", value_name = "KEY", value_parser = key, hide_env_values = true)]
        secret_key: Option<Secret>,
    },
    /// Print who has read a file, and why.
    Reads {
        /// Its number.
        id: i64,
    },
}

fn key(text: &str) -> Result<Secret, std::convert::Infallible> {
    Ok(Secret::new(text))
}

pub async fn files(args: FilesArgs) -> Result<(), Box<dyn Error>> {
    let db = args.database.connect().await?;
    let data_dir = args.database.data_dir();
    let done = match &args.action {
        Action::Rotate { new_key } => rotate(&args, &db, data_dir, *new_key).await,
        Action::Reads { id } => reads(&db, FileId(*id)).await,
        Action::Link { id, account, secret_key } => link(&db, data_dir, *id, account, secret_key.as_ref()).await,
    };
    db.close().await;
    done
}

async fn rotate(args: &FilesArgs, db: &Db, data_dir: &Path, new_key: bool) -> Result<(), Box<dyn Error>> {
    let sealer = Sealer::load(&args.sealing, data_dir)?;
    if new_key {
        sealer.add_key()?;
    }
    let objects = Objects::open(&place(args.files.as_ref(), data_dir))?;
    let rotated = rotate::rotate(db, &objects, &sealer).await?;
    let (sealed, all) = (rotated.sealed, rows::count_stored(db).await?);
    println!("{sealed} files were sealed with key {}, which makes {all}.", sealer.newest_key());
    for error in &rotated.failed {
        eprintln!("{error}");
    }
    let particulars = kyc::rotate::rotate(db, &sealer).await?;
    println!("so were the particulars of {} identity checks.", particulars.sealed);
    for (account, error) in &particulars.failed {
        eprintln!("the particulars of account {account}: {error}");
    }
    if rotated.failed.is_empty() && particulars.failed.is_empty() {
        Ok(())
    } else {
        let (files, checks) = (rotated.failed.len(), particulars.failed.len());
        Err(format!("{files} files and the particulars of {checks} identity checks stay as they are").into())
    }
}

async fn link(
    db: &Db,
    data_dir: &Path,
    id: i64,
    Accountable { by, reason }: &Accountable,
    key: Option<&Secret>,
) -> Result<(), Box<dyn Error>> {
    let key = ServerKey::load(key, data_dir)?;
    let row = rows::find(&mut db.read().await?, FileId(id)).await?.ok_or(format!("there is no file {id}"))?;
    println!("{}", links::link(&key, FileId(row.id), Reader::Reviewer { name: by, reason }, Clock::System.now()));
    Ok(())
}

async fn reads(db: &Db, file: FileId) -> Result<(), Box<dyn Error>> {
    for row in rows::reads(db, file).await? {
        match row.account_id {
            Some(account) => println!("{} the customer with account {account}", row.read_at),
            None => println!("{} {}: {}", row.read_at, row.reviewer, row.reason),
        }
    }
    Ok(())
}
