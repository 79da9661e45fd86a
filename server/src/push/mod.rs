//! The push socket: the market for everyone, and each customer's own events.
//!
//! A socket's life is in `connection`; writes to it go through `client`, which never waits. Public topics flow from a
//! `source` through a `lane` (a flush loop over `slot`s, each with the `content` of a topic) and are conflated: the
//! newest state wins. A customer's events flow from the writer's commit through the `hub` and the bus to `stream`s,
//! which neither lose nor reorder any, because the database is their queue.

mod accounts;
mod admission;
mod bars;
mod book;
mod broadcast;
mod client;
mod connection;
mod content;
mod depth;
pub mod events;
mod frame;
mod held_stream;
mod hub;
mod inbound;
mod json;
mod lane;
mod notice;
mod pieces;
mod protocol;
mod quote;
mod slot;
mod slots;
pub mod socket;
mod source;
mod stream;
#[cfg(test)]
mod tests;
mod topic;
mod trades;

pub use admission::{Sessions, SocketPlace};
pub use book::Book;
pub use broadcast::Broadcast;
pub use events::AccountEvent;
pub use held_stream::HeldStream;
pub use hub::{Hub, HubError, NEWS_KEPT, Parts, Timing};
pub use quote::Quote;
pub use source::{LiveBar, MarketSource};
pub use topic::UserTopic;
