//! The feed that the market runs on, as the operator names it.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use thiserror::Error;

/// `sim`, `sim:SEED` or `replay:DIR`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FeedSpec {
    /// The simulated market of a seed.
    Sim { seed: u64 },
    /// Recorded bars, one file an instrument.
    Replay { folder: PathBuf },
}

#[derive(Debug, Error)]
pub enum FeedSpecError {
    #[error("unknown feed {0}: use sim, sim:SEED or replay:DIR")]
    Unknown(String),
    #[error("the seed {0} is not a whole number")]
    Seed(String),
}

impl FromStr for FeedSpec {
    type Err = FeedSpecError;

    fn from_str(text: &str) -> Result<Self, FeedSpecError> {
        let (kind, rest) = text.split_once(':').unwrap_or((text, ""));
        match (kind, rest) {
            ("sim", "") => Ok(Self::Sim { seed: 1 }),
            ("sim", seed) => {
                seed.parse().map(|seed| Self::Sim { seed }).map_err(|_| FeedSpecError::Seed(seed.to_owned()))
            }
            ("replay", folder) if !folder.is_empty() => Ok(Self::Replay { folder: folder.into() }),
            _ => Err(FeedSpecError::Unknown(text.to_owned())),
        }
    }
}

impl fmt::Display for FeedSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sim { seed } => write!(f, "sim:{seed}"),
            Self::Replay { folder } => write!(f, "replay:{}", folder.display()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn feeds_are_named() {
        let table = [("sim", Some("sim:1")), ("sim:77", Some("sim:77")), ("replay:/tmp/x", Some("replay:/tmp/x"))];
        for (text, shown) in table {
            assert_eq!(text.parse::<FeedSpec>().ok().map(|spec| spec.to_string()).as_deref(), shown, "{text}");
        }
        for wrong in ["", "sim:x", "sim:-1", "replay", "replay:", "live"] {
            assert!(wrong.parse::<FeedSpec>().is_err(), "{wrong}");
        }
    }
}
