//! The state of a topic in its slot, and how it is written as messages.

use std::net::IpAddr;

use plumbline_core::time::UnixMillis;

/// The result of reading the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refreshed {
    /// The state is unchanged, or there is none yet.
    Same,
    /// A new state, which can be sent as the difference from the previous one.
    Changed,
    /// A state that does not follow on the previous one, so that it is sent whole.
    Anew,
}

/// The state of a topic other than a quote.
pub trait Content: Send {
    /// Counts one more watcher of a site.
    fn join(&mut self, _: Option<IpAddr>) {}

    /// Counts one watcher of a site less.
    fn leave(&mut self, _: Option<IpAddr>) {}

    /// Reads the newest state.
    fn refresh(&mut self, now: UnixMillis) -> Refreshed;

    /// Writes as JSON the difference that the last refresh found.
    fn write_change(&self, out: &mut Vec<u8>);

    /// Writes the whole state as JSON.
    fn write_whole(&self, out: &mut Vec<u8>);
}
