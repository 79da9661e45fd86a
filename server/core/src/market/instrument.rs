//! Instruments, which can be traded or watched.

use jiff::civil::Date;

use crate::decimal::{Price, Quantity};
use crate::ids::InstrumentId;
use crate::money::Currency;
use crate::multiplier::Multiplier;
use crate::time::UnixMillis;

/// The market of an instrument, as the wire names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Market {
    UsStock,
    HongKong,
    Crypto,
    Forex,
    Future,
    /// Instruments that are watched and not traded.
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

    /// The default calendar: that of the market's main exchange. Empty where the market never closes.
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
    /// The currency of its prices.
    pub currency: Currency,
    /// The currency that a pair buys and sells; `None` for everything else.
    pub base: Option<Currency>,
    pub names: Names,
    /// The simplified name in pinyin, and its initials, for search.
    pub pinyin: String,
    pub initials: String,
    /// The industry, in English, such as `Health Care`; of a pair, an index, a future or a coin its class, such as `major`.
    pub industry: String,
    /// Facts on the company; empty or `None` where unknown.
    pub company: Company,
    /// The lot that quantities are multiples of, unless a dated rule says otherwise.
    pub lot: Quantity,
    /// The least number of decimals that prices are shown with.
    pub price_decimals: u32,
    /// The decimal place of a pip; `None` for an instrument that is not counted in pips.
    pub pip_decimals: Option<u32>,
    /// The table of its price steps; empty where its market has one for all.
    pub tick_table: String,
    /// The table of its fees; empty where its market has one for all.
    pub fee_table: String,
    /// The start of the simulated price; zero when the feed has prices of its own.
    pub reference_price: Price,
    /// The name of its trading calendar, such as `XNYS`; empty if it never closes.
    pub calendar: String,
    /// False for an instrument that can only be watched, such as an index.
    pub tradable: bool,
    /// The moment of listing: the beginning of time for all but months of futures and new stocks.
    pub listed_at: UnixMillis,
    /// The terms of a month of a future; `None` for an instrument that has no end.
    pub future: Option<Future>,
}

/// A month of a future.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Future {
    /// The code that all its months share, such as `ES`.
    pub root: String,
    /// The value of one point of the price, in units of the currency.
    pub multiplier: Multiplier,
    /// The last trading day, at the exchange.
    pub last_trade: Date,
    /// The moment at which it stops trading on that day.
    pub ends_at: UnixMillis,
    /// The first day on which the holder of a long position may be asked to take delivery; `None` where it is settled
    /// in cash, or where nobody is asked before the last trade.
    pub first_notice: Option<Date>,
    pub cash_settled: bool,
    /// The end of our customers' positions: the final settlement in cash, or the last settlement before a delivery.
    pub closes_at: UnixMillis,
    /// From when on nobody opens a position: the begin of the trading day that ends at `closes_at` where goods would be
    /// delivered, and otherwise `closes_at` itself.
    pub opens_until: UnixMillis,
    /// The code of the index that it is on; empty for a commodity.
    pub on: String,
}

impl Instrument {
    /// The class by which rules go within its market; empty for what has none.
    pub fn class(&self) -> &str {
        &self.industry
    }

    /// The value of one unit at a price of one: that of a future's month, and one for everything else.
    pub fn multiplier(&self) -> Multiplier {
        self.future.as_ref().map_or(Multiplier::ONE, |future| future.multiplier)
    }

    /// True if the instrument is listed at `at`: new stocks and months of futures begin, and months end.
    pub fn is_listed(&self, at: UnixMillis) -> bool {
        at >= self.listed_at && self.future.as_ref().is_none_or(|future| at < future.ends_at)
    }

    /// True for a new stock: listed at a known moment, and no month of a future.
    pub const fn is_new(&self) -> bool {
        self.listed_at.0 > 0 && self.future.is_none()
    }

    /// The issue price of a new stock, the reference of its first day; `None` for everything else.
    pub fn issue_price(&self) -> Option<Price> {
        self.is_new().then_some(self.reference_price)
    }

    /// Formats a price or a price difference with the instrument's decimals, or more where it has them.
    pub fn shown(&self, price: Price) -> String {
        price.display(self.price_decimals)
    }
}
