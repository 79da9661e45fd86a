//! The push socket: quotes for everyone, and each customer's own events.
//!
//! A socket's life is in `connection`; writes to it go through `client`, which never waits. Quotes flow from the
//! market's board through a `lane` (a flush loop over `slot`s) and are conflated: the newest value wins. A customer's
//! events flow from the writer's commit through the `hub` and the `bus` to `stream`s, which lose and reorder nothing,
//! because the database is their queue.

mod accounts;
mod admission;
mod bus;
mod client;
mod connection;
pub(crate) mod events;
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
pub mod socket;
mod stream;
#[cfg(test)]
mod tests;
mod topic;

pub use admission::{Sessions, SocketPlace};
pub use bus::BusError;
pub use events::AccountEvent;
pub use held_stream::HeldStream;
pub use hub::{Hub, HubError, Parts, Timing};
pub use quote::{Quote, QuoteSource};
pub use topic::UserTopic;
