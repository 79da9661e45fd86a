//! Queues in tables: waiting rows, the oldest first, read in parts. A row that stays, because it cannot be read or
//! carried out, does not keep those behind it waiting: the next part begins behind it.

/// A part of a queue: `size` rows after the first `offset`, for `LIMIT` and `OFFSET`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    pub size: i64,
    pub offset: i64,
}

/// The readable records of a part.
#[derive(Debug)]
pub struct Read<T> {
    pub found: Vec<T>,
    /// Rows of the part, including those that cannot be read.
    pub rows: usize,
}

/// One pass through a queue.
#[derive(Debug)]
pub struct Pass {
    part: Part,
    is_over: bool,
}

impl Pass {
    pub const fn in_parts_of(size: i64) -> Self {
        Self { part: Part { size, offset: 0 }, is_over: false }
    }

    /// The next part; `None` at the end.
    pub fn next(&self) -> Option<Part> {
        (!self.is_over).then_some(self.part)
    }

    /// Completes a part of `rows` rows; `gone` of them have left the queue.
    pub fn passed(&mut self, rows: usize, gone: usize) {
        let count = |rows| i64::try_from(rows).unwrap_or(i64::MAX);
        self.part.offset = self.part.offset.saturating_add(count(rows.saturating_sub(gone)));
        self.is_over = count(rows) < self.part.size;
    }
}

/// A part of a queue, whose statement ends with a size and an offset.
#[macro_export]
macro_rules! fetch_part {
    ($on:expr, $kind:expr, $row:ty, $statement:expr, $part:expr $(, $bind:expr)* $(,)?) => {
        $crate::fetch_each!($on, $kind, $row, $statement $(, $bind)*, $part.size, $part.offset).map(|(found, unread)| {
            unread.iter().for_each(|row| $crate::db::Session::aside(&*$on).put(row));
            $crate::db::queue::Read { rows: found.len() + unread.len(), found }
        })
    };
}

/// The first `$at_most` readable records of a queue.
#[macro_export]
macro_rules! fetch_head {
    ($on:expr, $kind:expr, $row:ty, $statement:expr, $at_most:expr $(, $bind:expr)* $(,)?) => {{
        let (mut pass, mut head) = ($crate::db::queue::Pass::in_parts_of($at_most), Vec::new());
        loop {
            match pass.next() {
                Some(part) if (head.len() as i64) < $at_most => {
                    match $crate::fetch_part!($on, $kind, $row, $statement, part $(, $bind)*) {
                        Ok(read) => {
                            pass.passed(read.rows, 0);
                            head.extend(read.found);
                        }
                        Err(error) => break Err(error),
                    }
                }
                _ => break Ok(head),
            }
        }
    }};
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stays_in_front_is_passed() {
        let mut pass = Pass::in_parts_of(10);
        let offset = |pass: &Pass| pass.next().map(|part| part.offset);
        assert_eq!(offset(&pass), Some(0));
        pass.passed(10, 7);
        assert_eq!(offset(&pass), Some(3), "three of the first are still there");
        pass.passed(10, 10);
        assert_eq!(offset(&pass), Some(3));
        pass.passed(9, 0);
        assert_eq!(offset(&pass), None);
    }
}
