//! Notices to a customer about the account, which stay in the inbox after they are read.
//!
//! An action that has something to report adds a [`Notice`] to its changes, so that the notice is stored with its
//! cause, or not at all. A notice holds no sentence: its facts are put into words when it is read, in the reader's
//! language.

mod kind;
mod notice;
mod sentence;
mod told;

pub use kind::{NoticeKind, PayoutChange, WithdrawalStep};
pub use notice::Notice;
pub use told::{Subject, Told, Value};
