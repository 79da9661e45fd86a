//! Who the customer is: accounts, sessions, invitations.

pub mod app_links;
pub mod invite_page;
pub mod native_apps;
