//! Double entry: every movement of money is a journal whose postings sum to zero in each currency.

mod balance;
mod book;
mod hold;
mod journal;
mod note;
mod settlement;
mod statement;

pub use balance::{Balance, BalanceKey};
pub use book::{Book, House, UnknownBook, Wallet};
pub use hold::{Hold, HoldOwner, HoldStatus};
pub use journal::{Cause, Journal, JournalKind, LedgerError, Posting};
pub use note::Note;
pub use settlement::{Unsettled, transferable};
pub use statement::{Around, Statement, StatementError};
