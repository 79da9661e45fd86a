//! The sealing keys, and their storage.

use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use clap::Args;
use sha2::{Digest, Sha256};
use thiserror::Error;

use crate::secret::Secret;
use crate::{private, random};

/// The file in the data folder.
const FILE: &str = "sealing.keys";
const KEY_BYTES: usize = 32;
pub const KEY_ID_BYTES: usize = 8;

/// Where the keys come from.
#[derive(Args, Clone, Debug, Default)]
pub struct SealingFlags {
    /// Keys that stored files and papers are encrypted with: 64 hexadecimal digits each, the newest last, between commas.
    /// Servers that share a database must share them. By default they are in a file.
    #[arg(long, global = true, env = "PLUMBLINE_SEALING_KEYS", value_name = "KEYS", value_parser = secret, hide_env_values = true)]
    pub sealing_keys: Option<Secret>,

    /// File of the sealing keys, one a line, the newest last; by default sealing.keys in the data folder. The first key
    /// is made where there is none.
    #[arg(long, global = true, env = "PLUMBLINE_SEALING_KEYS_FILE", value_name = "FILE")]
    pub sealing_keys_file: Option<PathBuf>,
}

fn secret(text: &str) -> Result<Secret, std::convert::Infallible> {
    Ok(Secret::new(text))
}

#[derive(Debug, Error)]
pub enum KeysError {
    #[error("{}: {source}", .file.display())]
    File { file: PathBuf, source: io::Error },
    #[error("{0} names no sealing key")]
    None(String),
    #[error("each sealing key has 64 hexadecimal digits; one in {0} has not")]
    Digits(String),
    #[error("the sealing keys are not in a file; add the new one behind the others where they are set")]
    Given,
}

type KeyId = [u8; KEY_ID_BYTES];
type Key = [u8; KEY_BYTES];

/// Keys in the order of their age, and the version of their file.
pub struct Keys {
    /// Never empty.
    list: Vec<(KeyId, Key)>,
    version: Option<FileVersion>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FileVersion {
    modified: SystemTime,
    length: u64,
}

impl std::fmt::Debug for Keys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.list.iter().map(|(id, _)| hex::encode(id))).finish()
    }
}

impl Keys {
    fn read(text: &str, from: &str, version: Option<FileVersion>) -> Result<Self, KeysError> {
        let words = text.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty());
        let list = words.map(key).collect::<Option<Vec<_>>>().ok_or_else(|| KeysError::Digits(from.to_owned()))?;
        if list.is_empty() { Err(KeysError::None(from.to_owned())) } else { Ok(Self { list, version }) }
    }

    pub fn newest(&self) -> (KeyId, &Key) {
        let (id, key) = self.list.last().expect("keys without one are not made");
        (*id, key)
    }

    pub fn find(&self, wanted: &KeyId) -> Option<&Key> {
        self.list.iter().find(|(id, _)| id == wanted).map(|(_, key)| key)
    }
}

/// A key with its name, which is derived from it and does not reveal it.
fn key(digits: &str) -> Option<(KeyId, Key)> {
    let key: Key = hex::decode(digits).ok()?.try_into().ok()?;
    let hash = Sha256::new().chain_update("plumbline sealing key").chain_update(key).finalize();
    Some((*hash.first_chunk()?, key))
}

/// The source of the keys.
#[derive(Clone, Debug)]
pub enum Origin {
    Given(Secret),
    File(PathBuf),
}

impl Origin {
    pub fn of(flags: &SealingFlags, data_dir: &Path) -> Self {
        match &flags.sealing_keys {
            Some(keys) => Self::Given(keys.clone()),
            None => Self::File(flags.sealing_keys_file.clone().unwrap_or_else(|| data_dir.join(FILE))),
        }
    }

    /// Reads the keys; the first is generated if there is no file.
    pub fn load(&self) -> Result<Keys, KeysError> {
        match self {
            Self::Given(keys) => Keys::read(keys.expose(), "--sealing-keys", None),
            Self::File(file) => {
                if !file.exists() {
                    make(file).map_err(failed(file))?;
                }
                read(file)
            }
        }
    }

    /// The keys of the file, if that has changed since `known`.
    pub fn changed_since(&self, known: &Keys) -> Result<Option<Keys>, KeysError> {
        match self {
            Self::Given(_) => Ok(None),
            Self::File(file) if known.version == Some(version(file)?) => Ok(None),
            Self::File(file) => read(file).map(Some),
        }
    }

    /// True if there are keys already.
    pub fn exists(&self) -> bool {
        match self {
            Self::Given(_) => true,
            Self::File(file) => file.exists(),
        }
    }

    /// Adds a new key behind the others. A concurrent addition waits, so that both keys are in the file.
    pub fn add(&self) -> Result<(), KeysError> {
        let Self::File(file) = self else { return Err(KeysError::Given) };
        let add = || {
            let _alone = private::lock(file)?;
            let text = std::fs::read_to_string(file)?;
            private::replace(file, &format!("{}\n{}", text.trim_end(), new_line()))
        };
        add().map_err(failed(file))
    }
}

/// Generates the first key, unless it was generated meanwhile.
fn make(file: &Path) -> io::Result<()> {
    let _alone = private::lock(file)?;
    if file.exists() { Ok(()) } else { private::replace(file, &new_line()) }
}

fn read(file: &Path) -> Result<Keys, KeysError> {
    // The version first: a change after it is read again.
    let version = version(file)?;
    let text = std::fs::read_to_string(file).map_err(failed(file))?;
    Keys::read(&text, &file.display().to_string(), Some(version))
}

fn version(file: &Path) -> Result<FileVersion, KeysError> {
    let about = std::fs::metadata(file).map_err(failed(file))?;
    Ok(FileVersion { modified: about.modified().map_err(failed(file))?, length: about.len() })
}

fn new_line() -> String {
    format!("{}\n", hex::encode(random::bytes::<KEY_BYTES>()))
}

fn failed(file: &Path) -> impl Fn(io::Error) -> KeysError {
    move |source| KeysError::File { file: file.to_owned(), source }
}
