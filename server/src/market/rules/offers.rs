//! The stocks that have an auction and its times, and the definition of a block.

use std::str::FromStr;

use jiff::civil::{Date, Time};
use jiff::tz::TimeZone;
use plumbline_core::decimal::{Quantity, parse_units};
use plumbline_core::market::{AuctionHours, Market};
use plumbline_core::time::UnixMillis;
use serde::Deserialize;

use super::error::{RulesError, market};
use super::versions::{Versions, rows};

/// Percentages have two decimals: hundredths of a percent are basis points.
const PERCENT_DECIMALS: usize = 2;
const AUCTIONS: &str = include_str!("../../../data/auctions.csv");
const BLOCKS: &str = include_str!("../../../data/block_rules.csv");

#[derive(Debug, Deserialize)]
struct AuctionRow {
    market: String,
    effective_from: String,
    stocks: usize,
    collects: String,
    indicates: String,
    binds: String,
    closes: String,
    ends: String,
}

#[derive(Debug, Deserialize)]
struct BlockRow {
    market: String,
    effective_from: String,
    least_shares: i64,
    band_percent: String,
}

/// The opening auction of a market. Times are in its exchange's zone.
#[derive(Clone, Copy, Debug)]
pub struct AuctionRule {
    /// The number of stocks that have an auction, the best-known first.
    pub stocks: usize,
    times: [Time; 5],
}

impl AuctionRule {
    /// The times of the auction on a day.
    pub fn on(&self, date: Date, zone: &TimeZone) -> Option<AuctionHours> {
        let mut moments = [UnixMillis(0); 5];
        for (moment, time) in moments.iter_mut().zip(self.times) {
            let at = zone.to_ambiguous_zoned(date.to_datetime(time)).compatible().ok()?;
            *moment = UnixMillis(at.timestamp().as_millisecond());
        }
        AuctionHours::new(moments)
    }
}

/// The definition of a block of a market's stocks.
#[derive(Clone, Copy, Debug)]
pub struct BlockRule {
    pub least: Quantity,
    /// The greatest distance of a block's price from the quote.
    pub band_basis_points: i64,
}

/// The rules of auctions and blocks, by market.
#[derive(Debug, Default)]
pub struct OfferRules {
    auctions: Versions<Market, AuctionRule>,
    blocks: Versions<Market, BlockRule>,
}

impl OfferRules {
    pub fn load() -> Result<Self, RulesError> {
        let mut rules = Self::default();
        for row in rows::<AuctionRow>(AUCTIONS) {
            let row = row?;
            let time = |text: &String| Time::from_str(text).map_err(|_| RulesError::Time(text.clone()));
            let mut times = [Time::midnight(); 5];
            for (place, text) in [&row.collects, &row.indicates, &row.binds, &row.closes, &row.ends].iter().enumerate()
            {
                times[place] = time(text)?;
            }
            let rule = AuctionRule { stocks: row.stocks, times };
            rules.auctions.insert(market(&row.market)?, &row.effective_from, rule)?;
        }
        for row in rows::<BlockRow>(BLOCKS) {
            let row = row?;
            let least = Quantity::from_whole(row.least_shares).ok_or(RulesError::Block(row.least_shares))?;
            let band_basis_points = parse_units(&row.band_percent, PERCENT_DECIMALS)?;
            rules.blocks.insert(market(&row.market)?, &row.effective_from, BlockRule { least, band_basis_points })?;
        }
        Ok(rules)
    }
}

impl OfferRules {
    /// The auction of a market on `day`; `None` where it has none.
    pub fn auction(&self, market: Market, day: &str) -> Option<&AuctionRule> {
        self.auctions.on(&market, day)
    }

    /// The newest rule of a market's auctions, even if it is not in force yet.
    pub fn newest_auction(&self, market: Market) -> Option<&AuctionRule> {
        self.auctions.last(&market)
    }

    /// True if a market has block trades.
    pub fn has_blocks(&self, market: Market) -> bool {
        self.blocks.last(&market).is_some()
    }

    /// The rule of blocks in a market on `day`, and its first day; `None` if there are no block trades.
    pub fn block(&self, market: Market, day: &str) -> Option<(&str, &BlockRule)> {
        self.blocks.since(&market, day)
    }
}
