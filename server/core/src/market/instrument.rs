//! What can be traded or watched.

use jiff::civil::Date;

use crate::decimal::{Price, Quantity};
use crate::ids::InstrumentId;
use crate::money::Currency;
use crate::time::UnixMillis;

/// The market of an instrument, as the wire names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Market {
    UsStock,
    HongKong,
    Crypto,
    Forex,
    Future,
    /// What is watched and not traded.
    Index,
}

impl Market {
    pub const ALL: [Market; 6] = [Self::UsStock, Self::HongKong, Self::Crypto, Self::Forex, Self::Future, Self::Index];

    pub const fn code(self) -> &'static str {
        match self {
            Self::UsStock => "UsStock",
            Self::HongKong => "HK",
            Self::Crypto => "Crypto",
            Self::Forex => "Forex",
            Self::Future => "Future",
            Self::Index => "Index",
        }
    }

    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|market| market.code() == code)
    }

    /// The asset source code of the market's ordinary instruments.
    pub const fn source(self) -> i64 {
        match self {
            Self::UsStock => 0,
            Self::HongKong => 11,
            Self::Crypto => 7,
            Self::Forex => 2,
            Self::Future => 3,
            Self::Index => 99,
        }
    }

    /// The calendar of what says no other: that of the market's main exchange. Empty where the market never closes.
    pub const fn calendar(self) -> &'static str {
        match self {
            Self::UsStock => "XNYS",
            Self::HongKong => "XHKG",
            Self::Forex => "FX",
            Self::Future => "CME",
            Self::Crypto | Self::Index => "",
        }
    }
}

/// A name in the three languages of the product.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    pub english: String,
    pub simplified: String,
    pub traditional: String,
}

/// Facts on the company behind a share.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Company {
    /// The year of its founding.
    pub founded: Option<i64>,
    pub headquarters: String,
    pub employees: Option<i64>,
    pub website: String,
}

/// One row of `instruments`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instrument {
    pub id: InstrumentId,
    pub code: String,
    pub market: Market,
    /// NASDAQ, NYSE or AMEX for US stocks.
    pub exchange: String,
    /// What its prices are in.
    pub currency: Currency,
    /// What a pair of currencies buys and sells; `None` for everything else.
    pub base: Option<Currency>,
    pub names: Names,
    /// The simplified name in pinyin, and its initials, for search.
    pub pinyin: String,
    pub initials: String,
    /// The industry, in English, such as `Health Care`; of a pair its class, such as `major`.
    pub industry: String,
    /// What is known of the company; empty or `None` where it is not.
    pub company: Company,
    /// Quantities are multiples of it, unless a dated rule says otherwise.
    pub lot: Quantity,
    /// The least decimals that prices are shown with.
    pub price_decimals: u32,
    /// Which decimal a pip is; `None` for what is not counted in pips.
    pub pip_decimals: Option<u32>,
    /// The table of its price steps; empty where its market has one for all.
    pub tick_table: String,
    /// The table of its fees; empty where its market has one for all.
    pub fee_table: String,
    /// Where the simulated price begins; zero when the feed has prices of its own.
    pub reference_price: Price,
    /// The name of the calendar that it trades by, such as `XNYS`; empty for what never closes.
    pub calendar: String,
    /// False for what can only be watched, such as an index.
    pub tradable: bool,
    /// From when on there is such an instrument: the beginning of time for all but months of futures and new stocks.
    pub listed_at: UnixMillis,
    /// What sets a month of a future apart; `None` for what has no end.
    pub future: Option<Future>,
}

/// A month of a future.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Future {
    /// The code that all its months share, such as `ES`.
    pub root: String,
    /// What a point of the price is worth, in units of the currency.
    pub multiplier: Quantity,
    /// The last day on which it trades, where its exchange is.
    pub last_trade: Date,
    /// When it stops trading on that day.
    pub ends_at: UnixMillis,
    /// From which day on the holder of a long position may be asked to take delivery; `None` where it is settled in cash, and
    /// where nobody is asked before the last trade.
    pub first_notice: Option<Date>,
    pub cash_settled: bool,
}

impl Instrument {
    /// Whether there is such an instrument at a moment: new stocks and months of futures are listed, and months end.
    pub fn is_listed(&self, at: UnixMillis) -> bool {
        at >= self.listed_at && self.future.as_ref().is_none_or(|future| at < future.ends_at)
    }

    /// Whether it came while others were there, at a moment that is known.
    pub const fn is_new(&self) -> bool {
        self.listed_at.0 > 0 && self.future.is_none()
    }

    /// What a new stock was sold for, which its first day is measured by; `None` of everything else.
    pub fn issue_price(&self) -> Option<Price> {
        self.is_new().then_some(self.reference_price)
    }

    /// A price or a difference of prices with the decimals that the instrument's are shown with, and more where it has them.
    pub fn shown(&self, price: Price) -> String {
        price.display(self.price_decimals)
    }
}
