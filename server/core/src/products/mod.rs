//! What can be traded. A [`TradingRules`] is a dated row of rules, and its [`Product`] is a kind of one file: what an order
//! sets aside, what a fill moves, and what becomes of the position. Nothing asks a market's name to decide on money.

mod conversion;
mod corporate;
mod fees;
mod margin;
mod spot;
mod terms;
mod trade;
mod trading_rules;

pub use conversion::{Conversion, Exchange};
pub use corporate::{Dividend, DividendStatus, EntitleDividend, PayDividend, ShareSplit, SplitShares};
pub use fees::{FeeBasis, FeeLine, FeeRule, FeeTable, Filled, RATE_SCALE, sum_of};
pub use margin::{
    AddMargin, ChargeFinancing, Financing, FinancingRates, Held, MarginRules, Marked, Protect, SetLeverage, WarnMargin,
    interest,
};
pub use terms::{Hours, Terms};
pub use trade::{Outcome, Trade};
pub use trading_rules::{Product, TradingRules, TriggerPrice};
