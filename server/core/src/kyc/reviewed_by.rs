use serde::{Deserialize, Serialize};

/// The kind of reviewer that made a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReviewedBy {
    /// The automatic reviewer of paper mode.
    Autopilot,
    /// Two people.
    Reviewers,
}

impl ReviewedBy {
    pub const ALL: [ReviewedBy; 2] = [Self::Autopilot, Self::Reviewers];

    pub const fn code(self) -> &'static str {
        match self {
            Self::Autopilot => "autopilot",
            Self::Reviewers => "reviewers",
        }
    }

    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|by| by.code() == code)
    }
}
