//! The server's own secret key, made on the first start.

use std::path::Path;
use std::{fmt, io};

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use thiserror::Error;

use crate::secret::Secret;
use crate::{private, random};

/// The file in the data folder that holds the key.
const FILE: &str = "secret.key";
/// Hexadecimal digits of the 256-bit key that is generated; shorter keys are refused.
const DIGITS: usize = 64;
/// Bytes of the signature before a message.
const TAG_BYTES: usize = 32;

#[derive(Debug, Error)]
pub enum ServerKeyError {
    #[error("{file}: {source}")]
    File { file: String, source: io::Error },
    #[error("the secret key is shorter than {DIGITS} characters")]
    Short,
}

/// Keys derived texts, so that a copy of the database alone reveals nothing. Servers that share a database must share
/// the key (`--secret-key`).
#[derive(Clone, Debug)]
pub struct ServerKey(Secret);

impl ServerKey {
    /// The key that is given (`--secret-key`), or the one in the data folder, which is created (mode 600) if missing.
    pub fn load(given: Option<&Secret>, data_dir: &Path) -> Result<Self, ServerKeyError> {
        let key = match given {
            Some(key) => key.clone(),
            None => read_or_make(&data_dir.join(FILE))?,
        };
        if key.expose().len() < DIGITS { Err(ServerKeyError::Short) } else { Ok(Self(key)) }
    }

    /// HMAC-SHA-256 of `parts`, in hexadecimal. No part may hold a line feed, which separates them.
    pub fn tag(&self, parts: &[&str]) -> String {
        hex::encode(self.mac(parts).finalize().into_bytes())
    }

    /// True if `tag` is the one of `parts`, compared in constant time.
    pub fn is_tag(&self, parts: &[&str], tag: &str) -> bool {
        hex::decode(tag).is_ok_and(|tag| self.mac(parts).verify_slice(&tag).is_ok())
    }

    /// A key of its own for messages of one purpose. No part may hold a line feed.
    pub fn for_messages(&self, purpose: &[&str]) -> MessageKey {
        MessageKey(keyed(&self.mac(purpose).finalize().into_bytes()))
    }

    fn mac(&self, parts: &[&str]) -> Hmac<Sha256> {
        let mut mac = keyed(self.0.expose().as_bytes());
        mac.update(parts.join("\n").as_bytes());
        mac
    }
}

fn keyed(key: &[u8]) -> Hmac<Sha256> {
    <Hmac<Sha256>>::new_from_slice(key).expect("HMAC takes a key of any length")
}

/// Signs messages, each with its place, so that none is taken for one of another place.
#[derive(Clone)]
pub struct MessageKey(Hmac<Sha256>);

impl fmt::Debug for MessageKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MessageKey")
    }
}

impl MessageKey {
    /// The content behind its signature. The place may hold no line feed.
    pub fn sign(&self, place: &str, content: &[u8]) -> Vec<u8> {
        [&self.mac(place, content).finalize().into_bytes(), content].concat()
    }

    /// The content of a message that was signed for this place; `None` for any other.
    pub fn open<'m>(&self, place: &str, message: &'m [u8]) -> Option<&'m [u8]> {
        let (tag, content) = message.split_at_checked(TAG_BYTES)?;
        self.mac(place, content).verify_slice(tag).ok().map(|()| content)
    }

    fn mac(&self, place: &str, content: &[u8]) -> Hmac<Sha256> {
        let mut mac = self.0.clone();
        mac.update(place.as_bytes());
        mac.update(b"\n");
        mac.update(content);
        mac
    }
}

fn read_or_make(path: &Path) -> Result<Secret, ServerKeyError> {
    let failed = |source| ServerKeyError::File { file: path.display().to_string(), source };
    match std::fs::read_to_string(path) {
        Ok(key) => Ok(Secret::new(key.trim())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let key = hex::encode(random::bytes::<32>());
            private::write(path, &key).map_err(failed)?;
            Ok(Secret::new(key))
        }
        Err(error) => Err(failed(error)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn the_key_is_made_once_and_only_its_owner_may_read_it() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        let made = read_or_make(&path).unwrap();
        assert_eq!(made.expose().len(), DIGITS);
        assert_eq!(read_or_make(&path).unwrap().expose(), made.expose());
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    }

    #[test]
    fn a_message_is_believed_with_its_key_its_purpose_its_place_and_whole() {
        let [one, other] = ["1", "2"].map(|digit| ServerKey(Secret::new(digit.repeat(64))));
        let key = one.for_messages(&["bus", "database 1"]);
        let message = key.sign("here.ticks", b"content");
        assert_eq!(key.open("here.ticks", &message), Some(b"content".as_slice()));
        assert_eq!(key.open("here.ticks", &key.sign("here.ticks", b"")), Some(b"".as_slice()));
        let others = [one.for_messages(&["bus", "database 2"]), other.for_messages(&["bus", "database 1"])];
        assert!(others.iter().all(|other| other.open("here.ticks", &message).is_none()));
        assert_eq!(key.open("here.push", &message), None, "another place");
        for wrong in
            [&b""[..], b"content", &message[..31], &message[..message.len() - 1], &[&message[..], b"x"].concat()]
        {
            assert_eq!(key.open("here.ticks", wrong), None);
        }
    }

    #[test]
    fn tags_depend_on_key_and_text() {
        let (one, other) = (ServerKey(Secret::new("1".repeat(64))), ServerKey(Secret::new("2".repeat(64))));
        assert_eq!(one.tag(&["a", "b"]), one.tag(&["a", "b"]));
        assert_ne!(one.tag(&["a", "b"]), one.tag(&["ab"]));
        assert_ne!(one.tag(&["a", "b"]), other.tag(&["a", "b"]));
        let tag = one.tag(&["a", "b"]);
        assert!(one.is_tag(&["a", "b"], &tag) && !one.is_tag(&["a", "c"], &tag) && !other.is_tag(&["a", "b"], &tag));
        for wrong in ["", "zz", &tag[2..], &format!("{tag}00")] {
            assert!(!one.is_tag(&["a", "b"], wrong), "{wrong}");
        }
    }
}
