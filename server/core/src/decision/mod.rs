//! Decisions on all that moves money or changes an order: facts in, changes out. The capabilities share this module,
//! and it depends on none of them.

mod action;
mod changes;
mod facts;
mod needs;
mod record;
mod refusal;
mod stamp;
mod sums;
mod table;

pub use action::{Action, Actor};
pub use changes::Changes;
pub use facts::Facts;
pub use needs::Needs;
pub use record::{Kind, Record};
pub use refusal::{Refusal, RefusalKind, Unsound};
pub use stamp::{Stamp, Stamped};
pub use sums::HouseSums;
