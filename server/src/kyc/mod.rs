//! Who a customer is in the world outside: one file a call. `store` and `claims` have the tables, `services` what may be
//! applied for once the identity is verified, `autopilot` the reviewer of paper mode.

pub mod apply_status;
pub mod areas;
pub mod autopilot;
pub mod claims;
mod desk;
pub mod overdue;
mod reply;
pub mod rotate;
mod sealed;
pub mod services;
pub mod store;
pub mod update_real;

pub use desk::Desk;
pub use reply::KycReply;
pub use sealed::{SealedError, open};
