//! The settlements of contracts: each is recorded once, after the orders of a contract that ends have been ended.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use plumbline_core::decision::Refusal;
use plumbline_core::ids::InstrumentId;
use plumbline_core::market::Instrument;
use plumbline_core::orders::{Cancel, CloseReason};
use plumbline_core::products::{Conversion, ProductKind, RecordSettlements, Settlement};
use plumbline_core::time::UnixMillis;

use super::queries::Recorded;
use super::{Financer, RecordError};
use crate::market::{DueSettlement, State};
use crate::orders::queries as orders;
use crate::rounds::{Judgement, Rounds};

/// Orders that are ended at a time.
const AT_ONCE_ENDED: usize = 64;

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
    /// where it has none, those that its positions owe. Gives the contracts that cannot be settled yet.
    pub(super) async fn record_settlements(
        &self,
        known: &HashMap<InstrumentId, Recorded>,
        now: UnixMillis,
    ) -> Result<HashSet<InstrumentId>, RecordError> {
        let (mut settlements, mut last_ones, mut behind) = (Vec::new(), Vec::new(), HashSet::new());
        for contract in self.contracts() {
            let Recorded { last, charged_until } = known.get(&contract.id).copied().unwrap_or_default();
            let newest = self.pricing.market.last_settlement(contract, now).unwrap_or(now);
            let since = last.or(charged_until).unwrap_or(newest.plus(-1));
            for due in self.pricing.market.settlements_due(contract, since, now) {
                match self.settlement(contract, due, now).await? {
                    Some(settlement) if due.closes => last_ones.push(settlement),
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
        self.store(settlements).await?;
        // Ending orders takes its time, for which nobody else waits.
        if self.end_orders(now).await? {
            self.store(last_ones).await?;
        } else {
            behind.extend(last_ones.iter().map(|settlement| settlement.instrument));
        }
        Ok(behind)
    }

    async fn store(&self, settlements: Vec<Settlement>) -> Result<(), RecordError> {
        if !settlements.is_empty() {
            self.writer.run(RecordSettlements { settlements }).await?;
        }
        Ok(())
    }

    /// A settlement that is due; `None` while it has no price or no rate that anybody trusts.
    async fn settlement(
        &self,
        contract: &Instrument,
        due: DueSettlement,
        now: UnixMillis,
    ) -> Result<Option<Settlement>, RecordError> {
        let market = &self.pricing.market;
        let Some(rules) = self.pricing.rules(contract) else { return Ok(None) };
        let (currency, wallet) = (rules.currency, rules.wallet.currency());
        // Nobody is settled at a price or a rate that an operator mistrusts, or while the feed says nothing.
        if market.state(contract.id, now) == State::Halted || market.board.is_silent() {
            return Ok(None);
        }
        let is_rate = |by: &Conversion| by.tick.bid().is_positive() && by.tick.ask().is_positive();
        let rate = match market.conversion(currency, wallet) {
            _ if currency == wallet => None,
            Some(by) if is_rate(&by) && market.converts(&by, now) => Some(by.rate()),
            _ => return Ok(None),
        };
        let Some((price, method)) = market.settlement_price(&self.db, contract, due, now).await? else {
            return Ok(None);
        };
        let DueSettlement { at, closes, days_left } = due;
        Ok(Some(Settlement { instrument: contract.id, at, price, method, closes, days_left, rate }))
    }

    /// Ends all open orders in contracts that have ended, so that positions can be closed of which no order holds a part;
    /// false while one could not be ended that can be read.
    pub(super) async fn end_orders(&self, now: UnixMillis) -> Result<bool, RecordError> {
        let ended = self.contracts().filter(|contract| contract.future.as_ref().is_some_and(|it| it.closes_at <= now));
        let ended: Vec<InstrumentId> = ended.map(|contract| contract.id).collect();
        let open = orders::open_in(&mut self.db.read().await?, &ended).await?;
        let ends = open.iter().map(|order| Cancel::new(order.at, CloseReason::ContractEnded).into()).collect();
        let rounds = Rounds { db: &self.db, writer: &self.writer, at_once: AT_ONCE_ENDED };
        let round = rounds
            .run(ends, |refusal| match refusal {
                // A leg ends with the order that it belongs to.
                Refusal::OrderNotOpen | Refusal::OrderUnknown => Judgement::Done,
                _ => Judgement::Wait,
            })
            .await;
        if let Some(error) = round.failed {
            tracing::warn!(%error, "orders in contracts that have ended could not be ended; they are tried again");
            return Ok(false);
        }
        Ok(round.waiting.is_empty())
    }
}
