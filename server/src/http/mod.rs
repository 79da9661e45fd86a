//! What every call shares: the envelope, coded errors, languages, the session, idempotency keys and paging.

mod body;
mod client_address;
mod error;
mod idempotency;
mod language;
mod messages;
mod paging;
mod reply;
mod serve;

pub use body::{Body, Params};
pub use client_address::ClientAddress;
pub use error::ApiError;
pub use idempotency::IdempotencyKey;
pub use language::Language;
pub use messages::message;
pub use paging::{Page, PageInfo, Paged};
pub use reply::{Envelope, ErrorData, Nothing, Reply, render_errors};
pub use serve::serve;
