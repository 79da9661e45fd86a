//! Paper money or real money.

use clap::ValueEnum;

/// Paper money on any feed, or real money on live feeds only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Mode {
    #[default]
    Paper,
    Live,
}

impl Mode {
    /// The word on the wire and in files.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Paper => "paper",
            Self::Live => "live",
        }
    }
}
