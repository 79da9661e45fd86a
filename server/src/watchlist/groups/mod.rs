//! The groups that a customer sorts watched instruments into: one file a call. Every instrument in a group is on the
//! watchlist, and leaves its groups when it leaves that.

pub mod create;
pub mod delete;
pub mod list;
pub mod put;
pub mod rename;
pub mod reorder;
pub mod reorder_rows;
pub mod store;
pub mod take;

use axum::http::StatusCode;
use plumbline_core::ids;

use crate::http::{ApiError, text};

/// Groups that a customer may have.
pub const GROUPS_MAX: i64 = 20;
/// Places in all groups of a customer together.
pub const PLACES_MAX: i64 = 500;

fn read_name(name: &str) -> Result<String, ApiError> {
    text::required(Some(name), "name", text::GIVEN_NAME_LENGTH_MAX)
}

/// The id of a group in a request.
fn read_group(id: &str) -> Result<i64, ApiError> {
    ids::parse(id).map_err(|_| unknown())
}

const fn unknown() -> ApiError {
    ApiError::new(StatusCode::NOT_FOUND, "group_unknown").on_field("groupId")
}
