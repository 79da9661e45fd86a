//! Time and ids come in with the command, so that a recorded log of commands replays to the same state.

use crate::time::UnixMillis;

/// Ids that one command may use: its own, a position, and a fill and a journal for each level of the book.
pub const IDS_PER_COMMAND: i64 = 16;

/// The moment of a command and the ids that it may give to what it makes.
#[derive(Clone, Copy, Debug)]
pub struct Stamp {
    pub now: UnixMillis,
    next: i64,
}

impl Stamp {
    /// `first` begins a block of [`IDS_PER_COMMAND`] ids that nothing else uses.
    pub const fn new(now: UnixMillis, first: i64) -> Self {
        Self { now, next: first }
    }

    pub fn next_id(&mut self) -> i64 {
        let id = self.next;
        self.next += 1;
        id
    }
}
