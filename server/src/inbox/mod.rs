//! Notices to customers, which are kept before and after they are read.
//!
//! Actions that move money put notices among their changes, and the write path stores them ([`Notices`]). Changes of an
//! account's secrets and saved accounts use [`Inbox::commit_with`], in their own transaction. Both send a stream
//! message with the number of unread notices. Sentences are written when a notice is read, in the reader's language.

pub mod detail;
mod event;
pub mod list;
mod notifier;
mod row;
mod sentences;
mod store;
pub mod update_read;

pub use notifier::Inbox;
pub use row::NoticeRow;
pub use store::Notices;

use crate::http::ApiError;

/// Also for another account's notice.
const fn unknown(field: &'static str) -> ApiError {
    ApiError::not_found("notice_unknown").on_field(field)
}
