use serde::{Deserialize, Serialize};

/// The reason of the bank or the chain for returning a withdrawal, if known: MS03, AC01, AC04 and MS02 of ISO 20022.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ReturnReason {
    NotTold,
    /// There is no such account.
    AccountUnknown,
    AccountClosed,
    /// The receiver or the receiver's bank does not accept it.
    NotTaken,
}

impl ReturnReason {
    pub const ALL: [ReturnReason; 4] = [Self::NotTold, Self::AccountUnknown, Self::AccountClosed, Self::NotTaken];

    /// The stable word, which clients translate.
    pub const fn word(self) -> &'static str {
        match self {
            Self::NotTold => "returned",
            Self::AccountUnknown => "account_unknown",
            Self::AccountClosed => "account_closed",
            Self::NotTaken => "not_taken",
        }
    }

    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.word() == word)
    }
}
