//! Pictures that customers send: proofs of payment, papers, cards.
//!
//! The uploaded bytes are never stored: each picture is redrawn ([`picture`]), sealed ([`crate::sealing`]) and only
//! then stored ([`objects`]). A request with a file gives its address, and its handler gets the file from
//! [`Files::owned`]. A file that no record uses within a day is deleted ([`housekeeping`]).

mod admission;
mod body;
pub mod housekeeping;
mod id;
mod jpeg;
pub mod link;
pub mod links;
pub mod objects;
pub mod picture;
mod png;
pub mod review;
pub mod rotate;
pub mod rows;
pub mod show;
pub mod upload;
mod webp;

use std::path::{Path, PathBuf};

use clap::Args;
use plumbline_core::ids::AccountId;
use plumbline_core::time::UnixMillis;
use tokio_util::sync::CancellationToken;

use crate::clock::Clock;
use crate::db::{Db, DbError, Session};
use crate::ids::Ids;
use crate::sealing::{OpenError, Sealer};
use crate::server_key::ServerKey;
use admission::Admission;
pub use id::FileId;
use links::Reader;
use objects::{Objects, Place};

/// Time for which an unneeded file is kept, after its upload and after each request that named it.
const UNNEEDED_MAX: i64 = UnixMillis::DAY;
/// The time within which files of refused records are deleted, as customers are told.
pub const REFUSED_MAX: i64 = 30 * UnixMillis::DAY;

/// What an operator sets of files.
#[derive(Args, Clone, Debug)]
pub struct FileFlags {
    /// Place for the pictures that customers send: a folder, or s3://BUCKET/PREFIX with the usual AWS_ variables. By
    /// default the folder files in the data folder. The pictures are encrypted before they are stored.
    #[arg(long, env = "PLUMBLINE_FILES", value_name = "DIR|URI")]
    pub files: Option<Place>,

    /// Greatest size of a picture that is sent, in M (1,024,000 bytes).
    #[arg(long, env = "PLUMBLINE_UPLOAD_SIZE_MAX", default_value_t = 5, value_name = "M",
          value_parser = clap::value_parser!(u8).range(1..=25))]
    pub upload_size_max: u8,

    /// Pictures that a customer may send within 24 hours, refused ones included; 0 for no limit.
    #[arg(long, env = "PLUMBLINE_UPLOADS_PER_DAY", default_value_t = 50, value_name = "COUNT")]
    pub uploads_per_day: u32,

    /// Days after which the pictures and particulars of an unsuccessful identity check are removed, at most the 30 that
    /// customers are told.
    #[arg(long, env = "PLUMBLINE_REFUSED_IDENTITY_DAYS", default_value_t = 30, value_name = "DAYS",
          value_parser = clap::value_parser!(i64).range(1..=REFUSED_MAX / UnixMillis::DAY))]
    pub refused_identity_days: i64,
}

impl FileFlags {
    /// The place where files are stored.
    pub fn place(&self, data_dir: &Path) -> Place {
        place(self.files.as_ref(), data_dir)
    }

    /// Time for which the data of an unsuccessful identity check is kept.
    pub const fn refused_identity_max(&self) -> i64 {
        self.refused_identity_days * UnixMillis::DAY
    }

    /// The product's rule: the setting times 1000 × 1024.
    pub fn bytes_max(&self) -> usize {
        usize::from(self.upload_size_max) * 1_000 * 1_024
    }
}

/// The place that was given, or the folder in the data folder.
pub fn place(given: Option<&Place>, data_dir: &Path) -> Place {
    given.cloned().unwrap_or_else(|| Place::Folder(folder(data_dir)))
}

fn folder(data_dir: &Path) -> PathBuf {
    data_dir.join("files")
}

/// The shared parts of work with files.
#[derive(Debug)]
pub struct Files {
    pub db: Db,
    pub clock: Clock,
    pub ids: std::sync::Arc<Ids>,
    pub key: ServerKey,
    pub sealer: std::sync::Arc<Sealer>,
    pub objects: Objects,
    pub admission: Admission,
    pub bytes_max: usize,
    pub tries_a_day: u32,
    /// Time for which the data of an unsuccessful identity check is kept, in milliseconds.
    pub refused_identity_max: i64,
    pub stopping: CancellationToken,
}

/// The reason why a stored file cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    #[error(transparent)]
    Store(#[from] objects::ObjectsError),
    #[error("file {0} is not in the store")]
    Missing(FileId),
    #[error("file {0}: {1}")]
    Sealed(FileId, OpenError),
}

impl Files {
    /// The file at `url`, as an upload answered it; `None` unless it is this account's own. The signature may have
    /// expired. The file is kept for a day, within which the request has to store it in a record.
    pub async fn owned(&self, account: AccountId, url: &str) -> Result<Option<FileId>, DbError> {
        let Some(file) = links::file_in(url) else { return Ok(None) };
        let named = rows::name(&self.db, file, account, self.clock.now().plus(UNNEEDED_MAX)).await?;
        Ok(named.then_some(file))
    }

    /// Links with which `account` can read those of these files that are its own and still exist, in the order of
    /// `urls`, which are addresses from requests.
    pub async fn own_links(
        &self,
        on: &mut impl Session,
        account: AccountId,
        urls: &[Option<&str>],
    ) -> Result<Vec<Option<String>>, DbError> {
        let named: Vec<_> = urls.iter().map(|url| url.and_then(links::file_in)).collect();
        let asked: Vec<_> = named.iter().copied().flatten().collect();
        let found = rows::find_all(on, &asked).await?;
        let own = |file: &FileId| found.iter().any(|row| row.id == file.0 && row.account_id == account.0);
        let links = named.into_iter().map(|file| file.filter(own).map(|file| self.link(file, Reader::Owner(account))));
        Ok(links.collect())
    }

    /// A link with which `reader` can read the file for some minutes.
    pub fn link(&self, file: FileId, reader: Reader<'_>) -> String {
        links::link(&self.key, file, reader, self.clock.now())
    }
}

/// The words that bind a sealed file to its number and its owner.
fn context(file: FileId, owner: AccountId) -> [String; 3] {
    ["file".to_owned(), file.to_string(), owner.0.to_string()]
}

/// Seals a picture for the store.
pub fn seal(sealer: &Sealer, file: FileId, owner: AccountId, jpeg: &[u8]) -> Vec<u8> {
    sealer.seal(&context(file, owner).each_ref().map(String::as_str), jpeg)
}

/// Reads the picture from the store.
pub async fn read(objects: &Objects, sealer: &Sealer, file: FileId, owner: AccountId) -> Result<Vec<u8>, ReadError> {
    let sealed = objects.get(file).await?.ok_or(ReadError::Missing(file))?;
    let opened = sealer.open(&context(file, owner).each_ref().map(String::as_str), &sealed);
    opened.map_err(|error| ReadError::Sealed(file, error))
}
