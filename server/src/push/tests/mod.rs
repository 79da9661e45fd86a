//! The socket as a real client sees it, over TCP.

mod bus;
mod limits;
mod quotes;
mod streams;
pub(super) mod support;
mod topics;
