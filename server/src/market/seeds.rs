//! The instruments that come with the server, as its files describe them.

use std::collections::BTreeMap;

use plumbline_core::decimal::{DecimalError, ONE, Price, Quantity};
use plumbline_core::ids::InstrumentId;
use plumbline_core::market::{Company, Future, Instrument, Market, Names};
use plumbline_core::money::Currency;
use plumbline_core::time::UnixMillis;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use thiserror::Error;

use super::calendars;

const US: (&str, &str) = ("instruments.csv", include_str!("../../data/instruments.csv"));
const HONG_KONG: (&str, &str) = ("instruments_hk.csv", include_str!("../../data/instruments_hk.csv"));
const PAIRS: (&str, &str) = ("forex_pairs.csv", include_str!("../../data/forex_pairs.csv"));
const INDICES: (&str, &str) = ("indices.csv", include_str!("../../data/indices.csv"));
const COINS: (&str, &str) = ("crypto_pairs.csv", include_str!("../../data/crypto_pairs.csv"));
const LOTS: (&str, &str) = ("board_lots.csv", include_str!("../../data/board_lots.csv"));

#[derive(Debug, Error)]
pub enum SeedError {
    #[error("data/{file}: {source}")]
    Malformed { file: &'static str, source: csv::Error },
    #[error("the instrument {code}: {source}")]
    Number { code: String, source: DecimalError },
    #[error("the instrument {code}: unknown {what}")]
    Unknown { code: String, what: &'static str },
}

/// An instrument as a seed file or a feed describes it; it gets its id when it is stored.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct InstrumentSeed {
    pub code: String,
    pub market: String,
    pub exchange: String,
    pub name_en: String,
    pub name_zh_hans: String,
    pub name_zh_hant: String,
    pub pinyin: String,
    pub initials: String,
    /// The industry; of a pair its class.
    #[serde(alias = "class")]
    pub industry: String,
    pub founded: Option<i64>,
    pub headquarters: String,
    pub employees: Option<i64>,
    pub website: String,
    /// The currency of prices.
    #[serde(alias = "quote")]
    pub currency: String,
    /// The currency that a pair buys and sells; empty for everything else.
    pub base: String,
    /// A decimal number; empty where no first price is known.
    pub reference_price: String,
    /// The calendar that it trades by; its market's when it is empty.
    pub calendar: String,
    /// A decimal number; a share when it is empty.
    pub lot: String,
    pub price_decimals: Option<u32>,
    pub pip_decimals: Option<u32>,
    pub tick_table: String,
    pub fee_table: String,
    /// The time of listing; zero for instruments that were there at the start.
    #[serde(skip)]
    pub listed_at: UnixMillis,
    /// For a month of a future only.
    #[serde(skip)]
    pub future: Option<Future>,
    /// It can only be watched.
    #[serde(skip)]
    pub watched_only: bool,
}

/// A row of the board lots, which are rules; the newest is also stored in the instrument.
#[derive(Debug, Deserialize)]
struct LotRow {
    market: String,
    code: String,
    lot: String,
}

impl InstrumentSeed {
    /// All instruments of the embedded files except futures and new stocks: US stocks first, so that their ids never
    /// change.
    pub fn all() -> Result<Vec<Self>, SeedError> {
        let mut lots = BTreeMap::new();
        for row in rows::<LotRow>(LOTS)? {
            lots.insert((row.market, row.code), row.lot);
        }
        let mut seeds = rows::<Self>(US)?;
        for seed in rows::<Self>(HONG_KONG)? {
            let lot = lots.remove(&(seed.market.clone(), seed.code.clone())).unwrap_or_default();
            // Prices of Hong Kong are written with the decimals of their finest step.
            seeds.push(Self { lot, price_decimals: Some(3), ..seed });
        }
        seeds.extend(rows::<Self>(PAIRS)?);
        seeds.extend(rows::<Self>(INDICES)?.into_iter().map(|seed| Self { watched_only: true, ..seed }));
        seeds.extend(rows::<Self>(COINS)?);
        Ok(seeds)
    }

    /// An instrument of which only the code is known, from a recording. It has no reference price, so it is never
    /// simulated. The code of a pair names its currencies; other prices are in the market's usual currency.
    pub fn bare(market: Market, code: &str) -> Self {
        let (base, currency) = match market {
            Market::Forex => code.split_at_checked(3).unwrap_or(("", code)),
            Market::HongKong => ("", Currency::Hkd.code()),
            Market::Crypto => ("", Currency::Usdt.code()),
            Market::UsStock | Market::Future | Market::Index => ("", Currency::Usd.code()),
        };
        Self {
            code: code.to_owned(),
            market: market.code().to_owned(),
            name_en: code.to_owned(),
            name_zh_hans: code.to_owned(),
            name_zh_hant: code.to_owned(),
            currency: currency.to_owned(),
            base: base.to_owned(),
            ..Self::default()
        }
    }

    /// The instrument, which has no id yet.
    pub(super) fn instrument(&self) -> Result<Instrument, SeedError> {
        let unknown = |what| SeedError::Unknown { code: self.code.clone(), what };
        let number = |text: &str, empty: i64| match text {
            "" => Ok(empty),
            text => text
                .parse::<Price>()
                .map(Price::units)
                .map_err(|source| SeedError::Number { code: self.code.clone(), source }),
        };
        let market = Market::from_code(&self.market).ok_or_else(|| unknown("market"))?;
        let calendar = if self.calendar.is_empty() { market.calendar() } else { &self.calendar };
        if !calendar.is_empty() && !calendars::is_calendar(calendar) {
            return Err(unknown("calendar"));
        }
        Ok(Instrument {
            id: InstrumentId(0),
            code: self.code.clone(),
            market,
            exchange: self.exchange.clone(),
            currency: self.currency.parse().map_err(|_| unknown("currency"))?,
            base: match self.base.as_str() {
                "" => None,
                code => Some(code.parse().map_err(|_| unknown("currency"))?),
            },
            names: Names {
                english: self.name_en.clone(),
                simplified: self.name_zh_hans.clone(),
                traditional: self.name_zh_hant.clone(),
            },
            pinyin: self.pinyin.clone(),
            initials: self.initials.clone(),
            industry: self.industry.clone(),
            company: Company {
                founded: self.founded,
                headquarters: self.headquarters.clone(),
                employees: self.employees,
                website: self.website.clone(),
            },
            lot: Quantity::from_units(number(&self.lot, ONE)?),
            price_decimals: self.price_decimals.unwrap_or(2),
            pip_decimals: self.pip_decimals,
            tick_table: self.tick_table.clone(),
            fee_table: self.fee_table.clone(),
            reference_price: Price::from_units(number(&self.reference_price, 0)?),
            calendar: calendar.to_owned(),
            tradable: !self.watched_only,
            listed_at: self.listed_at,
            future: self.future.clone(),
        })
    }
}

fn rows<R: DeserializeOwned>((file, text): (&'static str, &'static str)) -> Result<Vec<R>, SeedError> {
    let rows = csv::Reader::from_reader(text.as_bytes()).into_deserialize();
    rows.collect::<Result<_, _>>().map_err(|source| SeedError::Malformed { file, source })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_have_stocks_of_two_markets_and_pairs() {
        let seeds = InstrumentSeed::all().unwrap();
        let of = |market: &str| seeds.iter().filter(|seed| seed.market == market).count();
        assert_eq!((of("HK"), of("Forex"), of("Index"), of("Crypto")), (355, 40, 27, 60));
        assert!(seeds[..of("UsStock")].iter().all(|seed| seed.market == "UsStock"), "US stocks come first");
        let find = |code: &str| seeds.iter().find(|seed| seed.code == code).unwrap().instrument().unwrap();
        let tencent = find("00700");
        assert_eq!((tencent.currency, tencent.lot.display(0)), (Currency::Hkd, "100".to_owned()));
        assert_eq!((tencent.names.traditional.as_str(), tencent.fee_table.as_str()), ("騰訊控股", "hk-stock"));
        let yen = find("USDJPY");
        assert_eq!((yen.base, yen.currency, yen.industry.as_str()), (Some(Currency::Usd), Currency::Jpy, "major"));
        let bitcoin = find("BTCUSDT");
        assert_eq!((bitcoin.lot.display(0), bitcoin.tradable), ("0.00001".to_owned(), true));
        assert_eq!((bitcoin.currency, find("SPX").tradable), (Currency::Usdt, false));
        assert_eq!(find("N225").calendar, "XTKS");
        assert_eq!((yen.price_decimals, yen.pip_decimals, yen.lot.display(0)), (3, Some(2), "1000".to_owned()));
    }

    #[test]
    fn the_code_of_a_recorded_pair_says_its_currencies() {
        let pair = InstrumentSeed::bare(Market::Forex, "EURSEK").instrument().unwrap();
        assert_eq!((pair.base, pair.currency), (Some(Currency::Eur), Currency::Sek));
        assert_eq!(pair.calendar, "FX", "it trades by its market's calendar");
        let unknown = InstrumentSeed { calendar: "XXXX".to_owned(), ..InstrumentSeed::bare(Market::UsStock, "A") };
        assert!(unknown.instrument().is_err(), "there is no such calendar");
        for wrong in ["EUR", "XXXYYY", "", "欧元美元"] {
            assert!(InstrumentSeed::bare(Market::Forex, wrong).instrument().is_err(), "{wrong}");
        }
    }
}
