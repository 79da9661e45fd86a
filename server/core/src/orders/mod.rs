//! Orders: acceptance, matching against the quote, fees, and the life of an order.

mod affordable;
mod cancel;
mod cost;
mod fees;
mod fill;
mod listing;
mod matching;
mod order;
mod place;
mod resting;
mod transitions;

pub use affordable::affordable;
pub use cancel::{Cancel, CloseReason, cancel};
pub use cost::{Cost, cost};
pub use fees::{FeeBasis, FeeLine, FeeRule, FeeTable, Filled, RATE_SCALE};
pub use fill::{Fill, FillResting, RestingFill, fill_resting};
pub use listing::Listing;
pub use matching::{Liquidity, Match, TickName, Wanted, match_book, worst_value};
pub use order::{MAX_OPEN_ORDERS, Order, OrderKind, OrderRef, Side, TimeInForce};
pub use place::{OrderSize, Place, place};
pub use resting::{Ahead, Frontier, Reach, RestingOrder, RestingOrders};
pub use transitions::{OrderEvent, OrderStatus, TransitionRefused};
