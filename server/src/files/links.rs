//! Addresses of files: signed, for one reader, and for a few minutes.

use crate::http::wire;
use plumbline_core::ids::AccountId;
use plumbline_core::time::UnixMillis;
use serde::Deserialize;
use url::form_urlencoded;
use utoipa::IntoParams;

use super::id::FileId;
use crate::server_key::ServerKey;

/// The shortest time for which a link is valid, in milliseconds.
const GOOD_FOR: i64 = 10 * UnixMillis::MINUTE;
/// The beginning of the signed text, so that no other text of the server equals it.
const WHAT: &str = "file";

/// The reader that a link is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader<'a> {
    /// The customer who owns the file.
    Owner(AccountId),
    /// A reviewer, by name, and the reason.
    Reviewer { name: &'a str, reason: &'a str },
}

/// The query of a link.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Signed {
    /// The end of the link's validity, in Unix milliseconds.
    pub expires: i64,
    /// The server's signature over the file, the end of validity and the reader.
    pub signature: wire::Digest,
}

/// The reason why a link is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkError {
    Expired,
    /// It was not made by this server for this file and this reader.
    Forged,
}

impl Reader<'_> {
    fn words(self) -> [String; 3] {
        match self {
            Self::Owner(account) => ["owner".to_owned(), account.0.to_string(), String::new()],
            // In hexadecimal, because the texts may contain anything.
            Self::Reviewer { name, reason } => ["reviewer".to_owned(), hex::encode(name), hex::encode(reason)],
        }
    }
}

/// The link to `file` for `reader`, from now on. It is valid up to the end of a minute, so that links made within one
/// minute are equal: reads with them are recorded once.
pub fn link(key: &ServerKey, file: FileId, reader: Reader<'_>, now: UnixMillis) -> String {
    let expires = whole_minute(now.plus(GOOD_FOR)).0;
    let signature = key.tag(&signed_text(file, reader, expires).each_ref().map(String::as_str));
    let mut query = form_urlencoded::Serializer::new(String::new());
    let path = match reader {
        Reader::Owner(_) => file.path(),
        Reader::Reviewer { name, reason } => {
            query.append_pair("reviewer", name).append_pair("reason", reason);
            format!("{}/review", file.path())
        }
    };
    query.append_pair("expires", &expires.to_string()).append_pair("signature", &signature);
    format!("{path}?{}", query.finish())
}

/// The end of the moment's minute.
fn whole_minute(at: UnixMillis) -> UnixMillis {
    at.plus((-at.0).rem_euclid(UnixMillis::MINUTE))
}

/// Checks that a link to `file` was made for `reader`, and is still valid.
pub fn check(
    key: &ServerKey,
    file: FileId,
    reader: Reader<'_>,
    signed: &Signed,
    now: UnixMillis,
) -> Result<(), LinkError> {
    let text = signed_text(file, reader, signed.expires);
    if !key.is_tag(&text.each_ref().map(String::as_str), &signed.signature) {
        return Err(LinkError::Forged);
    }
    if now.0 >= signed.expires { Err(LinkError::Expired) } else { Ok(()) }
}

fn signed_text(file: FileId, reader: Reader<'_>, expires: i64) -> [String; 6] {
    let [kind, name, reason] = reader.words();
    [WHAT.to_owned(), file.to_string(), expires.to_string(), kind, name, reason]
}

/// The file of an address, whatever signature is behind it.
pub fn file_in(url: &str) -> Option<FileId> {
    let path = url.split_once('?').map_or(url, |(path, _)| path);
    path.strip_prefix("/file/")?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::secret::Secret;

    const FILE: FileId = FileId(7);
    const ANN: Reader<'_> = Reader::Owner(AccountId(12));

    fn key(digit: &str) -> ServerKey {
        ServerKey::load(Some(&Secret::new(digit.repeat(64))), std::path::Path::new("nowhere")).unwrap()
    }

    fn signed(link: &str) -> Signed {
        let query = link.split_once('?').unwrap().1;
        let value = |name: &str| {
            let found = form_urlencoded::parse(query.as_bytes()).find(|(known, _)| known == name);
            found.unwrap().1.into_owned()
        };
        Signed { expires: value("expires").parse().unwrap(), signature: value("signature").into() }
    }

    #[test]
    fn a_link_is_good_for_its_file_its_reader_and_ten_minutes() {
        let (key, now) = (key("a"), UnixMillis(1_800_000_000_000));
        let reviewer = Reader::Reviewer { name: "Bo & Co", reason: "deposit 7" };
        for reader in [ANN, reviewer] {
            let link = link(&key, FILE, reader, now);
            assert_eq!(file_in(&link), matches!(reader, Reader::Owner(_)).then_some(FILE), "{link}");
            let signed = signed(&link);
            let at = |reader, file, later| check(&key, file, reader, &signed, now.plus(later));
            assert_eq!(at(reader, FILE, 0), Ok(()));
            assert_eq!(at(reader, FILE, GOOD_FOR - 1), Ok(()));
            assert_eq!(at(reader, FILE, GOOD_FOR), Err(LinkError::Expired));
            assert_eq!(at(reader, FileId(8), 0), Err(LinkError::Forged));
            let others = [
                Reader::Owner(AccountId(13)),
                Reader::Reviewer { name: "Bo", reason: "deposit 7" },
                Reader::Reviewer { name: "Bo & Co", reason: "" },
            ];
            for other in others {
                assert_eq!(at(other, FILE, 0), Err(LinkError::Forged), "{other:?}");
            }
            let later = Signed { expires: signed.expires + 1, signature: signed.signature.clone() };
            assert_eq!(check(&key, FILE, reader, &later, now), Err(LinkError::Forged));
            assert_eq!(check(&self::key("b"), FILE, reader, &signed, now), Err(LinkError::Forged));
        }
    }

    #[test]
    fn links_of_one_minute_are_the_same() {
        let key = key("a");
        let at = |millis| link(&key, FILE, ANN, UnixMillis(1_800_000_000_000 + millis));
        assert_eq!(at(1), at(UnixMillis::MINUTE));
        assert_ne!(at(0), at(1));
        assert_eq!(signed(&at(1)).expires, 1_800_000_000_000 + GOOD_FOR + UnixMillis::MINUTE);
    }

    #[test]
    fn only_the_address_of_a_file_names_one() {
        assert_eq!(file_in("/file/7?expires=1&signature=x"), Some(FILE));
        assert_eq!(file_in("/file/7"), Some(FILE));
        let others = [
            "",
            "7",
            "/file/",
            "/file/7/",
            "/file/7/review",
            "/file/-7",
            "/file/+7",
            "/file/07",
            "/file/7.5",
            "/files/7",
            "file/7",
            "//file/7",
            "https://here/file/7",
            "/file/99999999999999999999",
            "/file/７",
            "/file/7#x",
            "/file/ 7",
        ];
        for other in others {
            assert_eq!(file_in(other), None, "{other}");
        }
    }
}
