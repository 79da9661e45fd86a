//! Something that happened outside of the UI, kept until the UI takes it: it may come before the UI has loaded.

use std::sync::{Mutex, PoisonError};

/// The newest of its kind. It is given out once.
#[derive(Debug)]
pub struct Pending<T>(Mutex<Option<T>>);

impl<T> Default for Pending<T> {
    fn default() -> Self {
        Self(Mutex::new(None))
    }
}

impl<T> Pending<T> {
    pub fn put(&self, value: T) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(value);
    }

    pub fn take(&self) -> Option<T> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_is_given_out_once() {
        let pending = Pending::default();
        pending.put("first");
        pending.put("second");
        assert_eq!(pending.take(), Some("second"));
        assert_eq!(pending.take(), None);
    }
}
