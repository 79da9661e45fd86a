//! Contracts: the rules of a market on a day, a fee table and an instrument, put together.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use plumbline_core::ids::InstrumentId;
use plumbline_core::market::Instrument;
use plumbline_core::products::{Conversion, FeeTable, Hours, TradingRules, TriggerPrice};

use super::fee_schedule::FeeSchedule;
use crate::clock::Clock;
use crate::market::{Market, State};

/// The contracts of a trading day (`YYYY-MM-DD` where the market is), by version of the fee table.
type OfDay = (String, HashMap<String, Arc<TradingRules>>);

/// Makes contracts, and keeps those of the day that resting orders are filled by: their fees are those that they were accepted
/// with, and the rest goes by the rules of the day.
#[derive(Debug)]
pub struct RuleSets {
    clock: Clock,
    market: Arc<Market>,
    fees: Arc<FeeSchedule>,
    accepted: RwLock<HashMap<InstrumentId, OfDay>>,
}

impl RuleSets {
    pub fn new(clock: Clock, market: Arc<Market>, fees: Arc<FeeSchedule>) -> Self {
        Self { clock, market, fees, accepted: RwLock::default() }
    }

    /// The contract in force on `day` (`YYYY-MM-DD` where the market is); `None` when it cannot be traded.
    pub fn in_force(&self, instrument: &Instrument, day: &str) -> Option<TradingRules> {
        self.with_fees(instrument, day, |table| self.fees.in_force(table, day))
    }

    /// The contract of today for orders that were accepted with a version of the fee table.
    pub fn accepted(&self, instrument: &Instrument, fee_version: &str) -> Option<Arc<TradingRules>> {
        let day = self.market.session(instrument, self.clock.now()).day;
        let known = |all: &HashMap<InstrumentId, OfDay>| {
            let (_, versions) = all.get(&instrument.id).filter(|(of, _)| *of == day)?;
            versions.get(fee_version).cloned()
        };
        if let Some(rules) = known(&self.accepted.read().unwrap_or_else(PoisonError::into_inner)) {
            return Some(rules);
        }
        let rules = Arc::new(self.with_fees(instrument, &day, |table| self.fees.version(table, fee_version))?);
        let mut accepted = self.accepted.write().unwrap_or_else(PoisonError::into_inner);
        let of_day = accepted.entry(instrument.id).or_default();
        if of_day.0 != day {
            *of_day = (day, HashMap::new());
        }
        of_day.1.insert(fee_version.to_owned(), rules.clone());
        Some(rules)
    }

    /// The price of a tick that triggers stops of an instrument today; `None` when it cannot be traded.
    pub fn trigger(&self, instrument: &Instrument) -> Option<TriggerPrice> {
        let day = self.market.session(instrument, self.clock.now()).day;
        self.market.rules.in_force(instrument, &day).map(|rules| rules.trigger)
    }

    /// What the calendar and the rates between currencies say of a trade of this moment in a contract of an instrument;
    /// `None` while it is not traded, as what cannot be converted is not.
    pub fn moment(&self, instrument: &Instrument) -> Option<(Hours, Option<Conversion>)> {
        let now = self.clock.now();
        if self.market.state(instrument.id, now) != State::Trading {
            return None;
        }
        let session = self.market.session(instrument, now);
        let (currency, wallet) = self.market.rules.currencies(instrument, &session.day)?;
        let hours = self.market.trading_hours(instrument, &session, now);
        if currency == wallet.currency() {
            return Some((hours, None));
        }
        let by = self.market.conversion(currency, wallet.currency()).filter(|by| self.market.converts(by, now))?;
        Some((hours, Some(by)))
    }

    fn with_fees(
        &self,
        instrument: &Instrument,
        day: &str,
        fees: impl FnOnce(&str) -> Option<Arc<FeeTable>>,
    ) -> Option<TradingRules> {
        let rules = self.market.rules.in_force(instrument, day)?;
        Some(TradingRules {
            instrument: instrument.id,
            product: rules.product,
            currency: rules.currency,
            multiplier: instrument.multiplier(),
            wallet: rules.wallet,
            tick_sizes: rules.tick_sizes,
            lot: rules.lot,
            fraction_step: rules.fraction_step,
            extended_hours: rules.extended_hours,
            band_basis_points: rules.band_basis_points,
            collar_basis_points: rules.collar_basis_points,
            minimum_value: rules.minimum_value,
            fees: fees(&rules.fee_table)?,
            trigger: rules.trigger,
        })
    }
}

#[cfg(test)]
mod tests {
    use plumbline_core::market::{Market as MarketName, Tick};
    use plumbline_core::time::UnixMillis;

    use super::*;
    use crate::db::Db;
    use crate::testing;

    #[tokio::test]
    async fn what_cannot_be_converted_is_not_traded() {
        let (uri, _folder) = testing::databases("rule_sets").await.remove(0);
        let db = Db::open(&uri).await.unwrap();
        let market = testing::market(&db, usize::MAX).await;
        let fees = Arc::new(FeeSchedule::load(&db).await.unwrap());
        let rule_sets = RuleSets::new(Clock::System, market.clone(), fees);
        let pair = |code: &str| market.catalog.find(MarketName::Forex, code).unwrap().clone();
        assert!(rule_sets.moment(&pair("EURUSD")).is_some_and(|(_, by)| by.is_none()), "nothing is to be converted");
        assert!(rule_sets.moment(&pair("EURJPY")).is_none(), "yen are not, while nobody quotes them");
        let yen = Tick { last: testing::price(15_000), ..testing::tick_at(pair("USDJPY").id, Clock::System.now()) };
        market.publish(&yen);
        assert!(rule_sets.moment(&pair("EURJPY")).is_some_and(|(_, by)| by.is_some()));
    }

    /// Hong Kong's second reduction of tick sizes, of 2026-08-03.
    #[tokio::test]
    async fn a_resting_order_is_filled_by_the_rules_of_the_day() {
        let (uri, _folder) = testing::databases("contract_days").await.remove(0);
        let db = Db::open(&uri).await.unwrap();
        let market = testing::market(&db, usize::MAX).await;
        let fees = Arc::new(FeeSchedule::load(&db).await.unwrap());
        let at = |text: &str| UnixMillis(text.parse::<jiff::Timestamp>().unwrap().as_millisecond());
        let clock = Clock::manual(at("2026-07-31T03:00:00Z"));
        let rule_sets = RuleSets::new(clock.clone(), market.clone(), fees);
        let share = market.catalog.find(MarketName::HongKong, "00700").unwrap();
        let version = rule_sets.in_force(share, "2026-07-31").unwrap().fees.version.clone();
        let before = rule_sets.accepted(share, &version).unwrap();
        assert!(Arc::ptr_eq(&before, &rule_sets.accepted(share, &version).unwrap()), "it is made once a day");
        clock.advance(at("2026-08-03T03:00:00Z").since(clock.now()));
        let after = rule_sets.accepted(share, &version).unwrap();
        let expected = rule_sets.in_force(share, "2026-08-03").unwrap();
        assert!(before.tick_sizes != after.tick_sizes && after.tick_sizes == expected.tick_sizes);
        assert_eq!(after.fees.version, version);
    }
}
