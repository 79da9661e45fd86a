//! What accounts are worth: everything that they own at its newest price, and the curve of it.

pub mod equity;
pub mod overview;
