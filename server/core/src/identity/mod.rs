//! Rules about who a customer is: what may be a password, how often one may guess, how long a session lives.

pub mod address;
pub mod email_code;
pub mod handles;
pub mod masked;
pub mod password;
pub mod session;
pub mod throttle;
