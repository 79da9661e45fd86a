//! Rules of identity: passwords, limits on guessing, and the life of codes and sessions.

pub mod address;
pub mod email_code;
pub mod handles;
pub mod masked;
pub mod password;
pub mod session;
pub mod throttle;
