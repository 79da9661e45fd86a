//! What can be traded or watched.

use crate::decimal::{Price, Quantity};
use crate::ids::InstrumentId;
use crate::money::Currency;

/// The market of an instrument, as the wire names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Market {
    UsStock,
    HongKong,
    Crypto,
}

impl Market {
    pub const ALL: [Market; 3] = [Self::UsStock, Self::HongKong, Self::Crypto];

    pub const fn code(self) -> &'static str {
        match self {
            Self::UsStock => "UsStock",
            Self::HongKong => "HK",
            Self::Crypto => "Crypto",
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
        }
    }

    /// What its instruments are quoted in where nobody says otherwise.
    pub const fn currency(self) -> Currency {
        match self {
            Self::HongKong => Currency::Hkd,
            Self::UsStock | Self::Crypto => Currency::Usd,
        }
    }

    /// The IANA time zone of the market's trading day.
    pub const fn time_zone(self) -> &'static str {
        match self {
            Self::UsStock => "America/New_York",
            Self::HongKong => "Asia/Hong_Kong",
            Self::Crypto => "UTC",
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
    pub currency: Currency,
    pub names: Names,
    /// The simplified name in pinyin, and its initials, for search.
    pub pinyin: String,
    pub initials: String,
    /// The industry, in English, such as `Health Care`.
    pub industry: String,
    /// What is known of the company; empty or `None` where it is not.
    pub company: Company,
    /// Quantities are multiples of it.
    pub lot: Quantity,
    /// Where the simulated price begins; zero when the feed has prices of its own.
    pub reference_price: Price,
    /// The session calendar's name, such as `XNYS`.
    pub calendar: String,
    /// False for what can only be watched, such as an index.
    pub tradable: bool,
}
