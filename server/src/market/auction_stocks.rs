//! The stocks that open with an auction.

use std::collections::{HashMap, HashSet};

use plumbline_core::ids::InstrumentId;
use plumbline_core::market::{Instrument, Market};

use super::{Catalog, Rules};

/// The stocks that have an auction: the best-known of each market, in the number of its newest rule.
#[derive(Debug, Default)]
pub struct AuctionStocks(HashSet<InstrumentId>);

impl AuctionStocks {
    pub fn of(catalog: &Catalog, rules: &Rules) -> Self {
        let mut left: HashMap<Market, usize> = HashMap::new();
        let best_known = Catalog::seed().expect("the embedded files are valid, as a test checks");
        let listed = best_known.iter().filter_map(|seed| {
            let market = Market::from_code(&seed.market)?;
            let rule = rules.offers.newest_auction(market)?;
            let left = left.entry(market).or_insert(rule.stocks);
            *left = left.checked_sub(1)?;
            catalog.find(market, &seed.code).map(|instrument| instrument.id)
        });
        Self(listed.collect())
    }

    pub fn contains(&self, instrument: &Instrument) -> bool {
        self.0.contains(&instrument.id)
    }
}
