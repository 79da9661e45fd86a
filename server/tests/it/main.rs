//! The server over HTTP, on both databases. One test binary, because linking takes most of the time.

mod database;
mod identity;
mod openapi;
mod support;
