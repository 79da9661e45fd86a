//! Contracts: the rules of a market on a day, a fee table and an instrument, put together.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use plumbline_core::ids::InstrumentId;
use plumbline_core::market::Instrument;
use plumbline_core::products::{Contract, Conversion, FeeTable, Hours};

use super::fee_schedule::FeeSchedule;
use crate::clock::Clock;
use crate::market::{Market, State};

/// Makes contracts, and keeps those that resting orders were accepted with.
#[derive(Debug)]
pub struct Contracts {
    clock: Clock,
    market: Arc<Market>,
    fees: Arc<FeeSchedule>,
    accepted: RwLock<HashMap<InstrumentId, HashMap<String, Arc<Contract>>>>,
}

impl Contracts {
    pub fn new(clock: Clock, market: Arc<Market>, fees: Arc<FeeSchedule>) -> Self {
        Self { clock, market, fees, accepted: RwLock::default() }
    }

    /// The contract in force on `day` (`YYYY-MM-DD` where the market is); `None` when it cannot be traded.
    pub fn in_force(&self, instrument: &Instrument, day: &str) -> Option<Contract> {
        self.with_fees(instrument, day, |table| self.fees.in_force(table, day))
    }

    /// The contract of orders that were accepted with a version of the fee table.
    pub fn accepted(&self, instrument: &Instrument, fee_version: &str) -> Option<Arc<Contract>> {
        let known = |all: &HashMap<InstrumentId, HashMap<String, Arc<Contract>>>| {
            all.get(&instrument.id).and_then(|versions| versions.get(fee_version)).cloned()
        };
        if let Some(contract) = known(&self.accepted.read().unwrap_or_else(PoisonError::into_inner)) {
            return Some(contract);
        }
        let day = self.market.session(instrument, self.clock.now()).day;
        let contract = Arc::new(self.with_fees(instrument, &day, |table| self.fees.version(table, fee_version))?);
        let mut accepted = self.accepted.write().unwrap_or_else(PoisonError::into_inner);
        accepted.entry(instrument.id).or_default().insert(fee_version.to_owned(), contract.clone());
        Some(contract)
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
    ) -> Option<Contract> {
        let rules = self.market.rules.in_force(instrument, day)?;
        Some(Contract {
            instrument: instrument.id,
            product: rules.product,
            currency: rules.currency,
            wallet: rules.wallet,
            tick_sizes: rules.tick_sizes,
            lot: rules.lot,
            band_basis_points: rules.band_basis_points,
            collar_basis_points: rules.collar_basis_points,
            minimum_value: rules.minimum_value,
            fees: fees(&rules.fee_table)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use plumbline_core::decimal::{Price, Quantity};
    use plumbline_core::market::{DEPTH_LEVELS, Level, Market as MarketName, Session, Tick};

    use super::*;
    use crate::db::Db;
    use crate::testing;

    #[tokio::test]
    async fn what_cannot_be_converted_is_not_traded() {
        let (uri, _folder) = testing::databases("contracts").await.remove(0);
        let db = Db::open(&uri).await.unwrap();
        let market = testing::market(&db, usize::MAX).await;
        let fees = Arc::new(FeeSchedule::load(&db).await.unwrap());
        let contracts = Contracts::new(Clock::System, market.clone(), fees);
        let pair = |code: &str| market.catalog.find(MarketName::Forex, code).unwrap().clone();
        assert!(contracts.moment(&pair("EURUSD")).is_some_and(|(_, by)| by.is_none()), "nothing is to be converted");
        assert!(contracts.moment(&pair("EURJPY")).is_none(), "yen are not, while nobody quotes them");
        let now = Clock::System.now();
        market.publish(&Tick {
            instrument: pair("USDJPY").id,
            feed: "test".into(),
            epoch: 1,
            seq: 1,
            exchange_time: now,
            received_time: now,
            bids: [Level::default(); DEPTH_LEVELS],
            asks: [Level::default(); DEPTH_LEVELS],
            last: Price::from_units(15_000_000_000),
            volume: Quantity::from_units(1),
            session: Session::Regular,
        });
        assert!(contracts.moment(&pair("EURJPY")).is_some_and(|(_, by)| by.is_some()));
    }
}
