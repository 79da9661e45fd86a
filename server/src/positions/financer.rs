//! Records the nights of pairs and the settlements of contracts, and charges or credits positions on margin for them.
//!
//! A night begins at the end of a trading day. Its rates and prices are recorded once; each open position says until when
//! it has been charged, and is charged for the recorded nights after that. Whatever fills or ends a position charges it
//! first, so a round only has to come to all of them sooner or later, and never charges one twice.
//!
//! Pairs rest from the beginning of a night until it is recorded, once all that was decided before is stored; contracts
//! rest from the moment of a settlement likewise. What is said of nights here holds for settlements.

mod contracts;

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;
use std::time::Duration;

use plumbline_core::command::Command;
use plumbline_core::decision::{Record, Refusal};
use plumbline_core::ids::{AccountId, InstrumentId};
use plumbline_core::market::{Instrument, Market};
use plumbline_core::orders::CloseAtSettlement;
use plumbline_core::positions::PositionRef;
use plumbline_core::products::{ChargeNights, Directions, Night, OwedNights, OwedSettlements, RecordNights};
use plumbline_core::time::UnixMillis;

use super::queries::{self, Owing};
use crate::db::queue::Pass;
use crate::db::{Db, DbError, SUM, UnreadRow};
use crate::orders::{Pricing, forex};
use crate::rounds::{Judgement, Rounds};
use crate::supervision::Supervisor;
use crate::writer::{RunError, Writer};

/// Positions that one command charges: the writer comes to customers' commands between two.
const A_COMMAND: usize = 256;
/// Commands that are queued at a time: one is decided while the one before goes to the disk.
const AT_ONCE: usize = 2;
/// Positions that are read at a time.
const A_PART: i64 = 8_192;
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// So many rounds are between two in which accounts that are put aside are tried, each by itself.
const ALL_ROUNDS: u64 = 30;

/// Why nights were not recorded.
#[derive(Debug, thiserror::Error)]
enum RecordError {
    #[error(transparent)]
    Db(#[from] DbError),
    #[error(transparent)]
    Run(#[from] RunError),
}

#[derive(Debug)]
pub struct Financer {
    db: Db,
    pricing: Arc<Pricing>,
    writer: Writer,
    /// Accounts with a position that could not be charged.
    left: BTreeSet<AccountId>,
    /// Accounts with a position whose charge waits, as for a recorded night that cannot be read: they are tried as seldom as
    /// those that are put aside.
    waiting: BTreeSet<AccountId>,
}

impl Financer {
    pub fn new(db: &Db, pricing: &Arc<Pricing>, writer: &Writer) -> Self {
        let (db, pricing, writer) = (db.clone(), pricing.clone(), writer.clone());
        Self { db, pricing, writer, left: BTreeSet::new(), waiting: BTreeSet::new() }
    }

    /// Records the nights that were missed, then records and charges each night as it begins, until the term ends.
    pub async fn start(mut self, supervisor: &Supervisor) {
        let every = supervisor.every(LOOK_EVERY);
        // Before the server answers: until then pairs rest, whatever the last leader has said.
        self.pricing.market.recorded_nights.begin_anew();
        self.record_due().await;
        supervisor.spawn("financing", async move {
            let mut round = 0_u64;
            while every.next().await {
                self.record_due().await;
                if let Err(error) = self.charge_due(round.is_multiple_of(ALL_ROUNDS)).await {
                    tracing::error!(%error, "nights could not be charged; they are tried again");
                }
                round += 1;
            }
        });
    }

    /// When the newest night began.
    fn newest_night(&self, now: UnixMillis) -> Option<UnixMillis> {
        self.pricing.market.calendars.named(Market::Forex.calendar()).last_night(now).map(|night| night.at)
    }

    /// Records the nights that have begun, unless that was done.
    async fn record_due(&self) {
        let (now, recorded) = (self.pricing.clock.now(), &self.pricing.market.recorded_nights);
        let newest = self.newest_night(now).max(self.newest_settlement(now));
        if newest.is_none_or(|newest| recorded.reach(newest)) {
            return;
        }
        match self.record(now).await {
            Ok(behind) => {
                let instruments = behind.len();
                if recorded.set(now, behind) && instruments > 0 {
                    tracing::warn!(
                        instruments,
                        "pairs or contracts without a price rest until their night or settlement can be recorded"
                    );
                }
            }
            Err(error) => tracing::error!(%error, "nights could not be recorded; what has them rests until they are"),
        }
    }

    /// Records what is missing of the nights that began by `now`: of each pair those after its last one, and where it has
    /// none, those that its positions owe. Gives the pairs with positions that have no quote to charge them at.
    async fn record(&self, now: UnixMillis) -> Result<HashSet<InstrumentId>, RecordError> {
        // What was decided before is stored then, or its batch has failed and is decided no more.
        self.writer.ping().await?;
        let known = queries::recorded(&mut self.db.read().await?, now).await?;
        let (mut nights, mut behind) = (Vec::new(), HashSet::new());
        let newest = self.newest_night(now).unwrap_or(now);
        for pair in self.pricing.market.catalog.all().iter().filter(|instrument| instrument.base.is_some()) {
            let queries::Recorded { last, charged_until } = known.get(&pair.id).copied().unwrap_or_default();
            let since = last.or(charged_until).unwrap_or(newest.plus(-1));
            match self.nights(pair, since, now) {
                Some(due) => nights.extend(due),
                // Where nobody holds it, nobody is charged.
                None if charged_until.is_none() => {}
                None => drop(behind.insert(pair.id)),
            }
        }
        if !nights.is_empty() {
            self.writer.run(RecordNights { nights }).await?;
        }
        behind.extend(self.record_settlements(&known, now).await?);
        Ok(behind)
    }

    /// The nights of a pair after `since`, at its quote of now; `None` where a night has no quote. A night without rates is
    /// none: the price makes no step either.
    fn nights(&self, pair: &Instrument, since: UnixMillis, now: UnixMillis) -> Option<Vec<Night>> {
        let market = &self.pricing.market;
        let due = forex::nights_of(market, pair, since, now).into_iter().filter_map(|(night, nights)| {
            let rates = forex::financing(market, pair, &night.date.to_string());
            if rates.is_none() {
                tracing::warn!(pair = pair.code, night = %night.date, "there are no rates for a night");
            }
            Some((night.at, nights, rates?))
        });
        let mut due = due.peekable();
        if due.peek().is_none() {
            return Some(Vec::new());
        }
        let terms = self.pricing.marking(pair).ok()?;
        let tick = terms.tick.as_ref()?;
        let (bid, ask) = (tick.bid(), tick.ask());
        let rate = terms.conversion.as_ref().map(|conversion| conversion.rate());
        let is_one = terms.rules.currency == terms.rules.wallet.currency();
        let has_rate = rate.map_or(is_one, |rate| rate.bid.is_positive() && rate.ask.is_positive());
        let night = |(at, nights, rates)| Night { instrument: pair.id, at, nights, rates, bid, ask, rate };
        (bid.is_positive() && ask.is_positive() && has_rate).then(|| due.map(night).collect())
    }

    /// Charges the positions that owe the newest night or settlement, and any before it. Those of accounts that are put aside
    /// are tried in rounds for `all`.
    async fn charge_due(&mut self, all: bool) -> Result<(), DbError> {
        let now = self.pricing.clock.now();
        let night = self.newest_night(now).unwrap_or_default();
        let rounds = Rounds { db: &self.db, writer: &self.writer, at_once: AT_ONCE };
        let judge = |refusal| match refusal {
            // The clock was set back, or the recorded night charges nobody as it is.
            Refusal::SessionClosed | Refusal::ChargeUnknown => Judgement::Wait,
            _ => Judgement::PutAside,
        };
        // Accounts that owe the night, and those of them with a position that was not charged in this pass.
        let (mut owes, mut tried, mut left) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        if all {
            self.waiting.clear();
            // A night that still cannot be read is named again when it is.
            self.db.aside().forget(OwedNights::NAME);
            self.db.aside().forget(OwedSettlements::NAME);
            // Those of accounts that have come back since their contracts ended.
            if let Err(error) = self.end_orders(now).await {
                tracing::warn!(%error, "orders in contracts that have ended could not be looked for");
            }
        }
        let mut pass = Pass::in_parts_of(A_PART);
        while let Some(part) = pass.next() {
            let owing = queries::owing(&mut self.db.read().await?, (night, now), part).await?;
            let commands = self.commands(&owing.found, all);
            owes.extend(owing.found.iter().map(|owing| owing.at.key.account));
            tried.extend(commands.iter().flat_map(Command::accounts));
            let round = rounds.run(commands, judge).await;
            pass.passed(owing.rows, round.done);
            // A table may refuse a charge without naming a row.
            for account in round.left.iter().filter(|account| !self.db.aside().has(**account)) {
                self.db.aside().put(&UnreadRow::refused(*account, "the charge of a night"));
            }
            self.waiting.extend(&round.waiting);
            self.left.extend(&round.left);
            left.extend(round.left);
            if let Some(error) = round.failed {
                tracing::warn!(%error, "nights of some positions could not be charged; they are tried again");
                if round.done == 0 {
                    return Ok(());
                }
            }
        }
        if all {
            left.extend(owes.difference(&tried).copied());
            self.take_back(left).await;
        }
        Ok(())
    }

    /// The commands that charge positions: many of a pair at once, and those of accounts that are put aside by themselves.
    fn commands(&self, owing: &[Owing], all: bool) -> Vec<Command> {
        let (market, aside) = (&self.pricing.market, self.db.aside().accounts());
        let mut of_pairs: BTreeMap<(InstrumentId, UnixMillis, bool, bool), Vec<PositionRef>> = BTreeMap::new();
        for Owing { at, until, closes } in owing {
            let (pair, account) = (at.key.instrument, at.key.account);
            let is_aside = aside.contains(&account);
            let is_tried = all || !is_aside && !self.waiting.contains(&account);
            if market.recorded_nights.until(pair) >= *until && is_tried {
                of_pairs.entry((pair, *until, *closes, is_aside)).or_default().push(*at);
            }
        }
        let mut commands = Vec::new();
        for ((pair, until, closes, is_aside), positions) in of_pairs {
            // A contract that has ended is not listed any more, and still settled.
            let Some(rules) = market.catalog.get(pair).and_then(|pair| self.pricing.rules(pair)) else { continue };
            for positions in of_whole_accounts(positions, if is_aside { 1 } else { A_COMMAND }) {
                let (rules, directions) = (rules.clone(), Directions::Both);
                commands.push(if closes {
                    CloseAtSettlement { rules, settled_at: until, positions, directions }.into()
                } else {
                    ChargeNights { rules, positions, directions, until }.into()
                });
            }
        }
        commands
    }

    /// Takes accounts back that were left before, but for those of which something is left or waits still.
    async fn take_back(&mut self, mut left: BTreeSet<AccountId>) {
        left.extend(self.left.intersection(&self.waiting));
        let charged: BTreeSet<AccountId> = self.left.difference(&left).copied().collect();
        self.left = left;
        let sums = self.db.aside().named_as(SUM).into_iter();
        let settled: Vec<_> =
            sums.filter(|name| name.account.is_some_and(|account| charged.contains(&account))).collect();
        let back = self.db.aside().settle(&settled);
        self.writer.take_back(back).await;
    }
}

/// Positions in parts of about `most`, of whole accounts: the two directions of a contract are settled together.
fn of_whole_accounts(mut positions: Vec<PositionRef>, most: usize) -> Vec<Vec<PositionRef>> {
    positions.sort_by_key(|at| at.key);
    let mut parts: Vec<Vec<PositionRef>> = Vec::new();
    for of_one in positions.chunk_by(|one, other| one.key.account == other.key.account) {
        match parts.last_mut().filter(|part| part.len() + of_one.len() <= most) {
            Some(part) => part.extend(of_one),
            None => parts.push(of_one.to_vec()),
        }
    }
    parts
}
