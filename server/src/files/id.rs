use std::fmt;
use std::str::FromStr;

/// The number of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub i64);

impl FileId {
    /// Its address without a signature, as records store it.
    pub fn path(self) -> String {
        format!("/file/{self}")
    }
}

impl fmt::Display for FileId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for FileId {
    type Err = ();

    /// In digits, in one form only.
    fn from_str(text: &str) -> Result<Self, ()> {
        let id: i64 = text.parse().map_err(|_| ())?;
        if id >= 0 && id.to_string() == text { Ok(Self(id)) } else { Err(()) }
    }
}
