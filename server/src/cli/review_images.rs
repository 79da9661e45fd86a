//! Images of customers, saved for a reviewer.

use std::error::Error;
use std::io::Write;
use std::path::Path;

use clap::Args;
use plumbline_core::ids::{AccountId, FileId};

use crate::clock::Clock;
use crate::db::Db;
use crate::files::objects::{Objects, Place};
use crate::files::{self, links, rows};
use crate::sealing::{KeysError, Sealer, SealingFlags};
use crate::{private, random};

/// Where images are, and what opens them.
#[derive(Args, Debug)]
pub struct ImageArgs {
    /// Place where the files are stored, as the server has it.
    #[arg(long, global = true, env = "PLUMBLINE_FILES", value_name = "DIR|URI")]
    files: Option<Place>,

    #[command(flatten)]
    sealing: SealingFlags,
}

impl ImageArgs {
    pub fn sealer(&self, data_dir: &Path) -> Result<Sealer, KeysError> {
        Sealer::load(&self.sealing, data_dir)
    }
}

/// The id of the file at an address.
pub fn file_in(url: &str) -> Option<FileId> {
    links::file_in(url).map(|file| FileId(file.0))
}

/// Saves the images to a folder, each readable by its owner only. First it records that the reviewer reads each, and
/// why.
pub async fn save(
    args: &ImageArgs,
    data_dir: &Path,
    db: &Db,
    images: &[FileId],
    folder: &Path,
    (reviewer, reason): (&str, &str),
) -> Result<(), Box<dyn Error>> {
    let sealer = args.sealer(data_dir)?;
    let objects = Objects::open(&files::place(args.files.as_ref(), data_dir))?;
    private::make_folder(folder)?;
    for image in images {
        let file = files::FileId(image.0);
        let row = rows::find(&mut db.read().await?, file).await?.ok_or_else(|| format!("file {file} is gone"))?;
        let jpeg = files::read(&objects, &sealer, file, AccountId(row.account_id)).await?;
        // A command has no server number for making ids.
        let id = i64::from_le_bytes(random::bytes::<8>()) & i64::MAX;
        let read = rows::Read { id, file, account: None, reviewer, reason, at: Clock::System.now(), link_until: None };
        rows::record_read(db, &read).await?;
        let path = folder.join(format!("{file}.jpg"));
        private::file(&path)?.write_all(&jpeg)?;
        println!("saved {}", path.display());
    }
    Ok(())
}
