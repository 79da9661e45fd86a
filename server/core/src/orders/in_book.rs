//! An action's part in the book of its instrument: its terms for taking from a quote, and the order that may rest.

use super::{OrderRef, Side};
use crate::decimal::Price;
use crate::ids::Priority;
use crate::products::{RemoveMargin, Terms};

/// An action's part in the book of its instrument. Most have none.
pub trait InBook {
    /// The terms on which it may take from the quote that it came with.
    fn terms(&self) -> Option<&Terms> {
        None
    }

    /// Those terms, so that a newer quote can be put into them before it is decided.
    fn terms_mut(&mut self) -> Option<&mut Terms> {
        None
    }

    /// The order as which what it does not take at once may rest in the book.
    fn arrival(&self) -> Option<Arrival> {
        None
    }

    /// An order that may rest in the book, and that it changes.
    fn changed_order(&self) -> Option<OrderRef> {
        None
    }
}

/// An order that may come to rest in the book.
#[derive(Clone, Copy, Debug)]
pub struct Arrival {
    pub order: OrderRef,
    pub side: Side,
    /// The worst price that it accepts; `None` where it says none, or where there is no quote to work it out from.
    pub limit: Option<Price>,
    /// The stop that it may wait for.
    pub stop: Option<Price>,
    /// True if that stop follows the market.
    pub trails: bool,
    /// Its place in time.
    pub priority: Priority,
}

/// A removal of margin, which is judged by the newest quote as a fill is.
impl InBook for RemoveMargin {
    fn terms(&self) -> Option<&Terms> {
        Some(&self.terms)
    }

    fn terms_mut(&mut self) -> Option<&mut Terms> {
        Some(&mut self.terms)
    }
}
