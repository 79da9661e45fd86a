//! Who the customer is: accounts, sessions and the secrets that guard them, invitations.
//!
//! Handlers of other capabilities take a [`CurrentSession`] (or a [`MaybeSession`]) and call
//! [`pay_password::check`] before money leaves.

pub mod app_links;
pub mod housekeeping;
pub mod invite_page;
pub mod last_seen;
pub mod native_apps;
mod passwords;
pub mod pay_password;
pub mod session;
mod store;
mod throttle;

pub use last_seen::LastSeen;
pub use passwords::Passwords;
pub use session::{CurrentSession, MaybeSession, authenticate};
