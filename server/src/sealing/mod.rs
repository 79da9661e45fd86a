//! Sealing: data that must not be read or swapped in its storage, such as pictures of papers and the names on them.
//!
//! Sealed data is encrypted and bound to its context, the words for its kind and its owner: it opens in no other
//! context. It contains the name of its key, so that several keys can be used while data is sealed again with the
//! newest.

mod keys;
pub mod rounds;

use std::sync::{Arc, PoisonError, RwLock};

use chacha20poly1305::aead::{Aead, Payload};
use chacha20poly1305::{KeyInit, XChaCha20Poly1305, XNonce};
use thiserror::Error;

use crate::random;
use keys::{KEY_ID_BYTES, Keys, Origin};
pub use keys::{KeysError, SealingFlags};

/// The first byte, to distinguish later formats.
const VERSION: u8 = 1;
const NONCE_BYTES: usize = 24;
const HEAD_BYTES: usize = 1 + KEY_ID_BYTES + NONCE_BYTES;

/// The reason why sealed data does not open.
#[derive(Debug, Error)]
pub enum OpenError {
    #[error("this is not a sealed thing")]
    Shape,
    #[error("it was sealed with key {0}, which this server does not know")]
    Key(String),
    #[error("it was changed since it was sealed, or is another thing than it is taken for")]
    Changed,
}

/// Seals and opens with the server's keys. Changes of their file are noticed.
#[derive(Debug)]
pub struct Sealer {
    origin: Origin,
    keys: RwLock<Arc<Keys>>,
}

impl Sealer {
    /// A sealer with the given keys, or those in the data folder; the first is generated if there is none.
    pub fn load(flags: &SealingFlags, data_dir: &std::path::Path) -> Result<Self, KeysError> {
        let origin = Origin::of(flags, data_dir);
        let keys = RwLock::new(Arc::new(origin.load()?));
        Ok(Self { origin, keys })
    }

    /// A sealer without generating a key: `None` if there is none.
    pub fn existing(flags: &SealingFlags, data_dir: &std::path::Path) -> Result<Option<Self>, KeysError> {
        if Origin::of(flags, data_dir).exists() { Self::load(flags, data_dir).map(Some) } else { Ok(None) }
    }

    /// Seals `plain` with the newest key. The parts of `context` are distinct whatever they contain.
    ///
    /// # Panics
    /// Beyond 256 GiB, more than fits into memory.
    pub fn seal(&self, context: &[&str], plain: &[u8]) -> Vec<u8> {
        let keys = self.known();
        let (id, key) = keys.newest();
        let nonce = random::bytes::<NONCE_BYTES>();
        let mut sealed = Vec::with_capacity(HEAD_BYTES + plain.len() + 16);
        sealed.push(VERSION);
        sealed.extend(id);
        sealed.extend(nonce);
        let bound = Payload { msg: plain, aad: &associated(&sealed, context) };
        let cipher = XChaCha20Poly1305::new(key.into());
        sealed.extend(cipher.encrypt(&XNonce::from(nonce), bound).expect("what fits into memory can be sealed"));
        sealed
    }

    /// Opens data that was sealed in this context.
    pub fn open(&self, context: &[&str], sealed: &[u8]) -> Result<Vec<u8>, OpenError> {
        let (head, hidden) = sealed.split_at_checked(HEAD_BYTES).ok_or(OpenError::Shape)?;
        let (id, nonce) = parts(head).ok_or(OpenError::Shape)?;
        let keys = self.known();
        let key = keys.find(&id).ok_or_else(|| OpenError::Key(hex::encode(id)))?;
        let bound = Payload { msg: hidden, aad: &associated(head, context) };
        XChaCha20Poly1305::new(key.into()).decrypt(&XNonce::from(nonce), bound).map_err(|_| OpenError::Changed)
    }

    /// The name of the key that is used for sealing from now on.
    pub fn newest_key(&self) -> String {
        hex::encode(self.known().newest().0)
    }

    /// True if there is a key of this name, so that data sealed with it opens.
    pub fn knows(&self, key: &str) -> bool {
        let id = hex::decode(key).ok().and_then(|id| id.try_into().ok());
        id.is_some_and(|id| self.known().find(&id).is_some())
    }

    /// The name of the key that the data was sealed with.
    pub fn key_of(sealed: &[u8]) -> Option<String> {
        Self::named_in(sealed.get(..HEAD_BYTES)?)
    }

    /// The name of the key from the first bytes: the version and the key's name.
    pub fn named_in(head: &[u8]) -> Option<String> {
        let (version, rest) = head.split_first()?;
        rest.get(..KEY_ID_BYTES).filter(|_| *version == VERSION).map(hex::encode)
    }

    /// Generates a key that is the newest from now on, if keys are in a file.
    pub fn add_key(&self) -> Result<(), KeysError> {
        self.origin.add()
    }

    /// The keys, reread if their file has changed. If it cannot be read, the present keys stay.
    fn known(&self) -> Arc<Keys> {
        let known = self.keys.read().unwrap_or_else(PoisonError::into_inner).clone();
        match self.origin.changed_since(&known) {
            Ok(None) => known,
            Ok(Some(keys)) => {
                let keys = Arc::new(keys);
                *self.keys.write().unwrap_or_else(PoisonError::into_inner) = keys.clone();
                keys
            }
            Err(error) => {
                tracing::error!(%error, "the sealing keys could not be read anew; those that are known go on");
                known
            }
        }
    }
}

fn parts(head: &[u8]) -> Option<([u8; KEY_ID_BYTES], [u8; NONCE_BYTES])> {
    let (version, rest) = head.split_first()?;
    let (id, nonce) = rest.split_at_checked(KEY_ID_BYTES)?;
    Some((id.try_into().ok()?, nonce.try_into().ok()?)).filter(|_| *version == VERSION)
}

/// The data that is bound to sealed data without being in it. Each part follows its length, so that different contexts
/// never have equal bytes.
fn associated(head: &[u8], context: &[&str]) -> Vec<u8> {
    let mut bound = head.to_vec();
    for part in context {
        bound.extend((part.len() as u64).to_le_bytes());
        bound.extend(part.as_bytes());
    }
    bound
}

#[cfg(test)]
mod tests;
