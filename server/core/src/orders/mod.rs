//! Orders: acceptance, matching against the quote, fees, and the life of an order.

mod affordable;
mod amend;
mod cancel;
mod close_reason;
mod closing;
mod cost;
mod fill;
mod fill_resting;
mod in_book;
mod liquidate;
mod margin_cost;
mod matching;
mod order;
mod place;
mod resting;
mod transitions;
mod trigger;

pub use crate::market::{Liquidity, Match, Side, TickName};
pub use affordable::affordable;
pub use amend::Amend;
pub use cancel::Cancel;
pub use close_reason::CloseReason;
pub use cost::{Cost, cost};
pub use fill::{Fill, FillResting, RestingFill};
pub use fill_resting::{OfferedTo, Reached};
pub use in_book::{Arrival, InBook};
pub use liquidate::Liquidate;
pub use margin_cost::MarginCost;
pub use matching::{Wanted, match_book, worst_value};
pub use order::{MAX_OPEN_ORDERS, Order, OrderKind, OrderRef, TimeInForce};
pub use place::{OrderSize, Place};
pub use resting::{Ahead, Frontier, Reach, RestingOrder, RestingOrders};
pub use transitions::{OrderEvent, OrderStatus, TransitionRefused};
pub use trigger::Trigger;
