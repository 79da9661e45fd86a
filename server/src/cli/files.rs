//! Operators view customers' files, which is recorded, and seal all of them with a new key.

use std::error::Error;
use std::path::Path;

use clap::{Args, Subcommand};

use super::database::{Accountable, DatabaseArgs};
use crate::clock::Clock;
use crate::db::Db;
use crate::files::links::{self, Reader};
use crate::files::objects::{Objects, Place};
use crate::files::{FileId, place, rotate, rows};
use crate::sealing::{Sealer, SealingFlags, rounds};
use crate::secret::Secret;
use crate::server_key::ServerKey;
use crate::{kyc, private};

#[derive(Args, Debug)]
pub struct FilesArgs {
    #[command(subcommand)]
    action: Action,

    #[command(flatten)]
    database: DatabaseArgs,

    /// Place where the files are stored, as the server has it.
    #[arg(long, global = true, env = "PLUMBLINE_FILES", value_name = "DIR|URI")]
    files: Option<Place>,

    #[command(flatten)]
    sealing: SealingFlags,
}

#[derive(Subcommand, Debug)]
enum Action {
    /// Seal all files with the newest key. The server may go on serving. A run that is stopped is continued by the next
    /// one.
    Rotate {
        /// Make a new key first; only where the keys are in a file.
        #[arg(long)]
        new_key: bool,
    },
    /// Print a link to a file for a reviewer, good for ten minutes. Whoever has the link reads under the reviewer's
    /// name.
    Link {
        /// Number of the file.
        id: i64,
        #[command(flatten)]
        account: Accountable,
        /// Key of the server's hashes, as the server has it.
        #[arg(long, env = "PLUMBLINE_SECRET_KEY", value_name = "KEY", value_parser = key, hide_env_values = true)]
        secret_key: Option<Secret>,
    },
    /// Print who has read a file, and why.
    Reads {
        /// Number of the file.
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

/// One at a time: two would overwrite each other's sealed files.
async fn rotate(args: &FilesArgs, db: &Db, data_dir: &Path, new_key: bool) -> Result<(), Box<dyn Error>> {
    private::make_folder(data_dir)?;
    let alone = private::try_lock(&data_dir.join("rotate"))?;
    let _alone = alone.ok_or("another `plumbline files rotate` is under way")?;
    let sealer = Sealer::load(&args.sealing, data_dir)?;
    if new_key {
        sealer.add_key()?;
    }
    let objects = Objects::open(&place(args.files.as_ref(), data_dir))?;
    let (mut files, mut particulars) = (rotate::Rotated::default(), kyc::rotate::Rotated::default());
    println!("Sealing with key {}; servers may store what they had sealed before for a minute.", sealer.newest_key());
    let round = async || {
        let found = (rotate::rotate(db, &objects, &sealer).await?, kyc::rotate::rotate(db, &sealer).await?);
        let sealed = found.0.sealed + found.1.sealed;
        files = rotate::Rotated { sealed: files.sealed + found.0.sealed, ..found.0 };
        particulars = kyc::rotate::Rotated { sealed: particulars.sealed + found.1.sealed, ..found.1 };
        Ok::<u64, Box<dyn Error>>(sealed)
    };
    rounds::until_nothing_is_left(rounds::STORED_WITHIN, round).await?;
    let all = rows::count_stored(db).await?;
    println!(
        "sealed anew: {} of {all} files, the particulars of {} identity checks.",
        files.sealed, particulars.sealed
    );
    for error in &files.failed {
        eprintln!("{error}");
    }
    for (account, error) in &particulars.failed {
        eprintln!("the particulars of account {account}: {error}");
    }
    needed_still(db, &sealer).await
}

/// Checks that everything is sealed with the newest key, so that the others are needed for backups only.
async fn needed_still(db: &Db, sealer: &Sealer) -> Result<(), Box<dyn Error>> {
    let newest = sealer.newest_key();
    let others = |found: Vec<(String, i64)>| found.into_iter().filter(|(key, _)| *key != newest).collect::<Vec<_>>();
    let (files, checks) = (others(rows::keys_in_use(db).await?), others(kyc::rotate::keys_in_use(db).await?));
    for (what, found) in [("files", &files), ("identity checks", &checks)] {
        for (key, count) in found {
            eprintln!("key {key} is needed still: {what} that are sealed with it: {count}");
        }
    }
    if files.is_empty() && checks.is_empty() {
        println!("No other key is needed, but by backups.");
        return Ok(());
    }
    Err("not everything is sealed with the newest key; keep the others".into())
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
