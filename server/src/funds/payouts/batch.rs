use plumbline_core::funds::payout::BankNumber;
use plumbline_core::time::UnixMillis;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::db::DbError;

/// The format of a file of payouts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Format {
    /// A credit transfer of ISO 20022, for a bank.
    Pain001,
    /// A table, for payments by other means: coins, cards, and names that banks cannot write.
    Sheet,
    /// The first version of the table, with numbers that a spreadsheet changes. Sealed files keep it; no new ones are
    /// made.
    FirstSheet,
}

impl Format {
    pub const fn code(self) -> &'static str {
        match self {
            Self::Pain001 => "pain.001",
            Self::Sheet => "sheet.2",
            Self::FirstSheet => "sheet",
        }
    }

    pub fn from_code(code: &str) -> Option<Self> {
        [Self::Pain001, Self::Sheet, Self::FirstSheet].into_iter().find(|format| format.code() == code)
    }
}

/// The account that pays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Payer {
    pub name: String,
    /// `None` in paper mode: no bank is given an account that it could take money from.
    pub account: Option<PayerAccount>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PayerAccount {
    pub number: BankNumber,
    /// The BIC of its bank.
    pub bank: String,
}

impl Payer {
    pub fn paper() -> Self {
        Self { name: "PAPER MONEY - NOT TO BE PAID".to_owned(), account: None }
    }
}

/// A file of payouts in one currency: all its contents except the withdrawals, whose destinations and amounts never
/// change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Batch {
    pub id: i64,
    pub format: Format,
    pub currency: String,
    pub is_paper: bool,
    /// `None` unless the file is for a bank.
    pub payer: Option<Payer>,
    pub payouts: i64,
    /// The total of all payouts, in hundredths of `currency`.
    pub total: i64,
    pub created_at: UnixMillis,
}

impl Batch {
    /// Its file's name.
    pub fn file_name(&self) -> String {
        let extension = if self.format == Format::Pain001 { "xml" } else { "csv" };
        format!("{}.{extension}", self.name())
    }

    /// The name for banks, in at most 35 characters.
    pub fn name(&self) -> String {
        let paper = if self.is_paper { "PAPER-" } else { "" };
        format!("{paper}{}-{}", self.currency, self.id)
    }
}

/// A file that cannot be written, because its row cannot be read.
#[derive(Debug, Error)]
#[error("file {batch} CANNOT BE READ: {source}")]
pub struct Unreadable {
    pub batch: i64,
    pub source: DbError,
}
