//! What a slot keeps of a topic: the newest state, and how it is told.

use std::net::IpAddr;

use plumbline_core::time::UnixMillis;

/// What a look at the source found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refreshed {
    /// The same as before, or nothing yet.
    Same,
    /// Another state, which can be told as what changed.
    Changed,
    /// One that does not follow on what was known, so that it is told as a whole.
    Anew,
}

/// The state of a topic other than a quote.
pub trait Content: Send {
    /// One more of a site watches it.
    fn join(&mut self, _: Option<IpAddr>) {}

    /// One of those of a site watches it no more.
    fn leave(&mut self, _: Option<IpAddr>) {}

    /// Takes the newest state in.
    fn refresh(&mut self, now: UnixMillis) -> Refreshed;

    /// Writes as JSON what the last refresh changed.
    fn write_change(&self, out: &mut Vec<u8>);

    /// Writes all of it as JSON.
    fn write_whole(&self, out: &mut Vec<u8>);
}
