//! The settlements of contracts: each is recorded once, after the orders of a contract that ends have been ended.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use plumbline_core::decision::Refusal;
use plumbline_core::ids::InstrumentId;
use plumbline_core::market::Instrument;
use plumbline_core::orders::{Cancel, CloseReason};
use plumbline_core::products::{ProductKind, RecordSettlements, Settlement};
use plumbline_core::time::UnixMillis;

use super::queries::Recorded;
use super::{Financer, RecordError};
use crate::market::DueSettlement;
use crate::orders::queries as orders;
use crate::writer::RunError;

impl Financer {
    /// The contracts that are traded, and those that were and may be held still.
    fn contracts(&self) -> impl Iterator<Item = &Arc<Instrument>> {
        let all = self.pricing.market.catalog.all().iter();
        all.filter(|known| known.future.is_some() && self.pricing.product(known) == ProductKind::Future)
    }

    /// The newest settlement that was due by `now`.
    pub(super) fn newest_settlement(&self, now: UnixMillis) -> Option<UnixMillis> {
        self.contracts().filter_map(|contract| self.pricing.market.last_settlement(contract, now)).max()
    }

    /// Records what is missing of the settlements that were due by `now`: of each contract those after its last one, and
    /// where it has none, those that its positions owe. Gives the contracts with positions that cannot be settled yet.
    pub(super) async fn record_settlements(
        &self,
        known: &HashMap<InstrumentId, Recorded>,
        now: UnixMillis,
    ) -> Result<HashSet<InstrumentId>, RecordError> {
        let (mut settlements, mut behind) = (Vec::new(), HashSet::new());
        for contract in self.contracts() {
            let Recorded { last, charged_until } = known.get(&contract.id).copied().unwrap_or_default();
            let newest = self.pricing.market.last_settlement(contract, now).unwrap_or(now);
            let since = last.or(charged_until).unwrap_or(newest.plus(-1));
            for due in self.pricing.market.settlements_due(contract, since, now) {
                match self.settlement(contract, due, now).await? {
                    Some(settlement) => settlements.push(settlement),
                    // Where nobody holds it, nobody waits.
                    None if charged_until.is_none() => break,
                    None => {
                        behind.insert(contract.id);
                        break;
                    }
                }
            }
        }
        if !settlements.is_empty() {
            self.writer.run(RecordSettlements { settlements }).await?;
        }
        Ok(behind)
    }

    /// A settlement that is due; `None` while it has no price or no rate, or while orders are open in a contract that ends.
    async fn settlement(
        &self,
        contract: &Instrument,
        due: DueSettlement,
        now: UnixMillis,
    ) -> Result<Option<Settlement>, RecordError> {
        let market = &self.pricing.market;
        let Some(rules) = self.pricing.rules(contract) else { return Ok(None) };
        let (currency, wallet) = (rules.currency, rules.wallet.currency());
        let rate = match market.conversion(currency, wallet) {
            _ if currency == wallet => None,
            Some(by) if by.tick.bid().is_positive() && by.tick.ask().is_positive() => Some(by.rate()),
            _ => return Ok(None),
        };
        let Some((price, method)) = market.settlement_price(&self.db, contract, due, now).await? else {
            return Ok(None);
        };
        if due.closes && !self.end_orders(contract.id).await? {
            return Ok(None);
        }
        let DueSettlement { at, closes, days_left } = due;
        Ok(Some(Settlement { instrument: contract.id, at, price, method, closes, days_left, rate }))
    }

    /// Ends all open orders in a contract, so that a position can be closed of which no order holds a part; false while one
    /// could not be ended that can be read.
    async fn end_orders(&self, contract: InstrumentId) -> Result<bool, RecordError> {
        let open = orders::open_in(&mut self.db.read().await?, contract).await?;
        let mut all_ended = true;
        for order in open {
            match self.writer.run(Cancel::new(order.at, CloseReason::ContractEnded)).await {
                // A leg ends with the order that it belongs to.
                Ok(_) | Err(RunError::Refused(Refusal::OrderNotOpen | Refusal::OrderUnknown)) => {}
                Err(RunError::Unreadable) if self.db.aside().has(order.at.account) => {}
                Err(error) => {
                    tracing::warn!(%error, order = %order.at.id, "an order in a contract that ends could not be ended");
                    all_ended = false;
                }
            }
        }
        Ok(all_ended)
    }
}
