//! The time and the ids of a command come in with it, so that a recorded log of commands replays to the same state.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::time::UnixMillis;

/// The moment of a command, and the source of ids for the records that it creates: as many as it needs, each greater
/// than the one before, and used for nothing else. A replay hands out the recorded ids.
pub struct Stamp<'a> {
    pub now: UnixMillis,
    ids: &'a mut dyn FnMut() -> i64,
}

/// A stamp as it is stored: the moment, and the ids that were handed out at it, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stamped {
    pub now: UnixMillis,
    pub ids: Vec<i64>,
}

impl<'a> Stamp<'a> {
    pub fn new(now: UnixMillis, ids: &'a mut dyn FnMut() -> i64) -> Self {
        Self { now, ids }
    }

    pub fn next_id(&mut self) -> i64 {
        (self.ids)()
    }
}

impl fmt::Debug for Stamp<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stamp").field("now", &self.now).finish_non_exhaustive()
    }
}
