//! The bank accounts, cards and wallets that a customer's money can be sent to: one file a call. The core defines their
//! fields (`plumbline_core::funds::payout`); `details` reads them from requests, `store` stores them.

mod account_type;
pub mod add;
pub mod delete;
mod details;
mod image;
pub mod list;
mod reply;
pub mod store;
pub mod update;

pub use account_type::AccountType;
pub use details::PayoutDetails;
pub use reply::PayoutReply;

use axum::http::StatusCode;
use plumbline_core::ids::PayoutAccountId;

use crate::http::ApiError;

/// Accounts that a customer may have saved at a time.
pub const MAX: i64 = 20;

/// The id in a request.
fn read_id(text: &str) -> Result<PayoutAccountId, ApiError> {
    text.parse().map_err(|_| unknown())
}

const fn unknown() -> ApiError {
    ApiError::new(StatusCode::NOT_FOUND, "card_unknown").on_field("id")
}
