//! What every call shares: the envelope, coded errors, languages, the session, idempotency keys and paging.

pub mod arrival;
pub mod asset;
mod bearer;
mod body;
mod client_address;
pub mod connections;
mod csv;
mod error;
pub mod head;
mod idempotency;
mod language;
pub mod limits;
mod messages;
mod moment;
mod paging;
mod patient;
pub mod places;
mod reply;
mod segment;
mod serve;
mod ui;

pub use bearer::bearer;
pub use body::{Body, Params};
pub use client_address::{ClientAddress, Origin, TrustedProxies, parse_network};
pub use csv::CsvFile;
pub use error::ApiError;
pub use idempotency::IdempotencyKey;
pub use language::Language;
pub use messages::message;
pub use moment::moment;
pub use paging::{Page, PageInfo, Paged};
pub use patient::Patient;
pub use reply::{Envelope, ErrorData, Nothing, Reply, render_errors, written};
pub use segment::Segment;
pub use serve::{serve, serve_alone};
pub use ui::{CONTENT_POLICY, file as ui_file};
