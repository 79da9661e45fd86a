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
    /// `None` while it is not traded.
    pub fn moment(&self, instrument: &Instrument) -> Option<(Hours, Option<Conversion>)> {
        let now = self.clock.now();
        if self.market.state(instrument.id, now) != State::Trading {
            return None;
        }
        let session = self.market.session(instrument, now);
        let (currency, wallet) = self.market.rules.currencies(instrument, &session.day)?;
        let hours = self.market.trading_hours(instrument, &session, now);
        let conversion = self.market.conversion(currency, wallet.currency());
        Some((hours, conversion.filter(|by| self.market.converts(by, now))))
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
