//! What customers are told: notices, which stay until they are read and afterwards.
//!
//! What moves money puts a notice among its changes, and the write path stores it ([`Notices`]). What happens to an
//! account's secrets and saved accounts is told by [`Inbox::commit_with`], in its own transaction. Either way the
//! account's stream tells of it, with how many are unread. Sentences are made when somebody reads, in their language.

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

/// Also for a notice of somebody else.
const fn unknown(field: &'static str) -> ApiError {
    ApiError::not_found("notice_unknown").on_field(field)
}
