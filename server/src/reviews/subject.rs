use clap::ValueEnum;
use plumbline_core::ids::AccountId;

/// The kinds of subjects of reviews.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub enum SubjectKind {
    Deposit,
    Withdrawal,
    /// An identity check.
    Identity,
    /// An application for a service.
    Service,
    /// The sending of an approved withdrawal, which `plumbline payouts` decides.
    #[value(skip)]
    Payout,
    /// What came of a withdrawal that was sent.
    #[value(skip)]
    Arrival,
    /// That a withdrawal came back after it had arrived.
    #[value(skip)]
    Return,
}

impl SubjectKind {
    pub const ALL: [SubjectKind; 7] =
        [Self::Deposit, Self::Withdrawal, Self::Identity, Self::Service, Self::Payout, Self::Arrival, Self::Return];

    /// The word in the database and on the command line.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Deposit => "deposit",
            Self::Withdrawal => "withdrawal",
            Self::Identity => "identity",
            Self::Service => "service",
            Self::Payout => "payout",
            Self::Arrival => "arrival",
            Self::Return => "return",
        }
    }

    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.code() == code)
    }
}

/// One of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Subject {
    pub kind: SubjectKind,
    pub id: i64,
    pub account: AccountId,
}
