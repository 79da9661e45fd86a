//! The customer's identity: accounts, sessions and the secrets that guard them, invitations.
//!
//! Handlers of other capabilities take a [`CurrentSession`] (or a [`MaybeSession`]) and call [`pay_password::check`]
//! before money leaves. [`security_notice::send`] mails the customer a change before it is made, and a [`Notifier`]
//! puts a notice into the inbox with the change.

mod accounts;
pub mod app_links;
mod codes;
pub mod end_sessions;
mod ended;
mod hashing;
pub mod housekeeping;
pub mod invite_page;
mod known_devices;
mod known_networks;
pub mod last_seen;
pub mod list_invited;
pub mod list_sessions;
pub mod login;
pub mod logout;
pub mod native_apps;
mod new_password;
mod notifier;
mod open_session;
pub mod operators;
mod passwords;
pub mod pay_password;
mod present_password;
pub mod public_address;
pub mod register;
pub mod request_code;
pub mod reset_password;
pub mod security_notice;
pub mod session;
mod session_lookup;
pub mod set_pay_password;
mod store;
mod throttle;
pub mod update_password;
pub mod update_pay_password;
pub mod user;
pub mod user_info;

pub use accounts::Accounts;
pub use ended::{Ended, SessionListener};
pub use last_seen::LastSeen;
pub use notifier::Notifier;
pub use passwords::{Asker, Passwords};
pub use session::{CurrentSession, MaybeSession, Sessions};
pub use session_lookup::SessionLookup;
