//! Columns that lists of instruments can be ordered by.

/// Market value is missing because it is known of no instrument.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Column {
    Name,
    Code,
    Price,
    Change,
    ChangeRatio,
    Volume,
    Turnover,
    Amplitude,
}

impl Column {
    pub const ALL: [Self; 8] = [
        Self::Name,
        Self::Code,
        Self::Price,
        Self::Change,
        Self::ChangeRatio,
        Self::Volume,
        Self::Turnover,
        Self::Amplitude,
    ];

    pub const fn code(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Code => "code",
            Self::Price => "price",
            Self::Change => "change",
            Self::ChangeRatio => "changeRatio",
            Self::Volume => "volume",
            Self::Turnover => "turnover",
            Self::Amplitude => "amplitude",
        }
    }

    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|column| column.code() == code)
    }

    /// True for figures, which are ordered from the greatest by default; words are ordered from the first.
    pub const fn is_figure(self) -> bool {
        !matches!(self, Self::Name | Self::Code)
    }
}
