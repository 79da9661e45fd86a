//! What a company's actions do to who owns its shares.

mod dividend;
mod split;

pub use dividend::{Dividend, DividendStatus, EntitleDividend, PayDividend};
pub use split::{ShareSplit, SplitShares};
