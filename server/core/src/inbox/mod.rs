//! What a customer is told of the account: notices, which stand in the inbox until they are read and afterwards.
//!
//! An action that has something to tell puts a [`Notice`] among its changes, so that it is stored with what it tells of,
//! or not at all. A notice holds no sentence: what is known of the matter is written out when somebody reads it, in the
//! reader's language.

mod kind;
mod notice;

pub use kind::{NoticeKind, PayoutChange, WithdrawalStep};
pub use notice::Notice;
