//! The stored form of reports: a published field name never changes, and later fields are optional.

use jiff::civil::Date;
use plumbline_core::decimal::{Price, Quantity};
use plumbline_core::ids::InstrumentId;
use plumbline_core::market::Market as MarketName;
use serde::{Deserialize, Serialize};

pub const WRAP: &str = "wrap";
pub const PREVIEW: &str = "preview";

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Report {
    Wrap(Wrap),
    Preview(Preview),
}

/// The trading day of a market.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wrap {
    #[serde(with = "by_code")]
    pub market: MarketName,
    #[serde(with = "as_text")]
    pub day: Date,
    /// The market's indices, the best-known first.
    pub indices: Vec<Line>,
    pub rose: u32,
    pub fell: u32,
    pub unchanged: u32,
    /// The greatest of each, in descending order.
    pub gainers: Vec<Line>,
    pub losers: Vec<Line>,
    pub actives: Vec<Line>,
    /// True if the prices are simulated.
    pub simulated: bool,
}

/// An instrument's day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    pub instrument: InstrumentId,
    pub close: Price,
    /// The change since the close of the day before, in hundredths of a percent.
    pub basis_points: i64,
    pub volume: Quantity,
}

/// The known facts of a day before it begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Preview {
    #[serde(with = "by_code")]
    pub market: MarketName,
    #[serde(with = "as_text")]
    pub day: Date,
    /// Regular hours in the exchange's zone, as `09:30` to `12:00`.
    pub hours: Vec<(String, String)>,
    pub half_day: bool,
    /// True if this server keeps the market open at any hour.
    pub around_the_clock: bool,
    /// Weekdays within a week on which the exchange is closed.
    pub closed: Vec<DayText>,
    /// Days within a week on which it closes early.
    pub half_days: Vec<Shortened>,
    /// The months of futures whose last trading day is within a week.
    pub last_trades: Vec<LastTrade>,
    pub simulated: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct DayText(#[serde(with = "as_text")] pub Date);

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shortened {
    pub day: DayText,
    pub closes: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastTrade {
    pub instrument: InstrumentId,
    pub day: DayText,
}

impl Report {
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Wrap(_) => WRAP,
            Self::Preview(_) => PREVIEW,
        }
    }

    pub const fn market(&self) -> MarketName {
        match self {
            Self::Wrap(wrap) => wrap.market,
            Self::Preview(preview) => preview.market,
        }
    }

    pub const fn day(&self) -> Date {
        match self {
            Self::Wrap(wrap) => wrap.day,
            Self::Preview(preview) => preview.day,
        }
    }

    /// The tags by which readers find it.
    pub fn tags(&self) -> Vec<String> {
        let of_kind = match self {
            Self::Wrap(_) => "market_wrap",
            Self::Preview(_) => "market_preview",
        };
        let of_market = match self.market() {
            MarketName::UsStock => "us_stocks",
            MarketName::HongKong => "hk_stocks",
            MarketName::Crypto => "crypto",
            MarketName::Forex => "forex",
            MarketName::Future => "futures",
            MarketName::Index => return vec![of_kind.to_owned()],
        };
        vec![of_kind.to_owned(), of_market.to_owned()]
    }

    /// All instruments that it names, once each, in its order.
    pub fn instruments(&self) -> Vec<InstrumentId> {
        let named: Vec<InstrumentId> = match self {
            Self::Wrap(wrap) => {
                let lines = [&wrap.indices, &wrap.gainers, &wrap.losers, &wrap.actives];
                lines.into_iter().flatten().map(|line| line.instrument).collect()
            }
            Self::Preview(preview) => preview.last_trades.iter().map(|last| last.instrument).collect(),
        };
        let mut once = Vec::new();
        for id in named {
            if !once.contains(&id) {
                once.push(id);
            }
        }
        once
    }
}

mod as_text {
    use std::fmt::Display;
    use std::str::FromStr;

    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<T: Display, S: Serializer>(value: &T, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(value)
    }

    pub fn deserialize<'de, T: FromStr, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
        let text = String::deserialize(from)?;
        text.parse().map_err(|_| D::Error::custom("a date is YYYY-MM-DD"))
    }
}

mod by_code {
    use plumbline_core::market::Market;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    #[allow(clippy::trivially_copy_pass_by_ref)] // serde hands it over so.
    pub fn serialize<S: Serializer>(market: &Market, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(market.code())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Market, D::Error> {
        let code = String::deserialize(from)?;
        Market::from_code(&code).ok_or_else(|| D::Error::custom("there is no such market"))
    }
}
