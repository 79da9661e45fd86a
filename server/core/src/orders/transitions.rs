//! The life of an order, as one table.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::decision::Refusal;

/// Where an order is in its life.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum OrderStatus {
    Accepted,
    Triggered,
    PartiallyFilled,
    Filled,
    Cancelled,
    Rejected,
    Expired,
    /// A leg of an entry that has not been filled: it closes nothing yet, and is not open.
    Pending,
}

/// What happens to an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OrderEvent {
    Trigger,
    FillPart,
    FillRest,
    /// Its price or its quantity is changed.
    Amend,
    Cancel,
    Reject,
    Expire,
    /// The entry of a leg is filled for the first time.
    Activate,
    /// Nothing is left for a leg to close while its entry is open.
    Suspend,
}

#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("an order that is {0:?} does not take {1:?}")]
pub struct TransitionRefused(pub OrderStatus, pub OrderEvent);

impl From<TransitionRefused> for Refusal {
    fn from(_: TransitionRefused) -> Self {
        Self::OrderNotOpen
    }
}

impl OrderStatus {
    pub const ALL: [OrderStatus; 8] = [
        Self::Accepted,
        Self::Triggered,
        Self::PartiallyFilled,
        Self::Filled,
        Self::Cancelled,
        Self::Rejected,
        Self::Expired,
        Self::Pending,
    ];

    /// The number in the database.
    pub const fn code(self) -> i64 {
        match self {
            Self::Accepted => 0,
            Self::Triggered => 1,
            Self::PartiallyFilled => 2,
            Self::Filled => 3,
            Self::Cancelled => 4,
            Self::Rejected => 5,
            Self::Expired => 6,
            Self::Pending => 7,
        }
    }

    pub fn from_code(code: i64) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.code() == code)
    }

    /// The number on the wire: 0 working, 3 partially filled, 1 filled, 2 ended without being filled.
    pub const fn wire(self) -> i64 {
        match self {
            Self::Accepted | Self::Triggered | Self::Pending => 0,
            Self::PartiallyFilled => 3,
            Self::Filled => 1,
            Self::Cancelled | Self::Rejected | Self::Expired => 2,
        }
    }

    /// An open order can still be filled, and holds money or shares.
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Accepted | Self::Triggered | Self::PartiallyFilled)
    }

    /// The status after `event`. Every pair that is not listed is refused.
    pub fn after(self, event: OrderEvent) -> Result<Self, TransitionRefused> {
        use OrderEvent as E;
        use OrderStatus as S;
        match (self, event) {
            (S::Accepted, E::Trigger) => Ok(S::Triggered),
            (S::Accepted | S::Triggered | S::PartiallyFilled, E::FillPart) => Ok(S::PartiallyFilled),
            (S::Accepted | S::Triggered | S::PartiallyFilled, E::FillRest) => Ok(S::Filled),
            (S::Accepted | S::Triggered | S::PartiallyFilled, E::Amend) => Ok(self),
            (S::Accepted | S::Triggered | S::PartiallyFilled, E::Cancel) => Ok(S::Cancelled),
            (S::Accepted | S::Triggered | S::PartiallyFilled, E::Expire) => Ok(S::Expired),
            (S::Accepted, E::Reject) => Ok(S::Rejected),
            (S::Pending, E::Activate) => Ok(S::Accepted),
            (S::Pending, E::Amend) | (S::Accepted, E::Suspend) => Ok(S::Pending),
            (S::Pending, E::Cancel) => Ok(S::Cancelled),
            _ => Err(TransitionRefused(self, event)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One row a status, one column an event: the status after it, or `-` for a refusal.
    const TABLE: &str = "
                        Trigger    FillPart         FillRest  Amend            Cancel     Reject    Expire   Activate  Suspend
        Accepted        Triggered  PartiallyFilled  Filled    Accepted         Cancelled  Rejected  Expired  -         Pending
        Triggered       -          PartiallyFilled  Filled    Triggered        Cancelled  -         Expired  -         -
        PartiallyFilled -          PartiallyFilled  Filled    PartiallyFilled  Cancelled  -         Expired  -         -
        Filled          -          -                -         -                -          -         -        -         -
        Cancelled       -          -                -         -                -          -         -        -         -
        Rejected        -          -                -         -                -          -         -        -         -
        Expired         -          -                -         -                -          -         -        -         -
        Pending         -          -                -         Pending          Cancelled  -         -        Accepted  -
    ";

    #[test]
    fn the_table_of_transitions() {
        use OrderEvent::*;
        let events = [Trigger, FillPart, FillRest, Amend, Cancel, Reject, Expire, Activate, Suspend];
        let rows = TABLE.lines().filter(|line| !line.trim().is_empty()).skip(1);
        for (status, row) in OrderStatus::ALL.into_iter().zip(rows) {
            let mut cells = row.split_whitespace();
            assert_eq!(cells.next(), Some(format!("{status:?}").as_str()));
            for (event, cell) in events.into_iter().zip(cells) {
                let after = status.after(event).map_or("-".to_owned(), |s| format!("{s:?}"));
                assert_eq!(after, cell, "{status:?} {event:?}");
            }
        }
    }

    #[test]
    fn codes_are_read_back() {
        for status in OrderStatus::ALL {
            assert_eq!(OrderStatus::from_code(status.code()), Some(status));
            let works = status.is_open() || status == OrderStatus::Pending;
            assert_eq!(works, [0, 3].contains(&status.wire()));
        }
    }
}
