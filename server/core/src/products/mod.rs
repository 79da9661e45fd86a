//! Products, and the rules by which they are traded. [`TradingRules`] is one dated row of rules; a [`Product`] is a kind with
//! a file of its own for the money that an order sets aside, the money that a fill moves, and the end of the position.
//! Nothing asks a market's name to decide on money.

mod conversion;
mod corporate;
mod fees;
mod futures;
mod margin;
mod spot;
mod terms;
mod trade;
mod trading_rules;

pub use conversion::{Conversion, Exchange, Part, Rate};
pub use corporate::{Dividend, DividendStatus, EntitleDividend, PayDividend, ShareSplit, SplitShares};
pub use fees::{FeeBasis, FeeLine, FeeRule, FeeTable, Filled, RATE_SCALE, sum_of};
pub(crate) use futures::parts;
pub use futures::{
    DailySettlement, Directions, OwedSettlements, RecordSettlements, Settlement, SettlementMethod, Variation,
};
pub use margin::{
    Accrued, AddMargin, ChargeNights, Financing, FinancingRates, MarginBounds, MarginRules, Marked, Night,
    NightsCharged, OwedNights, RateBounds, RecordNights, RemoveMargin, SetLeverage, SetRefill, WaitingPositions,
    WarnMargin, interest,
};
pub use terms::{ContractEnd, ExtendedHours, Hours, Terms};
pub use trade::{Outcome, Trade};
pub use trading_rules::{Product, ProductKind, TradingRules, TriggerPrice};
