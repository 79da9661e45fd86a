//! The storage of files' bytes: a folder, or a bucket of S3. Only sealed bytes are stored.

use std::convert::Infallible;
use std::path::{Path as FilePath, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use object_store::aws::AmazonS3Builder;
use object_store::local::LocalFileSystem;
use object_store::path::Path;
use object_store::{ClientOptions, ObjectStore, ObjectStoreExt, RetryConfig};
use thiserror::Error;
use tokio::time::timeout;

use super::id::FileId;
use crate::{private, random, tls};

/// Timeout of storing or fetching one file, repeats included. Housekeeping waits longer for work in progress.
pub const TAKES_AT_MOST: Duration = Duration::from_secs(30);
/// The separator in names of files that a crash left half written; the file's name is before it.
const HALF_WRITTEN: char = '#';

/// `s3://BUCKET/PREFIX`, or a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    Folder(PathBuf),
    S3 { bucket: String, prefix: String },
}

impl FromStr for Place {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        let Some(rest) = text.strip_prefix("s3://") else { return Ok(Self::Folder(text.into())) };
        let (bucket, prefix) = rest.split_once('/').unwrap_or((rest, ""));
        Ok(Self::S3 { bucket: bucket.to_owned(), prefix: prefix.trim_matches('/').to_owned() })
    }
}

#[derive(Debug, Error)]
pub enum ObjectsError {
    #[error("the store of files: {0}")]
    Store(#[from] object_store::Error),
    #[error("the folder of files {}: {source}", .folder.display())]
    Folder { folder: PathBuf, source: std::io::Error },
    #[error("the store of files does not give back what was stored")]
    Differs,
    #[error("the store of files did not answer within {} s", TAKES_AT_MOST.as_secs())]
    Slow,
}

/// The object store.
#[derive(Clone, Debug)]
pub struct Objects {
    store: Arc<dyn ObjectStore>,
    prefix: Path,
    folder: Option<PathBuf>,
}

impl Objects {
    /// Opens the store. S3's other settings come from the usual variables (`AWS_ACCESS_KEY_ID`, `AWS_REGION`,
    /// `AWS_ENDPOINT` and the like).
    pub fn open(place: &Place) -> Result<Self, ObjectsError> {
        match place {
            Place::Folder(folder) => {
                let failed = |source| ObjectsError::Folder { folder: folder.clone(), source };
                private::make_folder(folder).map_err(failed)?;
                // Success is answered only when the file is on the disk.
                let store = LocalFileSystem::new_with_prefix(folder)?.with_fsync(true);
                Ok(Self { store: Arc::new(store), prefix: Path::default(), folder: Some(folder.clone()) })
            }
            Place::S3 { bucket, prefix } => {
                tls::install();
                let retry = RetryConfig { max_retries: 3, retry_timeout: TAKES_AT_MOST, ..RetryConfig::default() };
                let client = ClientOptions::new().with_timeout(TAKES_AT_MOST);
                let given = AmazonS3Builder::from_env().with_bucket_name(bucket).with_retry(retry);
                // A store on this machine or in a private network may have no TLS; the data sent there is sealed.
                let store = match std::env::var("AWS_ENDPOINT").or_else(|_| std::env::var("AWS_ENDPOINT_URL")) {
                    Ok(url) if url.starts_with("http://") => given.with_client_options(client.with_allow_http(true)),
                    _ => given.with_client_options(client),
                };
                Ok(Self { store: Arc::new(store.build()?), prefix: Path::from(prefix.as_str()), folder: None })
            }
        }
    }

    fn path(&self, file: FileId) -> Path {
        self.prefix.clone().join(format!("{file}.sealed"))
    }

    /// Stores the file, and replaces an existing one.
    pub async fn put(&self, file: FileId, sealed: Vec<u8>) -> Result<(), ObjectsError> {
        self.put_at(&self.path(file), sealed).await
    }

    /// The file's bytes; `None` if there are none.
    pub async fn get(&self, file: FileId) -> Result<Option<Bytes>, ObjectsError> {
        self.get_at(&self.path(file)).await
    }

    /// Deletes the file, if it exists.
    pub async fn remove(&self, file: FileId) -> Result<(), ObjectsError> {
        self.remove_at(&self.path(file)).await
    }

    /// Stores an object under a new name, reads it back and deletes it.
    ///
    /// # Errors
    /// The error that a server would get.
    pub async fn try_out(&self, sealed: Vec<u8>) -> Result<(), ObjectsError> {
        let path = self.prefix.clone().join(format!("doctor-{}.sealed", hex::encode(random::bytes::<8>())));
        self.put_at(&path, sealed.clone()).await?;
        let read = self.get_at(&path).await;
        self.remove_at(&path).await?;
        if read?.is_some_and(|bytes| bytes == sealed) { Ok(()) } else { Err(ObjectsError::Differs) }
    }

    async fn put_at(&self, path: &Path, sealed: Vec<u8>) -> Result<(), ObjectsError> {
        timeout(TAKES_AT_MOST, self.store.put(path, sealed.into())).await.map_err(|_| ObjectsError::Slow)??;
        let Some(folder) = &self.folder else { return Ok(()) };
        // The library writes by the umask; the folder is private, but a file that is moved out of it should be too.
        let closed = private::close(&folder.join(path.as_ref()));
        closed.map_err(|source| ObjectsError::Folder { folder: folder.clone(), source })
    }

    async fn get_at(&self, path: &Path) -> Result<Option<Bytes>, ObjectsError> {
        let fetch = async { self.store.get(path).await?.bytes().await };
        match timeout(TAKES_AT_MOST, fetch).await.map_err(|_| ObjectsError::Slow)? {
            Ok(bytes) => Ok(Some(bytes)),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    async fn remove_at(&self, path: &Path) -> Result<(), ObjectsError> {
        match timeout(TAKES_AT_MOST, self.store.delete(path)).await.map_err(|_| ObjectsError::Slow)? {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Deletes files that a crash left half written in the folder. S3 shows objects only when they are whole.
    pub fn tidy(&self, older_than: Duration) {
        let Some(folder) = &self.folder else { return };
        let half_written =
            |path: &FilePath| path.file_name().is_some_and(|n| n.to_string_lossy().contains(HALF_WRITTEN));
        let is_old = |about: std::fs::Metadata| about.modified().ok()?.elapsed().ok().map(|age| age > older_than);
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        for entry in entries.filter(|entry| half_written(&entry.path())) {
            if entry.metadata().ok().and_then(is_old) == Some(true)
                && let Err(error) = std::fs::remove_file(entry.path())
            {
                tracing::warn!(path = %entry.path().display(), %error, "half a file stays in the store");
            }
        }
    }
}
