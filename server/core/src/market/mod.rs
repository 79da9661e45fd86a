//! Instruments and the market data that orders are priced with.

mod auction;
mod auction_hours;
mod bars;
mod calendar;
mod corporate_action;
mod fence;
mod futures;
mod indicators;
mod instrument;
mod liquidity;
mod offering;
mod side;
pub mod sim;
mod tick;
mod tick_size;
mod trade;
mod volatility;

pub use auction::{AuctionOrder, Clearing, auction};
pub use auction_hours::{AuctionHours, AuctionPhase};
pub use bars::{Bar, Period, begin_of, local_date, roll_up};
pub use calendar::{SessionCalendar, TradingDay};
pub use corporate_action::{ActionTerms, CorporateAction, SplitRatio};
pub use fence::{Fence, Nonsense};
pub use futures::{ContractMonth, DayRule, Listing, UnknownRule};
pub use indicators::{Trend, relative_strength, volatility};
pub use instrument::{Company, Future, Instrument, Market, Names};
pub use liquidity::{Liquidity, Match, TickName};
pub use offering::{Offering, OfferingStatus};
pub use side::Side;
pub use tick::{DEPTH_LEVELS, Level, Session, Tick};
pub use tick_size::{NoBands, TickSizes};
pub use trade::Trade;
pub use volatility::{LimitUpLimitDown, PriceBand, Restraint, RestraintKind, VolatilityControl, VolatilityRule};
